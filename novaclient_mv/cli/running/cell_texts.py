"""Values as the texts of cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from novaclient_mv.clouds import escapes

ABSENT = '-'

_MAX_ON_TERMINAL = 64_000
"""Bytes of a cell that a terminal shows as it is."""
_SHOWN = 1000
"""Characters of a longer one that it shows."""


def table_text(value: Any) -> str:
    """A value as text in a table; most are plain text already."""
    text = value if isinstance(value, str) else cell_text(value)
    return text if text.isascii() and text.isprintable() else escapes.safe(text)


def column_texts(values: Sequence[Any]) -> Sequence[str]:
    """The values of a column as texts in a table, looked at together where all are plain text."""
    if set(map(type, values)) == {str}:
        whole = ''.join(values)
        if whole.isascii() and whole.isprintable():
            return values
    return [table_text(value) for value in values]


def cut(values: Sequence[Any]) -> Sequence[str]:
    """The values of a column as a terminal has them: with the length of those that are too long."""
    return list(map(_cut, cell_texts(values)))


def _cut(text: str) -> str:
    # No character has more than four bytes.
    if 4 * len(text) <= _MAX_ON_TERMINAL:
        return text
    count = len(text.encode('utf-8', 'surrogatepass'))
    return text if count <= _MAX_ON_TERMINAL else f'{text[:_SHOWN]}... ({count} bytes)'


def cell_texts(row: Iterable[Any]) -> list[str]:
    """The values of a row as texts for machines; most are text already."""
    return [value if type(value) is str else cell_text(value) for value in row]


def cell_text(value: Any) -> str:
    """A value as text; what holds others as JSON."""
    if isinstance(value, str):
        return value
    if value is None:
        return ''
    if isinstance(value, dict | list):
        if not value:
            return '{}' if isinstance(value, dict) else '[]'
        return escapes.to_json(value, None)
    return str(value)


def row_of(value: Any) -> list[Any]:
    """A value as a row of cells."""
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else [value]


def property_text(value: Any) -> str:
    return ABSENT if value is None else cell_text(value)


def plain(value: Any) -> Any:
    """A value of plain types only, as YAML writes them."""
    import json

    return json.loads(json.dumps(value, default=str))
