"""Commands on the console of a node."""

from __future__ import annotations

from novaclient_mv import resources
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import node_actions
from novaclient_mv.baremetal.v1.commands.parts.node_actions import one_node, several_nodes
from novaclient_mv.cli.reading.declarations import Args, returns_columns, writes
from novaclient_mv.cli.running import results

_CONSOLE = resources.known('console_enabled', 'console_info')


@one_node
@returns_columns()
def do_node_console_show(client: Client, args: Args) -> results.Shown:
    """Show whether the console of a node is enabled, and its address."""
    return results.Properties(_CONSOLE(client.nodes.get_console(args.node)), are_fields=True)


@several_nodes
@writes
def do_node_console_enable(client: Client, args: Args) -> results.Shown:
    """Enable the console of nodes."""
    return node_actions.on_each(
        client, args, 'console-enable', lambda node: client.nodes.set_console_mode(node, True)
    )


@several_nodes
@writes
def do_node_console_disable(client: Client, args: Args) -> results.Shown:
    """Disable the console of nodes."""
    return node_actions.on_each(
        client, args, 'console-disable', lambda node: client.nodes.set_console_mode(node, False)
    )
