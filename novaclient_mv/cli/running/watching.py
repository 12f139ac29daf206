"""Repeats a command at an interval until the user stops it."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.reading import declarations, tokenizer, tree
from novaclient_mv.cli.reading.declarations import Changes
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import execution, failure, results
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.errors import ExitStatus
from novaclient_mv.resources import Resource
from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire import waits


class Look(NamedTuple):
    """The results of one look at the cloud, or its failure.

    :param parts: results that are fetched completely; none where the look failed.
    :param version: the version that was used.
    :param error: why it failed; the next look may bring something again.
    """

    parts: Sequence[Any]
    version: APIVersion
    error: Exception | None = None


class Watch:
    """The looks at what a command line shows, until one fails for good."""

    def __init__(
        self,
        invocation: Invocation,
        cloud: Cloud,
        take: Callable[[Look], None],
        warn: Callable[[str], None],
    ) -> None:
        self._invocation = invocation
        self._cloud = cloud
        self._take = take
        self._warn = warn
        self._warnings: set[str] = set()
        cloud.redirect_warnings(self._warn_once)
        self._changes = ListChanges(invocation)
        self._version = invocation.service.range.end
        self._error: Exception | None = None
        self._has_begun = False
        self._is_record = False

    def run(self, clock: waits.WaitClock) -> Exception | None:
        """Look as often as the command line says, until a look fails or the user stops it."""
        try:
            waits.until(self._look, clock, None, interval=self._invocation.output.interval)
        except KeyboardInterrupt:
            if not self._has_begun:
                raise
        return self._error

    def _warn_once(self, line: str) -> None:
        """Warn the user once of each message."""
        if line not in self._warnings:
            self._warnings.add(line)
            self._warn(line)

    def _look(self) -> bool:
        """Look once; whether that was the last time."""
        parts, error = self._asked(self._changes.next_look())
        if error is not None and self._changes.is_partial and not _may_pass(error):
            self._changes.give_up()
            parts, error = self._asked(self._changes.next_look())
        if error is None:
            parts = self._changes.whole_result(parts)
            self._has_begun = True
            self._is_record = any(map(_is_record, parts))
            self._take(Look(parts, self._version))
            return False
        if self._has_begun and _may_pass(error):
            self._take(Look((), self._version, error))
            return False
        self._error = error
        is_gone = getattr(error, 'exit_status', None) == ExitStatus.NOT_FOUND
        if parts or (self._is_record and is_gone):
            self._take(Look(parts, self._version))
        return True

    def _asked(self, invocation: Invocation) -> tuple[Sequence[Any], Exception | None]:
        """Execute a command line; what it shows, and what failed."""
        outcome = execution.execute(invocation, self._cloud)
        parts: list[Any] = []

        def take(part: Any) -> None:
            if isinstance(part, results.Warned):
                for line in part.lines:
                    self._warn_once(line)
                part = part.result
            if part is not None:
                parts.append(results.whole(part))

        outcome.consume(take)
        self._version = outcome.version or self._version
        return parts, None if outcome.error is None else failure.our_error(outcome.error)


def _is_record(part: Any) -> bool:
    """Whether a result is a single resource, which is gone where it is not found."""
    part = part.data if isinstance(part, results.Views) else part
    return isinstance(part, results.Record | results.Properties)


def _may_pass(error: Exception) -> bool:
    """Whether the next look may be answered, as the cloud is only unreachable or broken now."""
    failures = error.failures.values() if isinstance(error, errors.SomeFailed) else [error]
    return all(getattr(failure, 'exit_status', None) == ExitStatus.CLOUD for failure in failures)


_LOOKS_PER_LIST = 10
"""Of so many looks one asks for the whole list: not all that is shown counts as a change."""
_MARGIN = datetime.timedelta(seconds=10)
"""The clocks of hosts that write times may differ by this."""


class ListChanges:
    """The latest rows of a list, by what changed in it."""

    def __init__(self, invocation: Invocation) -> None:
        self._invocation = invocation
        self._changes = _changes(invocation)
        self._polls = 0
        self._table: results.Table | None = None
        self._newest: datetime.datetime | None = None
        self.is_partial = False
        """Whether the look that comes asks for what changed only."""

    def next_look(self) -> Invocation:
        moment, changes, line = self._newest, self._changes, self._invocation.line
        is_whole = not self._polls % _LOOKS_PER_LIST
        self._polls += 1
        self.is_partial = False
        if is_whole or moment is None or changes is None or line is None:
            return self._invocation
        self.is_partial = True
        text = f'{(moment - _MARGIN).isoformat(timespec="seconds")}Z'
        option = tokenizer.Token(f'{changes.option}={text}', changes.option, text)
        requested = self._invocation.requested
        named = requested.version if requested.is_named else None
        new_line = CommandLine(line.command, (option, *line.tokens), line.table, named)
        return self._invocation._replace(line=new_line)

    def give_up(self) -> None:
        """Ask for whole lists from now on, as the cloud does not tell what changed."""
        self._changes = None
        self._polls = 0

    def whole_result(self, parts: Sequence[Any]) -> Sequence[Any]:
        """Return the whole result of a look, which may have brought changes only."""
        changes = self._changes
        if changes is None or len(parts) != 1 or not isinstance(parts[0], results.Table):
            return parts
        table = parts[0]
        for row in table.rows:
            self._note_moment(_read(row, changes.moment))
        if self.is_partial and self._table is not None:
            table = self._table.with_rows(self._merged(table.rows, changes))
        self._table = table
        return [table]

    def _note_moment(self, text: object) -> None:
        try:
            moment = datetime.datetime.fromisoformat(str(text))
        except ValueError:
            return
        if moment.tzinfo is not None:
            moment = moment.astimezone(datetime.UTC).replace(tzinfo=None)
        self._newest = moment if self._newest is None else max(moment, self._newest)

    def _merged(self, changed: Any, changes: Changes) -> tuple[Resource, ...]:
        """The rows of the list with those that changed; new ones first, as the cloud has them."""
        assert self._table is not None
        rows = {row.id: row for row in self._table.rows}
        new: dict[Any, Resource] = {}
        for row in changed:
            if _read(row, 'status') in changes.gone:
                rows.pop(row.id, None)
            else:
                (rows if row.id in rows else new)[row.id] = row
        return (*new.values(), *rows.values())


def _changes(invocation: Invocation) -> Changes | None:
    """The way in which the list of a command line tells what changed, if it does."""
    command, line = invocation.command, invocation.line
    if command is None or line is None:
        return None
    changes: Changes | None = declarations.declared(command.function, 'changes')
    if changes is None:
        return None
    own = tree.options_by_flag(command)
    names = {own[flag].name for flag in line.flags if flag in own}
    return changes if names <= {*changes.options} else None


def _read(row: Resource, key: str) -> object:
    """A field of a row; ``None`` where it has none."""
    field = next((field for field in type(row).fields if field.key == key), None)
    return None if field is None else field.read(row._info)
