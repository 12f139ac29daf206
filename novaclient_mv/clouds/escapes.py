"""Text of a cloud, and values as JSON, without characters that act on a terminal."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import re

BOLD, PLAIN = '\x1b[1m', '\x1b[0m'
"""Sequences of this program's own that start and end bold text."""

_ESCAPES = {code: f'\\x{code:02x}' for code in (*range(32), *range(127, 160))} | {
    10: '\\n',
    13: '\\r',
    9: '\\t',
}
# Letters that turn the direction of text around can make a terminal show something else than is
# there.
_TURNS = (0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A), 0xFEFF)
_ESCAPES.update({code: f'\\u{code:04x}' for code in _TURNS})


def safe(text: str) -> str:
    """Text of the cloud without characters that act on a terminal."""
    if text.isascii() and text.isprintable():
        return text
    return text.translate(_ESCAPES).encode('utf-8', 'backslashreplace').decode()


def lines(text: str) -> str:
    """Lines without characters that act on a terminal."""
    if text.isascii() and text.replace('\n', '').isprintable():
        return text
    return '\n'.join(map(safe, text.split('\n')))


def styled(text: str) -> str:
    """Lines of this program for a terminal, in which parts are bold."""
    return BOLD.join(PLAIN.join(map(lines, part.split(PLAIN))) for part in text.split(BOLD))


def unstyled(text: str) -> str:
    """Lines of this program without bold text."""
    return text.replace(BOLD, '').replace(PLAIN, '')


def to_json(value: Any, indent: int | None = 2) -> str:
    """A value as JSON, escaping only what acts on a terminal or that no encoding has."""
    return safe_json(_encoder(indent)(value))


@functools.cache
def _encoder(indent: int | None) -> Callable[[Any], str]:
    import json

    return json.JSONEncoder(indent=indent, ensure_ascii=False, default=str).encode


def safe_json(text: str) -> str:
    """JSON without characters that act on a terminal or that no encoding has."""
    if text.isascii() and '\x7f' not in text:
        return text
    return _in_json().sub(lambda match: f'\\u{ord(match[0]):04x}', text)


@functools.cache
def _in_json() -> re.Pattern[str]:
    """Return the pattern of characters that JSON escapes."""
    import re

    return re.compile(f'[\x7f-\x9f\ud800-\udfff{"".join(map(chr, _TURNS))}]')
