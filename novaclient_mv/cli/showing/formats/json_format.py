"""JSON, with a row of a list after the other."""

from __future__ import annotations

from typing import Any

from novaclient_mv.cli.running.mappings import Projection
from novaclient_mv.cli.running.shapes import RowsResult, TextResult
from novaclient_mv.cli.showing import json_text
from novaclient_mv.cli.showing.formats import BaseFormat
from novaclient_mv.clouds import escapes


class Format(BaseFormat):
    """Writes a document with indentation, once all of it is there."""

    is_document = True

    def data(self, value: Any) -> None:
        for lines in json_text.document(value):
            self.out.write(lines)

    def rows(self, result: RowsResult, projection: Projection) -> None:
        self.data(result.as_entries(projection))

    def text(self, result: TextResult, projection: Projection) -> None:
        data = result.as_data(projection)
        if not result.has_line_for_each:
            self.data(data)
            return
        for entry in data:
            self.out.write(escapes.to_json(entry, None))
