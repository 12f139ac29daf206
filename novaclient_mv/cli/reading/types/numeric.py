"""Types of arguments that are numbers."""

from __future__ import annotations

from argparse import ArgumentTypeError

from novaclient_mv.clouds import words


def whole(text: str) -> int:
    """A whole number; ``-1`` often means that there is no limit."""
    try:
        return int(words.in_ascii(text))
    except ValueError:
        raise ArgumentTypeError(f'{text!r} is not a whole number') from None


def count(text: str) -> int:
    """A whole number from 0."""
    number = whole(text)
    if number < 0:
        raise ArgumentTypeError(f'{text!r} is not a number from 0')
    return number


def factor(text: str) -> float:
    """A number above zero."""
    try:
        number = float(words.in_ascii(text))
    except ValueError:
        raise ArgumentTypeError(f'{text!r} is not a number') from None
    if not 0 < number < float('inf'):
        raise ArgumentTypeError(f'{text!r} is not a number above zero')
    return number
