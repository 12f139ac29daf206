"""Bodies and queries of requests about servers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.values import Protocol

UNSET: Any = type('Unset', (), {'__repr__': lambda self: 'unset'})()
"""Default of an argument for which ``None`` is a value of its own."""

Nics = str | Sequence[Mapping[str, str]] | None

_ESCAPES = {ord(character): f'\\{character}' for character in '\\+*?()[]{}^$'} | {ord('|'): '.'}


def name_pattern(name: str) -> str:
    """A name as the API's filter takes it: a regular expression with escapes.

    A dot stands for a bar: Nova escapes bars itself where its database is MySQL, so that one
    that is escaped already would part two alternatives.
    """
    return name.translate(_ESCAPES)


def name_choice(name: str) -> str:
    """One name in a pattern of :func:`any_name_pattern`."""
    return f'({name_pattern(name)}$)?'


def any_name_pattern(names: Iterable[str]) -> str:
    """A filter for the servers with any of these names.

    It has no bar, which Nova escapes where its database is MySQL: of these groups, each of which
    ends with the name, at most one can match.
    """
    return f'^{"".join(map(name_choice, names))}$'


class Readable(Protocol):
    """A file of text or bytes."""

    def read(self) -> str | bytes: ...


Contents = str | bytes | Readable


def encoded(contents: Contents) -> str:
    """Text, bytes or a file in base64."""
    import base64

    read = contents if isinstance(contents, str | bytes | bytearray) else contents.read()
    return base64.b64encode(read.encode() if isinstance(read, str) else read).decode('ascii')


def new_server(
    name: str,
    image: resources.Resource | str | None,
    flavor: resources.Resource | str,
    min_count: int | None,
    max_count: int | None,
) -> dict[str, Any]:
    """Return what all create requests share; a minimum above the maximum is lowered to it."""
    minimum, maximum = min_count or 1, max_count or min_count or 1
    return {
        'name': name,
        'imageRef': str(resources.getid(image)) if image else '',
        'flavorRef': str(resources.getid(flavor)),
        'min_count': maximum if int(minimum) > int(maximum) else minimum,
        'max_count': maximum,
    }


def without_unset(**fields: object) -> dict[str, Any]:
    """The fields that have a value; ``None`` is one."""
    return {name: value for name, value in fields.items() if value is not UNSET}


def userdata_of(contents: Contents | None) -> str | None:
    """The user data of a rebuild, where ``None`` removes it; ``UNSET`` stays what it is."""
    if contents is UNSET or contents is None:
        return contents
    return encoded(contents) or None


def personality(files: Mapping[str, Contents] | None) -> list[dict[str, str]]:
    """Files of a server (up to 2.56): paths and contents."""
    return [
        {'path': path, 'contents': encoded(contents)}
        for path, contents in sorted((files or {}).items())
    ]


def device_mapping_v2(
    devices: Sequence[Mapping[str, Any]] | None, image: resources.Resource | str | None
) -> list[dict[str, Any]]:
    """Block devices with the API's keys; the image is the first of them, where there are any."""
    mapped = [dict(device) for device in devices or ()]
    if mapped and image:
        mapped.insert(
            0,
            {
                'uuid': str(resources.getid(image)),
                'source_type': 'image',
                'destination_type': 'local',
                'boot_index': 0,
                'delete_on_termination': True,
            },
        )
    return mapped


class NetworkChoice:
    """The networks of a create request, as a version takes them."""

    def __init__(self, api_version: versions.APIVersion) -> None:
        self.api_version = api_version

    @versions.wraps('2.0', '2.36')
    def default(self) -> str | None:
        """Send nothing: the cloud uses all networks of the project."""
        return None

    @versions.newest
    @versions.wraps('2.37')
    def default(self) -> str | None:
        """Have the cloud choose."""
        return 'auto'

    @versions.wraps('2.0', '2.36')
    def check(self, nics: Nics) -> None:
        """Refuse networks that are not a list; without networks the cloud uses all of the project.

        :raises ValueError: they are not a list.
        """
        if nics and not isinstance(nics, list | tuple):
            raise ValueError(f'nics are a list up to API version 2.36, not {nics!r}.')

    @versions.newest
    @versions.wraps('2.37')
    def check(self, nics: Nics) -> None:
        """Refuse a request without networks.

        :raises ValueError: none are.
        """
        if not nics:
            raise ValueError('nics are needed from API version 2.37: "auto", "none" or a list.')


class DeviceChoice:
    """The networks and block devices of a create request, as a version takes them."""

    def __init__(self, api_version: versions.APIVersion) -> None:
        self.api_version = api_version

    @versions.wraps('2.0', '2.31')
    def _refused(self) -> dict[str, str]:
        return {'tag': '2.32', 'volume_type': '2.67'}

    @versions.wraps('2.32', '2.66')
    def _refused(self) -> dict[str, str]:
        return {'volume_type': '2.67'}

    @versions.newest
    @versions.wraps('2.67')
    def _refused(self) -> dict[str, str]:
        return {}

    def check(self, nics: Nics, devices: Sequence[Mapping[str, Any]] | None) -> None:
        """Refuse what a network or device has only at later versions.

        :raises ValueError: one has a ``tag`` below 2.32, or a ``volume_type`` below 2.67.
        """
        refused = self._refused()
        for device in (*(() if isinstance(nics, str) else nics or ()), *(devices or ())):
            for name, start_version in refused.items():
                if device.get(name):
                    raise ValueError(
                        f'A network or block device has {name!r} only from API version '
                        f'{start_version}.'
                    )


def networks(nics: Nics) -> list[dict[str, str]] | str | None:
    """Networks as a create request has them; ``None`` stays what it is."""
    return nics if nics is None or isinstance(nics, str) else [_network(nic) for nic in nics]


def _network(nic: Mapping[str, str]) -> dict[str, str]:
    names = {
        'net-id': 'uuid',
        'port-id': 'port',
        'v4-fixed-ip': 'fixed_ip',
        'v6-fixed-ip': 'fixed_ip',
    }
    return {names.get(name, name): value for name, value in nic.items() if value}
