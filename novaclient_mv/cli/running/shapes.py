"""Results of commands in one of four shapes that formats write: rows, pairs, document, text."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.cli.running import mappings
from novaclient_mv.clouds import escapes

if TYPE_CHECKING:
    from novaclient_mv.cli.running.mappings import Projection
    from novaclient_mv.resources import Field, Resource

Columns = tuple[Sequence[str], Sequence[str], Sequence[Sequence[Any]]]
"""The keys of columns, their titles, and the cells of each."""


class Result:
    """A result of a command.

    ``shape`` names the method of a format that writes it: ``rows``, ``pairs``, ``document`` or
    ``text``. Of ``columns_of`` columns are chosen in its place. ``heading`` are lines above what a
    reader sees, or ``--query`` picks.
    """

    shape: ClassVar[str]
    columns_of: Result | None = None
    heading = ''

    def as_data(self, projection: Projection) -> Any:
        """Return plain data, as documents hold them."""
        raise NotImplementedError

    def as_queried(self, projection: Projection) -> Any:
        """Return the plain data that ``--query`` is asked of."""
        return self.as_data(projection)

    @property
    def for_machines(self) -> Any:
        """The result that formats for programs show in its place."""
        return self

    def for_reader(self, is_terminal: bool) -> Sequence[Any]:
        """Return the results that a reader sees in its place."""
        return (self,)

    def whole(self) -> Any:
        """Return the result with nothing left to fetch."""
        return self


class Table(Result):
    """Resources of one kind, a row each.

    :param resource: their class, whose fields are the columns.
    :param rows: the resources, streamed.
    :param columns: keys of the columns of a table.
    :param sort_key: key by which a table is sorted, where the cloud did not sort.
    :param is_explicit: the columns were asked for, and machine formats have these only.
    """

    shape = 'rows'
    leading = 0

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

        :param is_shown_in_part: the rows of a list that breaks off are shown.
        """
        if isinstance(self.rows, Iterator):
            first = list(itertools.islice(self.rows, 1))
            self.is_empty = not first
            self.rows = self._counted(itertools.chain(first, self.rows), is_shown_in_part)

    def replace_rows(self, rows: Iterable[Resource]) -> None:
        """Show other rows, as those that are noted while they pass."""
        self.rows = rows

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

    def with_rows(self, rows: Iterable[Resource], resource: type[Resource] | None = None) -> Table:
        """Return a table like this one, with these rows, and maybe of another class."""
        kind = self.resource if resource is None else resource
        return Table(kind, rows, self.columns, self.sort_key, self.is_explicit)

    def whole(self) -> Table:
        return self.with_rows(tuple(self.rows))

    def _keys(self, projection: Projection) -> list[str] | None:
        """The columns that were asked for, if any were."""
        keys = projection.keys_of(self.resource)
        return list(self.columns) if keys is None and self.is_explicit else keys

    def as_entries(self, projection: Projection) -> Iterator[dict[str, Any]]:
        """Yield the mapping of each row, while the rows are fetched."""
        return map(projection.mapper(self.resource, self._keys(projection)), self.rows)

    def as_data(self, projection: Projection) -> list[dict[str, Any]]:
        return list(self.as_entries(projection))

    def as_cells(self, projection: Projection) -> tuple[Sequence[str], Iterable[Iterable[Any]]]:
        """Return the keys of the columns, the same at every version, and the rows of cells."""
        keys = (
            self._keys(projection) or self.columns or [field.key for field in self.resource.fields]
        )
        mapping = projection.mapper(self.resource, keys)
        return keys, (mapping(row).values() for row in self.rows)

    def as_columns(self, projection: Projection) -> Columns:
        """Return the columns that the version has."""
        by_key = {field.key: field for field in self.resource.fields}
        keys = self._keys(projection) or [
            key
            for key in self.columns or by_key
            if self.is_explicit or projection.version in by_key[key].range
        ]
        titles = [by_key[key].title for key in keys]
        return (
            keys,
            titles,
            mappings.columns_of(self.resource, self.rows, keys, projection, self.sort_key),
        )


