"""Which columns of a table a terminal has room for, and how wide each is.

First the widest cells get narrower, as far as their words allow, then long values go to lines of
their own below their row, then the least important columns are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from novaclient_mv.values import NamedTuple

GAP = 2
"""Blanks between two columns."""
BELOW_MARGIN = 4
"""Blanks before a value on a line of its own."""

_MOST_BELOW = 3
"""Lines of their own that a row has at most."""
_MOST_WHOLE = 20
"""Characters of a word that is not torn; only ids are longer and whole."""
_LONG = 24
"""Characters from which a value may have a line of its own."""
_WORD = re.compile(r'[^\s,;:=/|]+[\s,;:=/|]?')
_ID = re.compile('[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}')


class Fit(NamedTuple):
    """The layout of a table.

    :param widths: of the columns that stand beside each other, by their places, in their order.
    :param below: places of columns whose values have lines of their own.
    :param left_out: places of columns that are not shown.
    """

    widths: dict[int, int]
    below: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()


class Column(NamedTuple):
    """A column as a layout sees it.

    :param width: of its widest cell, or its title.
    :param least: width below which words would be torn; that of an id is whole.
    :param rank: the greater, the sooner it is left out; 0 never is.
    """

    width: int
    least: int
    rank: int


def measured(title: str, cells: Sequence[str], rank: int) -> Column:
    """Return a column by its title and cells.

    :param rank: the greater, the sooner it is left out; 0 never is.
    """
    texts = (title, *cells)
    return Column(max(map(_width, texts)), max(map(_least, texts)), rank)


def fit(columns: Sequence[Column], width: int) -> Fit:
    """Return the layout for a terminal of this many columns.

    A column of rank 0 stays, even where it alone is wider than the terminal.
    """
    beside = list(range(len(columns)))
    below: list[int] = []
    left_out: list[int] = []
    while _room([columns[place].least for place in beside]) > width:
        optional = [place for place in beside if columns[place].rank]
        long = [place for place in optional if columns[place].width >= _LONG]
        if long and len(below) < _MOST_BELOW:
            place = max(long, key=lambda place: (columns[place].least, columns[place].width))
            below.append(place)
        elif optional:
            place = max(optional, key=lambda place: columns[place].rank)
            left_out.append(place)
        else:
            break
        beside.remove(place)
    return Fit(_narrowed(columns, beside, width), tuple(sorted(below)), tuple(sorted(left_out)))


def _narrowed(columns: Sequence[Column], places: Sequence[int], width: int) -> dict[int, int]:
    """The widths of columns beside each other: the widest give room first."""
    widths = {place: columns[place].width for place in places}
    while (excess := _room([*widths.values()]) - width) > 0:
        wide = [place for place in places if widths[place] > columns[place].least]
        if not wide:
            break
        widest = max(wide, key=widths.__getitem__)
        second = max((widths[place] for place in wide if place != widest), default=0)
        least = max(columns[widest].least, min(second, widths[widest] - 1))
        widths[widest] = max(least, widths[widest] - excess)
    return widths


def _room(widths: Sequence[int]) -> int:
    """The columns of the screen that columns beside each other take."""
    return sum(widths) + GAP * (len(widths) - 1)


def _width(text: str) -> int:
    """The columns of the screen that a text takes."""
    if text.isascii():
        return len(text)
    from rich import cells

    return cells.cell_len(text)


def _least(text: str) -> int:
    """The width of a text's longest word, an id as a whole."""
    if _ID.fullmatch(text):
        return len(text)
    words = map(str.rstrip, _WORD.findall(text))
    return min(max(map(_width, words), default=_width(text)), _MOST_WHOLE)


def pieces(text: str, width: int) -> list[str]:
    """Return the lines of a text that gets this many columns of the screen: broken between words,
    and a word that is longer than a line inside.
    """
    if _width(text) <= width:
        return [text]
    lines = ['']
    for word in re.findall(r'[^\s,;:=/|]*[\s,;:=/|]?', text):
        if lines[-1] and _width(lines[-1] + word.rstrip()) > width:
            lines.append('')
        while _width(word.rstrip()) > width:
            room = next(place for place in range(len(word), 0, -1) if _width(word[:place]) <= width)
            lines[-1:] = [word[:room], '']
            word = word[room:]
        lines[-1] += word
    return [line.rstrip() for line in lines if line.strip()]
