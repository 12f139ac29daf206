"""What overviews tell of each command, from a table, so that no module of a command is imported.

The table, ``data/commands.json``, is made of the declarations by ``python -m
unit_tests.command_index``, with the one of their arguments (``stored_commands``). Where they are
not those of the modules beside them, these are asked instead.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any

from novaclient_mv import versions
from novaclient_mv.cli.reading import aliases, commands
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.services import SERVICES, Service, entry_points, registry
from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import VersionRange

_READING = ('declarations.py', 'tree.py')
"""What else decides on the options of a command."""

_PRIME = 2**61 - 1

Ends = list[str | None]
"""A range as the tables have it: its first and its last version, where it has them."""


class Row(NamedTuple):
    """One command.

    :param ranges: the versions that have it.
    :param flags: its options, those of all versions, but for hidden ones.
    :param writes: whether it may change something, ``waits`` whether it has ``--wait``.
    """

    name: str
    service: Service
    summary: str
    ranges: tuple[VersionRange, ...]
    flags: tuple[str, ...]
    writes: bool
    waits: bool


def overview() -> tuple[tuple[Service, ...], list[Row]]:
    """The services of other packages; and our commands, then those of other packages; ours win
    where names are the same.
    """
    by_name = {row.name: row for row in _ours()}
    # One look at what is installed, where nothing is for us, in place of one for each group.
    if not entry_points.has_any():
        return (), list(by_name.values())
    outside = registry.outside()
    for command in (*commands.commands_of_others(outside), *commands.outside_commands()):
        if command.name not in aliases.ALIASES:
            by_name.setdefault(command.name, row_of(command))
    return outside, list(by_name.values())


def names() -> list[str]:
    """The names of our commands, and of those of other packages' services."""
    others = (command.name for command in commands.commands_of_others())
    return [*(row.name for row in _ours()), *others]


def names_of(service: Service) -> list[str]:
    """The names of the commands of a service."""
    if service not in SERVICES:
        return [command.name for command in commands.commands_of([service])]
    return [row.name for row in _ours() if row.service == service]


def row_of(command: Command) -> Row:
    """What the declarations of a command tell."""
    from novaclient_mv.cli.reading import declarations, tree
    from novaclient_mv.services import epochs

    variants = versions.variants_of(command.function)
    ranges = epochs.merged([variant.range for variant in variants], command.service)
    flags = {
        flag
        for argument, _ in tree.every_argument(command)
        if not argument.is_positional and not argument.is_hidden
        for flag in argument.flags
    }
    return Row(
        command.name,
        command.service,
        command.summary,
        ranges,
        tuple(sorted(flags)),
        bool(declarations.declared(command.function, 'writes')),
        bool(declarations.declared(command.function, 'end')),
    )


def table() -> dict[str, Any]:
    """The table as it is kept, made of the modules."""
    return {
        'fingerprint': fingerprint(),
        'commands': [
            [row.name, row.service.name, row.summary, [*map(ends, row.ranges)], *row[4:]]
            for row in map(row_of, commands.our_commands())
        ],
    }


def fingerprint() -> int:
    """What tells the modules of our commands from others: their names and sizes."""
    here = os.path.dirname(__file__)
    sizes = [f'{name} {os.stat(os.path.join(here, name)).st_size}' for name in _READING]
    for service in SERVICES:
        folder = package_file(*service.commands_package.split('.')[1:])
        sizes += sorted(_sizes(folder, service.prefix))
    # A remainder tells them apart, and needs no module: hashlib takes as long to load as help takes
    # to be made, and nobody forges the tables of his own client.
    return int.from_bytes('\n'.join(sizes).encode(), 'big') % _PRIME


def _sizes(folder: str, prefix: str) -> Iterator[str]:
    for entry in os.scandir(folder):
        if entry.name.endswith('.py'):
            yield f'{prefix}{entry.name} {entry.stat().st_size}'
        elif entry.is_dir() and entry.name != '__pycache__':
            yield from _sizes(entry.path, f'{prefix}{entry.name}/')


def _ours() -> Iterable[Row]:
    stored = _stored()
    if stored is None:
        return map(row_of, commands.our_commands())
    services = {service.name: service for service in SERVICES}
    # Most commands have the versions of many others.
    ranges: dict[str, tuple[VersionRange, ...]] = {}
    rows = []
    for name, service, summary, spans, flags, *does in stored:
        key = f'{service} {spans}'
        if key not in ranges:
            ranges[key] = _ranges(spans, services[service])
        rows.append(Row(name, services[service], summary, ranges[key], tuple(flags), *does))
    return rows


def package_file(*names: str) -> str:
    """The path of a file or folder in this package; nothing of it is imported."""
    import novaclient_mv

    return os.path.join(os.path.dirname(novaclient_mv.__file__), *names)


def _file() -> str:
    return package_file('data', 'commands.json')


def _stored() -> list[Any] | None:
    """The rows of the table; ``None`` where it is not of the modules beside it."""
    try:
        with open(_file(), encoding='utf-8') as stream:
            stored = json.load(stream)
        is_current = stored['fingerprint'] == fingerprint()
    except (OSError, ValueError, KeyError, TypeError):
        # Without files of its own, as in an archive, the package has its modules all the same.
        return None
    return list(stored['commands']) if is_current else None


def ends(span: VersionRange) -> Ends:
    """A range as the tables have it."""
    return [
        None if span.start.is_null() else str(span.start),
        None if span.is_open else str(span.end),
    ]


def _ranges(spans: list[Ends], service: Service) -> tuple[VersionRange, ...]:
    ranges = (VersionRange(*bounds) for bounds in spans)
    return tuple(span if span.is_everything else span.bound_like(service.range) for span in ranges)
