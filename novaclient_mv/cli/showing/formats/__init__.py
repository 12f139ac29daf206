"""The formats of results: each a module ``<name>_format`` with a class ``Format``."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

from novaclient_mv.cli.running.mappings import Projection
from novaclient_mv.cli.running.shapes import Document, PairsResult, RowsResult, TextResult
from novaclient_mv.cli.showing.output_stream import OutputStream
from novaclient_mv.clouds.options import SPECIAL_FORMATS

Pairs = Sequence[tuple[str, str]]
Cells = Sequence[Sequence[Any]]
"""The cells of each column."""


class BaseFormat:
    """A format of documents, which has all shapes as plain data unless it says otherwise.

    ``is_for_reader``: people see other parts of a result than programs do, and at a terminal yet
    others (``is_for_terminal``). ``is_document``: it holds more than cells. ``is_streamed``: rows
    are written as they come.
    """

    is_for_reader = is_for_terminal = is_document = is_streamed = False

    def __init__(self, out: OutputStream) -> None:
        self.out = out

    def data(self, value: Any) -> None:
        raise NotImplementedError

    def rows(self, result: RowsResult, projection: Projection) -> None:
        self.data(result.as_data(projection))

    def pairs(self, result: PairsResult, projection: Projection, leading: Pairs = ()) -> None:
        """Write names and values, for a reader behind ``leading`` ones."""
        self.data(result.as_data(projection))

    def document(self, result: Document, projection: Projection) -> None:
        """Write data of any shape."""
        self.data(result.as_data(projection))

    def text(self, result: TextResult, projection: Projection) -> None:
        self.data(result.as_data(projection))


def named(name: str, out: OutputStream) -> BaseFormat:
    """Return the format of a name; one of few commands has the text that these made."""
    module = 'table' if name in SPECIAL_FORMATS else name
    format: BaseFormat = importlib.import_module(f'{__name__}.{module}_format').Format(out)
    return format
