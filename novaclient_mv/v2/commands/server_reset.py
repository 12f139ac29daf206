"""Commands that reset the state and the network of servers."""

from __future__ import annotations

from novaclient_mv import v2
from novaclient_mv.cli.reading.declarations import Args, arg, success_message, writes
from novaclient_mv.cli.running import results, several
from novaclient_mv.v2.commands.parts import server_actions
from novaclient_mv.v2.commands.parts.server_arguments import (
    everywhere,
    one_server,
    server_finder,
    several_servers,
)


@several_servers
@everywhere
@arg(
    '--active',
    dest='state',
    action='store_const',
    const='active',
    default='error',
    help='Set the state to active (default: error).',
)
@writes
def do_server_reset_state(client: v2.Client, args: Args) -> results.Shown:
    """Reset the state of servers to error or active (administrators)."""
    find = server_finder(client, args)
    servers = several.on_each_found(
        args.server, find, lambda server: client.servers.reset_state(server, args.state)
    )
    result = results.Done(
        [f'{server_actions.label(server)}: state set to {args.state}' for server in servers],
        [{'id': server.id, 'name': server.name, 'state': args.state} for server in servers],
    )
    servers.check(result)
    return result


@one_server
@success_message('Resetting the network of server {server}.')
@writes
def do_server_reset_network(client: v2.Client, args: Args) -> results.Shown:
    """Reset the network of a server; removed in Wallaby (administrators)."""
    return server_actions.on_one(client, args, client.servers.reset_network)
