"""The command that evacuates a server from a failed host."""

from __future__ import annotations

from novaclient_mv import v2
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    checked_by,
    ends_in,
    set_arguments,
    writes,
)
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts import server_actions, server_arguments
from novaclient_mv.v2.commands.parts.server_arguments import find_server, one_server


@one_server
@arg('host', nargs='?', help='Target host (default: chosen by the scheduler).')
@arg('--password', help='New administrator password of the server.')
@arg(
    '--on-shared-storage',
    action='store_true',
    end_version='2.13',
    help='Disks are on shared storage.',
)
@arg(
    '--force',
    action='store_true',
    start_version='2.29',
    end_version='2.67',
    help="Skip the scheduler's check of the host.",
)
@ends_in('ACTIVE', 'SHUTOFF')
@checked_by(server_arguments.check_forced_host)
@server_actions.returns_password
@writes
def do_server_evacuate(client: v2.Client, args: Args) -> results.Shown:
    """Evacuate a server from a failed host (administrators)."""
    server = find_server(client, args)
    options = set_arguments(args, 'host', 'password', 'on_shared_storage', 'force')
    return server_actions.with_password(server, client.servers.evacuate(server, **options))
