"""The command that lists the child nodes of a node."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts.node_actions import one_node
from novaclient_mv.cli.reading.declarations import Args, returns_columns
from novaclient_mv.cli.running import results


@versions.wraps('1.83')
@one_node
@returns_columns('uuid')
def do_node_children_list(client: Client, args: Args) -> results.Shown:
    """List the child nodes of a node."""
    children = client.nodes.list_children(args.node)
    return results.Rows(('UUID',), [(child,) for child in children])
