"""A watched list that asks only for changed rows, where the API can filter by them."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

from novaclient_mv.cli.reading import declarations, tokenizer, tree
from novaclient_mv.cli.reading.declarations import Changes
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import results
from novaclient_mv.resources import Resource

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
