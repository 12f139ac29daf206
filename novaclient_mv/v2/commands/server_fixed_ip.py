"""Commands on the fixed addresses of servers."""

from __future__ import annotations

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading.declarations import Args, arg, success_message, writes
from novaclient_mv.v2.commands.parts.server_arguments import find_server, one_server


@versions.wraps('2.0', '2.43')
@one_server
@arg('network', metavar='<network-id>', help='Id of the network.')
@success_message('Adding a fixed address of network {network} to server {server}.')
@writes
def do_server_fixed_ip_add(client: v2.Client, args: Args) -> None:
    """Add a fixed address to a server; from 2.44 use the network service."""
    client.servers.add_fixed_ip(find_server(client, args), args.network)


@versions.wraps('2.0', '2.43')
@one_server
@arg('address', help='Fixed address of the server.')
@success_message('Removing fixed address {address} from server {server}.')
@writes
def do_server_fixed_ip_remove(client: v2.Client, args: Args) -> None:
    """Remove a fixed address from a server; from 2.44 use the network service."""
    client.servers.remove_fixed_ip(find_server(client, args), args.address)
