"""Commands on the fixed addresses of servers."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.cli.reading.declarations import Args, arg
from novaclient_mv.v2.client import Client
from novaclient_mv.v2.commands.parts.server_arguments import one_server


@versions.wraps('2.0', '2.43')
@one_server
@arg('network', metavar='<network-id>', help='Id of the network.')
def do_server_fixed_ip_add(client: Client, args: Args) -> None:
    """Give a server an address on a network; from 2.44 the network service does this."""
    client.servers.add_fixed_ip(client.servers.find_one(args.server), args.network)


@versions.wraps('2.0', '2.43')
@one_server
@arg('address', metavar='<address>', help='Fixed address of the server.')
def do_server_fixed_ip_remove(client: Client, args: Args) -> None:
    """Take an address from a server; from 2.44 the network service does this."""
    client.servers.remove_fixed_ip(client.servers.find_one(args.server), args.address)
