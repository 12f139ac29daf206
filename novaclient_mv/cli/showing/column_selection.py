"""The columns that ``-c`` chooses of rows and fields that are not resources."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from novaclient_mv.cli.reading import columns
from novaclient_mv.cli.running import results
from novaclient_mv.cli.running.results import Properties, Rows


def of(result: Any, names: Sequence[str], is_data: bool, are_checked: bool) -> Any:
    """Return the part of a result that has columns; rows and properties with the chosen ones only.

    :param is_data: values are to be as machines get them.
    :param are_checked: the columns exist; one that is not there is empty.
    """
    result = results.for_machines(result)
    if isinstance(result, results.Result) and result.columns_of is not None:
        result = result.columns_of
    if isinstance(result, results.Rows):
        return _of_rows(result, names, is_data)
    if isinstance(result, results.Properties):
        return _of_properties(result, names, are_checked)
    return result


def _of_rows(rows: Rows, names: Sequence[str], is_data: bool) -> Rows:
    """Rows with the chosen columns, of cells or of what machines get, whichever has them."""
    titles = dict(zip(rows.keys, rows.titles, strict=True))
    entries = [entry for entry in _entries(rows.data) if isinstance(entry, Mapping)]
    for entry in entries[:1]:
        titles = {**{key: _title(key) for key in entry}, **titles}
    keys = columns.check_names(columns.fields_named(titles.items()), names)

    def cells() -> Iterator[list[Any]]:
        for index, row in enumerate(rows.cells):
            cells_of_row = dict(zip(rows.keys, row, strict=True))
            entry = entries[index] if entries else {}
            merged = {**cells_of_row, **entry} if is_data else {**entry, **cells_of_row}
            # Of several entries one may have something unknown, and the others not.
            yield [merged.get(key) for key in keys]

    return Rows([titles.get(key, _title(key)) for key in keys], [*cells()], keys=keys)


def _of_properties(properties: Properties, names: Sequence[str], are_checked: bool) -> Properties:
    """Properties with the chosen names only."""
    values = properties.values
    fields = columns.fields_named(values)
    if are_checked:
        named = itertools.chain.from_iterable(text.split(',') for text in names)
        missing = [name for name in named if columns.find_field(fields, name) is None]
        values, fields = (
            {**values, **dict.fromkeys(missing)},
            fields + columns.fields_named(missing),
        )
    return Properties({key: values.get(key) for key in columns.check_names(fields, names)})


def _entries(data: object) -> Sequence[object]:
    return data if isinstance(data, list) else ()


def _title(key: str) -> str:
    return key.replace('_', ' ').title()
