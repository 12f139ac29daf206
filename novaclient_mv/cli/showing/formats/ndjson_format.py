"""A line of JSON for each row, as soon as it is there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from novaclient_mv.cli.running.mappings import Projection
from novaclient_mv.cli.running.shapes import RowsResult
from novaclient_mv.cli.showing.formats import BaseFormat
from novaclient_mv.clouds import escapes


class Format(BaseFormat):
    """Writes the entries of a list, or what is not a list, a line each."""

    is_document = is_streamed = True

    def data(self, value: Any) -> None:
        for entry in value if isinstance(value, list | Iterator) else [value]:
            self.out.write(escapes.to_json(entry, None))

    def rows(self, result: RowsResult, projection: Projection) -> None:
        self.data(result.as_entries(projection))
