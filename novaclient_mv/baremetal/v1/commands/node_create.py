"""The command that registers a node."""

from __future__ import annotations

from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import edits, node_options
from novaclient_mv.baremetal.v1.commands.parts.node_actions import NODE
from novaclient_mv.baremetal.v1.commands.parts.node_options import text
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    set_arguments,
    writes,
)
from novaclient_mv.cli.running import results


@arg('--driver', required=True, help='Driver of the node.')
@text('name', 'Unique name of the node.')
@arg('--uuid', help='UUID of the new node.')
@text('chassis_uuid', 'Chassis of the node, by UUID.')
@edits.pairs_argument('--driver-info', 'Driver setting, as in ipmi_address=192.0.2.1')
@edits.pairs_argument('--property', 'Hardware property, as in cpu_arch=x86_64')
@edits.set_extra
@node_options.for_each_interface(
    lambda key, name: text(key, f'{name[:1].upper()}{name[1:]} interface.')
)
@node_options.network_data
@text('resource_class', 'Resource class, which flavors request.')
@text('conductor_group', 'Conductor group of the node.')
@node_options.automated_clean
@node_options.no_automated_clean
@text('owner', 'Project that owns the node.')
@text('lessee', 'Project that leases the node.')
@text('description', 'Description of the node.')
@text('shard', 'Shard of the node.')
@text('parent_node', 'Parent node, by UUID.')
@node_options.switch('disable_power_off', '--disable-power-off', 'Never power the node off.')
@text('instance_name', 'Name of the instance on the node.')
@returns_resource(NODE)
@writes
def do_node_create(client: Client, args: Args) -> results.Shown:
    """Register a node."""
    texts = [name for name in node_options.TEXTS if name != 'instance_uuid']
    node = client.nodes.create(
        **set_arguments(
            args, *texts, 'uuid', 'network_data', 'automated_clean', 'disable_power_off'
        ),
        **edits.pairs(args, 'driver_info', 'extra', properties='property'),
    )
    return results.Record(node)
