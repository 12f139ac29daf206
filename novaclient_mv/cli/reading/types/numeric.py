"""Types of arguments that are numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv.clouds import words

if TYPE_CHECKING:
    from argparse import ArgumentTypeError


def whole(text: str) -> int:
    try:
        return int(words.in_ascii(text))
    except ValueError:
        raise _refusal(f'{text!r} is not a whole number') from None


def count(text: str) -> int:
    number = whole(text)
    if number < 0:
        raise _refusal(f'{text!r} is not a number from 0')
    return number


def factor(text: str) -> float:
    try:
        number = float(words.in_ascii(text))
    except ValueError:
        raise _refusal(f'{text!r} is not a number') from None
    if not 0 < number < float('inf'):
        raise _refusal(f'{text!r} is not a number above zero')
    return number


def _refusal(message: str) -> ArgumentTypeError:
    # Loaded where a value is refused: a line that needs no parser does without it.
    import argparse

    return argparse.ArgumentTypeError(message)
