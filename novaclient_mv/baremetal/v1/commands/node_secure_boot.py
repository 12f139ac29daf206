"""Commands that turn secure boot of nodes on and off."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import node_actions
from novaclient_mv.baremetal.v1.commands.parts.node_actions import several_nodes
from novaclient_mv.cli.reading.declarations import Args, writes
from novaclient_mv.cli.running import results


@versions.wraps('1.76')
@several_nodes
@writes
def do_node_secure_boot_on(client: Client, args: Args) -> results.Shown:
    """Turn secure boot of nodes on."""
    return node_actions.on_each(
        client, args, 'secure-boot-on', lambda node: client.nodes.set_secure_boot(node, True)
    )


@versions.wraps('1.76')
@several_nodes
@writes
def do_node_secure_boot_off(client: Client, args: Args) -> results.Shown:
    """Turn secure boot of nodes off."""
    return node_actions.on_each(
        client, args, 'secure-boot-off', lambda node: client.nodes.set_secure_boot(node, False)
    )
