"""Words that settings are written in: switches and durations, on command line and in files."""

from __future__ import annotations

TRUE_WORDS = frozenset({'1', 't', 'true', 'on', 'y', 'yes'})
FALSE_WORDS = frozenset({'0', 'f', 'false', 'off', 'n', 'no'})


def in_ascii(text: str) -> str:
    """The text of a number, which other alphabets' digits are not taken for.

    :raises ValueError: it has other characters.
    """
    if not text.isascii():
        raise ValueError(text)
    return text


def seconds(text: str) -> float:
    """A time in seconds above zero.

    :raises ArgumentTypeError: the text is none.
    """
    number = seconds_or_zero(text)
    if not number:
        import argparse

        raise argparse.ArgumentTypeError(f'{text!r} is not a time above zero')
    return number


def seconds_or_zero(text: str) -> float:
    """A time in seconds, or zero.

    :raises ArgumentTypeError: the text is none.
    """
    import argparse

    try:
        number = float(in_ascii(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f'{text!r} is not a number of seconds') from None
    if not 0 <= number < float('inf'):
        raise argparse.ArgumentTypeError(f'{text!r} is not a time')
    return number
