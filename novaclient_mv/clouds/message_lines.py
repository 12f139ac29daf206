"""Breaks a message between words, for a terminal that would break it inside them."""

from __future__ import annotations

import unicodedata


def of(text: str, columns: int) -> list[str]:
    """The lines of a message, none wider than the terminal but for one longer word.

    :param columns: of the terminal.
    """
    lines: list[str] = []
    line, room = '', columns
    for word in text.split(' '):
        width = _width_of(word)
        if line and width + 1 > room:
            lines.append(line)
            line, room = word, columns - width
        else:
            line, room = (f'{line} {word}', room - width - 1) if line else (word, room - width)
    return [*lines, line]


def _width_of(word: str) -> int:
    """Columns of the screen that a word takes."""
    if word.isascii():
        return len(word)
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in 'WF')
        for letter in word
    )
