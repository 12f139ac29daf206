"""Commands that power nodes on and off."""

from __future__ import annotations

from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import node_actions, node_options
from novaclient_mv.baremetal.v1.commands.parts.node_actions import several_nodes
from novaclient_mv.cli.reading.declarations import Args, ends_in, set_arguments, writes
from novaclient_mv.cli.running import results


@several_nodes
@node_options.power_timeout
@ends_in('power on', field='power_state')
@writes
def do_node_power_on(client: Client, args: Args) -> results.Shown:
    """Power nodes on."""
    options = set_arguments(args, timeout='power_timeout')
    return node_actions.on_each(
        client, args, 'power-on', lambda node: client.nodes.set_power_state(node, 'on', **options)
    )


@several_nodes
@node_options.power_timeout
@node_options.soft
@ends_in('power off', field='power_state')
@writes
def do_node_power_off(client: Client, args: Args) -> results.Shown:
    """Power nodes off."""
    options = set_arguments(args, timeout='power_timeout')
    if getattr(args, 'soft', False):
        options['soft'] = True
    return node_actions.on_each(
        client, args, 'power-off', lambda node: client.nodes.set_power_state(node, 'off', **options)
    )
