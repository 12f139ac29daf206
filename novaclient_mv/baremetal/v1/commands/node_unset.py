"""The command that removes values of nodes."""

from __future__ import annotations

from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import edits, node_actions, node_options
from novaclient_mv.baremetal.v1.commands.parts.node_actions import several_nodes
from novaclient_mv.baremetal.v1.commands.parts.node_options import named_after
from novaclient_mv.baremetal.v1.nodes import Node
from novaclient_mv.cli.reading.declarations import Args, arg, writes
from novaclient_mv.cli.running import dry_run, results

_FLAGS = (
    *('instance_uuid', 'instance_name', 'name', 'resource_class', 'chassis_uuid', 'network_data'),
    *('conductor_group', 'automated_clean', 'protected', 'protected_reason', 'retired'),
    *('retired_reason', 'owner', 'lessee', 'description', 'shard', 'parent_node'),
    *node_options.INTERFACES,
)


@several_nodes
@named_after('instance_uuid', 'Remove the instance.')
@named_after('instance_name', 'Remove the name of the instance.')
@named_after('name', 'Remove the name.')
@named_after('resource_class', 'Remove the resource class.')
@named_after('target_raid_config', 'Remove the target RAID configuration.')
@edits.keys_argument('--property', 'Hardware property to remove')
@edits.unset_extra
@edits.keys_argument('--driver-info', 'Driver setting to remove')
@edits.keys_argument('--instance-info', 'Deployment setting to remove')
@arg(
    '--chassis-uuid',
    action='store_true',
    default=None,
    start_version='1.25',
    help='Remove the node from its chassis.',
)
@named_after('network_data', 'Remove the static network configuration.')
@node_options.for_each_interface(
    lambda key, name: named_after(key, f'Reset the {name} interface to the default.')
)
@named_after('conductor_group', 'Remove the node from its conductor group.')
@named_after('automated_clean', 'Reset automated cleaning to the default of the cloud.')
@named_after('protected', 'Remove the protection.')
@named_after('protected_reason', 'Remove the reason for the protection.')
@named_after('retired', 'Mark the node as not retired.')
@named_after('retired_reason', 'Remove the reason for the retirement.')
@named_after('owner', 'Remove the owner.')
@named_after('lessee', 'Remove the lessee.')
@named_after('description', 'Remove the description.')
@named_after('shard', 'Remove the node from its shard.')
@named_after('parent_node', 'Remove the parent node.')
@edits.needs_a_change
@writes
def do_node_unset(client: Client, args: Args) -> results.Shown:
    """Remove values of nodes."""
    removed = edits.unset_by(
        args,
        *_FLAGS,
        properties='property',
        extra='extra',
        driver_info='driver_info',
        instance_info='instance_info',
    )

    def change(node: Node) -> Node:
        if getattr(args, 'target_raid_config', None):
            with dry_run.followed_by(*(('the other values are removed',) if removed else ())):
                client.nodes.set_target_raid_config(node, {})
        if removed:
            return client.nodes.update(node, removed=removed)
        return node

    return node_actions.on_each(client, args, 'unset', change)
