"""Fields of resources: what scripts and tables call them, and where the API has them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from novaclient_mv import versions


class Field:
    """One field of a resource: what scripts and tables call it, and where the API has it.

    :param key: public, stable name in machine formats.
    :param title: column title in tables.
    :param path: the API's key, several keys for a nested value, or a function of the API's mapping.
    :param start_version: first version that has it.
    :param end_version: last version that has it.
    :param cell: how a table shows the value, if not as it is.
    :param uses: the API's keys that a function reads, so that they are not listed as unknown.
    """

    __slots__ = ('cell', 'key', 'name', 'range', 'read', 'title', 'type', 'uses')

    name: str | None
    """The API's key, where the value is taken as it is; many rows are read faster by it."""

    def __init__(
        self,
        key: str,
        title: str | None = None,
        path: str | tuple[str, ...] | Callable[[Mapping[str, Any]], Any] | None = None,
        type: str = 'str',
        start_version: str | None = None,
        end_version: str | None = None,
        cell: Callable[[Any], Any] | None = None,
        uses: tuple[str, ...] = (),
    ) -> None:
        self.key = key
        self.title = title or key.replace('_', ' ').title()
        self.type = type
        self.range = versions.VersionRange(start_version, end_version)
        self.cell = cell
        if path is None:
            path = key
        self.uses = uses
        self.name = None
        if callable(path):
            self.read = path
        elif isinstance(path, str):
            self.name = path
            self.uses = uses or (path,)
            self.read = _getter(path)
        else:
            self.uses = uses or path[:1]
            self.read = _nested_getter(path)


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
