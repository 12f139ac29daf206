"""Columns that are made of a resource when they are asked for: its ``age``, and ``extra``."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import Any

from novaclient_mv.cli.reading import columns
from novaclient_mv.cli.running.results import Record, Table
from novaclient_mv.resources import Field, Resource, known_keys

_UNITS = (('y', 365 * 86_400), ('d', 86_400), ('h', 3600), ('m', 60), ('s', 1))
"""Units of ages in seconds."""


class ComputedColumns:
    """Adds the columns to results."""

    def __init__(self, now: float) -> None:
        self._now = now
        self._kinds: dict[type[Resource], type[Resource]] = {}

    def added(self, result: Any) -> Any:
        """Return a result whose resources have the computed columns."""
        if isinstance(result, Table):
            return result.with_rows(result.rows, self._kind(result.resource))
        if isinstance(result, Record):
            resource = result.resource
            with_columns = self._kind(type(resource))(resource.manager, resource._info, loaded=True)
            return Record(
                with_columns, result.properties, result.after, result.wrap, result.is_quiet
            )
        return result

    def _kind(self, kind: type[Resource]) -> type[Resource]:
        """A subclass with the computed columns as fields."""
        if kind not in self._kinds:
            tree = kind.known_places()
            rest = known_keys.rest_key([field.key for field in kind.fields])
            fields = [Field(rest, path=lambda info: known_keys.unknown(info, tree) or None)]
            creation = columns.creation_field(kind.fields)
            if creation is not None:
                age = self._age_by(creation.read)
                fields.append(Field(columns.AGE, path=age, type='int', cell=age_text))
            namespace = {'fields': (*kind.fields, *fields)}
            self._kinds[kind] = type(kind.__name__, (kind,), namespace)
        return self._kinds[kind]

    def _age_by(
        self, creation: Callable[[Mapping[str, Any]], Any]
    ) -> Callable[[Mapping[str, Any]], int | None]:
        """Return a function that reads an age in seconds."""

        def age(info: Mapping[str, Any]) -> int | None:
            text = creation(info)
            if not text:
                return None
            created = datetime.datetime.fromisoformat(text)
            if created.tzinfo is None:
                created = created.replace(tzinfo=datetime.UTC)
            return max(0, int(self._now - created.timestamp()))

        return age


def age_text(seconds: int | None) -> str:
    """Return an age as people say it: at least two of the unit, as ``47h`` or ``3d``."""
    if seconds is None:
        return ''
    fitting = [(unit, length) for unit, length in _UNITS if seconds >= 2 * length]
    unit, length = fitting[0] if fitting else _UNITS[-1]
    return f'{seconds // length}{unit}'
