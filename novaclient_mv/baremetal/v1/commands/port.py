"""Commands on ports of nodes."""

from __future__ import annotations

from novaclient_mv.baremetal.v1 import patches, ports
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import edits, lists
from novaclient_mv.cli.reading import list_filters, targets, types
from novaclient_mv.cli.reading.declarations import (
    Args,
    all_of,
    arg,
    meets_locks,
    returns_resource,
    set_arguments,
    writes,
)
from novaclient_mv.cli.running import deletions, results
from novaclient_mv.resources import Value, is_uuid

_PORT = 'baremetal.v1.ports:Port'
_HELP = 'Name or UUID of the port.'
_COLUMNS = ('uuid', 'address')
_NODE_HELP = 'Node of the port, by name or UUID.'
_WIRED_HELP = 'Local link connection: switch_id, port_id, switch_info or hostname'
_NETWORK_HELP = 'Physical network of the port.'
_TEXTS = ('name', 'description', 'vendor', 'category', 'physical_network')


_description_arguments = all_of(
    arg('--physical-network', metavar='<network>', start_version='1.34', help=_NETWORK_HELP),
    edits.flag_argument('--is-smartnic', 'It is a Smart NIC.', start_version='1.53'),
    arg('--name', start_version='1.88', help='Unique name of the port.'),
    arg('--description', start_version='1.97', help='Description of the port.'),
    arg('--vendor', start_version='1.100', help='Vendor of the network card.'),
    arg('--category', start_version='1.101', help='Category of the port, as free text.'),
    arg(
        '--available-for-dynamic-portgroup',
        metavar='<boolean>',
        type=types.boolean,
        start_version='1.111',
        help='Whether dynamic port groups may include the port.',
    ),
)
"""The options on what a port is, for new ports and for changes."""


@list_filters.options(ports.FILTERS)
@lists.list_arguments('port', fields_since='1.8')
@returns_resource(_PORT)
def do_port_list(client: Client, args: Args) -> results.Shown:
    """List ports."""
    filters = list_filters.arguments(args, ports.FILTERS)
    return lists.table(args, ports.Port, client.ports.iterate, _COLUMNS, **filters)


@arg('port', help='Name or UUID of the port; with --address, its MAC address.')
@arg('--address', action='store_true', help='Look the port up by MAC address.')
@lists.fields_argument('1.8')
@returns_resource(_PORT)
def do_port_show(client: Client, args: Args) -> results.Shown:
    """Show a port."""
    find = client.ports.get_by_address if args.address else client.ports.get
    return lists.record(args, find(args.port, **lists.fields_of(args)))


@arg('address', help='MAC address of the port.')
@arg('--node', required=True, help=_NODE_HELP)
@arg('--uuid', help='UUID of the new port.')
@edits.set_extra
@edits.pairs_argument('--local-link-connection', _WIRED_HELP, start_version='1.19')
@arg(
    '--pxe-enabled',
    metavar='<boolean>',
    type=types.boolean,
    start_version='1.19',
    help='Whether to enable PXE boot from the port.',
)
@arg(
    '--port-group', metavar='<uuid>', start_version='1.24', help='Port group of the port, by UUID.'
)
@_description_arguments
@returns_resource(_PORT)
@meets_locks
@writes
def do_port_create(client: Client, args: Args) -> results.Shown:
    """Create a port of a node."""
    port = client.ports.create(
        client.nodes.uuid_of(args.node),
        args.address,
        **set_arguments(
            args,
            *_TEXTS,
            'uuid',
            'pxe_enabled',
            'is_smartnic',
            'available_for_dynamic_portgroup',
            portgroup_uuid='port_group',
        ),
        **edits.pairs(args, 'extra', 'local_link_connection'),
    )
    return results.Record(port)


@arg('port', help=_HELP)
@arg('--node', help=_NODE_HELP)
@arg('--address', help='MAC address of the port.')
@edits.set_extra
@arg(
    '--port-group', metavar='<uuid>', start_version='1.24', help='Port group of the port, by UUID.'
)
@edits.pairs_argument('--local-link-connection', _WIRED_HELP, start_version='1.19')
@arg(
    '--pxe-enabled',
    action='store_const',
    const=True,
    group='pxe',
    start_version='1.19',
    help='Enable PXE boot from the port.',
)
@arg(
    '--pxe-disabled',
    dest='pxe_enabled',
    action='store_const',
    const=False,
    group='pxe',
    start_version='1.19',
    help='Disable PXE boot from the port.',
)
@_description_arguments
@edits.needs_a_change
@returns_resource(_PORT)
@meets_locks
@writes
def do_port_set(client: Client, args: Args) -> results.Shown:
    """Update a port."""
    values = set_arguments(
        args,
        *_TEXTS,
        'address',
        'pxe_enabled',
        'is_smartnic',
        'available_for_dynamic_portgroup',
        portgroup_uuid='port_group',
    )
    if args.node:
        values['node_uuid'] = client.nodes.uuid_of(args.node)
    changed = edits.set_by(values, edits.pairs(args, 'extra', 'local_link_connection'))
    return results.Record(client.ports.update(args.port, changed))


@arg('port', help=_HELP)
@edits.unset_extra
@edits.keys_argument(
    '--local-link-connection', 'Key of the local link connection to remove', start_version='1.19'
)
@edits.flag_argument('--port-group', 'Remove the port from its port group.', start_version='1.24')
@edits.flag_argument('--physical-network', 'Remove the physical network.', start_version='1.34')
@edits.flag_argument('--is-smartnic', 'It is not a Smart NIC.', start_version='1.53')
@edits.flag_argument('--name', 'Remove the name.', start_version='1.88')
@edits.flag_argument('--description', 'Remove the description.', start_version='1.97')
@edits.flag_argument('--vendor', 'Remove the vendor.', start_version='1.100')
@edits.flag_argument('--category', 'Remove the category.', start_version='1.101')
@edits.needs_a_change
@returns_resource(_PORT)
@meets_locks
@writes
def do_port_unset(client: Client, args: Args) -> results.Shown:
    """Remove values of a port."""
    removed = edits.unset_by(
        args, *_TEXTS, extra='extra', local_link_connection='local_link_connection'
    )
    if getattr(args, 'port_group', None):
        removed.append('portgroup_uuid')
    # Without a value it would be neither true nor false.
    changed: dict[patches.Path, Value] = {}
    if 'is_smartnic' in set_arguments(args, 'is_smartnic'):
        changed['is_smartnic'] = False
    return results.Record(client.ports.update(args.port, changed, removed))


@targets.several('port', 'baremetal-port-list --long', by='name or UUID', key='uuid')
@meets_locks
@writes
def do_port_delete(client: Client, args: Args) -> results.Shown:
    """Delete ports."""
    return deletions.on_each(args.port, lambda port: _port_of(client, port), client.ports.delete)


def _port_of(client: Client, reference: str) -> ports.Port:
    """The port that a user names; a name is looked up, since ports are deleted by UUID only."""
    if is_uuid(reference):
        return ports.Port(client.ports, {'uuid': reference}, loaded=True)
    return client.ports.find_one(reference)
