"""The command that sets values of nodes."""

from __future__ import annotations

from typing import Any

from novaclient_mv import errors
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import edits, json_values, node_actions, node_options
from novaclient_mv.baremetal.v1.commands.parts.node_actions import several_nodes
from novaclient_mv.baremetal.v1.commands.parts.node_options import switch, text
from novaclient_mv.baremetal.v1.nodes import Node
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    checked_by,
    set_arguments,
    writes,
)
from novaclient_mv.cli.running import dry_run, results


def _check(args: Args) -> None:
    """Refuse new defaults without a new driver."""
    if getattr(args, 'reset_interfaces', None) and args.driver is None:
        raise errors.CommandError('--reset-interfaces needs --driver.')


def _interface(key: str, name: str) -> Any:  # noqa: ANN401 - a decorator of any function
    reset = arg(
        f'--reset-{key.replace("_", "-")}',
        action='store_true',
        default=None,
        group=key,
        start_version=node_options.since(key),
        help=f'Reset the {name} interface to the default.',
    )
    given_name = text(key, f'{name[:1].upper()}{name[1:]} interface.', group=key)
    return lambda func: given_name(reset(func))


@several_nodes
@text('name', 'Unique name of the node.')
@text('instance_uuid', 'Instance on the node, by UUID.')
@text('instance_name', 'Name of the instance on the node.')
@text('chassis_uuid', 'Chassis of the node, by UUID.')
@text('driver', 'Driver of the node.')
@node_options.for_each_interface(_interface)
@arg(
    '--reset-interfaces',
    action='store_true',
    default=None,
    start_version='1.45',
    help="Reset interfaces that are not given to the new driver's defaults.",
)
@node_options.network_data
@text('resource_class', 'Resource class, which flavors request.')
@text('conductor_group', 'Conductor group of the node.')
@node_options.automated_clean
@node_options.no_automated_clean
@switch('protected', '--protected', 'Protect the node from undeploy, rebuild and delete.')
@text('protected_reason', 'Reason for the protection.')
@switch('retired', '--retired', 'Mark the node as retired.')
@text('retired_reason', 'Reason for the retirement.')
@arg(
    '--target-raid-config',
    type=json_values.ObjectValue,
    start_version=node_options.since('target_raid_config'),
    help='Target RAID configuration, as JSON or in a YAML or JSON file; "-" reads the input.',
)
@edits.pairs_argument('--property', 'Hardware property, as in cpu_arch=x86_64')
@edits.set_extra
@edits.pairs_argument('--driver-info', 'Driver setting, as in ipmi_address=192.0.2.1')
@edits.pairs_argument(
    '--instance-info', 'Deployment setting, as in image_source=http://192.0.2.1/image'
)
@text('owner', 'Project that owns the node.')
@text('lessee', 'Project that leases the node.')
@text('description', 'Description of the node.')
@text('shard', 'Shard of the node.')
@text('parent_node', 'Parent node, by UUID.')
@switch(
    'disable_power_off',
    '--enable-power-off',
    'Allow powering the node off.',
    value=False,
    group='power_off',
)
@switch('disable_power_off', '--disable-power-off', 'Never power the node off.', group='power_off')
@edits.needs_a_change
@checked_by(_check)
@writes
def do_node_set(client: Client, args: Args) -> results.Shown:
    """Update nodes."""
    values = set_arguments(
        args,
        *node_options.TEXTS,
        *('network_data', 'automated_clean', 'protected', 'protected_reason', 'retired'),
        *('retired_reason', 'disable_power_off'),
    )
    below = edits.pairs(args, 'extra', 'driver_info', 'instance_info', properties='property')
    changed = edits.set_by(values, below)
    removed = [key for key in node_options.INTERFACES if getattr(args, f'reset_{key}', None)]
    options = set_arguments(args, 'reset_interfaces')
    raid = set_arguments(args, 'target_raid_config')

    def change(node: Node) -> Node:
        if raid:
            others = ('the other values are set',) if changed or removed else ()
            with dry_run.followed_by(*others):
                client.nodes.set_target_raid_config(node, raid['target_raid_config'])
        if changed or removed:
            return client.nodes.update(node, changed, removed, **options)
        return node

    return node_actions.on_each(client, args, 'set', change)
