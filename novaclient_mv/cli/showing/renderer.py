"""The one place that prints what commands return, in every format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from novaclient_mv.cli.reading import queries
from novaclient_mv.cli.reading.columns import check_columns, resource_class, wants_made
from novaclient_mv.cli.running.results import (
    Document,
    Done,
    Octets,
    Properties,
    Record,
    Requests,
    Rows,
    Started,
    Table,
    Text,
    Tree,
    Views,
    Warned,
)
from novaclient_mv.cli.showing import cell_texts, grid
from novaclient_mv.cli.showing.mappings import Mapper, as_mapping, columns_of, for_reader, mapper
from novaclient_mv.clouds import encodings, escapes
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.options import SPECIAL_FORMATS
from novaclient_mv.versions import APIVersion

if TYPE_CHECKING:
    from novaclient_mv.cli.showing.made_columns import MadeColumns
    from novaclient_mv.resources import Resource

__all__ = ['Document', 'Done', 'Properties', 'Record', 'Renderer', 'Rows', 'Started', 'Table']
__all__ += ['Text', 'Tree', 'Views', 'as_mapping', 'check_columns', 'resource_class']


class Renderer:
    """Prints results in the format of a run; ``is_unused`` until something is printed.

    :param format: ``table``, ``json``, ``yaml``, ``csv``, ``value``, ``ndjson`` or ``github``.
    :param columns: columns that were asked for.
    :param query: JMESPath expression over the JSON form.
    :param are_checked: the columns exist; one that a result lacks is empty there.
    """

    is_for_terminal = False
    """Whether tables have lists and mappings as Python writes them, where scripts know them so."""

    def __init__(
        self,
        environment: Environment,
        format: str = 'table',
        columns: Sequence[str] = (),
        query: str | None = None,
        are_checked: bool = False,
    ) -> None:
        self.environment = environment
        self._are_checked = are_checked
        self.format = format
        self.columns = tuple(columns)
        self.query = None if query is None else queries.compiled(query)
        if self.query is not None and format == 'table':
            self.format = 'json'
        self._shows_data = query is not None or format in ('json', 'yaml', 'ndjson')
        self.is_unused = True
        self._made_columns: MadeColumns | None = None
        self._mappers: dict[tuple[object, ...], Mapper] = {}

    def render(self, result: Any, version: APIVersion) -> None:
        """Print what a command returned."""
        if result is None:
            return
        if isinstance(result, Warned):
            for line in result.lines:
                self.environment.stderr.tell(line)
            result = result.result
        if isinstance(result, Started):
            result = result.shown
        result = self.with_columns(result)
        if isinstance(result, Views):
            if self.format == 'table':
                self._print_views(result, version)
                return
            result = result.data
        if isinstance(result, Tree):
            result = result.lines(self.is_for_terminal) if self.format == 'table' else result.table
        if isinstance(result, Document):
            result = self._below_heading(result)
        self._print(result, version)

    def with_columns(self, result: Any) -> Any:
        """Return the result to choose columns of; rows and properties get theirs here.

        :raises UnknownName: there is no such column.
        """
        names = self.columns
        if names:
            from novaclient_mv.cli.showing import chosen_columns

            result = chosen_columns.of(result, names, self._shows_data, self._are_checked)
        elif isinstance(result, Table) and result.is_explicit:
            names = result.columns
        if not wants_made(names):
            return result
        if self._made_columns is None:
            from novaclient_mv.cli.showing import made_columns

            self._made_columns = made_columns.MadeColumns(self.environment.clock.now())
        return self._made_columns.added(result)

    def _below_heading(self, document: Document) -> Document:
        """Print the heading of a document where there is room for one; what is left to print."""
        if self.query is None and self.format != 'table':
            return document
        if document.heading:
            self.write(escapes.lines(document.heading))
        return Document(document.value)

    def _print(self, result: Any, version: APIVersion) -> None:
        if result is None:
            return
        if isinstance(result, Requests) and self.query is None and self.format == 'json':
            self._print_lines(result, version)
        elif isinstance(result, Table) and self.query is None and self.format == 'json':
            self._print_json(self._mappings(result, version))
        elif self.query is not None or self.format in ('json', 'yaml'):
            self.print_document(self.data(result, version))
        elif self.format in ('table', *SPECIAL_FORMATS):
            self._print_for_reader(result, version)
        elif self.format == 'ndjson':
            self._print_lines(result, version)
        else:
            self._print_cells(result, version)

    def write(self, text: str, is_styled: bool = False) -> None:
        """Print a line, or several; a terminal gets no character of theirs that acts on it.

        :param is_styled: this program wrote them, and parts of them may be bold.
        """
        if self.environment.is_terminal:
            text = escapes.styled(text) if is_styled else escapes.lines(text)
        self.put(text)

    def put(self, text: str, end: str = '\n') -> None:
        """Write a line, or several, whose characters that act on a terminal are this program's."""
        out = self.environment.stdout
        self.is_unused = False
        if not text.isascii():
            # No encoding has halves of characters, which JSON can spell.
            text = text.encode('utf-8', 'backslashreplace').decode()
        try:
            out.write(text + end)
        except UnicodeEncodeError:
            out.write(encodings.spelt(text, out) + end)

    def spelt(self, columns: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
        """Cells with the letters that the output lacks as they are written there."""
        return encodings.spelt_columns(columns, self.environment.stdout)

    # -- as data ---------------------------------------------------------------

    def _keys(self, table: Table) -> list[str] | None:
        if self.columns:
            return check_columns(table.resource, self.columns)
        return list(table.columns) if table.is_explicit else None

    def _mappings(self, table: Table, version: APIVersion) -> Iterator[dict[str, Any]]:
        return map(self.mapper(table.resource, version, self._keys(table)), table.rows)

    def mapper(
        self, resource: type[Resource], version: APIVersion, keys: Sequence[str] | None
    ) -> Mapper:
        """Return the mapper of a kind, shared by its tables."""
        name = (resource, version, None if keys is None else tuple(keys))
        if name not in self._mappers:
            self._mappers[name] = mapper(resource, version, keys)
        return self._mappers[name]

    def data(self, result: Any, version: APIVersion) -> Any:
        """A result as the formats of documents show it."""
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
            text = escapes.unstyled(result.text) if result.is_own else result.text
            if not self._shows_data:
                return {result.key: text}
            whole = self.data(result.columns_of, version) if result.columns_of else {}
            return {**whole, result.key: text, **result.more()}
        if isinstance(result, Octets):
            return {result.key: result.text}
        if isinstance(result, Properties):
            return result.values
        if isinstance(result, Requests):
            from novaclient_mv.cli.showing import requests

            return requests.data(result)
        if isinstance(result, Document):
            return result.value if result.whole is None else result.whole
        if isinstance(result, Done):
            messages = [{'message': line} for line in result.lines]
            return messages if result.data is None else result.data
        return result

    def print_document(self, data: Any) -> None:
        """Print plain data, or what the query picks of them."""
        if self.query is not None:
            data = self.query(data)
        if self.format == 'yaml':
            import yaml

            text = yaml.safe_dump(cell_texts.plain(data), sort_keys=False, allow_unicode=True)
            if not encodings.fits(text, self.environment.stdout):
                text = yaml.safe_dump(cell_texts.plain(data), sort_keys=False)
            self.write(text.rstrip('\n'))
        elif self.format in ('value', 'csv'):
            self._print_values(data)
        elif self.format == 'ndjson':
            for entry in data if isinstance(data, list) else [data]:
                self.write(escapes.to_json(entry, None))
        else:
            self._print_json(data)

    def _print_json(self, value: Any) -> None:
        """Print a value as a document, once all of it is there."""
        from novaclient_mv.cli.showing import json_text

        for lines in json_text.document(value):
            self.write(lines)

    def _print_lines(self, result: Any, version: APIVersion) -> None:
        if isinstance(result, Table):
            for row in self._mappings(result, version):
                self.write(escapes.to_json(row, None))
            return
        data = self.data(result, version)
        for entry in data if isinstance(data, list) else [data]:
            self.write(escapes.to_json(entry, None))

    def _print_cells(self, result: Any, version: APIVersion) -> None:
        """CSV, or values between spaces."""
        titles: Sequence[str]
        if isinstance(result, Table):
            titles = self.titles(result)
            mapping = self.mapper(result.resource, version, titles)
            self.print_rows(titles, (mapping(row).values() for row in result.rows))
        elif isinstance(result, Rows):
            self.print_rows(result.keys, result.cells)
        else:
            self._print_values(self.data(result, version))

    def titles(self, table: Table) -> Sequence[str]:
        """The columns of a table as cells for machines, the same at every version."""
        return self._keys(table) or table.columns or cell_texts.keys_of(table.resource)

    def _print_values(self, data: Any) -> None:
        """CSV or values of what is no table: one mapping, several, or a list of anything."""
        if isinstance(data, dict):
            if self.format == 'csv':
                self.print_rows(list(data), [list(data.values())])
            else:
                for value in data.values():
                    self.write(cell_texts.cell_text(value))
            return
        items = data if isinstance(data, list) else [data]
        titles = list(items[0]) if items and isinstance(items[0], dict) else []
        self.print_rows(titles, map(cell_texts.row_of, items))

    def print_rows(self, titles: Sequence[str], rows: Iterable[Iterable[Any]]) -> None:
        """Print rows as CSV, or as values between spaces."""
        texts = map(cell_texts.cell_texts, rows)
        if self.format != 'csv':
            for text in texts:
                self.write(' '.join(text))
            return
        from novaclient_mv.cli.showing import csv_lines

        csv_lines.write(titles, texts, self.write)

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
            self.print_grid(result.titles, result.cells)
        elif isinstance(result, Properties):
            self.print_properties(result, version)
        elif isinstance(result, Text):
            self.write(result.text, result.is_own)
        elif isinstance(result, Octets):
            result.write(self.environment)
        elif isinstance(result, Document):
            self._print_value(result.value)
        elif isinstance(result, Done):
            for line in result.lines:
                self.write(escapes.safe(line))
        elif isinstance(result, Requests):
            from novaclient_mv.cli.showing import requests

            self.write(requests.text(result))
        else:
            self.write(escapes.safe(str(result)))

    def _print_value(self, value: Any) -> None:
        """A document for a reader, who may be a program that reads JSON."""
        if isinstance(value, str):
            self.write(value)
        elif value is not None:
            self._print_json(value)

    def _print_views(self, views: Views, version: APIVersion) -> None:
        for part in views.shown:
            self._print_for_reader(part, version)

    def _print_table(self, table: Table, version: APIVersion) -> None:
        titles, columns = self.laid_out(table, version)
        self._print_columns(list(titles.values()), columns)

    def laid_out(self, table: Table, version: APIVersion) -> tuple[dict[str, str], list[list[Any]]]:
        """The columns of a table for a reader, keys to titles, and the cells of each."""
        keys = self._keys(table) or self._table_keys(table, version)
        by_key = {field.key: field for field in table.resource.fields}
        columns = columns_of(table, keys, version, not self.is_for_terminal)
        return {key: by_key[key].title for key in keys}, columns

    def _print_record(self, record: Record, version: APIVersion) -> None:
        if record.is_quiet and not self.columns:
            return
        self.print_properties(record, version)
        if record.after and not self.columns:
            self.write(escapes.safe(record.after))

    def print_properties(
        self,
        record: Record | Properties,
        version: APIVersion,
        leading: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Print names and values of a record, for a reader.

        :param leading: those that stand before them.
        """
        values = self._properties(record, version)
        pairs = [(name, cell_texts.property_text(value)) for name, value in values]
        wrap = record.wrap if isinstance(record, Record) else None
        self.print_grid(('Property', 'Value'), [*leading, *pairs], wrap)

    def _properties(self, record: Record | Properties, version: APIVersion) -> Iterable[Any]:
        """Names and values of a record, in the order in which a reader sees them."""
        if isinstance(record, Properties):
            return record.values.items()
        if self.columns:
            keys = check_columns(type(record.resource), self.columns)
            return for_reader(record.resource, version, keys).items()
        properties = record.properties
        if properties is None:
            properties = record.resource.without_links()
        return sorted(properties.items())

    def print_grid(
        self, titles: Sequence[str], rows: Iterable[Sequence[Any]], wrap: int | None = None
    ) -> None:
        """Print rows between lines, for a reader."""
        columns = list(zip(*rows, strict=True)) or [()] * len(titles)
        self._print_columns(titles, columns, wrap)

    def _print_columns(
        self, titles: Sequence[str], columns: Sequence[Sequence[Any]], wrap: int | None = None
    ) -> None:
        if self.environment.is_terminal:
            columns = [cell_texts.cut(column) for column in columns]
        texts = [cell_texts.column_texts(column) for column in (titles, *columns)]
        titles, *texts = self.spelt(texts)
        for lines in grid.pieces(titles, texts, wrap):
            self.write(lines)
