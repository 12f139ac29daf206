"""Takes URLs apart that every HTTP library sends in the same way, and no others."""

from __future__ import annotations

import re
import socket
from typing import NamedTuple

from novaclient_mv.wire.unserved import Unserved

PORTS = {'http': 80, 'https': 443}

_LABEL = r'[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?'
_CHARACTER = r"[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-F]{2}"
_URL = re.compile(
    rf"""
    (?P<scheme>https?)://
    (?:(?P<name>{_LABEL}(?:\.{_LABEL})*)|\[(?P<address>[0-9A-Fa-f:.]+)\])
    (?::(?P<port>[1-9][0-9]{{0,4}}))?
    (?P<path>(?:/(?:{_CHARACTER})*)?)
    (?P<query>(?:\?(?:{_CHARACTER}|\?)+)?)
    """,
    re.VERBOSE,
)
# Some libraries unquote what need not be quoted; some take these segments for steps.
_NEEDLESS = re.compile(r'%(?:2D|2E|3[0-9]|4[1-9A-F]|5[0-9A]|5F|6[1-9A-F]|7[0-9A]|7E)')
_STEPS = frozenset({'.', '..'})


class Place(NamedTuple):
    """What connections lead to; the host is in small letters, and has no brackets."""

    scheme: str
    host: str
    port: int


class UsualUrl(NamedTuple):
    """Where a request goes, what it asks for there, and the URL without its query."""

    place: Place
    target: str
    shown: str


def take_apart(url: str) -> UsualUrl:
    """The parts of a URL.

    :raises Unserved: libraries would not agree on what it means.
    """
    match = _URL.fullmatch(url)
    if match is None or _NEEDLESS.search(url) or not _STEPS.isdisjoint(match['path'].split('/')):
        raise Unserved('The URL is unusual.')
    port = int(match['port'] or PORTS[match['scheme']])
    host = (match['name'] or match['address']).lower()
    if port > 65535 or (match['address'] and not _is_address(host)):
        raise Unserved('The URL is unusual.')
    path = match['path'] or '/'
    # What is said of a failure names the URL as it was sent.
    start = match.start('path')
    return UsualUrl(
        Place(match['scheme'], host, port), path + match['query'], url[:start].lower() + path
    )


def _is_address(text: str) -> bool:
    try:
        socket.inet_pton(socket.AF_INET6, text)
    except OSError:
        return False
    return True
