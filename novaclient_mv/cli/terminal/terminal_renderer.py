"""Prints results on a terminal: tables that fit its width, statuses in colour."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from novaclient_mv.cli.reading.wishes import Wishes
from novaclient_mv.cli.showing import cell_texts
from novaclient_mv.cli.showing.renderer import Renderer
from novaclient_mv.cli.terminal import drawn, fit, statuses
from novaclient_mv.clouds.environment import Environment

_ALWAYS = {'ID', 'UUID', 'Name', 'Property'}
"""Titles of columns that are never left out, beside the first column."""
_SHORT = 8
_ID = re.compile('[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}')


class TerminalRenderer(Renderer):
    """Prints results for somebody at a terminal.

    :param wishes: what the command line says of looks and columns.
    :param are_checked: the columns exist; one that a result lacks is empty there.
    """

    def __init__(
        self, environment: Environment, wishes: Wishes, are_checked: bool = False
    ) -> None:
        super().__init__(environment, wishes.format, wishes.columns, wishes.query, are_checked)
        self._wishes = wishes

    def _print_columns(
        self, titles: Sequence[str], columns: Sequence[Sequence[Any]], wrap: int | None = None
    ) -> None:
        titles = cell_texts.column_texts(titles)
        texts = [
            [self._shown(text) for text in cell_texts.column_texts(cell_texts.cut(column))]
            for column in columns
        ]
        width = _UNBOUNDED if self._wishes.is_wide else self.environment.width
        ranks = (0 if title in _ALWAYS else place for place, title in enumerate(titles))
        layout = fit.fit([*map(fit.measured, titles, texts, ranks)], width)
        drawing = drawn.Drawing(width, self._is_coloured, self._is_ascii)
        for lines in drawing.table(titles, texts, layout):
            self.environment.stdout.write(lines + '\n')
        if layout.left_out and not self.columns:
            names = ', '.join(titles[place] for place in layout.left_out)
            self.environment.stderr.tell(f'Not shown for want of room: {names}. --wide shows all.')

    def _shown(self, text: str) -> str:
        if text in ('', 'None', 'N/A'):
            return statuses.NOTHING
        if self._wishes.has_short_ids and _ID.fullmatch(text):
            return text[:_SHORT]
        return text

    @property
    def _is_coloured(self) -> bool:
        color = self._wishes.color
        return color == 'always' or (color == 'auto' and self.environment.has_colour)

    @property
    def _is_ascii(self) -> bool:
        encoding = getattr(self.environment.stdout, 'encoding', None) or 'ascii'
        return not encoding.lower().replace('-', '').startswith('utf')


_UNBOUNDED = 1 << 30
