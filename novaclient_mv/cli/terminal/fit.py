"""The layout of a table that fits a terminal: the columns that have room, and the width of each.

First the widest columns get narrower, as far as their words allow. Then columns that are empty, or
tell hardly more than others, are left out, then long values go to lines of their own below their
row, then the least important columns are left out.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence

from novaclient_mv.clouds import text_width
from novaclient_mv.values import NamedTuple

GAP = 2
"""Blanks between two columns."""
BELOW_MARGIN = 4
"""Blanks before a value on a line of its own."""

LAST = 200
"""Rank from which a column is left out before values go to lines of their own."""

_MAX_BELOW = 3
"""Lines of their own that a row has at most, as long as other columns can be left out."""
_MAX_WHOLE = 20
"""Characters of a word that is not torn; only ids are longer and whole."""
_INSIDE = '-._:'
"""Signs behind which a long word is torn rather than elsewhere."""
_LONG = 24
"""Characters from which a value may have a line of its own."""

ID = re.compile('(?:[a-z]+-)?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}')
_WORD = re.compile(r'[^\s,;/|]*[\s,;/|]*')
_ID_OR_WORD = re.compile(rf'^{ID.pattern}$|[^\s,;=/|]+[,;=/|]*', re.MULTILINE)
_PAIR = re.compile(r'[^\s,;=/|]+=[^\s,;=/|]+[,;/|]*')


class Column(NamedTuple):
    """A column as a layout sees it.

    :param width: of its widest cell, or its title.
    :param minimum: width below which words would be torn; that of an id is whole.
    :param rank: the greater, the sooner it is left out; 0 never is.
    :param is_empty: no cell of it says anything.
    :param whole: width below which a key would stand apart from its value; 0 without such.
    :param is_long: its values may have lines of their own.
    """

    width: int
    minimum: int
    rank: int
    is_empty: bool = False
    whole: int = 0
    is_long: bool = False


class Fit(NamedTuple):
    """The layout of a table.

    :param widths: of the columns that stand beside each other, by their indexes, in their order.
    :param below: indexes of columns whose values have lines of their own.
    :param left_out: indexes of columns that are not shown.
    """

    widths: dict[int, int]
    below: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()


def measured(title: str, cells: Sequence[str], rank: int, nothing: str = '-') -> Column:
    """Return a column by its title and cells."""
    texts = {title, *cells}
    whole = '\n'.join(texts)
    longest = max(whole.split('\n'), key=len) if whole.isascii() else ''
    width = len(longest) if longest else max(map(text_width.of, whole.split('\n')))
    words = {*_ID_OR_WORD.findall(whole)}
    minimum = max(
        (
            len(word) if ID.fullmatch(word) else min(text_width.of(word), _MAX_WHOLE)
            for word in words
        ),
        default=1,
    )
    pairs = [*map(text_width.of, _PAIR.findall(whole))] if '=' in whole else []
    minimum_of_pairs = max((pair for pair in pairs if pair <= _MAX_WHOLE), default=0)
    is_long = width >= _LONG or bool(pairs)
    return Column(width, minimum, rank, set(cells) <= {nothing}, minimum_of_pairs, is_long)


def fit(columns: Sequence[Column], width: int) -> Fit:
    """Return the layout for a terminal of this many columns.

    The first column and those of rank 0 are never left out. Only the first may be wider than the
    terminal.
    """
    beside = list(range(len(columns)))
    below: list[int] = []
    left_out: list[int] = []
    while len(beside) > 1:
        optional = [index for index in beside[1:] if columns[index].rank]
        spare = [index for index in optional if columns[index].is_empty] or [
            index for index in optional if columns[index].rank >= LAST
        ]
        if _room(_floors(columns, beside, bool(spare))) <= width:
            break
        long = [index for index in optional if columns[index].is_long]
        if not spare and (not optional or (long and len(below) < _MAX_BELOW)):
            index = max(long or beside[1:], key=lambda index: columns[index].minimum)
            below.append(index)
        else:
            index = max(spare or optional, key=lambda index: columns[index].rank)
            left_out.append(index)
        beside.remove(index)
    return Fit(_narrowed(columns, beside, width), tuple(sorted(below)), tuple(sorted(left_out)))


def parts(columns: Sequence[Column], leading: int, width: int) -> list[list[int]]:
    """The indexes of a matrix's columns in parts that fit a terminal, one below the other."""
    heads = [*range(leading)]
    indexes = [heads]
    for index in range(leading, len(columns)):
        if indexes[-1] == heads:
            indexes[-1] = [*heads, index]
        elif _room(columns[other].minimum for other in (*indexes[-1], index)) <= width:
            indexes[-1].append(index)
        else:
            indexes.append([*heads, index])
    return indexes


def _narrowed(columns: Sequence[Column], indexes: Sequence[int], width: int) -> dict[int, int]:
    """The widths of columns beside each other: the widest give room first."""
    widths = {index: columns[index].width for index in indexes}
    are_whole = _room(_floors(columns, indexes, True)) <= width
    floors = dict(zip(indexes, _floors(columns, indexes, are_whole), strict=True))
    while (excess := _room(widths.values()) - width) > 0:
        wide = [index for index in indexes if widths[index] > floors[index]]
        if not wide:
            break
        widest = max(wide, key=widths.__getitem__)
        second = max((widths[index] for index in wide if index != widest), default=0)
        minimum = max(floors[widest], min(second, widths[widest] - 1))
        widths[widest] = max(minimum, widths[widest] - excess)
    return widths


def _floors(columns: Sequence[Column], indexes: Iterable[int], are_whole: bool) -> list[int]:
    """The minimum widths of columns."""
    return [
        max(columns[index].minimum, columns[index].whole if are_whole else 0) for index in indexes
    ]


def _room(widths: Iterable[int]) -> int:
    """The columns of the screen that columns beside each other take."""
    return sum(width + GAP for width in widths) - GAP


def pieces(text: str, width: int) -> list[str]:
    """The lines of a text in these columns, broken between words, long words inside."""
    if '\n' in text:
        return [piece for line in text.split('\n') for piece in pieces(line, width)]
    if text_width.of(text) <= width:
        return [text]
    lines = ['']
    for word in _WORD.findall(text):
        if lines[-1] and text_width.of(lines[-1] + word.rstrip()) > width:
            lines.append('')
        while text_width.of(word.rstrip()) > width:
            room = _fitting(word, width)
            lines[-1:] = [word[:room], '']
            word = word[room:]
        lines[-1] += word
    return [line.rstrip() for line in lines if line.strip()] or ['']


def _fitting(word: str, width: int) -> int:
    """The part of a word that has room in a line, at least a character; best up to a sign."""
    room = width
    if not word.isascii():
        sums = itertools.accumulate(map(text_width.of, word))
        room = max(1, sum(1 for _ in itertools.takewhile(width.__ge__, sums)))
    end = 1 + word.rfind('=', 0, room)
    end = end or 1 + max(word.rfind(sign, room // 2, room) for sign in _INSIDE)
    return end or room


def cut(text: str, width: int, more: str) -> str:
    """Return as much of a line as has room."""
    if text_width.of(text) <= width:
        return text
    room = width - len(more)
    if room < 0:
        return more[: max(0, width)]
    sums = itertools.accumulate(map(text_width.of, text))
    characters = sum(1 for _ in itertools.takewhile(room.__ge__, sums))
    return f'{text[:characters]}{more}'
