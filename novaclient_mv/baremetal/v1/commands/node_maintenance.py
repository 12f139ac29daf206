"""Commands on the maintenance mode of nodes."""

from __future__ import annotations

from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import node_actions
from novaclient_mv.baremetal.v1.commands.parts.node_actions import several_nodes
from novaclient_mv.cli.reading.declarations import Args, arg, writes
from novaclient_mv.cli.running import results


@several_nodes
@arg('--reason', help='Reason for the maintenance.')
@writes
def do_node_maintenance_set(client: Client, args: Args) -> results.Shown:
    """Put nodes into maintenance mode."""
    return node_actions.on_each(
        client,
        args,
        'maintenance-set',
        lambda node: client.nodes.set_maintenance(node, reason=args.reason),
    )


@several_nodes
@writes
def do_node_maintenance_unset(client: Client, args: Args) -> results.Shown:
    """Take nodes out of maintenance mode."""
    return node_actions.on_each(
        client,
        args,
        'maintenance-unset',
        lambda node: client.nodes.set_maintenance(node, is_on=False),
    )
