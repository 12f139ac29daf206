"""Shows what several clouds bring as one result, whose rows begin with the cloud."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.reading import columns
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running import results, several_clouds
from novaclient_mv.cli.running.failure import Circumstances
from novaclient_mv.cli.running.several_clouds import Cut, Notice, Piece, Split, TargetEnded
from novaclient_mv.cli.showing import timings
from novaclient_mv.cli.showing.renderer import Renderer
from novaclient_mv.clouds import escapes
from novaclient_mv.clouds.selection import Selection, Target

_OF_TARGET = {'cloud': 'Cloud', 'region': 'Region'}
"""The leading columns, keys to titles."""

_GRIDS = (results.Table, results.Rows, results.Tree)


def show(
    invocation: Invocation,
    selection: Selection,
    renderer_of: Callable[[Invocation, Sequence[str]], Renderer],
    report: Callable[[Exception, Circumstances], int],
) -> int:
    """Carry an invocation out on several clouds and show what they bring.

    :param renderer_of: makes the renderer that shows these columns.
    :param report: tells what went wrong on one of them.
    :returns: the exit status.
    """
    environment, wishes = invocation.environment, invocation.wishes
    several_clouds.check(invocation, selection)
    merged = Merged(renderer_of(invocation, _columns(invocation)), selection)
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
    if wishes.has_timings:
        clouds = [end.cloud for end in ends if end.cloud is not None]
        timings.show(environment, [timing for cloud in clouds for timing in cloud.timings()])
    return several_clouds.status_of(ends)


def _columns(invocation: Invocation) -> tuple[str, ...]:
    """The columns that were asked for, but those that all rows begin with."""
    if invocation.command is None:
        return invocation.wishes.columns
    return columns.behind_leading(
        columns.fields_of(invocation.command.function) or (), invocation.wishes.columns
    )


def _circumstances(invocation: Invocation, end: TargetEnded) -> Circumstances:
    environment, wishes = invocation.environment, invocation.wishes
    return Circumstances(environment, wishes, invocation.command, end.cloud, end.target)


class Merged:
    """One result made of what several clouds bring; lines of ``ndjson`` are shown as they come.

    ``mistakes`` are errors of targets whose values make no sense when they are shown.
    """

    def __init__(self, renderer: Renderer, selection: Selection) -> None:
        self.renderer = renderer
        self.mistakes: dict[Target, Exception] = {}
        self._streams = renderer.format == 'ndjson' and renderer.query is None
        self._pieces: dict[Target, list[Piece]] = {target: [] for target in selection.targets}

    def take(self, piece: Piece) -> None:
        """Show a piece, or keep it until all are there."""
        try:
            piece = piece._replace(result=self.renderer.with_columns(piece.result))
        except errors.Error as error:
            self.mistakes[piece.target] = error
            return
        if not self._streams:
            self._pieces[piece.target].append(piece)
            return
        for entry in self._entries(piece):
            self.renderer.write(escapes.to_json(entry, None))

    def split(self, event: Split) -> None:
        """Have the regions of a cloud where the cloud stood."""
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
        renderer = self.renderer
        if renderer.query is not None or renderer.format in ('json', 'yaml'):
            entries = [entry for piece in pieces for entry in self._entries(piece)]
            renderer.print_document(entries)
        elif renderer.format in ('csv', 'value'):
            self._print_cells(pieces)
        elif all(isinstance(piece.result, _GRIDS) for piece in pieces):
            self._print_one_grid(pieces)
        else:
            self._print_one_after_the_other(pieces)

    # -- for machines --------------------------------------------------------------------

    def _entries(self, piece: Piece) -> Iterator[dict[str, Any]]:
        """The rows of a piece as mappings that begin with the target."""
        result = _for_machines(piece.result)
        try:
            content = self.renderer.data(result, piece.version)
        except errors.Error as error:
            self.mistakes[piece.target] = error
            return
        leading = piece.target.as_mapping()
        for row in content if isinstance(content, list) else [content]:
            fields = row if isinstance(row, Mapping) else {'value': row}
            yield {**leading, **fields, **leading}

    def _print_cells(self, pieces: Sequence[Piece]) -> None:
        titles = dict.fromkeys(pieces[0].target.as_mapping())
        rows: list[dict[str, Any]] = []
        for piece in pieces:
            result, leading = _for_machines(piece.result), piece.target.as_mapping()
            if isinstance(result, results.Table):
                keys = self.renderer.titles(result)
                titles |= dict.fromkeys(keys)
                mapping = self.renderer.mapper(result.resource, piece.version, keys)
                rows += [{**mapping(row), **leading} for row in result.rows]
            elif isinstance(result, results.Rows):
                titles |= dict.fromkeys(result.keys)
                rows += [
                    {**dict(zip(result.keys, row, strict=True)), **leading} for row in result.cells
                ]
            else:
                entries = list(self._entries(piece))
                titles |= dict.fromkeys(key for entry in entries for key in entry)
                rows += entries
        self.renderer.print_rows(list(titles), [[row.get(key) for key in titles] for row in rows])

    # -- for a reader --------------------------------------------------------------------

    def _print_one_grid(self, pieces: Sequence[Piece]) -> None:
        """One table; a column that a cloud lacks is empty there."""
        titles = {key: _OF_TARGET[key] for key in pieces[0].target.as_mapping()}
        rows: list[dict[str, Any]] = []
        for piece in _tables(pieces):
            columns, cells = self._laid_out(piece)
            titles |= columns
            leading = piece.target.as_mapping()
            rows += [{**dict(zip(columns, row, strict=True)), **leading} for row in cells]
        cells = [[row.get(key, '') for key in titles] for row in rows]
        self.renderer.print_grid(list(titles.values()), cells)

    def _laid_out(self, piece: Piece) -> tuple[dict[str, str], Sequence[Sequence[Any]]]:
        """The columns of a piece, keys to titles, and its cells."""
        result = piece.result
        if isinstance(result, results.Tree):
            result = result.lines(self.renderer.is_for_terminal)
        if isinstance(result, results.Rows):
            return dict(zip(result.keys, result.titles, strict=True)), list(result.cells)
        titles, columns = self.renderer.laid_out(result, piece.version)
        return titles, list(zip(*columns, strict=True))

    def _print_one_after_the_other(self, pieces: Sequence[Piece]) -> None:
        renderer = self.renderer
        last: Target | None = None
        for piece in _tables(pieces):
            result, target = piece.result, piece.target
            if isinstance(result, results.Record | results.Properties):
                leading = [(key, value or '') for key, value in target.as_mapping().items()]
                renderer.print_properties(result, piece.version, leading)
                continue
            if target != last:
                renderer.write(escapes.safe(f'{target.label}:'))
            last = target
            renderer.render(result, piece.version)


def _for_machines(result: Any) -> Any:
    """The part of a result that machine formats show."""
    if isinstance(result, results.Views):
        result = result.data
    return result.table if isinstance(result, results.Tree) else result


def _tables(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """The pieces with the rows of each table together again."""
    whole: list[Piece] = []
    for piece in pieces:
        last = whole[-1] if whole else None
        if last is not None and _goes_on(last, piece):
            last.result.rows.extend(piece.result.rows)
            continue
        result = piece.result
        if isinstance(result, results.Table):
            columns, sort_key, is_explicit = result.columns, result.sort_key, result.is_explicit
            rows = list(result.rows)
            piece = piece._replace(
                result=results.Table(result.resource, rows, columns, sort_key, is_explicit)
            )
        whole.append(piece)
    yield from whole


def _goes_on(last: Piece, piece: Piece) -> bool:
    """Whether a piece has further rows of the table before it."""
    if not (isinstance(last.result, results.Table) and isinstance(piece.result, results.Table)):
        return False
    return last.target == piece.target and bool(piece.result.rows)
