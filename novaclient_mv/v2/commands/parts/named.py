"""Networks, ports and volumes by name."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from novaclient_mv import errors, v2

T = TypeVar('T')
Find = Callable[[str], 'v2.networks.Network']
_UUID = re.compile('[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}', re.IGNORECASE)


def send(
    request: Callable[..., T], *named: tuple[str | None, Find]
) -> tuple[tuple[str | None, ...], T]:
    """Send a request with ids as they are written, and where the cloud refuses words that are no
    UUIDs, with the ids of what has these names.

    :param named: each word, and what finds its name.
    :returns: the ids that were sent, and the answer.
    :raises NoUniqueMatch: several have a name.
    """
    words = tuple(word for word, _ in named)
    try:
        return words, request(*words)
    except (errors.BadRequest, errors.NotFound) as refusal:
        try:
            ids = tuple(
                word if not word or _UUID.fullmatch(word) else id_of(find, word)
                for word, find in named
            )
        except errors.NoUniqueMatch:
            raise
        except errors.Error:
            raise refusal from None
        if ids == words:
            raise
        return ids, request(*ids)


def id_of(find: Find, name: str) -> str:
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
