"""The command that tells what changes for a client between two versions."""

from __future__ import annotations

from novaclient_mv import errors
from novaclient_mv.cli.reading import commands
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import Args, arg, offline, shows
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.types import services as service_types
from novaclient_mv.cli.running import results
from novaclient_mv.knowledge import changelog, reached_operations
from novaclient_mv.knowledge.changelog import ChangeRow
from novaclient_mv.services import SERVICES, Service
from novaclient_mv.v2.commands.parts import changes


@offline
@arg('start', metavar='<from>', help='Version or release to start from, as in 2.53 or pike.')
@arg(
    'end',
    metavar='<to>',
    nargs='?',
    help='Version or release to end at (default: the newest known).',
)
@arg('--command', help='Changes of this command.')
@arg('--operation', help="Changes of this operation, as in 'POST /servers'.")
@arg('--only', choices=changelog.KINDS, help='Kind of change: added, changed or removed.')
@arg(
    '--service',
    type=service_types.microversioned,
    help='Service of the versions (default: that of --command, or compute).',
)
@shows('knowledge.changelog:ChangeRow')
def do_version_changes(invocation: Invocation, args: Args) -> results.Shown:
    """Show what changes for clients between two versions or releases."""
    command = None if args.command is None else commands.find(args.command)
    service = _service(args.service, command)
    operation = (
        None if args.operation is None else reached_operations.named(args.operation, service)
    )
    start = changelog.version_of(args.start, service)
    end = None if args.end is None else changelog.version_of(args.end, service)
    if end is not None and start > end:
        raise errors.CommandError(
            f'{args.start} is above {args.end}: the older version stands first.'
        )
    name = None if command is None else command.name
    rows = changelog.matching(changelog.changes(service, start, end), name, operation, args.only)
    table = results.Table(
        ChangeRow, [ChangeRow(None, {**row.as_mapping()}, loaded=True) for row in rows]
    )
    return results.Views(
        table, results.Text(changes.by_version(rows, service) or 'Nothing changes.', is_own=True)
    )


def _service(named: Service | None, command: Command | None) -> Service:
    """The service that is meant.

    :raises CommandError: the command is one of another service than the one that is named.
    """
    if command is None:
        return named or SERVICES[0]
    if named not in (None, command.service):
        raise errors.CommandError(
            f'{command.name} is a command of {command.service.name}, not of {named.name}.'
        )
    return command.service
