"""Breaks text into lines."""

from __future__ import annotations


def wrapped(text: str, width: int, first: str = '', then: str = '') -> list[str]:
    """The lines of a text, none wider than ``width``, as the standard library's ``textwrap`` breaks
    them; hyphens end no line.

    :param first: what the first line begins with, ``then`` every other one.
    """
    words = text.split(' ')
    room = width - max(len(first), len(then))
    if not text.isprintable() or '' in words or max(map(len, words)) > room:
        return _wrapped_by_library(text, width, first, then)
    # Plain words, one blank apart, are nearly all there is: the library takes ten times as long.
    lines = []
    line = first + words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) <= width:
            line += ' ' + word
        else:
            lines.append(line)
            line = then + word
    lines.append(line)
    return lines


def _wrapped_by_library(text: str, width: int, first: str, then: str) -> list[str]:
    """Wrap text with the standard library, which breaks words that are longer than a line."""
    import textwrap

    return textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=then, break_on_hyphens=False
    )
