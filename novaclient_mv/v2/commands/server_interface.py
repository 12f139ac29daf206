"""Commands on the network interfaces of servers."""

from __future__ import annotations

from novaclient_mv import errors, v2
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    checked_by,
    ends_in,
    given,
    shows,
    writes,
)
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts import named
from novaclient_mv.v2.commands.parts.server_arguments import one_server
from novaclient_mv.v2.servers import interfaces
from novaclient_mv.v2.servers import work as server_work

_INTERFACE = 'v2.servers.interfaces:NetworkInterface'


@one_server
@shows(_INTERFACE)
def do_server_interface_list(client: v2.Client, args: Args) -> results.Shown:
    """List the network interfaces of a server."""
    server = client.servers.find_one(args.server)
    return results.Table(interfaces.NetworkInterface, client.servers.interface_list(server))


@one_server
@arg('port_id', metavar='<port_id>', help='Port of the interface.')
@shows(_INTERFACE)
def do_server_interface_show(client: v2.Client, args: Args) -> results.Shown:
    """Show a network interface of a server."""
    server = client.servers.find_one(args.server)
    return results.Record(client.servers.interface_get(server, args.port_id))


def _check_attach(args: Args) -> None:
    """Refuse what the API refuses of every server.

    :raises CommandError: a port and a network, or an address without its network.
    """
    if args.port_id and args.net_id:
        raise errors.CommandError('--port-id and --net-id cannot be given together.')
    if args.fixed_ip and not args.net_id:
        raise errors.CommandError('--fixed-ip needs --net-id.')


@one_server
@arg('--port-id', metavar='<port_id>', help='Port to attach, by name or id.')
@arg(
    '--net-id',
    metavar='<net_id>',
    help='Network for a new port, by name or id (default without --port-id: the only network '
    'of the project).',
)
@arg('--fixed-ip', metavar='<fixed_ip>', help='Address of the new port; needs --net-id.')
@arg('--tag', start_version='2.49', help='Device role tag, visible in the guest.')
@shows(_INTERFACE)
@checked_by(_check_attach)
@writes
def do_server_interface_attach(client: v2.Client, args: Args) -> results.Shown:
    """Attach a network interface to a server."""
    server = client.servers.find_one(args.server)
    _, interface = named.send(
        lambda port, network: client.servers.interface_attach(
            server, port, network, args.fixed_ip, **given(args, 'tag')
        ),
        (args.port_id, client.neutron.find_port),
        (args.net_id, client.neutron.find_network),
    )
    properties = interface.without_links()
    addresses = interfaces.addresses_of(properties.pop('fixed_ips', None))
    return results.Record(interface, {'ip_address': addresses or None, **properties})


@one_server
@arg('port_id', metavar='<port_id>', help='Port of the interface.')
@ends_in('DONE')
@writes
def do_server_interface_detach(client: v2.Client, args: Args) -> results.Shown:
    """Detach a network interface from a server."""
    server = client.servers.find_one(args.server)
    detached = client.servers.interface_detach(server, args.port_id)
    work = server_work.WorkOnServer(client, server, f'detaching {args.port_id}')
    return results.Started(None, [work.started(detached)])
