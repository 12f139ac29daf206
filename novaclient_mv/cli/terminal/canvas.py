"""Tables as a terminal shows them, in its sixteen colours."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from novaclient_mv.cli.terminal import fit, statuses
from novaclient_mv.cli.terminal.fit import Fit
from novaclient_mv.cli.terminal.screen import Screen
from novaclient_mv.clouds import escapes, text_width

HEAD, ASIDE = 'bold', 'dim'
"""Styles of titles, and of what is less important."""
_CODES = {
    'bold': 1,
    'dim': 2,
    'reverse': 7,
    'strike': 9,
    'red': 31,
    'green': 32,
    'yellow': 33,
}
"""Numbers of the words of styles, by ECMA-48."""

NO_EMPHASIS: Mapping[Any, str] = MappingProxyType({})
"""For rows and groups without styles but their own."""

_ROWS_AT_ONCE = 500
_GAP = ' ' * fit.GAP
_BELOW_MARGIN = ' ' * fit.BELOW_MARGIN
_MIN_VALUE = 20
"""Columns that a value has, however narrow the terminal is."""
_NUMBER = re.compile(r'-?[0-9]+(?:\.[0-9]+)?%?')


class Drawing:
    """Draws for one terminal."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self.rule = '-' if screen.is_ascii else '─'
        self._more = '...' if screen.is_ascii else '…'

    def table(
        self, titles: Sequence[str], columns: Sequence[Sequence[str]], layout: Fit
    ) -> Iterator[str]:
        """Return a table in pieces, so that a long one need not be made as a whole."""
        table = TableLines(self, titles, columns, layout)
        yield '\n'.join(table.heads())
        rows = zip(*columns, strict=True)
        while batch := [*itertools.islice(rows, _ROWS_AT_ONCE)]:
            lines: list[str] = []
            for row in batch:
                lines += table.row(row)
            yield '\n'.join(lines)

    def pairs(
        self,
        groups: Iterable[tuple[str, Sequence[tuple[str, str]]]],
        is_wide: bool = False,
        emphasis: Mapping[tuple[str, str], str] = NO_EMPHASIS,
    ) -> Iterator[tuple[tuple[str, str], list[str]]]:
        """Return the lines of names and values in groups: heading and name, with the lines of it.
        A group without a heading stands alone, and a value without a name has all of a line.

        :param is_wide: values have no line ends but their own.
        :param emphasis: styles of values in place of their own, by heading and name.
        """
        groups = [*groups]
        margin = 2 if any(heading for heading, _ in groups) else 0
        left = margin + max(
            (text_width.of(name) for _, pairs in groups for name, _ in pairs), default=0
        )
        right = max(self._screen.width - left - fit.GAP, _MIN_VALUE)
        for heading, pairs in groups:
            if heading:
                yield (heading, ''), [self.styled(heading, HEAD)]
            for name, value in pairs:
                if not name:
                    room = max(self._screen.width - margin, _MIN_VALUE)
                    lines = [' ' * margin + piece for piece in fit.pieces(value, room)]
                    yield (heading, name), lines
                    continue
                style = emphasis.get((heading, name)) or (
                    statuses.style_of(value) if statuses.tells_status(name) else ''
                )
                widest = max(map(text_width.of, value.split('\n')))
                width = widest if is_wide else min(right, widest)
                cells = [(' ' * margin + name, ''), (value, style)]
                yield (heading, name), self.beside(cells, [left, width])

    def line(self, pieces: Iterable[tuple[str, str]]) -> str:
        """Styled pieces in a line, cut one column before the end, which may begin another line."""
        room = self._screen.width - 1
        parts = []
        for text, style in pieces:
            cut = fit.cut(text, room, self._more)
            room -= text_width.of(cut)
            parts.append(self.styled(cut, style) if style else cut)
        return ''.join(parts).rstrip()

    def beside(self, cells: Sequence[tuple[str, str]], widths: Sequence[int]) -> list[str]:
        """Lines of styled cells beside each other; one of a width below 0 ends below another."""
        columns = [
            fit.pieces(text, abs(width)) for (text, _), width in zip(cells, widths, strict=True)
        ]
        height = max(map(len, columns))
        lines = []
        for index in range(height):
            parts = [
                self._padded(pieces[index] if index < len(pieces) else '', style, width)
                for pieces, (_, style), width in zip(columns, cells, widths, strict=True)
            ]
            lines.append(_GAP.join(parts).rstrip())
        return lines

    def _padded(self, text: str, style: str, width: int) -> str:
        blanks = ' ' * (abs(width) - text_width.of(text))
        text = self.styled(text, style) if style else text
        return f'{blanks}{text}' if width < 0 else f'{text}{blanks}'

    def below(self, title: str, text: str, style: str) -> Iterator[str]:
        """Return the lines of a value below its row."""
        width = max(self._screen.width - fit.BELOW_MARGIN, _MIN_VALUE)
        for index, line in enumerate(fit.pieces(f'{title}: {text}', width)):
            end = 0 if index else len(title) + 1
            yield f'{_BELOW_MARGIN}{self.styled(line[:end], ASIDE)}{self.styled(line[end:], style)}'

    def styled(self, text: str, style: str) -> str:
        has_style = self._screen.is_coloured and text and style
        return f'{_start(style)}{text}{escapes.PLAIN}' if has_style else text


