"""The width of texts on a terminal, in columns."""

from __future__ import annotations

import functools
import itertools

_JOINER, _AS_EMOJI = '\u200d', '\ufe0f'
_SOFT_HYPHEN = '\xad'
"""A format character that terminals show."""
_PARTS = (*range(0x1160, 0x1200), *range(0xD7B0, 0xD800), 0x3164, *range(0x1F3FB, 0x1F400))
"""Vowels and ends of Korean syllables, and colours of skin: part of the character before them."""


def of(text: str) -> int:
    """Return the columns of the screen that a line without control characters takes."""
    if text.isascii():
        return len(text)
    if _JOINER in text:
        first, *joined = text.split(_JOINER)
        # A joined character is drawn in the place of the one before.
        text = ''.join((first, *(part[1:] for part in joined)))
    width = sum(map(_of_character, text))
    if _AS_EMOJI in text:
        pairs = itertools.pairwise(text)
        width += sum(_of_character(sign) == 1 and after == _AS_EMOJI for sign, after in pairs)
    return width


@functools.cache
def _of_character(character: str) -> int:
    import unicodedata

    category = unicodedata.category(character)
    is_mark = category.startswith('M') or (category == 'Cf' and character != _SOFT_HYPHEN)
    if is_mark or ord(character) in _PARTS:
        return 0
    return 1 + (unicodedata.east_asian_width(character) in 'WF')


def broken(text: str, columns: int) -> list[str]:
    """The lines of a message, broken between words, none wider but for one longer word."""
    lines: list[str] = []
    line, room = '', columns
    for word in text.split(' '):
        width = of(word)
        if line and width + 1 > room:
            lines.append(line)
            line, room = word, columns - width
        else:
            line, room = (f'{line} {word}', room - width - 1) if line else (word, room - width)
    return [*lines, line]
