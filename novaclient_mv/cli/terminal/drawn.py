"""Tables as a terminal shows them, drawn by Rich."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable, Iterator, Sequence

from novaclient_mv.cli.terminal import fit, statuses
from novaclient_mv.cli.terminal.fit import Fit
from novaclient_mv.cli.terminal.screen import Screen

_ROWS_AT_ONCE = 200
_WIDEST = 1 << 30


class Drawing:
    """Draws for one terminal."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._rule = '-' if screen.is_ascii else '─'

    def table(
        self, titles: Sequence[str], columns: Sequence[Sequence[str]], layout: Fit
    ) -> Iterator[str]:
        """Return a table in pieces of some lines, so that a long one need not be made as a whole.

        :param columns: the cells of each column, without characters that act on a terminal.
        :param layout: which columns stand where.
        """
        heads = [fit.pieces(titles[place], width) for place, width in layout.widths.items()]
        lines = '\n'.join(self._beside(layout, [[(head, 'bold') for head in heads]]))
        yield f'{lines}\n{self._rules(layout)}'
        rows = zip(*columns, strict=True)
        while batch := list(itertools.islice(rows, _ROWS_AT_ONCE)):
            yield '\n'.join(self._rows(titles, batch, layout))

    def _rows(
        self, titles: Sequence[str], batch: Sequence[Sequence[str]], layout: Fit
    ) -> Iterator[str]:
        """The lines of some rows."""
        cells = [
            [
                (fit.pieces(row[place], width), statuses.style_of(titles[place], row[place]))
                for place, width in layout.widths.items()
            ]
            for row in batch
        ]
        lines = iter(self._beside(layout, cells))
        for row, cells_of_row in zip(batch, cells, strict=True):
            yield from itertools.islice(lines, _height(cells_of_row))
            for place in layout.below:
                if row[place] not in ('', statuses.NOTHING):
                    yield from self._below(titles[place], row[place])

    def _beside(
        self, layout: Fit, rows: Sequence[Sequence[tuple[list[str], str]]]
    ) -> Sequence[str]:
        """The lines of rows whose cells are broken into lines and have styles."""
        from rich.table import Table
        from rich.text import Text

        table = Table(
            box=None, show_header=False, show_edge=False, pad_edge=False, padding=(0, fit.GAP, 0, 0)
        )
        columns = [Text() for _ in layout.widths]
        for width in layout.widths.values():
            table.add_column(width=width, no_wrap=True, overflow='ignore')
        for cells in rows:
            height = _height(cells)
            for column, (lines, style) in zip(columns, cells, strict=True):
                column.append('\n'.join(lines), style)
                column.append('\n' * (1 + height - len(lines)))
        for column in columns:
            column.right_crop(1)
        # One row of tall cells is laid out in less than half the time of many rows.
        table.add_row(*columns)
        return self.text([table]).split('\n')

    def _rules(self, layout: Fit) -> str:
        return (' ' * fit.GAP).join(self._rule * width for width in layout.widths.values())

    def _below(self, title: str, text: str) -> Iterator[str]:
        """The lines of a value below its row."""
        from rich.text import Text

        margin = ' ' * fit.BELOW_MARGIN
        first, *more = fit.pieces(f'{title}: {text}', max(self._screen.width - len(margin), 20))
        head = Text(margin + first)
        head.stylize('dim', 0, len(margin) + min(len(title) + 1, len(first)))
        yield self.text([head])
        for line in more:
            yield margin + line

    def text(self, drawn: Iterable[object]) -> str:
        """Return what Rich draws as lines."""
        from rich.console import Console

        output = io.StringIO()
        console = Console(
            file=output,
            # Layouts have widths of their own.
            width=_WIDEST,
            color_system='standard' if self._screen.is_coloured else None,
            force_terminal=self._screen.is_coloured,
            markup=False,
            highlight=False,
            emoji=False,
            legacy_windows=False,
        )
        for part in drawn:
            console.print(part, soft_wrap=True)
        return '\n'.join(line.rstrip() for line in output.getvalue().rstrip('\n').split('\n'))


def _height(cells: Sequence[tuple[list[str], str]]) -> int:
    """The lines that a row takes."""
    return max(len(lines) for lines, _ in cells)
