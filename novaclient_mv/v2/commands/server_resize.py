"""Commands that resize a server, and confirm or revert a resize."""

from __future__ import annotations

from novaclient_mv import v2
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    ends_in,
    set_arguments,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts import server_actions, server_arguments
from novaclient_mv.v2.commands.parts.server_arguments import find_server, one_server


@one_server
@arg('flavor', help='Name or id of the new flavor.')
@server_arguments.disk_config
@ends_in('VERIFY_RESIZE', 'ACTIVE', 'SHUTOFF')
@success_message('Resizing server {server} to flavor {flavor}.')
@writes
def do_server_resize(client: v2.Client, args: Args) -> results.Shown:
    """Resize a server to another flavor; confirm or revert it afterwards."""
    server = find_server(client, args)
    flavor = client.flavors.find_one(args.flavor)
    options = set_arguments(args, 'disk_config')
    return results.Started(
        None, [server_actions.apply(client.servers.resize, server, flavor, **options)]
    )


@one_server
@ends_in('ACTIVE', 'SHUTOFF')
@success_message('Confirming the resize of server {server}.')
@writes
def do_server_resize_confirm(client: v2.Client, args: Args) -> results.Shown:
    """Confirm a resize or cold migration."""
    return server_actions.on_one(client, args, client.servers.confirm_resize)


@one_server
@ends_in('ACTIVE', 'SHUTOFF')
@success_message('Reverting the resize of server {server}.')
@writes
def do_server_resize_revert(client: v2.Client, args: Args) -> results.Shown:
    """Revert a resize or cold migration."""
    return server_actions.on_one(client, args, client.servers.revert_resize)
