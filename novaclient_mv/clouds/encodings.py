"""Words of the command line and the environment as text, and text as a stream can write it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from novaclient_mv import errors

# Their values go to the file system, never to the cloud.
_FILES = frozenset({'os_cacert', 'os_cert', 'os_key'})


def decoded(word: str) -> str:
    """A word that Python decoded by the locale, else as UTF-8 with surrogates for other bytes."""
    if word.isascii():
        return word
    try:
        return word.encode('utf-8', 'surrogateescape').decode('utf-8', 'surrogateescape')
    except UnicodeEncodeError:
        return word


def for_system(text: str) -> str:
    """Text as Python hands it on to the operating system: the name of a file, a word for ssh."""
    try:
        return os.fsdecode(text.encode('utf-8', 'surrogateescape'))
    except UnicodeEncodeError:
        return text


def fits(text: str, stream: object) -> bool:
    """Whether the encoding of a stream has all characters of a text."""
    encoding = getattr(stream, 'encoding', None)
    if encoding is None or text.isascii():
        return True
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def spelt(text: str, stream: object) -> str:
    """Text with the characters that a stream's encoding lacks as JSON spells them."""
    if fits(text, stream):
        return text
    import json

    missing = (character for character in set(text) if not fits(character, stream))
    return text.translate({ord(character): json.dumps(character)[1:-1] for character in missing})


def spelt_columns(columns: Sequence[Sequence[str]], stream: object) -> Sequence[Sequence[str]]:
    """Columns of cells as :func:`spelt` has them, so that what is laid out is what is written."""
    if all(fits(''.join(column), stream) for column in columns):
        return columns
    return [[spelt(cell, stream) for cell in column] for column in columns]


def is_text(text: str) -> bool:
    """Whether all of it can be sent: it has no lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_arguments(args: object) -> None:
    """Refuse values that no request can carry; the name of a file may be any bytes."""
    for value in vars(args).values():
        _check(value)


def checked_globals(options: dict[str, Any]) -> dict[str, Any]:
    """Global options whose values are text, but for the names of files."""
    checked = {}
    for dest, value in options.items():
        if dest in _FILES:
            checked[dest] = for_system(value)
        else:
            _check(value)
            checked[dest] = value
    return checked


def _check(value: object) -> None:
    if isinstance(value, str):
        if not is_text(value):
            raise errors.CommandError(f'{value!r} is not text in UTF-8.')
    elif isinstance(value, dict):
        _check(list(value))
        _check(list(value.values()))
    elif isinstance(value, list | tuple):
        for item in value:
            _check(item)
