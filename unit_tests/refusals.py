"""The value of a call, or the words of its refusal, for checks of any input."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar('T')


def value_or_words(call: Callable[[], T], refusal: type[Exception]) -> tuple[T | None, str | None]:
    """Return the value of a call and ``None``, or ``None`` and the one line that refuses it."""
    try:
        return call(), None
    except refusal as error:
        words = str(error)
    assert len(words.splitlines()) == 1, words
    # It can be printed: nothing in it is half a letter.
    words.encode()
    return None, words
