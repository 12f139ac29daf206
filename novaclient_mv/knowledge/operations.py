"""The operations of a service: the versions that have them, and the commands that reach them."""

from __future__ import annotations

import functools
import importlib
import json
import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from novaclient_mv import errors
from novaclient_mv.cli.reading import suggestions
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, VersionRange

OPERATIONS, REACHED = 'operations.json', 'reached.jsonl'


class Operation(NamedTuple):
    """One operation of an API.

    :param id: method and path, as in ``PUT /servers/{id}``; an action has its name behind them.
    :param range: the versions that have it.
    :param is_removed: whether a current cloud has it at no version.
    """

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


class Use(NamedTuple):
    """An operation as a command uses it.

    :param ranges: the versions at which the command reaches it.
    :param is_lookup: whether it only finds what the command works on.
    """

    ranges: tuple[VersionRange, ...]
    is_lookup: bool


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
        for row in json.loads(_text(file) or '[]')
    )


def _range_of(row: Mapping[str, Any], service: Service) -> VersionRange:
    """The versions that have an operation. What the first microversion has is there without one,
    too.
    """
    start = service.first if row['min'] is None else service.version(row['min'])
    end = service.latest if row['max'] is None else service.version(row['max'])
    return VersionRange(service.first if start == service.range.start else start, end)


def uses_of(service: Service) -> Mapping[str, Mapping[str, Use]]:
    """Command to operation to how the command uses it; empty where no table tells it."""
    file = file_beside_calendar(service, REACHED)
    return {} if file is None else _read_uses(file)


@functools.cache
def _read_uses(file: str) -> Mapping[str, Mapping[str, Use]]:
    by_command: dict[str, dict[str, Use]] = {}
    # A line for each use, so that branches which add commands merge.
    for line in _text(file).splitlines():
        command, operation, ranges, is_lookup = json.loads(line)
        use = Use(tuple(map(VersionRange.parse, ranges)), is_lookup)
        by_command.setdefault(command, {})[operation] = use
    return by_command


def _text(file: str) -> str:
    try:
        with open(file, encoding='utf-8') as stream:
            return stream.read()
    except FileNotFoundError:
        return ''


def commands_of(operation: str, version: APIVersion, service: Service) -> list[str]:
    """The commands whose work an operation is at a version, in order of names; those that only
    find by it what they work on are left out.
    """
    return [
        command
        for command, uses in uses_of(service).items()
        if operation in uses
        and not uses[operation].is_lookup
        and any(version in span for span in uses[operation].ranges)
    ]


def named(text: str, service: Service) -> str:
    """The operation, or the operations of one path, that a text names; ids may stand in the path.

    ``post /servers/1/action lock`` is ``POST /servers/{id}/action lock``.

    :raises UnknownName: the service has none of that name.
    """
    method, path, action = (*text.split(' ', 2), '', '')[:3]
    method = method.upper()
    every = operations_of(service)
    paths = [at.path for at in at_path(service, method, path)] or [path]
    operation_name = f'{method} {paths[0]} {action}'.rstrip()
    is_known = bool(path) and any(
        f'{operation.id} '.startswith(f'{operation_name} ') for operation in every
    )
    if every and not is_known:
        close = suggestions.close_names(operation_name, [operation.id for operation in every])
        raise errors.UnknownName('operation', text, close, f' of {service.name}')
    return operation_name


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
