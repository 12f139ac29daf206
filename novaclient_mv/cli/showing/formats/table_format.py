"""Tables with lines around all cells, and text: what a reader sees without a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from novaclient_mv.cli.running import cell_texts
from novaclient_mv.cli.running.mappings import Projection
from novaclient_mv.cli.running.shapes import Document, PairsResult, RowsResult, TextResult
from novaclient_mv.cli.showing import grid
from novaclient_mv.cli.showing.formats import BaseFormat, Cells, Pairs
from novaclient_mv.clouds import escapes


class Format(BaseFormat):
    """Writes tables; what is not a table is shown unchanged."""

    is_for_reader = True

    def rows(self, result: RowsResult, projection: Projection) -> None:
        _, titles, columns = result.as_columns(projection)
        self.columns(titles, columns, projection)

    def columns(
        self, titles: Sequence[str], columns: Cells, projection: Projection, wrap: int | None = None
    ) -> None:
        """Write the columns of a table.

        :param wrap: the most columns of the screen for the last one.
        """
        if self.out.is_terminal:
            columns = [cell_texts.cut(column) for column in columns]
        texts = [cell_texts.column_texts(column) for column in (titles, *columns)]
        titles, *texts = self.out.spelt(texts)
        for lines in grid.pieces(titles, texts, wrap):
            self.out.write(lines)

    def pairs(self, result: PairsResult, projection: Projection, leading: Pairs = ()) -> None:
        """Write names and values, and what a record says below them."""
        is_whole = not (projection.names or leading)
        if result.is_quiet and is_whole:
            return
        self.properties(result, projection, leading)
        if result.after and is_whole:
            self.out.write(escapes.safe(result.after))

    def properties(self, result: PairsResult, projection: Projection, leading: Pairs) -> None:
        """Write names and values alone."""
        values = result.as_pairs(projection)
        pairs = [(name, cell_texts.property_text(value)) for name, value in values]
        columns = [*zip(*leading, *pairs, strict=True)] or [(), ()]
        self.columns(('Property', 'Value'), columns, projection, result.wrap)

    def document(self, result: Document, projection: Projection) -> None:
        """Write a heading, and data as JSON, which a program may read; text unchanged."""
        if result.heading:
            self.out.write(escapes.lines(result.heading))
        if isinstance(result.value, str):
            self.out.write(result.value)
        elif result.value is not None:
            from novaclient_mv.cli.showing.formats import json_format

            json_format.Format(self.out).data(result.value)

    def text(self, result: TextResult, projection: Projection) -> None:
        content = result.content
        if isinstance(content, bytes):
            self.out.put_bytes(content)
        elif content is not None:
            self.out.write(content, result.is_own)
