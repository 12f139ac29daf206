"""Words that settings are written in, on command line and in files: switches, durations, sizes."""

from __future__ import annotations

_UNITS: dict[str, int] = {
    unit: base**power
    for power, letter in enumerate(('', 'k', 'm', 'g'))
    for unit, base in ((letter, 1024), (f'{letter}ib', 1024), (f'{letter}b', 1000))
}
"""Bytes in a unit, by its name in small letters: ``MiB`` and ``M`` are 1024 * 1024, ``MB`` is
1000 * 1000.
"""
_MAX_DIGITS = 15
_MIN_INTERVAL, _MAX_INTERVAL = 0.5, 86400

TRUE_WORDS = frozenset({'1', 't', 'true', 'on', 'y', 'yes'})
FALSE_WORDS = frozenset({'0', 'f', 'false', 'off', 'n', 'no'})


def in_ascii(text: str) -> str:
    """The text of a number, which other alphabets' digits are not taken for."""
    if not text.isascii():
        raise ValueError(text)
    return text


def seconds(text: str) -> float:
    """A time in seconds above zero."""
    number = seconds_or_zero(text)
    if not number:
        import argparse

        raise argparse.ArgumentTypeError(f'{text!r} is not a time above zero')
    return number


def seconds_or_zero(text: str) -> float:
    """A time in seconds, or zero."""
    import argparse

    try:
        number = float(in_ascii(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f'{text!r} is not a number of seconds') from None
    if not 0 <= number < float('inf'):
        raise argparse.ArgumentTypeError(f'{text!r} is not a time')
    return number


def interval(text: str) -> float:
    """The seconds between two looks at a cloud: half a second to a day."""
    number = seconds_or_zero(text)
    if not _MIN_INTERVAL <= number <= _MAX_INTERVAL:
        import argparse

        raise argparse.ArgumentTypeError(
            f'{text!r} is not a time from {_MIN_INTERVAL} to {_MAX_INTERVAL} seconds'
        )
    return number


def byte_size(text: str) -> int:
    """A size above zero: a number of bytes, or of the unit behind it, as in ``256MiB``."""
    import argparse

    digits = text.strip().rstrip('BbIiKkMmGg ')
    unit = text.strip().removeprefix(digits).strip().lower()
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS
    if not is_number or unit not in _UNITS or not int(digits):
        raise argparse.ArgumentTypeError(f'{text!r} is not a size above zero, as in 256MiB')
    return int(digits) * _UNITS[unit]
