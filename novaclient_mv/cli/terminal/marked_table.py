"""Draws what a look at the cloud brought, with marks at what changed since the look before."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence

from novaclient_mv.cli.running import cell_texts, mappings
from novaclient_mv.cli.running.mappings import Projection
from novaclient_mv.cli.running.shapes import PairsResult, RowsResult, Table
from novaclient_mv.cli.showing import row_changes
from novaclient_mv.cli.showing.formats import Cells, Pairs
from novaclient_mv.cli.showing.output_stream import OutputStream
from novaclient_mv.cli.showing.row_changes import ADDED, CHANGED, REMOVED, Identities, Row
from novaclient_mv.cli.terminal import canvas, statuses
from novaclient_mv.cli.terminal.table_style import TableStyle
from novaclient_mv.cli.terminal.terminal_table import TerminalTable
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.resources import Resource
from novaclient_mv.values import NamedTuple

_AGE = 'Age'
"""The title of a column that changes at each look."""

_CHANGED_STYLE, _REMOVED_STYLE = 'reverse', 'dim strike'


class Entry(NamedTuple):
    """A group of lines: a row, a property, or a heading.

    :param kind: what became of the row; empty where nothing did.
    :param is_row: whether it is a row, or a property, and not a heading or a text.
    """

    lines: Sequence[str]
    kind: str = ''
    is_row: bool = False


class Grid(NamedTuple):
    """The rows of one look, each with its identity, the cells that may change, and all cells."""

    titles: Sequence[str]
    rows: Sequence[Row]


class MarkedTable(TerminalTable):
    """Draws results for a part of the screen, instead of writing them.

    ``grids`` are what the next look is compared with, and ``notes`` what is to be said of this one.

    :param width: the columns of that part.
    :param before: the grids of the look before; none where there was none.
    :param identities: what tells the rows of each grid apart, kept from look to look.
    """

    def __init__(
        self,
        environment: Environment,
        style: TableStyle,
        width: int,
        before: Sequence[Grid],
        identities: dict[int, Identities],
    ) -> None:
        self._collected = _Entries(environment)
        super().__init__(self._collected, style)
        self._screen = self._screen._replace(width=width)
        self.drawing = canvas.Drawing(self._screen)
        self._before = before
        self._identities = identities
        self.grids: list[Grid] = []
        self.notes: list[str] = []

    @property
    def entries(self) -> list[Entry]:
        return self._collected.entries

    def rows(self, result: RowsResult, projection: Projection) -> None:
        """Draw a table with marks at its rows."""
        if not isinstance(result, Table):
            super().rows(result, projection)
            return
        rows = _sorted_rows(result, projection)
        ids = self._identities_here().of_resources(rows)
        unsorted = Table(result.resource, rows, result.columns, is_explicit=result.is_explicit)
        _, titles, columns = unsorted.as_columns(projection)
        self._draw_marked(titles, columns, projection, ids)

    def columns(
        self, titles: Sequence[str], columns: Cells, projection: Projection, wrap: int | None = None
    ) -> None:
        """Draw a table with marks at rows that their cells tell apart."""
        self._draw_marked(titles, columns, projection, None)

    def _draw_marked(
        self,
        titles: Sequence[str],
        columns: Cells,
        projection: Projection,
        ids: Sequence[Hashable] | None,
    ) -> None:
        titles, texts = self._whole_texts(titles, columns)
        cells = [*zip(*texts, strict=True)]
        if ids is None:
            ids = self._identities_here().of_cells(cells)
        rows = [
            Row(identity, _without_age(titles, row), row)
            for identity, row in zip(ids, cells, strict=True)
        ]
        before = self._compared(titles, rows)
        marked = _marked(before, rows)
        columns = [*zip(*(row.value for _, row in marked), strict=True)] or texts
        texts = self._shortened(columns)
        layout, note = self._fitted(titles, texts, projection)
        if note:
            self.notes.append(note)
        lines = canvas.TableLines(self.drawing, titles, texts, layout)
        self.entries.append(Entry(lines.heads()))
        old = {row.identity: row.value for row in before or ()}
        for (kind, row), cells_of_row in zip(marked, zip(*texts, strict=True), strict=True):
            emphasis = _emphasis(kind, titles, row.value, old.get(row.identity))
            self.entries.append(Entry(lines.row(cells_of_row, emphasis), kind, is_row=True))

    def properties(self, result: PairsResult, projection: Projection, leading: Pairs) -> None:
        """Draw names and values of a record with marks."""
        rows = [
            Row((heading, name), () if name in (_AGE, '') else (value,), (heading, name, value))
            for heading, pairs in self._groups(result, projection, leading)
            for name, value in pairs
        ]
        marked = _marked(self._compared((), rows), rows)
        kinds: dict[Hashable, str] = {row.identity: kind for kind, row in marked}
        groups = [
            (heading, [row.value[1:] for _, row in several])
            for heading, several in itertools.groupby(marked, lambda pair: pair[1].value[0])
        ]
        emphasis = {
            (row.value[0], row.value[1]): style
            for kind, row in marked
            if (style := _style(kind, row.value[1], row.value[2]))
        }
        for index, lines in self.drawing.pairs(groups, self._style.is_wide, emphasis):
            self.entries.append(Entry(lines, kinds.get(index, ''), is_row=index in kinds))

    def _identities_here(self) -> Identities:
        """The identities of the rows of the grid that comes next."""
        return self._identities.setdefault(len(self.grids), Identities())

    def _compared(self, titles: Sequence[str], rows: Sequence[Row]) -> Sequence[Row] | None:
        """The rows of the look before; ``None`` where there was none."""
        index = len(self.grids)
        self.grids.append(Grid(tuple(titles), rows))
        grids = self._before
        is_there = index < len(grids) and grids[index].titles == tuple(titles)
        return grids[index].rows if is_there else None


class _Entries(OutputStream):
    """An output whose lines are drawn later."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self.entries: list[Entry] = []

    def put(self, text: str, end: str = '\n') -> None:
        """Take lines that are not tables."""
        self.entries.append(Entry(text.split('\n')))


