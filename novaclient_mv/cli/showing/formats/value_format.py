"""Values between spaces, without titles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from novaclient_mv.cli.running import cell_texts
from novaclient_mv.cli.running.mappings import Projection
from novaclient_mv.cli.running.shapes import RowsResult
from novaclient_mv.cli.showing.formats import BaseFormat


class Format(BaseFormat):
    """Writes a line for each row, and of a mapping for each value."""

    def cells(self, titles: Sequence[str], rows: Iterable[list[str]]) -> None:
        for row in rows:
            self.out.write(' '.join(row))

    def mapping(self, values: dict[str, Any]) -> None:
        for value in values.values():
            self.out.write(cell_texts.cell_text(value))

    def rows(self, result: RowsResult, projection: Projection) -> None:
        titles, rows = result.as_cells(projection)
        self.cells(titles, map(cell_texts.cell_texts, rows))

    def data(self, value: Any) -> None:
        if isinstance(value, dict):
            self.mapping(value)
            return
        entries = value if isinstance(value, list) else [value]
        titles = list(entries[0]) if entries and isinstance(entries[0], dict) else []
        rows = map(cell_texts.row_of, entries)
        self.cells(titles, map(cell_texts.cell_texts, rows))
