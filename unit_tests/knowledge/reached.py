"""The operations of each command, read from the source, as ``data/reached.jsonl`` of each service
has them.
"""

from __future__ import annotations

import functools
import importlib
import json
import pathlib
import sys
from typing import Any

from novaclient_mv.cli.reading import columns, commands, declarations
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.knowledge import reached_operations
from novaclient_mv.services import COMPUTE, SERVICES, Service, operations
from novaclient_mv.versions import EVERY_VERSION, VersionRange

ROOT = pathlib.Path(__file__).parents[2]
sys.path.append(str(ROOT / 'doc' / 'ext'))
_reached: Any = importlib.import_module('reached_operations')
_coverage: Any = importlib.import_module('operation_coverage')

Reached = dict[str, list[VersionRange]]


@functools.cache
def _of_commands(service: Service) -> dict[str, Reached]:
    by_command: dict[str, Reached] = _reached.of_commands(service)
    if service == COMPUTE:
        # Read by their URL, before there is a version.
        for operation, (_, command) in _coverage.VERSION_DOCUMENTS.items():
            by_command.setdefault(command, {})[operation] = [EVERY_VERSION]
    return by_command


@functools.cache
def _reads_of_resources(service: Service) -> dict[str, set[str]]:
    """Class of a resource to the operations of the manager that has it."""
    reads: dict[str, set[str]] = {}
    for method, reached in _reached.of_methods(service).items():
        if method.startswith('client.'):
            kind = _reached.client_class(service).manager_class(method.split('.')[1])
            resource = getattr(kind, 'resource_class', None)
            if resource is not None:
                reads.setdefault(resource.__name__, set()).update(reached)
    return reads


def lines(service: Service) -> list[str]:
    """A line for each use: command, operation, the versions at which it is reached, and whether
    that only finds what the command works on.
    """
    by_command = _of_commands(service)
    uses = [
        (
            command.name,
            operation,
            [_text(span) for span in ranges],
            _is_lookup(command, operation, by_command[command.name]),
        )
        for command in commands.commands_of([service])
        for operation, ranges in by_command.get(command.name, {}).items()
    ]
    return [json.dumps(use) for use in uses]


def _is_lookup(command: Command, operation: str, reached: Reached) -> bool:
    if not _is_read(operation):
        return False
    collection = operation.removesuffix('/{id}')
    if command.name.endswith('-list') and collection != operation and collection in reached:
        # A list asks for one of its rows where a marker is its name.
        return True
    shown = declarations.declared(command.function, 'resource')
    resource = columns.resource_class(shown[0]).__name__ if shown else ''
    own = _reads_of_resources(command.service).get(resource, set()) & set(filter(_is_read, reached))
    if own:
        return operation not in own
    if not all(_is_read(other) for other in reached):
        return True
    deeper = [
        span
        for other, ranges in reached.items()
        if _depth(other) > _depth(operation)
        for span in ranges
    ]
    return not any(_coverage.uncovered(span, deeper) for span in reached[operation])


def _is_read(operation: str) -> bool:
    return operation.startswith('GET ')


def _depth(operation: str) -> int:
    path = operation.split(' ')[1].removesuffix('/detail').removesuffix('/{id}')
    return path.count('/')


def _text(span: VersionRange) -> str:
    start = '' if span.start.ver_minor == 0 else str(span.start)
    end = '' if span.is_open else str(span.end)
    return f'{start}..{end}'


def file_of(service: Service) -> pathlib.Path:
    """Where the table of a service is."""
    return pathlib.Path(operations.file_beside_calendar(service, reached_operations.REACHED) or '')


def record() -> None:
    """Write the tables."""
    for service in SERVICES:
        file_of(service).write_text('\n'.join(lines(service)) + '\n', encoding='utf-8')
