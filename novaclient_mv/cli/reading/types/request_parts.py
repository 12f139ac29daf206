"""Types of arguments that are parts of a request."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError

_HEADER = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\x20-\x7e]*)")
_OWN_HEADERS = {
    'x-auth-token': 'the login',
    'openstack-api-version': '--os-compute-api-version',
    'x-openstack-nova-api-version': '--os-compute-api-version',
}


def method(text: str) -> str:
    if not (text.isascii() and text.isalpha()):
        raise ArgumentTypeError(f'{text!r} is not an HTTP method')
    return text.upper()


def path(text: str) -> str:
    """A path below the endpoint, with or without the first ``/``; no address of another host."""
    if '://' in text.partition('?')[0] or '#' in text or not text.isprintable():
        raise ArgumentTypeError(f'{text!r} is not a path below the endpoint, as in /servers/detail')
    return '/' + text.lstrip('/')


def header(text: str) -> tuple[str, str]:
    """``NAME:VALUE``."""
    header = _HEADER.fullmatch(text)
    if header is None:
        raise ArgumentTypeError(f'{text!r} is not of the form name:value')
    name, value = header.groups()
    if name.lower() in _OWN_HEADERS:
        raise ArgumentTypeError(f'{name} comes from {_OWN_HEADERS[name.lower()]}')
    return name, value.strip()
