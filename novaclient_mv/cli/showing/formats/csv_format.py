"""CSV, whose lines end as those of all formats."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from typing import Any

from novaclient_mv.cli.running import cell_texts
from novaclient_mv.cli.showing.formats import value_format
from novaclient_mv.cli.showing.output_stream import OutputStream

_END = '\r\n'
"""Cells with line ends are quoted, if these characters end the lines of the library themselves."""


class _Sink:
    """A file for the lines of ``csv``, on the output of a run."""

    def __init__(self, out: OutputStream) -> None:
        self._out = out

    def write(self, text: str) -> None:
        self._out.write(text.removesuffix(_END))


class Format(value_format.Format):
    """Writes a line for each row below one of titles; a mapping is one row."""

    def cells(self, titles: Sequence[str], rows: Iterable[list[str]]) -> None:
        writer = csv.writer(_Sink(self.out), lineterminator=_END)
        if titles:
            writer.writerow(titles)
        writer.writerows(rows)

    def mapping(self, values: dict[str, Any]) -> None:
        self.cells(list(values), [cell_texts.cell_texts(values.values())])