class TableLines:
    """The lines of a table, row by row; no character of a cell acts on a terminal."""

    def __init__(
        self,
        drawing: Drawing,
        titles: Sequence[str],
        columns: Sequence[Sequence[str]],
        layout: Fit,
    ) -> None:
        self._drawing = drawing
        self._titles = titles
        self._layout = layout
        # Numbers end below each other.
        self._widths = [
            -width if _are_numbers(titles[index], columns[index]) else width
            for index, width in layout.widths.items()
        ]
        self._beside = [(index, statuses.tells_status(titles[index])) for index in layout.widths]

    def heads(self) -> list[str]:
        """Return the lines above the rows."""
        heads = [(self._titles[index], HEAD) for index in self._layout.widths]
        rules = (self._drawing.rule * abs(width) for width in self._widths)
        return [*self._drawing.beside(heads, self._widths), _GAP.join(rules)]

    def row(self, row: Sequence[str], emphasis: Mapping[int, str] = NO_EMPHASIS) -> list[str]:
        cells = [
            (
                row[index],
                emphasis.get(index) or (statuses.style_of(row[index]) if has_style else ''),
            )
            for index, has_style in self._beside
        ]
        lines = self._drawing.beside(cells, self._widths)
        for index in self._layout.below:
            if row[index] not in ('', statuses.NOTHING):
                style = emphasis.get(index, '')
                lines += self._drawing.below(self._titles[index], row[index], style)
        return lines


def _are_numbers(title: str, cells: Sequence[str]) -> bool:
    """Whether a column has numbers, other than those that name something."""
    if title in NAMES:
        return False
    numbers = [cell for cell in cells if cell != statuses.NOTHING]
    return bool(numbers) and all(map(_NUMBER.fullmatch, numbers))


@functools.cache
def _start(style: str) -> str:
    """The sequence that starts a style."""
    return f'\x1b[{";".join(map(str, sorted(_CODES[word] for word in style.split())))}m'


NAMES = {'ID', 'UUID', 'Name', 'Cloud', 'Region'}
"""Titles of columns that are never left out, and whose texts are somebody's words."""

_STAY = {*NAMES, 'Value', 'Status', 'State', 'Provisioning State'}
_BESIDE_NETWORKS = {'Task State', 'Power State'}
"""They seldom say more than the status of a server, and networks do."""
_AFTER_STATUSES = 100
_NO_WORDS = re.compile(r'[\W\d_]*|True|False')


def ranks(titles: Sequence[str], columns: Sequence[Sequence[str]] = ()) -> list[int]:
    """Return a number for each column: the greater, the sooner it is left out; 0 never is.

    :param columns: the cells of each; one that says the same as a column before it in every row is
        among the first to go.
    """
    return [
        _rank(index, title, titles, _repeats(index, columns) if columns else False)
        for index, title in enumerate(titles)
    ]


def _rank(index: int, title: str, titles: Sequence[str], repeats: bool) -> int:
    if title == 'UUID' and 'ID' in titles[:index]:
        return fit.LAST + index
    if title in _STAY:
        return 0
    if repeats or ('Networks' in titles and title in _BESIDE_NETWORKS):
        return fit.LAST + index
    return index if statuses.tells_status(title) else _AFTER_STATUSES + index


def _repeats(index: int, columns: Sequence[Sequence[str]]) -> bool:
    """Whether a column says the same as one before it; equal numbers or answers may be chance."""
    cells = columns[index]
    if not any(cells == columns[other] for other in range(index)):
        return False
    return not all(map(_NO_WORDS.fullmatch, cells))
