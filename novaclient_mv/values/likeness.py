"""The likeness of two words, for suggestions.

To compare takes the product of both lengths, so words that nobody mistypes are like no other.
"""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 64
"""Longer words are like none."""


def ratio(one: str, other: str) -> float:
    """Return the likeness of two words, from 0 to 1."""
    if max(len(one), len(other)) > LONGEST:
        return 0.0
    import difflib

    return difflib.SequenceMatcher(None, one, other).ratio()


def closest(word: str, names: Iterable[str], most: int = 2, least: float = 0.6) -> list[str]:
    """The known words that are closest to another one, the closest first.

    :param least: how alike they must be.
    """
    if len(word) > LONGEST:
        return []
    import difflib

    return difflib.get_close_matches(
        word, [name for name in names if len(name) <= LONGEST], most, least
    )
