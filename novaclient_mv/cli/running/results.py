"""The values that commands return: the results of ``shapes``, and what others are made of them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from novaclient_mv.cli.running.shapes import (
    Document as Document,
)
from novaclient_mv.cli.running.shapes import (
    Done as Done,
)
from novaclient_mv.cli.running.shapes import (
    Properties as Properties,
)
from novaclient_mv.cli.running.shapes import (
    RawBytes as RawBytes,
)
from novaclient_mv.cli.running.shapes import (
    Record as Record,
)
from novaclient_mv.cli.running.shapes import (
    Result as Result,
)
from novaclient_mv.cli.running.shapes import (
    Rows as Rows,
)
from novaclient_mv.cli.running.shapes import (
    Table as Table,
)
from novaclient_mv.cli.running.shapes import (
    Text as Text,
)

if TYPE_CHECKING:
    from novaclient_mv.resources import Resource


def of_all_rows(
    rows: Iterable[Resource], work: Callable[[list[Resource]], Iterable[Resource]]
) -> Iterator[Resource]:
    """Yield the rows that a function makes of all rows, or of those before a list broke off."""
    received: list[Resource] = []
    broken_by: Exception | None = None
    try:
        received.extend(rows)
    except Exception as error:
        if not received:
            raise
        broken_by = error
    yield from work(received)
    if broken_by is not None:
        raise broken_by


class Tree(Result):
    """A table for machine formats, with other rows for a reader.

    :param shown: the lines, in columns.
    :param on_terminal: what a reader at a terminal sees in their place.
    """

    def __init__(self, table: Table, shown: Rows, on_terminal: Rows | None = None) -> None:
        self.table = table
        self.shown = shown
        self.on_terminal = on_terminal or shown

    @property
    def for_machines(self) -> Table:
        return self.table

    def for_reader(self, is_terminal: bool) -> Sequence[Rows]:
        return (self.on_terminal if is_terminal else self.shown,)

    def whole(self) -> Tree:
        return Tree(self.table.whole(), self.shown.whole(), self.on_terminal.whole())


class Views(Result):
    """One result for machines, and others for a reader, one below the other.

    :param data: what machine formats show, and what columns are chosen from.
    :param shown: what a reader sees.
    :param on_terminal: what a reader at a terminal sees in its place.
    """

    def __init__(
        self,
        data: Table | Record | Rows | Properties,
        *shown: Shown,
        on_terminal: Record | Rows | None = None,
    ) -> None:
        self.data = data
        self.shown = shown
        self.on_terminal = on_terminal

    @property
    def for_machines(self) -> Any:  # noqa: ANN401 - any result, or none
        return for_machines(self.data)

    def for_reader(self, is_terminal: bool) -> Sequence[Any]:
        """Return the results for a reader; for a terminal without empty tables."""
        if not is_terminal:
            return self.shown
        if self.on_terminal is not None:
            return (self.on_terminal,)
        return [part for part in self.shown if not _has_no_rows(part)] or self.shown

    def whole(self) -> Views:
        """Return all results whole; a table that is shown in several places is fetched once."""
        parts = {id(part): whole(part) for part in dict.fromkeys((self.data, *self.shown))}
        views = (parts[id(part)] for part in self.shown)
        return Views(parts[id(self.data)], *views, on_terminal=self.on_terminal)


def _has_no_rows(part: Shown) -> bool:
    return (isinstance(part, Rows) and part.cells == []) or (
        isinstance(part, Table) and part.rows == []
    )


def one_row(resource: Resource, columns: Sequence[str]) -> Views:
    """One resource: a table of one row with these columns, at a terminal its properties."""
    record = Record(resource)
    return Views(record, Table(type(resource), [resource], columns), on_terminal=record)


class Warned(Result):
    """A result with lines beside the output."""

    def __init__(self, result: Shown, lines: Iterable[str]) -> None:
        self.result = result
        self.lines = tuple(lines)

    @property
    def for_machines(self) -> Any:  # noqa: ANN401 - any result, or none
        return for_machines(self.result)


class Started(Result):
    """A result whose work continues in the cloud; ``--wait`` waits for it.

    :param shown: the result to render.
    :param resources: what to ask for until it has reached its end.
    :param refreshed: returns the result for the resources as they were last seen; given where
        the result shows them.
    :param labels: what messages call the resources where there are several; their ids without it.
    :param with_failures: returns the result with the failures of a wait, by label; given where the
        result has a row for each target that tells what became of it.
    """

    def __init__(
        self,
        shown: Shown,
        resources: Iterable[Resource],
        refreshed: Callable[[list[Any]], Shown] | None = None,
        labels: Sequence[str] = (),
        with_failures: Callable[[Mapping[str, Exception]], Shown] | None = None,
    ) -> None:
        self.shown = shown
        self.resources = tuple(resources)
        self.refreshed = refreshed
        self.with_failures = with_failures
        self.labels = tuple(labels) or tuple(str(resource.id) for resource in self.resources)

    @property
    def for_machines(self) -> Any:  # noqa: ANN401 - any result, or none
        return for_machines(self.shown)

    def whole(self) -> Any:  # noqa: ANN401 - any result, or none
        return whole(self.shown)


class Question:
    """Targets of a command that were not named exactly, and a question whether to work on them; the
    command has ``--yes``, with which nobody is asked.

    :param rows: the targets.
    :param text: the question, as in ``Delete 1 service?``; empty where nothing is to be asked.
    :param proceed: does the work.
    :param lines: messages for the user, before the work.
    """

    def __init__(
        self,
        rows: Table | Rows,
        text: str,
        proceed: Callable[[], Shown],
        lines: Iterable[str] = (),
    ) -> None:
        self.rows = rows
        self.text = text
        self.proceed = proceed
        self.lines = tuple(lines)


def for_machines(result: Any) -> Any:  # noqa: ANN401 - whatever a command returned
    """The result that formats for programs show; ``None``, and what is not a result, unchanged."""
    return result.for_machines if isinstance(result, Result) else result


def whole(result: Any) -> Any:  # noqa: ANN401 - whatever a command returned
    """The result with nothing left to fetch; ``None``, and what is not a result, unchanged."""
    return result.whole() if isinstance(result, Result) else result


def unquestioned(result: Any) -> Any:  # noqa: ANN401 - whatever a command returned
    """The result of a command, as if the answer to a question were yes."""
    return result.proceed() if isinstance(result, Question) else result


@contextlib.contextmanager
def accepted(shown: Shown) -> Iterator[None]:
    """Read, in the block, what a write that was accepted has made; where that fails, ``shown`` is
    shown: what the answer to the write told of it.
    """
    try:
        yield
    except BaseException as error:
        error.__dict__.setdefault('done', shown)
        raise


def started_record(resource: Resource) -> Started:
    """A resource whose work continues; at the end of a wait it is shown as it was last seen."""
    return Started(Record(resource), [resource], lambda ended: Record(ended[0]))


Shown = (
    Table
    | Record
    | Rows
    | Tree
    | Views
    | Text
    | RawBytes
    | Document
    | Done
    | Properties
    | Started
    | Question
    | Warned
    | None
)
"""The result of a command; ``None`` shows nothing."""
