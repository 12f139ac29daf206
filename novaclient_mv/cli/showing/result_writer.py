"""The one place that writes what commands return, in the format of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from novaclient_mv.cli.reading import queries
from novaclient_mv.cli.reading.columns import wants_made
from novaclient_mv.cli.running.mappings import Projection
from novaclient_mv.cli.running.results import Done, Result, Started, Table, Warned
from novaclient_mv.cli.showing import formats
from novaclient_mv.cli.showing.formats import BaseFormat
from novaclient_mv.cli.showing.output_stream import OutputStream
from novaclient_mv.clouds import escapes
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.versions import APIVersion

if TYPE_CHECKING:
    from novaclient_mv.cli.showing.computed_columns import ComputedColumns


class ResultWriter:
    """Writes results in the format of a run.

    :param format: ``table``, ``json``, ``yaml``, ``csv``, ``value``, ``ndjson`` or ``github``; or a
        format with an output of its own.
    :param columns: columns that were asked for.
    :param query: JMESPath expression over the JSON form.
    :param are_checked: the columns exist; one that a result lacks is empty there.
    """

    def __init__(
        self,
        environment: Environment,
        format: str | BaseFormat = 'table',
        columns: Sequence[str] = (),
        query: str | None = None,
        are_checked: bool = False,
    ) -> None:
        self.query = None if query is None else queries.compiled(query)
        if isinstance(format, str):
            format = formats.named(format, OutputStream(environment))
            if format.is_for_reader and query is not None:
                format = formats.named('json', format.out)
        self.format = format
        self.out = format.out
        self.columns = tuple(columns)
        self._environment = environment
        self._are_checked = are_checked
        self._computed_columns: ComputedColumns | None = None
        self._projections: dict[APIVersion, Projection] = {}

    def render(self, result: Any, version: APIVersion) -> None:
        """Write what a command returned."""
        if isinstance(result, Warned):
            for line in result.lines:
                self._environment.stderr.tell(line)
            result = result.result
        if isinstance(result, Started):
            result = result.shown
        if result is None:
            return
        if not isinstance(result, Result):
            result = Done([str(result)], result)
        projection = self.projection(version)
        for part in self._parts(self.with_columns(result)):
            if self.query is None:
                getattr(self.format, part.shape)(part, projection)
                continue
            if part.heading:
                self.write(escapes.lines(part.heading))
            self.write_data(part.as_queried(projection))

    def _parts(self, result: Result) -> Sequence[Any]:
        if self.format.is_for_reader:
            return result.for_reader(self.format.is_for_terminal)
        return (result.for_machines,)

    def with_columns(self, result: Any) -> Any:
        """Return a result with the columns that the user chose, computed columns included."""
        names = self.columns
        if names:
            from novaclient_mv.cli.showing import column_selection

            is_document = self.format.is_document or self.query is not None
            result = column_selection.of(result, names, is_document, self._are_checked)
        elif isinstance(result, Table) and result.is_explicit:
            names = result.columns
        if not wants_made(names):
            return result
        if self._computed_columns is None:
            from novaclient_mv.cli.showing import computed_columns

            self._computed_columns = computed_columns.ComputedColumns(self._environment.clock.now())
        return self._computed_columns.added(result)

    def projection(self, version: APIVersion) -> Projection:
        if version not in self._projections:
            is_document = self.format.is_document or self.query is not None
            is_for_terminal = self.format.is_for_terminal
            self._projections[version] = Projection(
                version, self.columns, is_document, not is_for_terminal
            )
        return self._projections[version]

    def write_data(self, data: Any) -> None:
        self.format.data(data if self.query is None else self.query(data))

    def write(self, text: str, is_styled: bool = False) -> None:
        self.out.write(text, is_styled)

    @property
    def is_unused(self) -> bool:
        """Whether nothing was written."""
        return self.out.is_unused
