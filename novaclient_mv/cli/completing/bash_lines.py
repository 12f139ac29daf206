"""Splits lines of bash into words, and quotes words for them."""

from __future__ import annotations

import re

from novaclient_mv.values import NamedTuple

_ACTS_IN_QUOTES = frozenset('\'"`$\\!')
_QUOTES = '\'"'


class BashLine(NamedTuple):
    """A line of bash up to the cursor.

    :param words: its words, without quotes; the last one is being typed, and may be empty.
    :param quote: the quotation mark in which the cursor stands, if it stands in one.
    """

    words: tuple[str, ...]
    quote: str = ''


def split(text: str) -> BashLine:
    """Split a line into words; nothing is expanded."""
    words: list[str] = []
    current: str | None = None
    quote = ''
    letters = iter(text)
    for letter in letters:
        if quote:
            if letter == quote:
                quote = ''
            elif letter == '\\' and quote == '"':
                following = next(letters, '')
                current = (current or '') + (
                    following if following in '"\\$`' else '\\' + following
                )
            else:
                current = (current or '') + letter
        elif letter.isspace():
            if current is not None:
                words.append(current)
            current = None
        elif letter in _QUOTES:
            quote, current = letter, current or ''
        else:
            plain = next(letters, '') if letter == '\\' else letter
            current = (current or '') + plain
    return BashLine((*words, current or ''), quote)


def insertion(word: str, line: BashLine, replaced: str) -> str | None:
    """The text that bash puts in the place of what it replaces to complete a word; ``None`` where
    the word cannot be typed there.
    """
    end = replaced if line.quote else split(replaced).words[-1]
    if not line.words[-1].endswith(end):
        return None
    rest = word[len(line.words[-1]) - len(end) :]
    if line.quote:
        return None if _ACTS_IN_QUOTES.intersection(rest) else rest
    return re.sub(r'([^\w./,+@%=:^-])', r'\\\1', rest)
