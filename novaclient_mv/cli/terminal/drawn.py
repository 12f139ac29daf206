"""Tables as a terminal shows them, with the styles and the widths of letters that Rich knows."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence

from novaclient_mv.cli.terminal import fit, ranks, statuses
from novaclient_mv.cli.terminal.fit import Fit
from novaclient_mv.cli.terminal.screen import Screen

HEAD, ASIDE = 'bold', 'dim'
"""Styles of titles, and of what is less important."""

_ROWS_AT_ONCE = 500
_GAP = ' ' * fit.GAP
_BELOW_MARGIN = ' ' * fit.BELOW_MARGIN
_LEAST_VALUE = 20
"""Columns that a value has, however narrow the terminal is."""
_NUMBER = re.compile(r'-?[0-9]+(?:\.[0-9]+)?%?')


class Drawing:
    """Draws for one terminal."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._rule = '-' if screen.is_ascii else '─'
        self._more = '...' if screen.is_ascii else '…'

    def table(
        self, titles: Sequence[str], columns: Sequence[Sequence[str]], layout: Fit
    ) -> Iterator[str]:
        """Return a table in pieces of some lines, so that a long one need not be made as a whole.

        :param columns: the cells of each column, without characters that act on a terminal.
        :param layout: which columns stand where.
        """
        heads = [(titles[place], HEAD) for place in layout.widths]
        # Numbers end below each other.
        widths = [
            -width if _are_numbers(titles[place], columns[place]) else width
            for place, width in layout.widths.items()
        ]
        yield '\n'.join(
            [*self._beside(heads, widths), _GAP.join(self._rule * abs(width) for width in widths)]
        )
        beside = [(place, statuses.tells_status(titles[place])) for place in layout.widths]
        rows = zip(*columns, strict=True)
        while batch := [*itertools.islice(rows, _ROWS_AT_ONCE)]:
            lines: list[str] = []
            for row in batch:
                cells = [
                    (row[place], statuses.style_of(row[place]) if has_style else '')
                    for place, has_style in beside
                ]
                lines += self._beside(cells, widths)
                for place in layout.below:
                    if row[place] not in ('', statuses.NOTHING):
                        lines += self._below(titles[place], row[place])
            yield '\n'.join(lines)

    def groups(
        self, groups: Iterable[tuple[str, Sequence[tuple[str, str]]]], is_wide: bool = False
    ) -> str:
        """Return names and values in groups with headings; one without a heading stands alone.

        :param is_wide: values have no line ends but their own.
        """
        groups = [*groups]
        margin = 2 if any(heading for heading, _ in groups) else 0
        left = margin + max(
            (fit.width_of(name) for _, pairs in groups for name, _ in pairs), default=0
        )
        right = max(self._screen.width - left - fit.GAP, _LEAST_VALUE)
        parts = []
        for heading, pairs in groups:
            lines = [self._styled(heading, HEAD)] if heading else []
            for name, value in pairs:
                style = statuses.style_of(value) if statuses.tells_status(name) else ''
                widest = max(map(fit.width_of, value.split('\n')))
                width = widest if is_wide else min(right, widest)
                lines += self._beside([(' ' * margin + name, ''), (value, style)], [left, width])
            parts.append('\n'.join(lines))
        return '\n'.join(parts)

    def line(self, pieces: Iterable[tuple[str, str]]) -> str:
        """Return pieces with their styles in one line, cut where the terminal ends.

        The last column stays free: some terminals begin a line behind it.
        """
        room = self._screen.width - 1
        parts = []
        for text, style in pieces:
            cut = fit.cut(text, room, self._more)
            room -= fit.width_of(cut)
            parts.append(self._styled(cut, style) if style else cut)
        return ''.join(parts).rstrip()

    def _beside(self, cells: Sequence[tuple[str, str]], widths: Sequence[int]) -> list[str]:
        """The lines of cells with styles beside each other.

        :param widths: of the columns; below 0 for one whose cells end below each other.
        """
        columns = [
            fit.pieces(text, abs(width)) for (text, _), width in zip(cells, widths, strict=True)
        ]
        height = max(map(len, columns))
        lines = []
        for place in range(height):
            parts = [
                self._padded(pieces[place] if place < len(pieces) else '', style, width)
                for pieces, (_, style), width in zip(columns, cells, widths, strict=True)
            ]
            lines.append(_GAP.join(parts).rstrip())
        return lines

    def _padded(self, text: str, style: str, width: int) -> str:
        blanks = ' ' * (abs(width) - fit.width_of(text))
        text = self._styled(text, style) if style else text
        return f'{blanks}{text}' if width < 0 else f'{text}{blanks}'

    def _below(self, title: str, text: str) -> Iterator[str]:
        """The lines of a value below its row."""
        width = max(self._screen.width - fit.BELOW_MARGIN, _LEAST_VALUE)
        for place, line in enumerate(fit.pieces(f'{title}: {text}', width)):
            end = 0 if place else len(title) + 1
            yield f'{_BELOW_MARGIN}{self._styled(line[:end], ASIDE)}{line[end:]}'

    def _styled(self, text: str, style: str) -> str:
        return _styled(text, style) if self._screen.is_coloured and text else text


def _are_numbers(title: str, cells: Sequence[str]) -> bool:
    """Whether a column has numbers, other than those that name something."""
    if title in ranks.NAMES:
        return False
    numbers = [cell for cell in cells if cell != statuses.NOTHING]
    return bool(numbers) and all(map(_NUMBER.fullmatch, numbers))


@functools.cache
def _sequences(style: str) -> tuple[str, str]:
    """The sequences that start and end a style, of the sixteen colours that a terminal has."""
    from rich.color import ColorSystem
    from rich.style import Style

    start, end = Style.parse(style).render('\n', color_system=ColorSystem.STANDARD).split('\n')
    return start, end


def _styled(text: str, style: str) -> str:
    start, end = _sequences(style)
    return f'{start}{text}{end}'
