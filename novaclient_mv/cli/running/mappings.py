"""Resources as machine formats show them, mappings with stable keys, and as columns of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from novaclient_mv import errors
from novaclient_mv.cli.reading.columns import check_columns
from novaclient_mv.cli.running import cell_texts
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire import answers

if TYPE_CHECKING:
    from novaclient_mv.resources import Field, Resource

Mapper = Callable[['Resource'], dict[str, Any]]
"""Makes the mapping of a resource."""


class Projection:
    """The shown part of results: some of their columns, at one version.

    :param names: columns that were asked for; all without any.
    :param is_document: the values go to a document, which holds more than cells.
    :param has_python_texts: cells have lists and mappings as Python writes them, where tables for
        scripts have them so.
    """

    def __init__(
        self,
        version: APIVersion,
        names: Sequence[str] = (),
        is_document: bool = False,
        has_python_texts: bool = True,
    ) -> None:
        self.version = version
        self.names = names
        self.is_document = is_document
        self.has_python_texts = has_python_texts
        self._mappers: dict[tuple[object, ...], Mapper] = {}

    def keys_of(self, kind: type[Resource]) -> list[str] | None:
        """Return the keys of the columns that were asked for; ``None`` where none were."""
        return check_columns(kind, self.names) if self.names else None

    def mapper(self, kind: type[Resource], keys: Sequence[str] | None) -> Mapper:
        """Return the mapper of a kind, shared by its tables."""
        name = (kind, None if keys is None else tuple(keys))
        if name not in self._mappers:
            self._mappers[name] = mapper(kind, self.version, keys)
        return self._mappers[name]


_NOWHERE = object()
"""The name of a field that no resource has: JSON has texts as keys only."""


def malformed(resource: Resource, error: Exception) -> errors.CloudError:
    """The error for values of other types than the API has; a mistake of the program is raised."""
    from novaclient_mv.wire import mistakes

    mistakes.check(error)
    kind = type(resource).__name__.lower()
    return answers.about_answer(f'The cloud sent a malformed {kind}: {error}.')


def mapper(kind: type[Resource], version: APIVersion, keys: Sequence[str] | None = None) -> Mapper:
    """Return a function that maps resources of one kind at one version.

    What does not depend on the resource is worked out once, so that long lists are fast. The
    mappings have stable keys, ``null`` for what is not there, and the rest under ``extra``, or
    under ``unknown`` where the API has an ``extra`` of its own.
    """
    from novaclient_mv.resources import known_keys

    fields = _in_order(kind.fields, keys)
    readers = {field.key: _reader(field, version) for field in fields}
    names = [reader if isinstance(reader, str) else _NOWHERE for reader in readers.values()]
    computed = [(key, read) for key, read in readers.items() if callable(read)]
    tree = kind.known_places()
    rest = known_keys.rest_key(readers)
    has_depth = any(below is not None for below in tree.values())

    def mapping(resource: Resource) -> dict[str, Any]:
        info = resource._info
        values: dict[str, Any] = dict(zip(readers, map(info.get, names), strict=True))
        try:
            for key, read in computed:
                values[key] = read(info)
        except answers.MALFORMED as error:
            raise malformed(resource, error) from error
        is_looked_through = keys is None and (has_depth or not info.keys() <= tree.keys())
        if is_looked_through and (unknown := known_keys.unknown(info, tree)):
            values[rest] = unknown
        return values

    return mapping


def _in_order(fields: Sequence[Field], keys: Sequence[str] | None) -> list[Field]:
    """The fields of some keys, in the order of the keys; all of them without keys."""
    if keys is None:
        return list(fields)
    by_key = {field.key: field for field in fields}
    return [by_key[key] for key in keys]


def _reader(field: Field, version: APIVersion) -> str | Callable[[Mapping[str, Any]], Any] | None:
    """A key of the API or a function for a field's value; ``None`` if the version lacks it."""
    if version not in field.range:
        return None
    if field.shape is None:
        return field.read if field.name is None else field.name
    read, shape = field.read, field.shape
    return lambda info: shape(read(info))


def as_mapping(
    resource: Resource, version: APIVersion, keys: Sequence[str] | None = None
) -> dict[str, Any]:
    """The mapping of one resource; see :func:`mapper`."""
    return mapper(type(resource), version, keys)(resource)


def for_reader(resource: Resource, version: APIVersion, keys: Sequence[str]) -> dict[str, Any]:
    """The chosen fields of one resource, for a table."""
    from novaclient_mv.resources import Brief

    cells = {field.key: field.cell for field in resource.fields}
    values = as_mapping(resource, version, keys)
    return {
        key: cell(value) if isinstance(cell := cells.get(key), Brief) else value
        for key, value in values.items()
    }


def columns_of(
    kind: type[Resource],
    rows: Iterable[Resource],
    keys: Sequence[str],
    projection: Projection,
    sort_key: str | None = None,
) -> list[list[Any]]:
    """The cells of each column of rows of one kind; they take less memory than rows."""
    by_key = {field.key: field for field in kind.fields}
    # The order is the same whether the column that it follows is shown or not.
    sorted_by = [sort_key] if sort_key else []
    read_keys = [*keys, *(key for key in sorted_by if key not in keys)]
    columns: list[list[Any]] = [[] for _ in read_keys]
    readers = [_cell_reader(by_key[key], projection) for key in read_keys]
    takers = [(column.append, read) for column, read in zip(columns, readers, strict=True)]
    for row in rows:
        info = row._info
        try:
            for take, read in takers:
                take(read(info))
        except answers.MALFORMED as error:
            raise malformed(row, error) from error
    for key in sorted_by:
        texts = [cell_texts.cell_text(cell) for cell in columns[read_keys.index(key)]]
        order = sorted(range(len(texts)), key=texts.__getitem__)
        columns = [[column[index] for index in order] for column in columns]
    return columns[: len(keys)]


def _cell_reader(field: Field, projection: Projection) -> Callable[[Mapping[str, Any]], Any]:
    """Return a function that reads a field's cell."""
    if projection.version not in field.range:
        return lambda info: ''
    read, cell = field.read, field.cell_at(projection.version)
    if cell is None or (field.has_python_text and not projection.has_python_texts):
        return read
    return lambda info: cell(read(info))
