"""Commands on the network interfaces of servers."""

from __future__ import annotations

from novaclient_mv import errors, v2
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    checked_by,
    ends_in,
    refuses_without,
    returns_resource,
    set_arguments,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results, several
from novaclient_mv.v2.commands.parts import lookups
from novaclient_mv.v2.commands.parts.server_arguments import find_server, one_server
from novaclient_mv.v2.servers import interfaces
from novaclient_mv.v2.servers import work as server_work

_INTERFACE = 'v2.servers.interfaces:NetworkInterface'


@one_server
@returns_resource(_INTERFACE)
def do_server_interface_list(client: v2.Client, args: Args) -> results.Shown:
    """List the network interfaces of a server."""
    server = find_server(client, args)
    return results.Table(interfaces.NetworkInterface, client.servers.interface_list(server))


@one_server
@arg('port_id', metavar='<port_id>', help='Port of the interface, by name or id.')
@returns_resource(_INTERFACE)
def do_server_interface_show(client: v2.Client, args: Args) -> results.Shown:
    """Show a network interface of a server."""
    server = find_server(client, args)
    _, interface = lookups.send(
        lambda port: client.servers.interface_get(server, port),
        (args.port_id, lookups.port(client)),
        called=args.called,
    )
    return results.Record(interface)


def _check_attach(args: Args) -> None:
    """Refuse what the API refuses of every server."""
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
@returns_resource(_INTERFACE)
@checked_by(_check_attach)
@writes
def do_server_interface_attach(client: v2.Client, args: Args) -> results.Shown:
    """Attach a network interface to a server."""
    server = find_server(client, args)
    _, interface = lookups.send(
        lambda port, network: client.servers.interface_attach(
            server, port, network, args.fixed_ip, **set_arguments(args, 'tag')
        ),
        (args.port_id, lookups.port(client)),
        (args.net_id, lookups.network(client)),
        called=args.called,
    )
    properties = interface.without_links()
    addresses = interfaces.addresses_of(properties.pop('fixed_ips', None))
    return results.Record(interface, {'ip_address': addresses or None, **properties})


def _check_detach(args: Args) -> None:
    """Refuse several ways to say which interfaces."""
    if [args.port_id, args.port, args.net_id].count(None) < 2:
        raise errors.CommandError(
            'server-interface-detach needs one of <port_id>, --port-id and --net-id.'
        )


@one_server
@arg('port_id', metavar='<port_id>', nargs='?', help='Port of the interface, by id.')
@arg(
    '--port-id',
    dest='port',
    metavar='<port_id>',
    yields=True,
    help='Port of the interface, by name or id.',
)
@arg(
    '--net-id',
    metavar='<net_id>',
    yields=True,
    help='Network of the interfaces, all of which are detached.',
)
@ends_in('DONE')
@refuses_without('<port_id>', '--port-id', '--net-id')
@checked_by(_check_detach)
@success_message(
    'Detaching port {port_id} from server {server}.',
    'Detaching the interface from server {server}.',
)
@writes
def do_server_interface_detach(client: v2.Client, args: Args) -> results.Shown:
    """Detach a network interface from a server."""
    server = find_server(client, args)

    def detach(port: str) -> server_work.Work:
        detached = client.servers.interface_detach(server, port)
        return server_work.WorkOnServer(client, server, f'detaching {port}').started(detached)

    if args.net_id is not None:
        ports = _ports_on(client, server, args.net_id)
    elif args.port is not None:
        # Nova accepts any word for a port.
        ports = [lookups.id_without_lookup(lookups.port(client), args.port)]
    else:
        ports = [args.port_id]
    detached = several.on_each(ports, detach, workers=1)
    started = results.Started(None, detached)
    detached.check(started)
    return started


def _ports_on(client: v2.Client, server: v2.servers.Server, network: str) -> list[str]:
    """Ids of the ports of a server on a network."""
    listed = client.servers.interface_list(server)
    if all(interface.net_id != network for interface in listed):
        network = lookups.id_of(lookups.network(client), network)
    ports = [interface.id for interface in listed if interface.net_id == network]
    if not ports:
        raise errors.ResourceNotFound(f'{server.name} has no interface on the network {network}.')
    return ports
