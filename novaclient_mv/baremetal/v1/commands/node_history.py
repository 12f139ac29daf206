"""Commands on the history of a node."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts.node_actions import one_node
from novaclient_mv.baremetal.v1.nodes.reports import HistoryEvent
from novaclient_mv.cli.reading.declarations import Args, arg, returns_resource
from novaclient_mv.cli.running import results

_EVENT = 'baremetal.v1.nodes.reports:HistoryEvent'


@versions.wraps('1.78')
@one_node
@arg('--long', action='store_true', help='Show all fields.')
@returns_resource(_EVENT)
def do_node_history_list(client: Client, args: Args) -> results.Shown:
    """List the history events of a node."""
    columns: tuple[str, ...] = ('uuid', 'created_at', 'severity', 'event')
    if args.long:
        columns = tuple(field.key for field in HistoryEvent.fields)
    return results.Table(HistoryEvent, client.nodes.list_history(args.node, args.long), columns)


@versions.wraps('1.78')
@one_node
@arg('event', help='UUID of the event.')
@returns_resource(_EVENT)
def do_node_history_get(client: Client, args: Args) -> results.Shown:
    """Show a history event of a node."""
    return results.Record(client.nodes.get_history_event(args.node, args.event))
