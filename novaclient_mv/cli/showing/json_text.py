"""Writes JSON with indentation: the text of the standard library, in less time and memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from json.encoder import encode_basestring
from typing import Any

from novaclient_mv.clouds import escapes

Write = Callable[[Any, str], str]
"""Makes the text of a value, whose lines begin with a line end and the indentation."""

MANY = 3000
"""Entries from which on it pays to load a library for the rest of them."""

_STEP = '  '
_MAX_KEYS = 10_000
_SAME_IN_ORJSON = frozenset({str, int, bool, type(None)})
_CONTAINERS = frozenset({dict, list})
_KNOWN = _SAME_IN_ORJSON | _CONTAINERS


def document(value: Any) -> list[str]:
    """A document as groups of lines in order; an iterator is a list that is never all in memory."""
    if not isinstance(value, list | Iterator):
        return [escapes.safe_json(text_of(value, '\n'))]
    texts = [f'{_STEP}{escapes.safe_json(text)},' for text in _entries(value)]
    if not texts:
        return ['[]']
    texts[-1] = texts[-1].removesuffix(',')
    return ['[', *texts, ']']


def _entries(values: list[Any] | Iterator[Any]) -> Iterator[str]:
    """The entries of a list as text."""
    start = f'\n{_STEP}'
    write: Write = _Writer().text
    for index, value in enumerate(values):
        if index == MANY:
            write = faster(write)
        yield write(value, start)


def text_of(value: Any, start: str) -> str:
    """A value as text; ``start`` is a line end and the indentation."""
    return _Writer().text(value, start)


def faster(write: Write) -> Write:
    """Return orjson's equivalent of a writer, where it is installed."""
    try:
        import orjson
    except ImportError:
        return write

    def by_orjson(value: Any, start: str) -> str:
        if _is_same_in_orjson(value):
            try:
                text = orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
                return text.replace('\n', start)
            except TypeError:
                # It has no integers of more than 64 bits, no halves of characters, and texts as
                # keys only.
                pass
        return write(value, start)

    return by_orjson


def _is_same_in_orjson(value: Any) -> bool:
    """Whether all that a value holds is written alike; floats, dates and others are not."""
    kind = type(value)
    if kind not in _CONTAINERS:
        return kind in _SAME_IN_ORJSON
    inner = value.values() if kind is dict else value
    kinds = set(map(type, inner))
    if kinds <= _SAME_IN_ORJSON:
        return True
    # What is empty is not worth a call.
    return kinds <= _KNOWN and all(
        _is_same_in_orjson(part) for part in inner if part and type(part) in _CONTAINERS
    )


class _Keys(dict[str, str]):
    """Keys as they stand before their values; the entries of a list have the same ones."""

    def __missing__(self, key: str) -> str:
        text = f'{encode_basestring(key)}: '
        if len(self) < _MAX_KEYS:
            self[key] = text
        return text


class _Writer:
    """Writes the values of one document."""

    def __init__(self) -> None:
        self._keys = _Keys()

    def text(self, value: Any, start: str) -> str:
        """A value as text; see :func:`text_of`."""
        kind = type(value)
        if kind is str:
            return encode_basestring(value)
        if value is None:
            return 'null'
        if kind is dict:
            return self._object(value, start)
        if kind is list:
            return self._list(value, start)
        if kind is int:
            return str(value)
        if kind is bool:
            return 'true' if value else 'false'
        return _by_library(value, start)

    def _object(self, fields: dict[Any, Any], start: str) -> str:
        if not fields:
            return '{}'
        inner, keys, write = start + _STEP, self._keys, self.text
        try:
            lines = [
                # Most values are texts; the rest is worth a call.
                keys[key]
                + (encode_basestring(value) if type(value) is str else write(value, inner))
                for key, value in fields.items()
            ]
        except TypeError:
            # A key of another type, for which the library has rules.
            return _by_library(fields, start)
        return f'{{{inner}{f",{inner}".join(lines)}{start}}}'

    def _list(self, values: list[Any], start: str) -> str:
        if not values:
            return '[]'
        inner, write = start + _STEP, self.text
        lines = f',{inner}'.join([write(value, inner) for value in values])
        return f'[{inner}{lines}{start}]'


def _by_library(value: Any, start: str) -> str:
    """A value as the library writes it; texts have no line ends of their own in JSON."""
    text = json.dumps(value, indent=_STEP, ensure_ascii=False, default=str)
    return text.replace('\n', start)
