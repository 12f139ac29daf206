"""Lays out the table of a list or a record with lines around it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

_LINES_AT_ONCE = 1000


def pieces(
    titles: Sequence[str], columns: Sequence[Sequence[str]], wrap: int | None = None
) -> Iterator[str]:
    """The table as groups of lines, not as a whole; cells have no line ends."""
    if not wrap and all(all(map(str.isascii, texts)) for texts in (titles, *columns)):
        return _in_ascii(titles, columns)
    return iter((_in_any_characters(titles, columns, wrap),))


def _in_ascii(titles: Sequence[str], columns: Sequence[Sequence[str]]) -> Iterator[str]:
    """The table where every character takes one column of the screen; needs no library."""
    widths = [
        max(len(title), max(map(len, column), default=0))
        for title, column in zip(titles, columns, strict=True)
    ]
    line = ''.join(f'+{"-" * (width + 2)}' for width in widths) + '+'
    row = ''.join(f'| %-{width}s ' for width in widths) + '|'
    yield '\n'.join((line, row % tuple(titles), line))
    body = map(row.__mod__, zip(*columns, strict=True))
    while lines := '\n'.join(itertools.islice(body, _LINES_AT_ONCE)):
        yield lines
    yield line


def _in_any_characters(
    titles: Sequence[str], columns: Sequence[Sequence[str]], wrap: int | None
) -> str:
    import prettytable

    table = prettytable.PrettyTable(list(titles))
    table.align = 'l'
    if wrap:
        table.max_width[titles[-1]] = wrap
        table.add_rows([list(row) for row in zip(*columns, strict=True)])
    elif any(columns):
        # One row of tall cells looks the same as many rows, and is laid out in less than half the
        # time.
        table.add_row(['\n'.join(column) for column in columns])
    return str(table.get_string())
