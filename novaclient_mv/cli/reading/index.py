"""Rows of commands for overviews, from a table, so that no module of a command is imported."""

from __future__ import annotations

from collections.abc import Iterable

from novaclient_mv.cli.reading import aliases, commands, index_file
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.services import SERVICES, Service, entry_points, registry
from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import VersionRange

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
    """The services of other packages, and all commands; ours win where names are the same."""
    by_name = {row.name: row for row in _ours()}
    # One look at what is installed, where nothing is for us, in place of one for each group.
    if not entry_points.has_any():
        return (), list(by_name.values())
    outside = registry.outside()
    for command in (*commands.commands_of_others(outside), *commands.outside_commands()):
        if command.name in aliases.ALIASES or command.name in by_name:
            continue
        try:
            by_name[command.name] = row_of(command)
        except Exception as error:
            # What it declares is none of what we read.
            words = entry_points.words_of(error)
            entry_points.warn(f'The command {command.name} is left out: {words}')
    return outside, list(by_name.values())


def names_of(service: Service) -> list[str]:
    """The names of the commands of a service."""
    if service not in SERVICES:
        return [command.name for command in commands.commands_of([service])]
    return [row.name for row in _ours() if row.service == service]


def row_of(command: Command) -> Row:
    """Return the row of a command's declarations."""
    from novaclient_mv.cli.reading import declarations, tree
    from novaclient_mv.services import epochs

    ranges = epochs.merged(command.ranges, command.service)
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


def entries() -> list[index_file.Entry]:
    """The table of our commands, made of their modules."""
    return [
        [row.name, row.service.name, row.summary, [*map(_ends, row.ranges)], *row[4:]]
        for row in map(row_of, commands.our_commands())
    ]


def write_built() -> None:
    """Keep the table of our commands in a package that is being built."""
    index_file.write_built(entries())


def _ours() -> Iterable[Row]:
    stored = index_file.read()
    if stored is None:
        stored = entries()
        index_file.write(stored)
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


def _ends(span: VersionRange) -> Ends:
    """A range as the tables have it."""
    return [
        None if span.start.is_null() else str(span.start),
        None if span.is_open else str(span.end),
    ]


def _ranges(spans: list[Ends], service: Service) -> tuple[VersionRange, ...]:
    ranges = (VersionRange(*bounds) for bounds in spans)
    return tuple(span if span.is_everything else span.bound_like(service.range) for span in ranges)
