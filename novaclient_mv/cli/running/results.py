"""The values that commands return; ``output`` shows them."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from novaclient_mv.clouds.environment import Environment
    from novaclient_mv.resources import Resource
    from novaclient_mv.wire.withholding import Withheld


class Table:
    """Resources of one kind, a row each.

    :param resource: their class, whose fields are the columns.
    :param rows: the resources, streamed.
    :param columns: keys of the columns of a table.
    :param sort_key: key by which a table is sorted, where the cloud did not sort.
    """

    def __init__(
        self,
        resource: type[Resource],
        rows: Iterable[Resource],
        columns: Sequence[str] = (),
        sort_key: str | None = None,
        is_explicit: bool = False,
    ) -> None:
        self.resource = resource
        self.rows = rows
        self.columns = tuple(columns)
        self.sort_key = sort_key
        self.is_explicit = is_explicit
        self.is_empty = not rows
        self.broken_by: Exception | None = None
        """The error with which the list broke off, where its rows are shown all the same."""

    def open(self, is_shown_in_part: bool) -> None:
        """Fetch the first page, so that a refusal is met early.

        :param is_shown_in_part: what came of a list that breaks off is shown.
        """
        if isinstance(self.rows, Iterator):
            first = list(itertools.islice(self.rows, 1))
            self.is_empty = not first
            self.rows = self._counted(itertools.chain(first, self.rows), is_shown_in_part)

    def _counted(self, rows: Iterator[Resource], is_shown_in_part: bool) -> Iterator[Resource]:
        count = 0
        try:
            for count, row in enumerate(rows, 1):  # noqa: B007 - it is told of a failure
                yield row
        except Exception as error:
            error.__dict__['rows_before'] = count or None
            if not (count and is_shown_in_part):
                raise
            self.broken_by = error


def of_all_rows(
    rows: Iterable[Resource], work: Callable[[list[Resource]], Iterable[Resource]]
) -> Iterator[Resource]:
    """Yield the rows that a function makes of all rows; where the list breaks off, of those that
    came.
    """
    came: list[Resource] = []
    broken_by: Exception | None = None
    try:
        came.extend(rows)
    except Exception as error:
        if not came:
            raise
        broken_by = error
    yield from work(came)
    if broken_by is not None:
        raise broken_by


class Record:
    """One resource.

    :param properties: what a table shows, names to values; the resource's own where none are given.
    :param after: a line below the table.
    :param wrap: columns after which values go on in the next line.
    :param is_quiet: shown to machines only.
    """

    def __init__(
        self,
        resource: Resource,
        properties: Mapping[str, Any] | None = None,
        after: str = '',
        wrap: int | None = None,
        is_quiet: bool = False,
    ) -> None:
        self.resource = resource
        self.properties = properties
        self.after = after
        self.wrap = wrap
        self.is_quiet = is_quiet


class Rows:
    """Rows that are no resources: titles and cells for tables, mappings for machines.

    :param titles: column titles.
    :param cells: a sequence of cells for each row.
    :param data: what machine formats show, if not the rows as mappings from keys; or a function
        that makes it, which is called when it is asked for. Of a list of mappings, one for each
        row, columns are chosen as well.
    :param columns_of: what columns are chosen of in its place.
    :param leading: of a matrix, the columns that begin each part of it, where a terminal has no
        room for all the others beside each other; titles of these are somebody's words.
    """

    def __init__(
        self,
        titles: Sequence[str],
        cells: Iterable[Sequence[Any]],
        data: object = None,
        keys: Sequence[str] | None = None,
        columns_of: Properties | None = None,
        leading: int = 0,
    ) -> None:
        self.columns_of = columns_of
        self.leading = leading
        self.titles = tuple(titles)
        self.keys = tuple(keys or (title.lower().replace(' ', '_') for title in titles))
        self.cells = cells
        self._data = data

    @property
    def data(self) -> object:
        """The data for machine formats; ``None`` for the rows as mappings."""
        if callable(self._data):
            self._data = self._data()
        return self._data


class Tree:
    """A table for machines, with lines of another shape for a reader.

    :param shown: the lines, in columns.
    :param on_terminal: what a reader at a terminal sees in their place.
    """

    def __init__(self, table: Table, shown: Rows, on_terminal: Rows | None = None) -> None:
        self.table = table
        self.shown = shown
        self.on_terminal = on_terminal or shown

    def lines(self, is_terminal: bool) -> Rows:
        """Return what a reader sees."""
        return self.on_terminal if is_terminal else self.shown


class Views:
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


def one_row(resource: Resource, columns: Sequence[str]) -> Views:
    """One resource, which a reader sees as a table of one row, at a terminal as its properties.

    :param columns: keys of the columns of the table.
    """
    record = Record(resource)
    return Views(record, Table(type(resource), [resource], columns), on_terminal=record)


class Warned:
    """A result with lines for the user, which stand beside the output."""

    def __init__(self, result: Shown, lines: Iterable[str]) -> None:
        self.result = result
        self.lines = tuple(lines)


class Text:
    """Text as it is; machine formats show it under ``key``.

    :param is_own: this program wrote it, colours included; nothing in it is the cloud's.
    :param columns_of: what columns are chosen of in its place.
    :param more: makes what documents have beside it, by keys.
    """

    def __init__(
        self,
        text: str,
        key: str = 'text',
        is_own: bool = False,
        columns_of: Record | None = None,
        more: Callable[[], Mapping[str, Any]] = dict,
    ) -> None:
        self.text = text
        self.key = key
        self.is_own = is_own
        self.columns_of = columns_of
        self.more = more


class Octets:
    """Text of a file with each octet as it is; machine formats show it under ``key``."""

    def __init__(self, content: bytes, key: str) -> None:
        self.content = content
        self.key = key

    @property
    def text(self) -> str:
        """The text; what is no UTF-8 in it are lone surrogates."""
        return self.content.decode('utf-8', 'surrogateescape')

    def write(self, environment: Environment) -> None:
        """Write all octets, and nothing behind them; a terminal gets none that acts on it."""
        out = environment.stdout
        if environment.is_terminal:
            from novaclient_mv.clouds import escapes

            out.write(escapes.lines(self.text))
        elif (buffer := getattr(out, 'buffer', None)) is not None:
            out.flush()
            buffer.write(self.content)
        else:
            out.write(self.text)


class Document:
    """Data of any shape, shown as they are.

    :param heading: lines that stand before them, for a reader and before what ``--query`` picks.
    :param whole: what machine formats show in their place, where nothing is picked.
    """

    def __init__(self, value: object, heading: str = '', whole: object = None) -> None:
        self.value = value
        self.heading = heading
        self.whole = whole


class Done:
    """Requests that were accepted: one line each for a reader, the targets for machines.

    :param data: the targets, or a function that tells them as they are when they are shown.
    """

    def __init__(self, lines: Iterable[str], data: object = None) -> None:
        self.lines = tuple(lines)
        self._data = data

    @property
    def data(self) -> object:
        """The targets."""
        return self._data() if callable(self._data) else self._data


class Properties:
    """Names and values that are no resource.

    :param are_fields: the names are the API's, no words of users.
    """

    def __init__(self, values: Mapping[str, Any], are_fields: bool = False) -> None:
        self.values = dict(values)
        self.are_fields = are_fields


class Requests:
    """Requests that were withheld, each with the target that it is for, where there are several.

    :param form: ``text`` or ``curl``, for a reader.
    :param curl_options: options of ``curl`` for the connection.
    :param leads_nowhere: the cloud has no address, as the built-in one.
    :param token_line: a line for a shell that prints the token of this login.
    """

    def __init__(
        self,
        withheld: Sequence[tuple[str | None, Withheld]],
        form: str,
        curl_options: Sequence[str] = (),
        leads_nowhere: bool = False,
        token_line: str = 'nova-mv token-issue -f value -c id',
    ) -> None:
        self.leads_nowhere = leads_nowhere
        self.token_line = token_line
        self.withheld = tuple(withheld)
        self.form = form
        self.curl_options = tuple(curl_options)


class Started:
    """A result whose work goes on in the cloud; ``--wait`` waits for it.

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
    """A resource whose work goes on; at the end of a wait it is shown as it was last seen."""
    return Started(Record(resource), [resource], lambda ended: Record(ended[0]))


Shown = (
    Table
    | Record
    | Rows
    | Tree
    | Views
    | Text
    | Octets
    | Document
    | Done
    | Properties
    | Started
    | Question
    | Warned
    | None
)
"""The result of a command; ``None`` shows nothing."""
