"""The commands that reach the operations of a service."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import NamedTuple

from novaclient_mv import errors
from novaclient_mv.cli.reading import name_suggestions
from novaclient_mv.services import Service, operations
from novaclient_mv.versions import APIVersion, VersionRange

REACHED = 'reached.jsonl'


class Use(NamedTuple):
    """The use of an operation by a command: the versions, and whether it is only a lookup."""

    ranges: tuple[VersionRange, ...]
    is_lookup: bool


def uses_of(service: Service) -> Mapping[str, Mapping[str, Use]]:
    """Command to operation to its use; empty for a service without a table."""
    file = operations.file_beside_calendar(service, REACHED)
    return {} if file is None else _read_uses(file)


@functools.cache
def _read_uses(file: str) -> Mapping[str, Mapping[str, Use]]:
    by_command: dict[str, dict[str, Use]] = {}
    # A line for each use, so that branches which add commands merge.
    for line in operations.text_of(file).splitlines():
        command, operation, ranges, is_lookup = json.loads(line)
        use = Use(tuple(map(VersionRange.parse, ranges)), is_lookup)
        by_command.setdefault(command, {})[operation] = use
    return by_command


def commands_of(operation: str, version: APIVersion, service: Service) -> list[str]:
    """The commands that reach an operation at a version other than for a lookup, by name."""
    return [
        command
        for command, uses in uses_of(service).items()
        if operation in uses
        and not uses[operation].is_lookup
        and any(version in span for span in uses[operation].ranges)
    ]


def named(text: str, service: Service) -> str:
    """The operation, or the beginning of several, that a text names with or without ids:
    ``post /servers/1/action lock`` is ``POST /servers/{id}/action lock``.
    """
    method, path, action = (*text.split(' ', 2), '', '')[:3]
    method = method.upper()
    every = operations.operations_of(service)
    paths = [at.path for at in operations.at_path(service, method, path)] or [path]
    operation_name = f'{method} {paths[0]} {action}'.rstrip()
    is_known = path and any(f'{one.id} '.startswith(f'{operation_name} ') for one in every)
    if every and not is_known:
        close = name_suggestions.close_names(operation_name, [operation.id for operation in every])
        raise errors.UnknownName('operation', text, close, owner=service.name)
    return operation_name
