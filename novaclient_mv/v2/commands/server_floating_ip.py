"""Commands on the floating addresses of servers."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.cli.reading.declarations import Args, arg, given
from novaclient_mv.v2.client import Client
from novaclient_mv.v2.commands.parts.server_arguments import one_server


@versions.wraps('2.0', '2.43')
@one_server
@arg('address', metavar='<address>', help='Floating address.')
@arg(
    '--fixed-address',
    metavar='<address>',
    help="Address of the server's own that it leads to, if not the first.",
)
def do_server_floating_ip_add(client: Client, args: Args) -> None:
    """Lead a floating address to a server; from 2.44 the network service alone does this."""
    client.servers.add_floating_ip(
        client.servers.find_one(args.server), args.address, **given(args, 'fixed_address')
    )


@versions.wraps('2.0', '2.43')
@one_server
@arg('address', metavar='<address>', help='Floating address.')
def do_server_floating_ip_remove(client: Client, args: Args) -> None:
    """Take a floating address off a server; from 2.44 the network service alone does this."""
    client.servers.remove_floating_ip(client.servers.find_one(args.server), args.address)
