"""The formats of the Compute API's schemas, all of them for texts."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable

from novaclient_mv.sandbox.state import clocks

_HEX = re.compile('(?i)[0-9a-f]{32}')


def matches(name: str, value: object) -> bool:
    """Whether a value has a format; other values than texts have every one."""
    test = TESTS.get(name)
    return test is None or not isinstance(value, str) or test(value)


def is_uuid(value: object) -> bool:
    """Whether a value is spelled like a UUID, or is no text."""
    return matches('uuid', value)


def _regex(text: str) -> bool:
    if not text:
        return False
    try:
        re.compile(text)
    except re.error:
        return False
    return True


def _date_time(text: str) -> bool:
    try:
        clocks.moment(text)
    except ValueError:
        return False
    return True


def _base64(text: str) -> bool:
    try:
        base64.decodebytes(text.encode('utf-8', 'surrogatepass'))
    except (binascii.Error, ValueError):
        return False
    return True


def _address(version: int) -> Callable[[str], bool]:
    def test(text: str) -> bool:
        import ipaddress

        try:
            return ipaddress.ip_address(text).version == version and '%' not in text
        except ValueError:
            return False

    return test


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
    'regex': _regex,
    'date-time': _date_time,
    'base64': _base64,
    'uuid': _uuid,
    'ipv4': _address(4),
    'ipv6': _address(6),
    # Our own: the API's schemas spell it as a pattern of all printable characters.
    'printable': _is_printable,
    'name': _name,
    'name_with_leading_trailing_spaces': _loose_name,
    'az_name': lambda text: _name(text) and ':' not in text,
    'az_name_with_leading_trailing_spaces': lambda text: _loose_name(text) and ':' not in text,
}
