"""The operations of a service, with the versions that have them."""

from __future__ import annotations

import functools
import importlib
import json
import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from novaclient_mv.services.service import Service
from novaclient_mv.versions import VersionRange

OPERATIONS = 'operations.json'


class Operation(NamedTuple):
    """One operation of an API; its id is ``PUT /servers/{id}``, with the name of an action."""

    id: str
    range: VersionRange
    is_removed: bool

    @property
    def method(self) -> str:
        """The method of HTTP."""
        return self.id.split(' ')[0]

    @property
    def path(self) -> str:
        """The path, with names in braces where it has ids."""
        return self.id.split(' ')[1]

    @property
    def action(self) -> str:
        """The name of the action, where it is one."""
        return ' '.join(self.id.split(' ')[2:])


def file_beside_calendar(service: Service, name: str) -> str | None:
    """Return the path of a service's table: in the folder of its calendar; ``None`` without one."""
    if service.calendar is None:
        return None
    package, _, calendar = service.calendar.partition(':')
    folder = os.path.dirname(importlib.import_module(package).__file__ or '')
    return os.path.join(folder, os.path.dirname(calendar), name)


def operations_of(service: Service) -> tuple[Operation, ...]:
    """All operations of a service; none where no table tells them."""
    file = file_beside_calendar(service, OPERATIONS)
    return () if file is None else _read_operations(file, service)


@functools.cache
def _read_operations(file: str, service: Service) -> tuple[Operation, ...]:
    return tuple(
        Operation(row['id'], _range_of(row, service), bool(row['removed']))
        for row in json.loads(text_of(file) or '[]')
    )


def _range_of(row: Mapping[str, Any], service: Service) -> VersionRange:
    """The versions that have an operation. What the first microversion has is there without one,
    too.
    """
    start = service.first if row['min'] is None else service.version(row['min'])
    end = service.latest if row['max'] is None else service.version(row['max'])
    return VersionRange(service.first if start == service.range.start else start, end)


def text_of(file: str) -> str:
    """The text of a table; empty without such a file."""
    try:
        with open(file, encoding='utf-8') as stream:
            return stream.read()
    except FileNotFoundError:
        return ''


def at_path(service: Service, method: str, path: str) -> list[Operation]:
    """The operations that a request may be, by its method and its path below the endpoint; several
    where the body names an action.
    """
    segments = path.partition('?')[0].strip('/').split('/')
    fitting: dict[int, list[Operation]] = {}
    for operation in operations_of(service):
        names = operation.path.strip('/').split('/')
        if operation.method != method or len(names) != len(segments) or _is_id(names[0]):
            continue
        if all(_is_id(name) or name == text for name, text in zip(names, segments, strict=True)):
            fitting.setdefault(sum(map(_is_id, names)), []).append(operation)
    # /servers/detail is no server of that name.
    return fitting[min(fitting)] if fitting else []


def _is_id(segment: str) -> bool:
    """Whether a segment of an operation's path stands for an id."""
    return segment.startswith('{')
