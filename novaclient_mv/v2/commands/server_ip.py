"""Commands on the addresses of servers."""

from __future__ import annotations

from novaclient_mv import v2
from novaclient_mv.cli.reading.declarations import Args, arg, returns_resource
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts.server_arguments import find_server, one_server
from novaclient_mv.v2.servers import interfaces

_ADDRESS = 'v2.servers.interfaces:Address'


@one_server
@returns_resource(_ADDRESS)
def do_server_ip_list(client: v2.Client, args: Args) -> results.Shown:
    """List the addresses of a server on each network."""
    addresses = client.servers.ips(find_server(client, args))
    return results.Table(interfaces.Address, interfaces.each_address(client.servers, addresses))


@one_server
@arg('network', help='Name of the network.')
@returns_resource(_ADDRESS)
def do_server_ip_show(client: v2.Client, args: Args) -> results.Shown:
    """Show the addresses of a server on one network."""
    server = find_server(client, args)
    addresses = client.servers.ips_on_network(server, args.network)
    return results.Table(interfaces.Address, interfaces.each_address(client.servers, addresses))
