"""The likeness of two words, for suggestions.

To compare takes the product of both lengths, so words that nobody mistypes are like no other.
"""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 64
"""Longer words are like none."""


def ratio(one: str, other: str, minimum: float) -> float:
    """Return the likeness of two words, from 0 to 1; 0 where it is less than ``minimum``."""
    if max(len(one), len(other)) > LONGEST:
        return 0.0
    # The letters that both have, in whatever order, are quickly counted: most words end here.
    shared = sum(min(one.count(letter), other.count(letter)) for letter in {*one})
    if 2 * shared < minimum * (len(one) + len(other)):
        return 0.0
    import difflib

    share = difflib.SequenceMatcher(None, one, other).ratio()
    return share if share >= minimum else 0.0


def closest(word: str, names: Iterable[str], most: int = 2, minimum: float = 0.6) -> list[str]:
    """The known words that are closest to another one, the closest first.

    :param minimum: how alike they must be.
    """
    if len(word) > LONGEST:
        return []
    import difflib

    return difflib.get_close_matches(
        word, [name for name in names if len(name) <= LONGEST], most, minimum
    )