class Rows(Result):
    """Rows that are not resources: titles and cells for tables, mappings for machines.

    :param titles: column titles.
    :param cells: a sequence of cells for each row.
    :param data: what machine formats show, if not the rows as mappings from keys; or a function
        that makes it, which is called when it is asked for. Of a list of mappings, one for each
        row, columns are chosen as well.
    :param columns_of: what columns are chosen of in its place.
    :param leading: of a matrix, the columns that begin each part of it, where a terminal has no
        room for all the others beside each other; titles of these are somebody's words.
    """

    shape = 'rows'

    def __init__(
        self,
        titles: Sequence[str],
        cells: Iterable[Sequence[Any]],
        data: object = None,
        keys: Sequence[str] | None = None,
        columns_of: Result | None = None,
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
        if callable(self._data):
            self._data = self._data()
        return self._data

    def as_data(self, projection: Projection) -> Any:
        if self.data is not None:
            return self.data
        return [dict(zip(self.keys, row, strict=True)) for row in self.cells]

    as_entries = as_data

    def as_cells(self, projection: Projection) -> tuple[Sequence[str], Iterable[Iterable[Any]]]:
        """Return the keys of the columns, and the rows of cells."""
        return self.keys, self.cells

    def as_columns(self, projection: Projection) -> Columns:
        columns = list(zip(*self.cells, strict=True)) or [()] * len(self.titles)
        return self.keys, self.titles, columns

    def whole(self) -> Rows:
        cells = [tuple(row) for row in self.cells]
        return Rows(self.titles, cells, self.data, self.keys, self.columns_of, self.leading)


class Record(Result):
    """One resource.

    :param properties: what a table shows, names to values; the resource's own where none are given.
    :param after: a line below the table.
    :param wrap: columns after which values continue in the next line.
    :param is_quiet: shown to machines only.
    """

    shape = 'pairs'
    are_fields = True
    """Whether the names are the API's, and no words of users."""

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

    @property
    def fields(self) -> Sequence[Field]:
        """The fields that the names may be of."""
        return type(self.resource).fields

    def as_data(self, projection: Projection) -> dict[str, Any]:
        keys = projection.keys_of(type(self.resource))
        return projection.mapper(type(self.resource), keys)(self.resource)

    def as_pairs(self, projection: Projection) -> Iterable[tuple[str, Any]]:
        keys = projection.keys_of(type(self.resource))
        if keys is not None:
            return mappings.for_reader(self.resource, projection.version, keys).items()
        properties = self.properties
        return sorted((self.resource.without_links() if properties is None else properties).items())


class Properties(Result):
    """Names and values that are not resources.

    :param are_fields: the names are the API's, no words of users.
    """

    shape = 'pairs'
    after, wrap, is_quiet = '', None, False
    fields: Sequence[Field] = ()

    def __init__(self, values: Mapping[str, Any], are_fields: bool = False) -> None:
        self.values = dict(values)
        self.are_fields = are_fields

    def as_data(self, projection: Projection) -> dict[str, Any]:
        return self.values

    def as_pairs(self, projection: Projection) -> Iterable[tuple[str, Any]]:
        return self.values.items()


class Document(Result):
    """Data of any shape, shown as they are.

    :param heading: lines before them, for a reader and before what ``--query`` picks.
    :param whole: what machine formats show in their place, where nothing is picked.
    """

    shape = 'document'

    def __init__(self, value: object, heading: str = '', whole: object = None) -> None:
        self.value = value
        self.heading = heading
        self._whole = whole

    def as_data(self, projection: Projection) -> Any:
        return self.value if self._whole is None else self._whole

    def as_queried(self, projection: Projection) -> Any:
        return self.value


class TextResult(Result):
    """A result that a reader sees as text.

    ``content`` is the text, or bytes that are written without a line end behind them; ``is_own``
    whether this program wrote it, so that parts may be bold; ``has_line_for_each`` whether JSON has
    a line for each entry.
    """

    shape = 'text'
    is_own = has_line_for_each = False
    content: str | bytes | None = None


class Text(TextResult):
    """Unchanged text; machine formats show it under ``key``.

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
        self.text = self.content = text
        self.key = key
        self.is_own = is_own
        self.columns_of = columns_of
        self.more = more

    def as_data(self, projection: Projection) -> dict[str, Any]:
        """Return the text under its key, in a document with what else there is."""
        text = escapes.unstyled(self.text) if self.is_own else self.text
        if not projection.is_document:
            return {self.key: text}
        rest = {} if self.columns_of is None else self.columns_of.as_data(projection)
        return {**rest, self.key: text, **self.more()}


class RawBytes(TextResult):
    """Text of a file with each byte as it is; machine formats show it under ``key``."""

    def __init__(self, content: bytes, key: str) -> None:
        self.content = content
        # Bytes that are not UTF-8 are lone surrogates.
        self._text = content.decode('utf-8', 'surrogateescape')
        self.key = key

    def as_data(self, projection: Projection) -> dict[str, Any]:
        return {self.key: self._text}


class Done(TextResult):
    """Requests that were accepted: one line each for a reader, the targets for machines.

    :param data: the targets, or a function that tells them as they are when they are shown.
    """

    def __init__(self, lines: Iterable[str], data: object = None) -> None:
        self.lines = tuple(lines)
        self.content = '\n'.join(map(escapes.safe, self.lines)) if self.lines else None
        self._data = data

    @property
    def data(self) -> object:
        return self._data() if callable(self._data) else self._data

    def as_data(self, projection: Projection) -> Any:
        """Return the targets; the lines as messages without any."""
        data = self.data
        return [{'message': line} for line in self.lines] if data is None else data


RowsResult = Table | Rows
PairsResult = Record | Properties
