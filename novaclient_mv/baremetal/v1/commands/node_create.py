"""The command that registers a node."""

from __future__ import annotations

from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import edits, node_options
from novaclient_mv.baremetal.v1.commands.parts.node_actions import NODE
from novaclient_mv.baremetal.v1.commands.parts.node_options import text
from novaclient_mv.cli.reading.declarations import Args, arg, given, shows, writes
from novaclient_mv.cli.running import results


@arg('--driver', metavar='<driver>', required=True, help='Driver that works on it.')
@text('name', 'Unique name.')
@arg('--uuid', metavar='<uuid>', help='UUID of the new node.')
@text('chassis_uuid', 'Chassis that it is in.')
@edits.pairs_argument('--driver-info', 'What the driver needs, as the address of its controller')
@edits.pairs_argument('--property', 'Property of the hardware')
@edits.set_extra
@node_options.for_each_interface(
    lambda key, name: text(key, f'{name[:1].upper()}{name[1:]} interface.')
)
@node_options.network_data
@text('resource_class', 'Resource class, by which flavors ask for it.')
@text('conductor_group', 'Group of conductors that work on it.')
@node_options.automated_clean
@node_options.no_automated_clean
@text('owner', 'Project that owns it.')
@text('lessee', 'Project that leases it.')
@text('description', 'Any text.')
@text('shard', 'Shard that it is in.')
@text('parent_node', 'UUID of the node that it is a child of.')
@node_options.switch('disable_power_off', '--disable-power-off', 'Never power it off.')
@text('instance_name', 'Name of the instance on it.')
@shows(NODE)
@writes
def do_node_create(client: Client, args: Args) -> results.Shown:
    """Register a node."""
    texts = [name for name in node_options.TEXTS if name != 'instance_uuid']
    node = client.nodes.create(
        **given(args, *texts, 'uuid', 'network_data', 'automated_clean', 'disable_power_off'),
        **edits.pairs(args, 'driver_info', 'extra', properties='property'),
    )
    return results.Record(node)
