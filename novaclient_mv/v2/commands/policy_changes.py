"""The command that tells what an upgrade changes in who may do what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from novaclient_mv import errors, services
from novaclient_mv.cli.reading.declarations import Args, arg, offline, shows_columns
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.types import services as service_types
from novaclient_mv.cli.running import results
from novaclient_mv.knowledge import operations
from novaclient_mv.policies import changes
from novaclient_mv.policies.changes import Change
from novaclient_mv.policies.facts import without_names
from novaclient_mv.services import Service, policy_releases

_KEYS = ('release', 'rule', 'operation', 'commands', 'from', 'to')


@offline
@arg('start', metavar='<from>', help='Release to start from, as in wallaby or 2023.1.')
@arg('end', metavar='<to>', help='Release to end at.')
@arg('--role', metavar='<role>', help='Changes that give this role something, or take it away.')
@arg(
    '--service',
    metavar='<service>',
    type=service_types.microversioned,
    default=services.COMPUTE,
    help='Service whose policy to compare (default: compute).',
)
@shows_columns(*_KEYS)
def do_policy_changes(invocation: Invocation, args: Args) -> results.Shown:
    """Show which least role each operation needs after an upgrade, where that changes."""
    service: Service = args.service
    policies = policy_releases.policies_of(service)
    start = policy_releases.named(args.start, service).releases[0]
    end = policy_releases.named(args.end, service).releases[0]
    if policies is None:
        raise errors.CommandError(f'No policies are known of {service.name}.')
    try:
        steps = changes.between(start, end, policies)
    except ValueError as error:
        raise errors.CommandError(str(error)) from error
    if args.role is not None:
        steps = [step for step in steps if changes.concerns(step, args.role, policies)]
    commands = _commands(service)
    rows = [_row(step, commands) for step in steps]
    cells = [
        [', '.join(cell) if isinstance(cell, list) else cell for cell in row.values()]
        for row in rows
    ]
    titles = ('Release', 'Rule', 'Operation', 'Commands', 'From', 'To')
    return results.Rows(titles, cells, rows, _KEYS)


def _row(step: Change, commands: Mapping[str, Sequence[str]]) -> dict[str, object]:
    reached = {
        name: None
        for operation in step.operations
        for name in commands.get(without_names(operation), ())
    }
    return {
        'release': step.release.name,
        'rule': step.rule,
        'operation': ', '.join(step.operations),
        'commands': list(reached),
        'from': step.before,
        'to': step.after,
    }


def _commands(service: Service) -> dict[str, list[str]]:
    """The commands whose work an operation is, by operation without its names."""
    commands: dict[str, list[str]] = {}
    for command, uses in operations.uses_of(service).items():
        for operation, use in uses.items():
            if not use.is_lookup:
                commands.setdefault(without_names(operation), []).append(command)
    return commands
