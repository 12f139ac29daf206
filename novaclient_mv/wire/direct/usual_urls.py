"""Takes URLs apart that every HTTP library sends in the same way, and no others.

By sets of characters: to compile patterns would take longer than many a request.
"""

from __future__ import annotations

import socket

from novaclient_mv.values import NamedTuple
from novaclient_mv.wire.direct import NeedsSession

PORTS = {'http': 80, 'https': 443}

_SMALL, _DIGITS = 'abcdefghijklmnopqrstuvwxyz', frozenset('0123456789')
_UNRESERVED = _DIGITS.union(_SMALL, _SMALL.upper(), '-._~')
# What libraries would quote is not here.
_PATH = _UNRESERVED | frozenset("!$&'()*+,;=:@/%")
_QUERY = _PATH | {'?'}
_HEXADECIMAL = frozenset('0123456789ABCDEF')
_ADDRESS = _HEXADECIMAL | frozenset('abcdef:.')
_NAME = _DIGITS.union(_SMALL, '-_')
_LONGEST_LABEL = 63

# Some libraries take these parts of a path for steps.
_STEPS = frozenset({'.', '..'})


class Origin(NamedTuple):
    """The target of a connection; the host is in small letters, without brackets."""

    scheme: str
    host: str
    port: int

    @property
    def authority(self) -> str:
        """Host and port, as the header ``Host`` names them: not a port that goes without saying."""
        host = f'[{self.host}]' if ':' in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f'{host}:{self.port}'


class UsualUrl(NamedTuple):
    """A URL in parts; ``called`` is its form for messages, without the query."""

    origin: Origin
    target: str
    called: str


def take_apart(url: str) -> UsualUrl:
    """The parts of a URL; ``NeedsSession`` where libraries would not agree on them."""
    scheme, _, rest = url.partition('://')
    authority, slash, tail = rest.partition('/')
    path, mark, query = (slash + tail).partition('?')
    host, port = _host_and_port(authority.lower())
    if (
        scheme not in PORTS
        or host is None
        or port is None
        or not (_PATH.issuperset(path) and _QUERY.issuperset(query))
        or bool(mark) is not bool(query)
        or not _is_quoted_as_needed(path + query)
        or not _STEPS.isdisjoint(path.split('/'))
    ):
        raise NeedsSession('The URL is unusual.')
    path = path or '/'
    origin = Origin(scheme, host, port or PORTS[scheme])
    return UsualUrl(origin, path + mark + query, f'{scheme}://{authority.lower()}{path}')


def _host_and_port(authority: str) -> tuple[str | None, int | None]:
    """``None`` for what is unusual; the port is 0 without one."""
    if authority.startswith('['):
        host, bracket, tail = authority[1:].partition(']')
        mark, port = tail[:1], tail[1:]
        is_host = bool(bracket) and mark in ('', ':') and _is_address(host)
    else:
        host, mark, port = authority.partition(':')
        is_host = all(map(_is_label, host.split('.')))
    if not mark:
        number: int | None = 0
    else:
        is_number = _DIGITS.issuperset(port) and 0 < len(port) <= 5 and port[0] != '0'
        number = int(port) if is_number and int(port) < 1 << 16 else None
    return host if is_host else None, number


def _is_label(text: str) -> bool:
    """Whether a part of a host's name is one in ASCII."""
    return (
        0 < len(text) <= _LONGEST_LABEL
        and _NAME.issuperset(text)
        and text[0] != '-'
        and text[-1] != '-'
    )


def _is_address(text: str) -> bool:
    """Whether it is an address of IPv6, without a zone."""
    try:
        socket.inet_pton(socket.AF_INET6, text)
    except (OSError, ValueError):
        return False
    return _ADDRESS.issuperset(text)


def _is_quoted_as_needed(text: str) -> bool:
    """Whether each octet is quoted in capitals, and is none that needs no quotes."""
    octets = [part[:2] for part in text.split('%')[1:]]
    return all(
        len(octet) == 2
        and _HEXADECIMAL.issuperset(octet)
        and chr(int(octet, 16)) not in _UNRESERVED
        for octet in octets
    )
