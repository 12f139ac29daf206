"""The command that shows the states of a node."""

from __future__ import annotations

from novaclient_mv import resources
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts.node_actions import one_node
from novaclient_mv.cli.reading.declarations import Args, returns_columns
from novaclient_mv.cli.running import results

_STATES = resources.known(
    *('power_state', 'target_power_state', 'provision_state', 'target_provision_state'),
    *('provision_updated_at', 'last_error', 'console_enabled', 'raid_config'),
    *('target_raid_config', 'boot_mode', 'secure_boot'),
)


@one_node
@returns_columns()
def do_node_states_show(client: Client, args: Args) -> results.Shown:
    """Show the states and target states of a node."""
    return results.Properties(_STATES(client.nodes.states(args.node)), are_fields=True)
