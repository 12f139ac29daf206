"""Shortens messages that no person reads to the end: values are cut, reasons are kept."""

from __future__ import annotations

import re

MOST = 400
"""Letters of a cloud's own words in a message for a person."""

_BEGINNING, _END = 30, 15
"""Letters that stay of a value."""
_VALUE = _BEGINNING + _END + 15
_MOST_SEARCHED = 20_000
_REPEATED = re.compile(rf'Value: (.{{{_VALUE},}})\. ([\'"]?)\1\2', re.DOTALL)
"""Nova names a field's value, and the reason begins with the same value."""
_NAMED = re.compile(rf'Value: (.{{{_VALUE},}}?)\. (?=\S)', re.DOTALL)
_QUOTED = re.compile(rf"'([^']{{{_VALUE},}})'|\"([^\"]{{{_VALUE},}})\"")
_LONG_WORD = re.compile(r'(\S{100})\S{50,}(\S{20})')


def _cut(value: str, beginning: int = _BEGINNING, end: int = _END) -> str:
    return f'{value[:beginning].rstrip()}...{value[-end:].lstrip()}'


def _without_values(text: str) -> str:
    """A refusal in whose values only the ends are left."""
    if len(text) <= _MOST_SEARCHED:
        text = _REPEATED.sub(
            lambda match: f'Value: {_cut(match[1])}. {match[2]}{_cut(match[1])}{match[2]}', text
        )
    text = _NAMED.sub(lambda match: f'Value: {_cut(match[1])}. ', text)
    return _QUOTED.sub(lambda match: f'{match[0][0]}{_cut(match[0][1:-1])}{match[0][-1]}', text)


def shortened(words: str) -> str:
    """A cloud's own words: where they are long, its values are cut, then the middle."""
    if len(words) <= MOST:
        return words
    text = words_cut(_without_values(words))
    return text if len(text) <= MOST else _cut(text, MOST // 2, MOST // 2)


def words_cut(text: str) -> str:
    """A message without the middle of words that nobody reads: a value that was pasted."""
    return _LONG_WORD.sub(r'\1...\2', text)
