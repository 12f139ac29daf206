"""Commands on the floating addresses of servers."""

from __future__ import annotations

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading.declarations import Args, arg, set_arguments, success_message, writes
from novaclient_mv.v2.commands.parts.server_arguments import find_server, one_server


@versions.wraps('2.0', '2.43')
@one_server
@arg('address', help='Floating IP.')
@arg(
    '--fixed-address',
    metavar='<address>',
    help='Fixed address to associate with the floating IP (default: the first one).',
)
@success_message('Added floating IP {address} to server {server}.')
@writes
def do_server_floating_ip_add(client: v2.Client, args: Args) -> None:
    """Add a floating IP to a server; from 2.44 use the network service."""
    client.servers.add_floating_ip(
        find_server(client, args), args.address, **set_arguments(args, 'fixed_address')
    )


@versions.wraps('2.0', '2.43')
@one_server
@arg('address', help='Floating IP.')
@success_message('Removed floating IP {address} from server {server}.')
@writes
def do_server_floating_ip_remove(client: v2.Client, args: Args) -> None:
    """Remove a floating IP from a server; from 2.44 use the network service."""
    client.servers.remove_floating_ip(find_server(client, args), args.address)
