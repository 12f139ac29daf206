"""Commands on what nodes boot from, and how."""

from __future__ import annotations

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import node_actions
from novaclient_mv.baremetal.v1.commands.parts.node_actions import one_node, several_nodes
from novaclient_mv.cli.reading.declarations import Args, arg, meets_locks, returns_columns, writes
from novaclient_mv.cli.running import results

_BOOT_DEVICE = resources.known('boot_device', 'persistent')


@one_node
@arg('--supported', action='store_true', help='Show the supported boot devices.')
@returns_columns()
@meets_locks
def do_node_boot_device_show(client: Client, args: Args) -> results.Shown:
    """Show the boot device of a node."""
    if args.supported:
        devices = client.nodes.get_supported_boot_devices(args.node)
        return results.Properties({'supported_boot_devices': devices}, are_fields=True)
    device = client.nodes.get_boot_device(args.node)
    return results.Properties(_BOOT_DEVICE(device), are_fields=True)


@several_nodes
@arg(
    'device', help='Boot device: pxe, disk, cdrom, bios, safe or wanboot, if the node supports it.'
)
@arg(
    '--persistent',
    action='store_true',
    help='Make the setting persistent (default: for the next boot only).',
)
@writes
def do_node_boot_device_set(client: Client, args: Args) -> results.Shown:
    """Set the boot device of nodes."""
    return node_actions.on_each(
        client,
        args,
        'boot-device-set',
        lambda node: client.nodes.set_boot_device(node, args.device, args.persistent),
    )


@versions.wraps('1.76')
@several_nodes
@arg('boot_mode', help='Boot mode: uefi or bios.')
@writes
def do_node_boot_mode_set(client: Client, args: Args) -> results.Shown:
    """Set the boot mode of nodes."""
    return node_actions.on_each(
        client, args, 'boot-mode-set', lambda node: client.nodes.set_boot_mode(node, args.boot_mode)
    )
