"""Lists and mappings as people write them: ``a, b`` and ``key=value, key=value``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from novaclient_mv.cli.running import cell_texts
from novaclient_mv.clouds import escapes

_ABSENT = '-'
_SEPARATORS = frozenset(',;=\n')


def of_column(values: Iterable[Any]) -> list[Any]:
    """Return the values of a column, lists and mappings as text in one line."""
    return [text(value) if isinstance(value, dict | list | tuple) else value for value in values]


def of_property(value: Any) -> Any:
    """Return a value of a record: a list of mappings has a line for each."""
    if isinstance(value, list) and len(value) > 1 and all(isinstance(one, dict) for one in value):
        return '\n'.join(map(text, value))
    return text(value) if isinstance(value, dict | list | tuple) else value


def text(value: Any) -> str:
    """Return a list or a mapping in one line; what is deeper than that is JSON."""
    if isinstance(value, dict):
        return ', '.join(f'{_word(key)}={_inner(one)}' for key, one in value.items())
    has_mappings = any(isinstance(one, dict) for one in value)
    parts = (text(one) if isinstance(one, dict) and one else _inner(one) for one in value)
    return ('; ' if has_mappings else ', ').join(parts)


def _inner(value: Any) -> str:
    if isinstance(value, dict | list):
        return escapes.to_json(value, None) if value else _ABSENT
    return _ABSENT if value is None else _word(cell_texts.cell_text(value))


def _word(value: str) -> str:
    """A text, as JSON where it would be taken for several."""
    return value if value and _SEPARATORS.isdisjoint(value) else escapes.to_json(value, None)
