"""The command that sets values of nodes."""

from __future__ import annotations

from typing import Any

from novaclient_mv import errors
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import edits, json_values, node_actions, node_options
from novaclient_mv.baremetal.v1.commands.parts.node_actions import several_nodes
from novaclient_mv.baremetal.v1.commands.parts.node_options import switch, text
from novaclient_mv.baremetal.v1.nodes import Node
from novaclient_mv.cli.reading.declarations import Args, arg, checked_by, given, writes
from novaclient_mv.cli.running import dry_run, results

_needs_a_change = edits.needs_a_change('node')


def _check(args: Args) -> None:
    """Refuse what changes nothing, and new defaults without a new driver.

    :raises CommandError: it is so.
    """
    _needs_a_change(args)
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
@text('name', 'Unique name.')
@text('instance_uuid', 'Instance on it, by UUID.')
@text('instance_name', 'Name of the instance on it.')
@text('chassis_uuid', 'Chassis that it is in.')
@text('driver', 'Driver that works on it.')
@node_options.for_each_interface(_interface)
@arg(
    '--reset-interfaces',
    action='store_true',
    default=None,
    start_version='1.45',
    help='Take the default of the new driver for each interface that is not given.',
)
@node_options.network_data
@text('resource_class', 'Resource class, by which flavors ask for it.')
@text('conductor_group', 'Group of conductors that work on it.')
@node_options.automated_clean
@node_options.no_automated_clean
@switch('protected', '--protected', 'Refuse to undeploy, rebuild or delete it.')
@text('protected_reason', 'Why it is protected.')
@switch('retired', '--retired', 'Mark it as retired.')
@text('retired_reason', 'Why it is retired.')
@arg(
    '--target-raid-config',
    metavar='<target-raid-config>',
    type=json_values.ObjectValue,
    start_version=node_options.since('target_raid_config'),
    help='RAID configuration to make, as JSON, or a file of YAML or JSON; "-" reads the input.',
)
@edits.pairs_argument('--property', 'Property of the hardware')
@edits.set_extra
@edits.pairs_argument('--driver-info', 'What the driver needs, as the address of its controller')
@edits.pairs_argument('--instance-info', 'What the deployment of an instance needs')
@text('owner', 'Project that owns it.')
@text('lessee', 'Project that leases it.')
@text('description', 'Any text.')
@text('shard', 'Shard that it is in.')
@text('parent_node', 'UUID of the node that it is a child of.')
@switch(
    'disable_power_off',
    '--enable-power-off',
    'Allow powering it off.',
    value=False,
    group='power_off',
)
@switch('disable_power_off', '--disable-power-off', 'Never power it off.', group='power_off')
@checked_by(_check)
@writes
def do_node_set(client: Client, args: Args) -> results.Shown:
    """Set values of nodes; what is not named stays."""
    values = given(
        args,
        *node_options.TEXTS,
        *('network_data', 'automated_clean', 'protected', 'protected_reason', 'retired'),
        *('retired_reason', 'disable_power_off'),
    )
    below = edits.pairs(args, 'extra', 'driver_info', 'instance_info', properties='property')
    changed = edits.set_by(values, below)
    removed = [key for key in node_options.INTERFACES if getattr(args, f'reset_{key}', None)]
    how = given(args, 'reset_interfaces')
    raid = given(args, 'target_raid_config')

    def change(node: Node) -> Node:
        if raid:
            others = ('the other values are set',) if changed or removed else ()
            with dry_run.followed_by(*others):
                client.nodes.set_target_raid_config(node, raid['target_raid_config'])
        if changed or removed:
            return client.nodes.update(node, changed, removed, **how)
        return node

    return node_actions.on_each(client, args, 'set', change)
