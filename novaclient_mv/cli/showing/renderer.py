"""The one place that prints what commands return, in every format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from novaclient_mv import errors
from novaclient_mv.cli.reading import queries
from novaclient_mv.cli.reading.columns import check_columns, find_field, resource_class
from novaclient_mv.cli.running import escapes
from novaclient_mv.cli.running.results import (
    Document,
    Done,
    Properties,
    Record,
    Rows,
    Started,
    Table,
    Text,
    Tree,
    Views,
    one_row,
)
from novaclient_mv.cli.showing import grid
from novaclient_mv.clouds import encodings
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire import answers

if TYPE_CHECKING:
    from novaclient_mv.resources import Field, Resource

__all__ = [
    'Document',
    'Done',
    'Properties',
    'Record',
    'Renderer',
    'Rows',
    'Started',
    'Table',
    'Text',
    'Tree',
    'Views',
    'as_mapping',
    'check_columns',
    'find_field',
    'one_row',
    'resource_class',
]

ABSENT = '-'


def _nonsense(resource: Resource, error: Exception) -> errors.CloudError:
    """The error for values of other types than the API has."""
    kind = type(resource).__name__.lower()
    return answers.about_answer(f'The cloud sent a {kind} that makes no sense: {error}.')


def as_mapping(
    resource: Resource, version: APIVersion, keys: Sequence[str] | None = None
) -> dict[str, Any]:
    """A resource for machine formats: stable keys, ``null`` for what is not there, the rest under
    ``extra``, or under ``unknown`` where the API has an ``extra`` of its own.
    """
    info = resource._info
    values = {}
    used = set(resource.link_keys)
    for field in resource.fields:
        used.update(field.uses)
        if keys is None or field.key in keys:
            try:
                values[field.key] = field.read(info) if version in field.range else None
            except answers.ODD_VALUES as error:
                raise _nonsense(resource, error) from error
    if keys is not None:
        return {key: values[key] for key in keys}
    extra = {name: value for name, value in info.items() if name not in used}
    if extra:
        values['unknown' if 'extra' in values else 'extra'] = extra
    return values


class _Sink:
    """What ``csv`` writes lines to."""

    # Cells are quoted for the signs of line ends that they hold, if these end lines themselves.
    end = '\r\n'

    def __init__(self, write_line: Callable[[str], None]) -> None:
        self.write_line = write_line

    def write(self, text: str) -> None:
        """Write one line."""
        self.write_line(text.removesuffix(self.end))


class Renderer:
    """Prints results in the format of a run.

    :param format: ``table``, ``json``, ``yaml``, ``csv``, ``value``, ``ndjson`` or ``github``.
    :param columns: columns that were asked for.
    :param query: JMESPath expression over the JSON form.
    """

    def __init__(
        self,
        environment: Environment,
        format: str = 'table',
        columns: Sequence[str] = (),
        query: str | None = None,
    ) -> None:
        self.environment = environment
        self.format = format
        self.columns = tuple(columns)
        self.query = None if query is None else queries.compiled(query)
        if self.query is not None and format == 'table':
            self.format = 'json'

    def render(self, result: Any, version: APIVersion) -> None:
        """Print what a command returned."""
        if result is None:
            return
        if isinstance(result, Started):
            result = result.shown
        if isinstance(result, Views):
            if self.format == 'table' and not self.columns:
                for part in result.shown:
                    self._print_for_reader(part, version)
                return
            result = result.data
        if isinstance(result, Tree):
            is_for_reader = self.format == 'table' and not self.columns
            result = Rows(result.titles, result.cells) if is_for_reader else result.table
        if isinstance(result, Document):
            result = self._below_heading(result)
        self._print(result, version)

    def _below_heading(self, document: Document) -> Document:
        """Print the heading of a document where there is room for one; what is left to print."""
        if self.query is None and self.format != 'table':
            return document
        if document.heading:
            self.write(_safe_lines(document.heading))
        return Document(document.value)

    def _print(self, result: Any, version: APIVersion) -> None:
        if result is None:
            return
        if self.query is not None or self.format in ('json', 'yaml'):
            self._print_document(self._data(result, version))
        elif self.format in ('table', 'github'):
            self._print_for_reader(result, version)
        elif self.format == 'ndjson':
            self._print_lines(result, version)
        else:
            self._print_cells(result, version)

    def write(self, text: str) -> None:
        """Print a line, or several."""
        out = self.environment.stdout
        if self.format in ('yaml', 'csv', 'value') and self.environment.is_terminal:
            text = _safe_lines(text)
        if not text.isascii():
            # No encoding has halves of characters, which JSON can spell.
            text = text.encode('utf-8', 'backslashreplace').decode()
        try:
            out.write(text + '\n')
        except UnicodeEncodeError:
            out.write(encodings.spelt(text, out) + '\n')

    # -- as data ---------------------------------------------------------------

    def _keys(self, table: Table) -> list[str] | None:
        if self.columns:
            return check_columns(table.resource, self.columns)
        return list(table.columns) if table.is_explicit else None

    def _mappings(self, table: Table, version: APIVersion) -> Iterator[dict[str, Any]]:
        keys = self._keys(table)
        return (as_mapping(row, version, keys) for row in table.rows)

    def _data(self, result: Any, version: APIVersion) -> Any:
        if isinstance(result, Table):
            return list(self._mappings(result, version))
        if isinstance(result, Record):
            keys = check_columns(type(result.resource), self.columns) if self.columns else None
            return as_mapping(result.resource, version, keys)
        if isinstance(result, Rows):
            if result.data is not None:
                return result.data
            return [dict(zip(result.keys, row, strict=True)) for row in result.cells]
        if isinstance(result, Text):
            return {result.key: result.text}
        if isinstance(result, Properties):
            return result.values
        if isinstance(result, Document):
            return result.value if result.whole is None else result.whole
        if isinstance(result, Done):
            return (
                result.data
                if result.data is not None
                else [{'message': line} for line in result.lines]
            )
        return result

    def _print_document(self, data: Any) -> None:
        if self.query is not None:
            data = self.query(data)
        if self.format == 'yaml':
            import yaml

            text = yaml.safe_dump(_plain(data), sort_keys=False, allow_unicode=True)
            if not encodings.fits(text, self.environment.stdout):
                text = yaml.safe_dump(_plain(data), sort_keys=False)
            self.write(text.rstrip('\n'))
        elif self.format in ('value', 'csv'):
            self._print_found(data)
        elif self.format == 'ndjson' and isinstance(data, list):
            for entry in data:
                self.write(escapes.to_json(entry, None))
        else:
            self.write(escapes.to_json(data))

    def _print_lines(self, result: Any, version: APIVersion) -> None:
        if isinstance(result, Table):
            for row in self._mappings(result, version):
                self.write(escapes.to_json(row, None))
            return
        data = self._data(result, version)
        for entry in data if isinstance(data, list) else [data]:
            self.write(escapes.to_json(entry, None))

    def _print_cells(self, result: Any, version: APIVersion) -> None:
        """CSV, or values between spaces."""
        titles: Sequence[str]
        if isinstance(result, Table):
            # The same columns at every version, as in the other formats for machines.
            titles = self._keys(result) or result.columns or _keys_of(result.resource)
            rows: Iterable[Sequence[Any]] = (
                list(as_mapping(row, version, titles).values()) for row in result.rows
            )
            self._print_rows(titles, rows)
        elif isinstance(result, Rows):
            self._print_rows(result.keys, result.cells)
        else:
            self._print_found(self._data(result, version))

    def _print_found(self, data: Any) -> None:
        """CSV or values of what is no table: one mapping, several, or a list of anything."""
        if isinstance(data, dict):
            if self.format == 'csv':
                self._print_rows(list(data), [list(data.values())])
            else:
                for value in data.values():
                    self.write(_cell_text(value))
            return
        items = data if isinstance(data, list) else [data]
        titles = list(items[0]) if items and isinstance(items[0], dict) else []
        self._print_rows(titles, map(_row_of, items))

    def _print_rows(self, titles: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        texts = ([_cell_text(value) for value in row] for row in rows)
        if self.format != 'csv':
            for text in texts:
                self.write(' '.join(text))
            return
        import csv

        # One line at a time goes through our own writing, which knows terminals and encodings.
        writer = csv.writer(_Sink(self.write), lineterminator=_Sink.end)
        if titles:
            writer.writerow(titles)
        writer.writerows(texts)

    # -- for a reader ------------------------------------------------------------

    def _table_keys(self, table: Table, version: APIVersion) -> list[str]:
        by_key = {field.key: field for field in table.resource.fields}
        keys = table.columns or tuple(by_key)
        return [key for key in keys if table.is_explicit or version in by_key[key].range]

    def _print_for_reader(self, result: Any, version: APIVersion) -> None:
        if isinstance(result, Table):
            self._print_table(result, version)
        elif isinstance(result, Record):
            self._print_record(result, version)
        elif isinstance(result, Rows):
            self._print_grid(result.titles, result.cells)
        elif isinstance(result, Properties):
            pairs = [(name, _property_text(value)) for name, value in result.values.items()]
            self._print_grid(('Property', 'Value'), pairs)
        elif isinstance(result, Text):
            is_plain = result.is_own or not self.environment.is_terminal
            self.write(result.text if is_plain else _safe_lines(result.text))
        elif isinstance(result, Document):
            self._print_value(result.value)
        elif isinstance(result, Done):
            for line in result.lines:
                self.write(escapes.safe(line))
        else:
            self.write(escapes.safe(str(result)))

    def _print_value(self, value: Any) -> None:
        """A document for a reader, who may be a program that reads JSON."""
        if isinstance(value, str):
            self.write(_safe_lines(value) if self.environment.is_terminal else value)
        elif value is not None:
            self.write(escapes.to_json(value))

    def _print_table(self, table: Table, version: APIVersion) -> None:
        keys = self._keys(table) or self._table_keys(table, version)
        by_key = {field.key: field for field in table.resource.fields}
        # The order is the same whether the column that it follows is shown or not.
        sorted_by = [table.sort_key] if table.sort_key else []
        readers = [_reader(by_key[key], version) for key in (*keys, *sorted_by)]
        cells = []
        for row in table.rows:
            try:
                cells.append([read(row._info) for read in readers])
            except answers.ODD_VALUES as error:
                raise _nonsense(row, error) from error
        if sorted_by:
            cells.sort(key=lambda row: _cell_text(row[-1]))
        self._print_grid([by_key[key].title for key in keys], [row[: len(keys)] for row in cells])

    def _print_record(self, record: Record, version: APIVersion) -> None:
        resource = record.resource
        if record.is_quiet:
            return
        if self.columns:
            keys = check_columns(type(resource), self.columns)
            properties: Mapping[str, Any] = as_mapping(resource, version, keys)
            rows = list(properties.items())
        else:
            properties = resource.properties() if record.properties is None else record.properties
            rows = sorted(properties.items())
        pairs = [(name, _property_text(value)) for name, value in rows]
        self._print_grid(('Property', 'Value'), pairs, record.wrap)
        if record.after:
            self.write(escapes.safe(record.after))

    def _print_grid(
        self, titles: Sequence[str], rows: Iterable[Sequence[Any]], wrap: int | None = None
    ) -> None:
        cells = [[_table_text(cell) for cell in row] for row in rows]
        self.write(grid.laid_out(titles, cells, wrap))


def _reader(field: Field, version: APIVersion) -> Callable[[Mapping[str, Any]], Any]:
    """How a table reads what it shows of a field."""
    if version not in field.range:
        return lambda info: ''
    read, cell = field.read, field.cell
    if cell is None:
        return read
    return lambda info: cell(read(info))


def _table_text(value: Any) -> str:
    """A value as text in a table; most are plain text already."""
    text = value if isinstance(value, str) else _cell_text(value)
    return text if text.isascii() and text.isprintable() else escapes.safe(text)


def _cell_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return ''
    if isinstance(value, dict | list):
        return escapes.to_json(value, None)
    return str(value)


def _row_of(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else [value]


def _keys_of(resource: type[Resource]) -> list[str]:
    return [field.key for field in resource.fields]


def _property_text(value: Any) -> str:
    return ABSENT if value is None else _cell_text(value)


def _safe_lines(text: str) -> str:
    return '\n'.join(escapes.safe(line) for line in text.split('\n'))


def _plain(value: Any) -> Any:
    """A value of plain types only, as YAML writes them."""
    import json

    return json.loads(json.dumps(value, default=str))
