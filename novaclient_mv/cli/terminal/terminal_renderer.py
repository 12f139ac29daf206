"""Prints results on a terminal: tables that fit its width, statuses in colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from novaclient_mv.cli.showing import cell_texts
from novaclient_mv.cli.showing.renderer import Renderer
from novaclient_mv.cli.terminal import drawn, fit, short_ids, statuses
from novaclient_mv.cli.terminal.looks import Looks
from novaclient_mv.cli.terminal.screen import Screen
from novaclient_mv.clouds.environment import Environment

_ALWAYS = {'ID', 'UUID', 'Name', 'Cloud', 'Region', 'Value'}
"""Titles of columns that are never left out, beside the first column."""
_MOST_NAMES = 3
"""Columns that are not shown and that a note names."""
_UNBOUNDED = 1 << 30


class TerminalRenderer(Renderer):
    """Prints results for somebody at a terminal.

    :param columns: those that were asked for.
    :param are_checked: the columns exist; one that a result lacks is empty there.
    """

    def __init__(
        self,
        environment: Environment,
        looks: Looks,
        columns: Sequence[str] = (),
        are_checked: bool = False,
    ) -> None:
        super().__init__(environment, columns=columns, are_checked=are_checked)
        self._looks = looks
        self._screen = Screen.of(environment, looks.color)

    def _print_columns(
        self, titles: Sequence[str], columns: Sequence[Sequence[Any]], wrap: int | None = None
    ) -> None:
        titles = cell_texts.column_texts(titles)
        texts = [_texts(column) for column in columns]
        if self._looks.has_short_ids:
            texts = short_ids.shortened(texts)
        # Columns that somebody asked for are all shown.
        ranks = [
            0 if title in _ALWAYS or self.columns else place for place, title in enumerate(titles)
        ]
        width = _UNBOUNDED if self._looks.is_wide else self._screen.width
        measures = [*map(fit.measured, titles, texts, ranks)]
        layout = fit.fit(measures, width)
        for lines in drawn.Drawing(self._screen).table(titles, texts, layout):
            self.put(lines)
        if layout.left_out and not self._looks.is_quiet:
            self.environment.stdout.flush()
            left_out = [(titles[place], measures[place].is_empty) for place in layout.left_out]
            self.environment.stderr.tell(_left_out(left_out))


def _texts(column: Sequence[Any]) -> Sequence[str]:
    """The cells of a column, with one sign for nothing."""
    texts = cell_texts.column_texts(cell_texts.cut(column))
    return [statuses.NOTHING if text in statuses.SAY_NOTHING else text for text in texts]


def _left_out(columns: Sequence[tuple[str, bool]]) -> str:
    """The note on columns that are not shown: what says something first.

    :param columns: the title of each, and whether all its cells are empty.
    """
    named = [title for title, is_empty in columns if not is_empty]
    empty = [f'{title} (empty)' for title, is_empty in columns if is_empty]
    named, more = (named + empty)[:_MOST_NAMES], len(columns) - _MOST_NAMES
    if more > 0:
        named.append(f'{more} more')
    return f'Not shown for want of room: {", ".join(named)}. --wide shows all.'
