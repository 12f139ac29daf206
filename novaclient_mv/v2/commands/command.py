"""The command that shows the command line itself as data."""

from __future__ import annotations

from novaclient_mv.cli.reading.declarations import Args, arg, offline
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.types import services
from novaclient_mv.cli.running import results
from novaclient_mv.knowledge import inventory


@offline
@arg(
    '--service',
    metavar='<service>',
    type=services.microversioned,
    help='Service whose commands to list; all of those that this client knows without it.',
)
def do_command_list(invocation: Invocation, args: Args) -> results.Shown:
    """List the commands; JSON has their arguments, versions, fields and operations, too."""
    document = inventory.inventory([args.service] if args.service else None)
    cells = [
        (
            command['name'],
            command['service'],
            ', '.join(word for word in ('writes', 'waits') if command[word]),
            command['summary'],
        )
        for command in document['commands']
    ]
    return results.Rows(('Name', 'Service', 'Does', 'Summary'), cells, data=document)
