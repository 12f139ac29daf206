"""Writes what changed since the look before, as a line of JSON for each row."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from novaclient_mv.cli.reading import columns
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running import results
from novaclient_mv.cli.running.watching import Look, Watch
from novaclient_mv.cli.showing import row_changes
from novaclient_mv.cli.showing.result_writer import ResultWriter
from novaclient_mv.cli.showing.row_changes import Identities, Row
from novaclient_mv.clouds import escapes
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.versions import APIVersion

CHANGE = 'change'
"""The key that says what became of a row."""


class ChangeLines:
    """Lines of ``ndjson`` about the rows that were added, changed and removed."""

    def __init__(self, environment: Environment, writer_of: Callable[[], ResultWriter]) -> None:
        self._environment = environment
        self._writer_of = writer_of
        self._identities: dict[int, Identities] = {}
        self._rows: Sequence[Row] = ()
        self._is_failing = False

    def take(self, look: Look) -> None:
        """Write the rows that changed since the look before."""
        if look.error is not None:
            # The first of several failures is reported.
            if not self._is_failing:
                self._is_failing = True
                self._environment.stderr.tell(f'{look.error} Trying again.')
            return
        self._is_failing = False
        writer = self._writer_of()
        rows: list[Row] = []
        for index, part in enumerate(look.parts):
            rows += self._rows_of(index, part, writer, look.version)
        for kind, row in row_changes.between(self._rows, rows):
            change = {CHANGE: kind}
            writer.write(escapes.to_json({**change, **row.value} | change, None))
            self._environment.stdout.flush()
        self._rows = rows

    def _rows_of(
        self, index: int, part: Any, writer: ResultWriter, version: APIVersion
    ) -> list[Row]:
        """The rows of a result, as machine formats have them."""
        part = results.for_machines(writer.with_columns(part))
        content = part.as_data(writer.projection(version))
        if writer.query is not None:
            content = writer.query(content)
        rows = content if isinstance(content, list) else [content]
        identities = self._identities_of(index, part, rows, writer.query is not None)
        return [
            _row((index, identity), row) for identity, row in zip(identities, rows, strict=True)
        ]

    def _identities_of(
        self, index: int, part: Any, rows: Sequence[Any], is_picked: bool
    ) -> Sequence[Hashable]:
        """The identities of the rows of a result."""
        identities = self._identities.setdefault(index, Identities())
        own: Sequence[Hashable] | None = None
        if isinstance(part, results.Table) and not is_picked:
            own = identities.of_resources([*part.rows])
        elif len(rows) == 1 and isinstance(part, results.Record | results.Properties):
            own = [()]
        return identities.of_mappings(rows) if own is None else own


def _row(identity: Hashable, row: Any) -> Row:
    """A row of machine formats; a new age does not change it."""
    value = row if isinstance(row, Mapping) else {'value': row}
    content = {key: field for key, field in value.items() if key != columns.AGE}
    return Row(identity, content, value)


def watch(
    invocation: Invocation, cloud: Cloud, writer_of: Callable[[], ResultWriter]
) -> Exception | None:
    """Run a command line repeatedly, and write the rows that changed, until the user stops it."""
    lines = ChangeLines(invocation.environment, writer_of)
    return Watch(invocation, cloud, lines.take, cloud.warn).run(invocation.environment.clock)
