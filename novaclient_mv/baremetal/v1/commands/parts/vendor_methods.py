"""Tables of vendors' methods of a driver or a node."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novaclient_mv.cli.reading.declarations import shows_columns
from novaclient_mv.cli.running import results

_COLUMNS = {
    'http_methods': 'Supported HTTP Methods',
    'async': 'Async',
    'description': 'Description',
    'attach': 'Response Is Attachment',
}

columns = shows_columns(('name', 'Name'), *_COLUMNS.items())


def rows(methods: Mapping[str, Mapping[str, Any]]) -> results.Rows:
    """A row for each method, by name."""
    cells = [
        (name, *(_cell(methods[name].get(key)) for key in _COLUMNS)) for name in sorted(methods)
    ]
    return results.Rows(('Name', *_COLUMNS.values()), cells, keys=('name', *_COLUMNS))


def _cell(value: object) -> object:
    return ', '.join(value) if isinstance(value, list) else value