def _sorted_rows(table: Table, projection: Projection) -> list[Resource]:
    """The rows of a table in the order in which it is shown."""
    rows = [*table.rows]
    if not table.sort_key:
        return rows
    (cells,) = mappings.columns_of(table.resource, rows, [table.sort_key], projection)
    texts = [cell_texts.cell_text(cell) for cell in cells]
    return [rows[index] for index in sorted(range(len(rows)), key=texts.__getitem__)]


def _without_age(titles: Sequence[str], row: Sequence[str]) -> tuple[str, ...]:
    """The cells of a row but for its age."""
    return tuple(text for title, text in zip(titles, row, strict=True) if title != _AGE)


def _marked(before: Sequence[Row] | None, rows: Sequence[Row]) -> list[tuple[str, Row]]:
    """Rows with the kind of their change; a removed row stays behind the row that it followed."""
    if before is None:
        return [('', row) for row in rows]
    kinds = {row.identity: kind for kind, row in row_changes.between(before, rows)}
    removed: dict[Hashable, list[Row]] = {}
    anchor: Hashable = None
    for row in before:
        if kinds.get(row.identity) == REMOVED:
            removed.setdefault(anchor, []).append(row)
        else:
            anchor = row.identity
    marked = [(REMOVED, row) for row in removed.get(None, ())]
    for row in rows:
        marked.append((kinds.get(row.identity, ''), row))
        marked += [(REMOVED, gone) for gone in removed.get(row.identity, ())]
    return marked


def _emphasis(
    kind: str, titles: Sequence[str], row: Sequence[str], old: Sequence[str] | None
) -> dict[int, str]:
    """The styles of the changed cells of a row, by their indexes."""
    if not kind:
        return {}
    return {
        index: _style(kind, title, text)
        for index, (title, text) in enumerate(zip(titles, row, strict=True))
        if kind != CHANGED or (old is not None and old[index] != text and title != _AGE)
    }


def _style(kind: str, title: str, text: str) -> str:
    """The style of a changed cell."""
    if kind == REMOVED:
        return _REMOVED_STYLE
    own = statuses.style_of(text) if statuses.tells_status(title) else ''
    style = {ADDED: canvas.HEAD, CHANGED: _CHANGED_STYLE}.get(kind, '')
    return f'{own} {style}'.strip() if style else ''
