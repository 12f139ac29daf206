"""Rows as lines of CSV."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence


class _Sink:
    """A file for the lines of ``csv``."""

    # Cells are quoted for the signs of line ends that they hold, if these end lines themselves.
    end = '\r\n'

    def __init__(self, write_line: Callable[[str], None]) -> None:
        self.write_line = write_line

    def write(self, text: str) -> None:
        """Write one line."""
        self.write_line(text.removesuffix(self.end))


def write(
    titles: Sequence[str], rows: Iterable[Iterable[str]], write_line: Callable[[str], None]
) -> None:
    """Write rows below their titles.

    :param write_line: writes one line, as it knows terminals and encodings.
    """
    writer = csv.writer(_Sink(write_line), lineterminator=_Sink.end)
    if titles:
        writer.writerow(titles)
    writer.writerows(rows)
