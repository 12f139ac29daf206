"""Commands on indicators: lights on components of a node."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts.node_actions import one_node
from novaclient_mv.baremetal.v1.nodes.management import Indicator
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    meets_locks,
    returns_resource,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results

_one_indicator = arg('indicator', help='Name of the indicator, as in led@chassis.')


@versions.wraps('1.63')
@one_node
@returns_resource('baremetal.v1.nodes.management:Indicator')
def do_node_indicator_list(client: Client, args: Args) -> results.Shown:
    """List the indicators of a node."""
    return results.Table(Indicator, client.nodes.list_indicators(args.node))


@versions.wraps('1.63')
@one_node
@_one_indicator
@returns_resource('baremetal.v1.nodes.management:IndicatorState')
@meets_locks
def do_node_indicator_show(client: Client, args: Args) -> results.Shown:
    """Show the state of an indicator."""
    return results.Record(client.nodes.get_indicator_state(args.node, args.indicator))


@versions.wraps('1.63')
@one_node
@_one_indicator
@arg('state', help='State: on, off or blinking, if the indicator supports it.')
@success_message('Set indicator {indicator} of node {node} to {state}.')
@meets_locks
@writes
def do_node_indicator_set(client: Client, args: Args) -> None:
    """Set the state of an indicator."""
    client.nodes.set_indicator(args.node, args.indicator, args.state)
