"""Fields of resources: what scripts and tables call them, and where the API has them.

A resource declares them as its attributes, by the API's keys::

    class Flavor(resources.Resource):
        id: str = field('ID')
        ram: int = field('RAM')
        description: str | None = field(start_version='2.55')

so that type checkers know its attributes, and nothing else is one. Where programs cannot read the
API's key as an attribute, the name begins with ``_``. ``class Trait(resources.Resource,
since='1.6')`` states the first version of all fields that the class adds without one.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from novaclient_mv import versions
from novaclient_mv.resources import known_keys

Path = str | tuple[str, ...] | Callable[[Mapping[str, Any]], Any]
"""A value's place in the API: a key, keys of nested mappings, or a function of all."""


class PythonText:
    """Makes the text of a list or mapping in tables that scripts read, as python-novaclient did;
    a terminal shows the value itself.
    """

    __slots__ = ('text',)

    def __init__(self, text: Callable[[Any], str]) -> None:
        self.text = text

    def __call__(self, value: object) -> str:
        return self.text(value)


class Brief:
    """Makes what every table has for a value, also that of a record; machines have all of it."""

    __slots__ = ('text',)

    def __init__(self, text: Callable[[Any], Any]) -> None:
        self.text = text

    def __call__(self, value: object) -> object:
        return self.text(value)


class Field:
    """One field of a resource: what scripts and tables call it, and where the API has it.

    :param key: public, stable name in machine formats.
    :param title: column title in tables.
    :param path: the API's key, several keys for a nested value, or a function of the API's mapping.
    :param start_version: first version that has it.
    :param end_version: last version that has it.
    :param cell: how a table shows the value, if not as it is.
    :param uses: the API's keys that a function reads, so that they are not listed as unknown; a
        tuple is the place of one in nested mappings, or in lists of them.
    :param shape: puts what is unknown in a nested value under ``extra``, where it has known keys.
    :param cell_end: last version at which a table shows it so.
    """

    __slots__ = (
        *('_cell_range', 'cell', 'has_python_text', 'key', 'name', 'paths', 'range', 'read'),
        *('shape', 'title', 'type'),
    )

    paths: tuple[str | tuple[str, ...], ...]
    """The API's keys that it reads, with the path to those in nested mappings."""
    name: str | None
    """The API's key, where the value is taken as it is; many rows are read faster by it."""

    def __init__(
        self,
        key: str,
        title: str | None = None,
        path: Path | None = None,
        type: str = 'str',
        start_version: str | None = None,
        end_version: str | None = None,
        cell: Callable[[Any], Any] | None = None,
        uses: tuple[str | tuple[str, ...], ...] = (),
        shape: known_keys.Shape | None = None,
        cell_end: str | None = None,
    ) -> None:
        self.key = key
        self.title = title or key.replace('_', ' ').title()
        self.type = type
        self.range = versions.VersionRange(start_version, end_version)
        self.cell = cell
        self._cell_range = versions.VersionRange(None, cell_end) if cell_end else None
        self.has_python_text = isinstance(cell, PythonText)
        if path is None:
            path = key
        self.shape = shape
        self.name = None
        self.paths = uses
        if callable(path):
            self.read = path
        elif isinstance(path, str):
            self.name = path
            self.paths = uses or (path,)
            self.read = _getter(path)
        else:
            self.paths = uses or (path,)
            self.read = _nested_getter(path)

    @property
    def uses(self) -> tuple[str, ...]:
        """The API's keys that it reads at the top."""
        names = (path if isinstance(path, str) else path[0] for path in self.paths)
        return tuple(dict.fromkeys(names))

    def cell_at(self, version: versions.APIVersion) -> Callable[[Any], Any] | None:
        """The function of a table's cell at a version; ``None`` shows the value as it is."""
        if self._cell_range is not None and version not in self._cell_range:
            return None
        return self.cell


Time = str
"""A point in time, as the API writes it."""

_TYPES = {'Time': 'time'}


class _Declaration:
    """A field of a class that is not made yet, as it knows neither its name nor its type."""

    __slots__ = ('before', 'options')

    def __init__(self, options: dict[str, Any]) -> None:
        self.before: str | None = options.pop('before', None)
        self.options = options

    def field(self, attribute: str, annotation: str, since: str | None = None) -> Field:
        """The field of an attribute with this name and type."""
        name = attribute.lstrip('_')
        kind = annotation.partition(' |')[0].partition('[')[0].rpartition('.')[2]
        options: dict[str, Any] = {'key': name, 'path': name, 'type': _TYPES.get(kind, kind)}
        options['start_version'] = since
        if name == attribute and callable(self.options.get('path')):
            options['uses'] = (name,)
        return Field(**options | self.options)


def field(
    title: str | None = None,
    path: Path | None = None,
    key: str | None = None,
    type: str | None = None,
    start_version: str | None = None,
    end_version: str | None = None,
    cell: Callable[[Any], Any] | None = None,
    uses: tuple[str | tuple[str, ...], ...] = (),
    shape: known_keys.Shape | None = None,
    before: str | None = None,
    cell_end: str | None = None,
) -> Any:  # noqa: ANN401 - its attribute says of what type it is
    """Declare an attribute of a resource as a field; see :class:`Field`.

    :param key: its name in machine formats, if not that of the attribute.
    :param type: its type in machine formats, if not that of the attribute.
    :param before: key of an inherited field that comes after it.
    """
    return _Declaration({name: value for name, value in locals().items() if value})


def declared(kind: type, inherited: Iterable[Field], since: str | None) -> tuple[Field, ...]:
    """All fields of a class. Those that it declares cease to be attributes of the class: they would
    hide what the cloud says.

    :param since: first version of those that it declares without one.
    """
    fields = {field.key: field for field in inherited}
    for name, declaration in [*vars(kind).items()]:
        if isinstance(declaration, _Declaration):
            own = declaration.field(name, kind.__annotations__[name], since)
            keys = list(fields)
            later = keys[keys.index(declaration.before) :] if declaration.before else []
            fields[own.key] = own
            fields |= {key: fields.pop(key) for key in later}
            delattr(kind, name)
    return tuple(fields.values())


def _getter(name: str) -> Callable[[Mapping[str, Any]], Any]:
    return operator.methodcaller('get', name)


def _nested_getter(path: tuple[str, ...]) -> Callable[[Mapping[str, Any]], Any]:
    def read(fields: Mapping[str, Any]) -> object:
        value: Any = fields
        for name in path:
            if not isinstance(value, Mapping):
                return None
            value = value.get(name)
        return value

    return read
