"""Shows what several clouds bring as one result, whose rows begin with the cloud."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.reading import columns
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running import results, several_clouds
from novaclient_mv.cli.running.failure import Circumstances
from novaclient_mv.cli.running.several_clouds import Cut, Notice, Piece, Split, TargetEnded
from novaclient_mv.cli.showing import timings
from novaclient_mv.cli.showing.result_writer import ResultWriter
from novaclient_mv.clouds import escapes
from novaclient_mv.clouds.selection import Selection, Target
from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import APIVersion

_OF_TARGET = {'cloud': 'Cloud', 'region': 'Region'}
"""The leading columns, keys to titles."""

_GRIDS = (results.Table, results.Rows, results.Tree)


def show(
    invocation: Invocation,
    selection: Selection,
    writer_of: Callable[[Invocation, Sequence[str]], ResultWriter],
    report: Callable[[Exception, Circumstances], int],
) -> int:
    """Carry an invocation out on several clouds and show what they bring."""
    environment, output = invocation.environment, invocation.output
    several_clouds.check(invocation, selection)
    merged = Merged(writer_of(invocation, _columns(invocation)), selection)
    ends: list[TargetEnded] = []
    for event in several_clouds.carried_out(invocation, selection):
        if isinstance(event, Notice):
            environment.stderr.tell(event.line, event.target.label)
        elif isinstance(event, TargetEnded):
            end = event._replace(error=merged.mistakes.get(event.target) or event.error)
            ends.append(end)
            if end.error is not None:
                report(end.error, _circumstances(invocation, end))
        elif isinstance(event, Cut):
            merged.drop(event.target)
        elif isinstance(event, Split):
            merged.split(event)
        else:
            merged.take(event)
            environment.stdout.flush()
    merged.finish()
    if output.has_timings:
        clouds = [end.cloud for end in ends if end.cloud is not None]
        timings.show(environment, [timing for cloud in clouds for timing in cloud.timings()])
    return several_clouds.status_of(ends)


def _columns(invocation: Invocation) -> tuple[str, ...]:
    if invocation.command is None:
        return invocation.output.columns
    return columns.behind_leading(
        columns.fields_of(invocation.command.function) or (), invocation.output.columns
    )


def _circumstances(invocation: Invocation, end: TargetEnded) -> Circumstances:
    environment, output = invocation.environment, invocation.output
    return Circumstances(environment, output, invocation.command, end.cloud, end.target)


class _Part(NamedTuple):
    """A piece as a part of one table."""

    target: Target
    version: APIVersion
    titles: Mapping[str, str]
    rows: Iterable[Iterable[Any]]


class Merged:
    """One result made of what several clouds bring; a format whose rows are written as they come
    has them at once.

    ``mistakes`` are errors of targets whose values make no sense when they are shown.
    """

    def __init__(self, writer: ResultWriter, selection: Selection) -> None:
        self.writer = writer
        self.mistakes: dict[Target, Exception] = {}
        self._is_streamed = writer.format.is_streamed and writer.query is None
        self._pieces: dict[Target, list[Piece]] = {target: [] for target in selection.targets}

    def take(self, piece: Piece) -> None:
        """Show a piece, or keep it until all are there."""
        try:
            piece = piece._replace(result=self.writer.with_columns(piece.result))
        except errors.Error as error:
            self.mistakes[piece.target] = error
            return
        if self._is_streamed:
            self.writer.format.data(self._entries(piece))
        else:
            self._pieces[piece.target].append(piece)

    def split(self, event: Split) -> None:
        """Replace a cloud by its regions in the order of targets."""
        pieces: dict[Target, list[Piece]] = {}
        for target, waiting in self._pieces.items():
            if target == event.target:
                pieces |= {region: [] for region in event.targets}
            else:
                pieces[target] = waiting
        self._pieces = pieces

    def drop(self, target: Target) -> None:
        """Forget a list that broke off, of which the format shows all or nothing."""
        pieces = self._pieces[target]
        while pieces and isinstance(pieces[-1].result, results.Table):
            if not pieces.pop().result.rows:
                break

    def finish(self) -> None:
        """Show what waited for the end, in the order of the targets."""
        pieces = [piece for several in self._pieces.values() for piece in several]
        if not pieces:
            return
        format = self.writer.format
        if format.is_document or self.writer.query is not None:
            self.writer.write_data([entry for piece in pieces for entry in self._entries(piece)])
        elif not format.is_for_reader:
            self._show_rows([self._cells(piece) for piece in pieces], None)
        elif all(isinstance(piece.result, _GRIDS) for piece in pieces):
            self._show_rows([self._columns(piece) for piece in _tables(pieces)], '')
        else:
            self._show_one_after_the_other(pieces)

    def _entries(self, piece: Piece) -> Iterator[dict[str, Any]]:
        """The rows of a piece as mappings that begin with the target."""
        projection = self.writer.projection(piece.version)
        try:
            content = results.for_machines(piece.result).as_data(projection)
        except errors.Error as error:
            self.mistakes[piece.target] = error
            return
        leading = piece.target.as_mapping()
        for row in content if isinstance(content, list) else [content]:
            fields = row if isinstance(row, Mapping) else {'value': row}
            yield {**leading, **fields, **leading}

    def _cells(self, piece: Piece) -> _Part:
        """The cells of a piece for programs."""
        result, target = results.for_machines(piece.result), piece.target
        if result.shape == 'rows':
            keys, rows = result.as_cells(self.writer.projection(piece.version))
            return _Part(target, piece.version, dict(zip(keys, keys, strict=True)), [*rows])
        entries = list(self._entries(piece))
        keys = dict.fromkeys(key for entry in entries for key in entry)
        rows = [[entry.get(key) for key in keys] for entry in entries]
        return _Part(target, piece.version, {key: key for key in keys}, rows)

    def _columns(self, piece: Piece) -> _Part:
        """The columns of a piece for a reader."""
        (result,) = piece.result.for_reader(self.writer.format.is_for_terminal)
        keys, titles, columns = result.as_columns(self.writer.projection(piece.version))
        titles_by_key = dict(zip(keys, titles, strict=True))
        return _Part(piece.target, piece.version, titles_by_key, zip(*columns, strict=True))

    def _show_rows(self, parts: Sequence[_Part], empty: str | None) -> None:
        """Show one table; a column that a cloud lacks is empty there."""
        titles = {key: _OF_TARGET[key] for key in parts[0].target.as_mapping()}
        rows: list[dict[str, Any]] = []
        for part in parts:
            titles |= part.titles
            leading = part.target.as_mapping()
            rows += [{**dict(zip(part.titles, row, strict=True)), **leading} for row in part.rows]
        cells = [[row.get(key, empty) for key in titles] for row in rows]
        merged = results.Rows([*titles.values()], cells, keys=[*titles])
        self.writer.format.rows(merged, self.writer.projection(parts[0].version))

    def _show_one_after_the_other(self, pieces: Sequence[Piece]) -> None:
        writer = self.writer
        last: Target | None = None
        for piece in _tables(pieces):
            result, target = piece.result, piece.target
            if isinstance(result, results.Record | results.Properties):
                leading = [(key, value or '') for key, value in target.as_mapping().items()]
                writer.format.pairs(result, writer.projection(piece.version), leading)
                continue
            if target != last:
                writer.write(escapes.safe(f'{target.label}:'))
            last = target
            writer.render(result, piece.version)


def _tables(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """The pieces with the rows of each table together again."""
    whole: list[Piece] = []
    for piece in pieces:
        last = whole[-1] if whole else None
        if last is not None and _continues(last, piece):
            last.result.rows.extend(piece.result.rows)
            continue
        if isinstance(piece.result, results.Table):
            piece = piece._replace(result=piece.result.with_rows(list(piece.result.rows)))
        whole.append(piece)
    yield from whole


def _continues(last: Piece, piece: Piece) -> bool:
    """Whether a piece has further rows of the table before it."""
    if not (isinstance(last.result, results.Table) and isinstance(piece.result, results.Table)):
        return False
    return last.target == piece.target and bool(piece.result.rows)
