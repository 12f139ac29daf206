"""References of a new server: to its block devices, networks, ports and server group."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping, Sequence
from typing import Any, NamedTuple

from novaclient_mv import v2
from novaclient_mv.v2.commands.parts import lookups


class Reference(NamedTuple):
    """A word in a request that is an id, or a name that the cloud refuses.

    :param place: the part of the request, and ``key`` the field of it.
    :param lookup: the lookup of what it names.
    """

    place: MutableMapping[str, Any]
    key: str
    lookup: lookups.Lookup

    @property
    def word(self) -> str:
        """The id or name."""
        return str(self.place[self.key])


def references(
    client: v2.Client,
    devices: Sequence[MutableMapping[str, Any]],
    nics: str | Sequence[MutableMapping[str, Any]] | None,
    hints: MutableMapping[str, Any],
) -> Iterator[Reference]:
    """The references of a request, in its order."""
    sources = {
        'image': lookups.image(client),
        'snapshot': lookups.snapshot(client),
        'volume': lookups.volume(client),
    }
    for device in devices:
        if 'uuid' in device and device['source_type'] in sources:
            yield Reference(device, 'uuid', sources[device['source_type']])
    for nic in [] if isinstance(nics, str) else nics or ():
        if 'port-id' in nic:
            yield Reference(nic, 'port-id', lookups.port(client))
        if 'net-id' in nic:
            yield Reference(nic, 'net-id', lookups.network(client))
    if isinstance(hints.get('group'), str):
        yield Reference(hints, 'group', lookups.server_group(client))
