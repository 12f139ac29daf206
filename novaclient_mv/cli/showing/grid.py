"""Lays out the table of a list or a record with lines around it."""

from __future__ import annotations

from collections.abc import Sequence


def laid_out(titles: Sequence[str], rows: Sequence[Sequence[str]], wrap: int | None = None) -> str:
    """The table as text.

    :param rows: cells without line ends.
    :param wrap: the most columns of the screen for the last column of the table.
    """
    if not wrap and all(map(str.isascii, titles)):
        columns = list(zip(*rows, strict=True)) if rows else [()] * len(titles)
        if all(cell.isascii() for column in columns for cell in column):
            return _in_ascii(titles, columns)
    return _in_any_characters(titles, rows, wrap)


def _in_ascii(titles: Sequence[str], columns: Sequence[Sequence[str]]) -> str:
    """The table where every character takes one column of the screen; needs no library."""
    widths = [
        max(map(len, (title, *column))) for title, column in zip(titles, columns, strict=True)
    ]
    line = ''.join(f'+{"-" * (width + 2)}' for width in widths) + '+'
    row = ''.join(f'| {{:<{width}}} ' for width in widths) + '|'
    body = [row.format(*cells) for cells in zip(*columns, strict=True)]
    return '\n'.join((line, row.format(*titles), line, *body, line))


def _in_any_characters(
    titles: Sequence[str], rows: Sequence[Sequence[str]], wrap: int | None
) -> str:
    import prettytable

    table = prettytable.PrettyTable(list(titles))
    table.align = 'l'
    if wrap:
        table.max_width[titles[-1]] = wrap
        table.add_rows([list(row) for row in rows])
    elif rows:
        # One row of tall cells looks the same as many rows, and is laid out in less than half the
        # time.
        table.add_row(['\n'.join(column) for column in zip(*rows, strict=True)])
    return str(table.get_string())
