"""Commands on the allocation that a node was chosen for."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts.node_actions import one_node
from novaclient_mv.cli.reading.declarations import (
    Args,
    meets_locks,
    returns_resource,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results


@versions.wraps('1.52')
@one_node
@returns_resource('baremetal.v1.allocations:Allocation')
def do_node_allocation_show(client: Client, args: Args) -> results.Shown:
    """Show the allocation of a node."""
    return results.Record(client.nodes.get_allocation(args.node))


@versions.wraps('1.52')
@one_node
@success_message('Deleted the allocation of node {node}.')
@meets_locks
@writes
def do_node_allocation_delete(client: Client, args: Args) -> None:
    """Delete the allocation of a node."""
    client.nodes.delete_allocation(args.node)
