"""The command that shows what an upgrade changes in who may do what."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from novaclient_mv import errors, services
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    offline,
    returns_columns,
    returns_columns_by,
)
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.types.services import service_option
from novaclient_mv.cli.running import results
from novaclient_mv.clouds.environment import line_width
from novaclient_mv.knowledge import reached_operations
from novaclient_mv.policies import changes
from novaclient_mv.policies.facts import Policies, Release, without_names
from novaclient_mv.policies.overrides import GONE, RENAMED, SAME, WIDER
from novaclient_mv.program.commands.parts.changes import headed, indented
from novaclient_mv.services import Service, policy_releases

_KEYS = ('release', 'rule', 'operation', 'commands', 'from', 'to')


@offline
@arg('start', metavar='<from>', help='Release to start from, as in wallaby or 2023.1.')
@arg('end', metavar='<to>', help='Release to end at.')
@arg('--role', metavar='<role>', help='Changes that give this role something, or take it away.')
@arg(
    '--policy-file',
    metavar='<file>',
    help="Operator's policy file: show which of its overrides are gone, renamed, the same as the "
    'default of the release to end at, or wider than it.',
)
@service_option('Service whose policy to compare (default: compute).', services.COMPUTE)
@returns_columns_by(lambda args: _KEYS if args.policy_file is None else (*_KEYS, 'kind'))
@returns_columns(*_KEYS, 'kind')
def do_policy_changes(invocation: Invocation, args: Args) -> results.Shown:
    """Show which least role each operation needs after an upgrade, where that changes."""
    service: Service = args.service
    width = line_width(invocation.environment)
    start, end = (policy_releases.named(text, service) for text in (args.start, args.end))
    policies = policy_releases.policies_of(service)
    if policies is None:
        raise errors.CommandError(f'The policies of {service.name} are unknown.')
    try:
        steps = changes.between(start.releases[0], end.releases[0], policies, args.role)
    except ValueError as error:
        raise errors.CommandError(str(error)) from error
    if args.policy_file is not None:
        if args.role is not None:
            raise errors.CommandError('--role cannot be combined with --policy-file.')
        releases = (start.releases[0], end.releases[0])
        return _of_file(args.policy_file, *releases, policies, service, width)
    commands = _commands(service)
    rows = [
        _row(step.release, step.rule, step.operations, step.before, step.after, commands)
        for step in steps
    ]
    text = _by_release(rows, policies, width)
    return _views(rows, _KEYS, text or 'Nothing changes.')


def _of_file(
    path: str, start: Release, end: Release, policies: Policies, service: Service, width: int
) -> results.Shown:
    from novaclient_mv.policies import operator_file, overrides

    try:
        upgrade = overrides.Upgrade(path, start, end, policies)
    except OSError as error:
        raise errors.CommandError(f'{path} cannot be read: {error.strerror}.') from error
    except (operator_file.PolicyFileError, ImportError) as error:
        raise errors.CommandError(str(error)) from error
    commands = _commands(service)
    rows = [
        _row(one.release, one.rule, one.operations, one.override, one.default, commands)
        | {'kind': one.kind}
        for one in upgrade.findings()
    ]
    text = _by_kind(rows, width) or f'No override needs a change for {end}.'
    return results.Warned(_views(rows, (*_KEYS, 'kind'), text), upgrade.notes())


def _views(rows: Sequence[Mapping[str, object]], keys: Sequence[str], text: str) -> results.Views:
    cells = [
        [', '.join(cell) if isinstance(cell, list) else cell for cell in row.values()]
        for row in rows
    ]
    titles = [key.capitalize() for key in keys]
    return results.Views(
        results.Rows(titles, cells, list(rows), keys), results.Text(text, is_own=True)
    )


def _row(
    release: Release,
    rule: str,
    documented: Iterable[str],
    before: str | None,
    after: str | None,
    commands: Mapping[str, Sequence[str]],
) -> dict[str, object]:
    reached = dict.fromkeys(
        name for operation in documented for name in commands.get(without_names(operation), ())
    )
    return {
        'release': release.name,
        'rule': rule,
        'operation': ', '.join(documented),
        'commands': list(reached),
        'from': before,
        'to': after,
    }


def _commands(service: Service) -> dict[str, list[str]]:
    """The commands that reach each operation, which is without the names in its path."""
    commands: dict[str, list[str]] = {}
    for command, uses in reached_operations.uses_of(service).items():
        for operation, use in uses.items():
            if not use.is_lookup:
                commands.setdefault(without_names(operation), []).append(command)
    return commands


Row = Mapping[str, object]

_KINDS: Mapping[str, str] = {
    GONE: 'Gone: these rules do not exist any more, and their overrides have no effect',
    RENAMED: 'Renamed: these names are deprecated',
    SAME: 'Same as the default: these overrides can be removed',
    WIDER: 'Less restrictive than the default',
}


def _by_release(rows: Sequence[Row], policies: Policies, width: int) -> str:
    """The changes of each release, those of the same roles together; empty without any."""
    parts = []
    for release, of_release in itertools.groupby(rows, lambda row: row['release']):
        number = policies.release(str(release)).number
        lines = headed(f'{release} ({number})' if number else str(release))
        by_step: dict[str, list[Row]] = {}
        for row in sorted(of_release, key=lambda row: (row['from'] is None, row['to'] is None)):
            step = f'{row["from"]} -> {row["to"]}'
            if row['from'] is None or row['to'] is None:
                step = f'new: {row["to"]}' if row['from'] is None else f'gone: {row["from"]}'
            by_step.setdefault(step, []).append(row)
        for step, alike in by_step.items():
            lines.append(step)
            lines += [line for row in alike for line in _lines(row, '', width)]
        parts.append('\n'.join(lines))
    return '\n\n'.join(parts)


def _by_kind(rows: Sequence[Row], width: int) -> str:
    """The findings about the overrides, by kind; empty without any."""
    parts = []
    for kind, alike in itertools.groupby(rows, lambda row: row['kind']):
        lines = headed(_KINDS[str(kind)])
        for row in alike:
            lines += _lines(row, f' ({_roles(row)})', width)
        parts.append('\n'.join(lines))
    return '\n\n'.join(parts)


def _roles(row: Row) -> str:
    if row['kind'] == GONE:
        return f'since {row["release"]}, was {row["from"]}'
    is_of_operators = row['kind'] == WIDER and row['from'] == 'nobody'
    role = "a role of the operator's" if is_of_operators else row['from']
    return f'{role}, by default {row["to"]}'


def _lines(row: Row, roles: str, width: int) -> Iterator[str]:
    text = f'{row["rule"]}{roles}'
    if row['operation']:
        text += f': {row["operation"]}'
    commands = row['commands']
    if isinstance(commands, list) and commands:
        text += f' ({", ".join(commands)})'
    yield from indented(text, width)
