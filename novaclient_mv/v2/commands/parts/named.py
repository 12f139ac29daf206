"""Networks, ports and volumes by name."""

from __future__ import annotations

import re
from collections.abc import Callable

from novaclient_mv import errors, v2

_UUID = re.compile('[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}', re.IGNORECASE)


def network_id(client: v2.Client, text: str) -> str:
    """The id of a network that a word names.

    :raises ResourceNotFound: there is none of this name.
    :raises NoUniqueMatch: there are several.
    """
    return text if _UUID.fullmatch(text) else id_of(client.neutron.find_network, text)


def port_id(client: v2.Client, text: str) -> str:
    """The id of a port that a word names.

    :raises ResourceNotFound: there is none of this name.
    :raises NoUniqueMatch: there are several.
    """
    return text if _UUID.fullmatch(text) else id_of(client.neutron.find_port, text)


def volume_id(client: v2.Client, text: str) -> str:
    """The id of a volume that a word names.

    :raises ResourceNotFound: there is none of this name.
    :raises NoUniqueMatch: there are several.
    """
    return text if _UUID.fullmatch(text) else id_of(client.neutron.find_volume, text)


def id_of(find: Callable[[str], v2.networks.Network], name: str) -> str:
    """The id of what is found by its name.

    :raises ResourceNotFound: there is none.
    """
    try:
        return str(find(name).id)
    except errors.NotFound as error:
        if error.answer is not None:
            # The network service itself refused the request.
            raise
        raise errors.ResourceNotFound(error.message) from error
