"""The formats of the Compute API's schemas, all of them for texts."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from typing import Any

from novaclient_mv.sandbox.state import clocks

_HEX = re.compile('(?i)[0-9a-f]{32}')


def matches(name: str, value: object) -> bool:
    """Whether a value has a format; other values than texts have every one."""
    test = TESTS.get(name)
    return test is None or not isinstance(value, str) or test(value)


def is_uuid(value: object) -> bool:
    """Whether a value is spelled like a UUID, or is not text."""
    return matches('uuid', value)


def _readable(read: Callable[[str], Any]) -> Callable[[str], bool]:
    """The test of whether a text can be read."""

    def test(text: str) -> bool:
        try:
            read(text)
        except (ValueError, re.error):
            return False
        return True

    return test


def _address(text: str) -> Any:
    import ipaddress

    # A zone is not part of an address here.
    return ipaddress.ip_address(text.replace('%', '/'))


def _uuid(text: str) -> bool:
    bare = text.replace('urn:', '').replace('uuid:', '').strip('{}').replace('-', '')
    return _HEX.fullmatch(bare) is not None


def _is_printable(text: str) -> bool:
    # Printable characters of the basic plane; every kind of blank counts, line ends do not.
    if text.isascii():
        return text.isprintable()
    from unicodedata import category

    return all(
        ord(character) < 0x10000 and (character.isprintable() or category(character) == 'Zs')
        for character in text
    )


def _name(text: str) -> bool:
    return bool(text) and text == text.strip() and _is_printable(text)


def _loose_name(text: str) -> bool:
    return bool(text.strip()) and _is_printable(text)


TESTS: dict[str, Callable[[str], bool]] = {
    'regex': lambda text: bool(text) and _readable(re.compile)(text),
    'date-time': _readable(clocks.moment),
    'base64': _readable(lambda text: base64.decodebytes(text.encode('utf-8', 'surrogatepass'))),
    'uuid': _uuid,
    'ipv4': lambda text: ':' not in text and _readable(_address)(text),
    'ipv6': lambda text: ':' in text and _readable(_address)(text),
    # Our own: the API's schemas spell it as a pattern of all printable characters.
    'printable': _is_printable,
    'name': _name,
    'name_with_leading_trailing_spaces': _loose_name,
    'az_name': lambda text: _name(text) and ':' not in text,
    'az_name_with_leading_trailing_spaces': lambda text: _loose_name(text) and ':' not in text,
}
