"""Results with nothing left to fetch."""

from __future__ import annotations

from typing import Any

from novaclient_mv.cli.running import results


def whole(result: Any) -> Any:
    """Return a result that is no stream any more."""
    if isinstance(result, results.Started):
        return whole(result.shown)
    if isinstance(result, results.Table):
        return with_rows(result, tuple(result.rows))
    if isinstance(result, results.Tree):
        table = with_rows(result.table, tuple(result.table.rows))
        return results.Tree(table, whole(result.shown), whole(result.on_terminal))
    if isinstance(result, results.Rows):
        cells = [tuple(row) for row in result.cells]
        places = (result.keys, result.columns_of, result.leading)
        return results.Rows(result.titles, cells, result.data, *places)
    if isinstance(result, results.Views):
        # A table that is shown in several places is fetched once.
        parts = {id(part): whole(part) for part in dict.fromkeys((result.data, *result.shown))}
        views = (parts[id(part)] for part in result.shown)
        return results.Views(parts[id(result.data)], *views, on_terminal=result.on_terminal)
    return result


def with_rows(table: results.Table, rows: tuple[Any, ...]) -> results.Table:
    """Return a table like another one, with these rows."""
    return results.Table(table.resource, rows, table.columns, table.sort_key, table.is_explicit)
