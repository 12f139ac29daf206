"""Breaks a message between words, for a terminal that would break it inside them."""

from __future__ import annotations

from novaclient_mv.clouds import text_width


def of(text: str, columns: int) -> list[str]:
    """The lines of a message, none wider than the terminal but for one longer word.

    :param columns: of the terminal.
    """
    lines: list[str] = []
    line, room = '', columns
    for word in text.split(' '):
        width = text_width.of(word)
        if line and width + 1 > room:
            lines.append(line)
            line, room = word, columns - width
        else:
            line, room = (f'{line} {word}', room - width - 1) if line else (word, room - width)
    return [*lines, line]
