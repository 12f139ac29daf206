"""The command that shows what changes for a client between two versions."""

from __future__ import annotations

import re

from novaclient_mv import errors
from novaclient_mv.cli.reading import commands
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    checked_by,
    offline,
    returns_columns_by,
    returns_resource,
)
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.types.services import service_option
from novaclient_mv.cli.running import results
from novaclient_mv.clouds import selection
from novaclient_mv.clouds.environment import line_width
from novaclient_mv.knowledge import changelog, option_changes, reached_operations
from novaclient_mv.knowledge.changelog import ChangeRow
from novaclient_mv.knowledge.option_changes import OptionChangeForm, OptionChangeRow, Use
from novaclient_mv.program.commands.parts import changes, cloud_versions, scripts
from novaclient_mv.services import SERVICES, Service
from novaclient_mv.versions import APIVersion

OPTIONS = 'options'


def _check(args: Args) -> None:
    """Refuse options that do not apply to the kind of change."""
    if args.scripts and args.only != OPTIONS:
        raise errors.CommandError('--for requires --only options.')
    if args.only == OPTIONS and args.operation is not None:
        raise errors.CommandError('--operation cannot be combined with --only options.')


@offline
@arg(
    'start',
    metavar='<from>',
    nargs='?',
    help='Version or release to start from, as in 2.53 or pike (default: the newest that the cloud '
    'of --os-cloud has).',
)
@arg(
    'end',
    metavar='<to>',
    nargs='?',
    help='Version or release to end at (default: the newest known).',
)
@arg('--command', help='Changes of this command.')
@arg('--operation', help="Changes of this operation, as in 'POST /servers'.")
@arg(
    '--only',
    choices=(*changelog.KINDS, OPTIONS),
    help='Kind of change: added, changed or removed; or options: the commands, options and values '
    'that came, changed or went, with what to use instead.',
)
@arg(
    '--for',
    dest='scripts',
    metavar='<file>',
    action='append',
    help='With --only options: what this script uses; "-" reads the input. Repeatable.',
)
@service_option(
    'Service of the versions (default: that of --command, those of the scripts, or compute).'
)
@checked_by(_check)
@returns_columns_by(
    lambda args: [*OptionChangeForm.__annotations__] if args.only == OPTIONS else None
)
@returns_resource('knowledge.changelog:ChangeRow')
def do_version_changes(invocation: Invocation, args: Args) -> results.Shown:
    """Show what changes for clients between two versions or releases."""
    command = None if args.command is None else commands.find(args.command)
    service = _service(args.service, command)
    if args.only == OPTIONS:
        return _options(invocation, args, service, command)
    operation = args.operation
    if operation is not None:
        operation = reached_operations.named(operation, service)
    start, end = _bounds(invocation, args, service)
    name = None if command is None else command.name
    rows = changelog.matching(changelog.changes(service, start, end), name, operation, args.only)
    text = changes.by_version(rows, service, line_width(invocation.environment))
    return changes.views(ChangeRow, [row.as_mapping() for row in rows], text)


def _options(
    invocation: Invocation, args: Args, service: Service, command: Command | None
) -> results.Shown:
    """The changes of commands, options and values, by service."""
    uses: list[Use] | None = None
    services = [service]
    if args.scripts:
        readable, reasons = scripts.read_all(args.scripts, invocation.environment)
        if reasons:
            raise scripts.UnreadableScript(reasons)
        uses = [
            use for script in readable for use in option_changes.uses_in(script.text, script.name)
        ]
        # A number is a version of one service only.
        names_number = any(
            name is not None and re.match(r'\d{1,3}(\.|$)', name) for name in (args.start, args.end)
        )
        if args.service is None and command is None and not names_number:
            services = [one for one in SERVICES if any(use.service == one for use in uses)]
    names = None if command is None else [command.name]
    if uses is not None:
        used = {use.command for use in uses}
        names = sorted(used if names is None else used.intersection(names))
    rows = [
        row
        for one in services
        for row in option_changes.between(one, *_bounds(invocation, args, one), names)
        if uses is None or any(use.has(row) for use in uses)
    ]
    text = '\n'.join(changes.of_options(rows))
    return changes.views(OptionChangeRow, [row.as_mapping() for row in rows], text)


def _bounds(invocation: Invocation, args: Args, service: Service) -> tuple[APIVersion, APIVersion]:
    """The two versions."""
    end = service.range.end if args.end is None else changelog.version_of(args.end, service)
    if args.start is not None:
        start = changelog.version_of(args.start, service)
    elif invocation.options.get('os_cloud'):
        if selection.several(invocation.settings) is not None:
            raise errors.CommandError('Changes start from the version of one cloud: name only one.')
        start = min(cloud_versions.negotiated(invocation, service, service.latest), end)
    else:
        raise errors.CommandError('version-changes needs <from>, or a cloud by --os-cloud.')
    if start > end:
        raise errors.CommandError(
            f'{args.start} is above {args.end}: give the older version first.'
        )
    return start, end


def _service(named: Service | None, command: Command | None) -> Service:
    """The service: the one that is named, or that of the command."""
    if command is None:
        return named or SERVICES[0]
    if named not in (None, command.service):
        raise errors.CommandError(
            f'{command.name} is a command of {command.service.name}, not of {named.name}.'
        )
    return command.service
