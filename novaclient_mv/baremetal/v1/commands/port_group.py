"""Commands on port groups of nodes."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1 import portgroups
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import collections, edits, lists
from novaclient_mv.cli.reading.declarations import (
    Args,
    all_of,
    arg,
    meets_locks,
    returns_resource,
    set_arguments,
    writes,
)
from novaclient_mv.cli.running import results

_PORT_GROUP = 'baremetal.v1.portgroups:PortGroup'
_HELP = 'Name or UUID of the port group.'
_VALUES = (
    *('address', 'name', 'mode', 'standalone_ports_supported'),
    *('physical_network', 'category'),
)


_values = all_of(
    arg('--address', metavar='<mac-address>', help='MAC address of the port group.'),
    arg('--name', help='Unique name of the port group.'),
    edits.set_extra,
    arg('--mode', start_version='1.26', help='Bonding mode, as in 802.3ad.'),
    edits.pairs_argument('--property', 'Bonding property', start_version='1.26'),
    arg(
        '--support-standalone-ports',
        dest='standalone_ports_supported',
        action='store_const',
        const=True,
        group='standalone',
        help='Allow standalone ports in the port group.',
    ),
    arg(
        '--unsupport-standalone-ports',
        dest='standalone_ports_supported',
        action='store_const',
        const=False,
        group='standalone',
        help='Forbid standalone ports in the port group.',
    ),
    arg(
        '--physical-network',
        metavar='<network>',
        start_version='1.102',
        help='Physical network of the ports.',
    ),
    arg('--category', start_version='1.103', help='Category of the port group, as free text.'),
)
"""The options that say what a port group is like."""

_COMMANDS = collections.Commands(portgroups.PortGroupManager, of_nodes=True)

do_port_group_list = _COMMANDS.list(
    ('uuid', 'address', 'name'),
    filters=portgroups.FILTERS,
)
do_port_group_unset = _COMMANDS.unset(
    edits.flag_argument('--name', 'Remove the name.'),
    edits.flag_argument('--address', 'Remove the MAC address.'),
    edits.unset_extra,
    edits.keys_argument('--property', 'Bonding property to remove', start_version='1.26'),
    edits.flag_argument(
        '--physical-network', 'Remove the physical network.', start_version='1.102'
    ),
    edits.flag_argument('--category', 'Remove the category.', start_version='1.103'),
    flags=('name', 'address', 'physical_network', 'category'),
    extra='extra',
    properties='property',
)
do_port_group_delete = _COMMANDS.delete(condition=' without ports')


@versions.wraps('1.23')
@arg('port_group', help='Name or UUID of the port group; with --address, its MAC address.')
@arg('--address', action='store_true', help='Look the port group up by MAC address.')
@lists.fields_argument()
@returns_resource(_PORT_GROUP)
def do_port_group_show(client: Client, args: Args) -> results.Shown:
    """Show a port group."""
    find = client.portgroups.get_by_address if args.address else client.portgroups.get
    return lists.record(args, find(args.port_group, **lists.fields_of(args)))


@versions.wraps('1.23')
@arg('--node', required=True, help='Node of the port group, by name or UUID.')
@arg('--uuid', help='UUID of the new port group.')
@_values
@returns_resource(_PORT_GROUP)
@meets_locks
@writes
def do_port_group_create(client: Client, args: Args) -> results.Shown:
    """Create a port group of a node."""
    portgroup = client.portgroups.create(
        client.nodes.uuid_of(args.node),
        **set_arguments(args, *_VALUES, 'uuid'),
        **edits.pairs(args, 'extra', properties='property'),
    )
    return results.Record(portgroup)


@versions.wraps('1.23')
@arg('port_group', help=_HELP)
@arg('--node', help='Node of the port group, by name or UUID.')
@_values
@edits.needs_a_change
@returns_resource(_PORT_GROUP)
@meets_locks
@writes
def do_port_group_set(client: Client, args: Args) -> results.Shown:
    """Update a port group."""
    values = set_arguments(args, *_VALUES)
    if args.node:
        values['node_uuid'] = client.nodes.uuid_of(args.node)
    changed = edits.set_by(values, edits.pairs(args, 'extra', properties='property'))
    return results.Record(client.portgroups.update(args.port_group, changed))
