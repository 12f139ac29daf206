"""The command that lists nodes."""

from __future__ import annotations

from novaclient_mv import errors
from novaclient_mv.baremetal.v1 import nodes
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import lists
from novaclient_mv.baremetal.v1.commands.parts.node_actions import NODE
from novaclient_mv.baremetal.v1.nodes import filter_table
from novaclient_mv.cli.reading import list_filters
from novaclient_mv.cli.reading.declarations import Args, arg, checked_by, returns_resource
from novaclient_mv.cli.running import results

_COLUMNS = (*('uuid', 'name', 'instance_uuid', 'power_state', 'provision_state', 'maintenance'),)
_TROUBLE = (
    *('uuid', 'name', 'provision_state', 'maintenance', 'fault', 'maintenance_reason'),
    'last_error',
)


def _check(args: Args) -> None:
    """Refuse chosen fields beside --trouble, which looks at fields of its own."""
    if args.trouble and lists.chosen_fields(args):
        raise errors.CommandError('--trouble and --fields exclude each other.')


@list_filters.options(filter_table.FILTERS)
@arg(
    '--trouble',
    action='store_true',
    help='Nodes in maintenance mode, with a fault (from 1.42), or in a state of failure; shows the '
    'reason and the last error.',
)
@checked_by(_check)
@lists.list_arguments('node', fields_since='1.8')
@returns_resource(NODE)
def do_node_list(client: Client, args: Args) -> results.Shown:
    """List nodes (default: all of them)."""
    filters = list_filters.arguments(args, filter_table.FILTERS)
    if args.trouble:
        keep = nodes.Node.is_in_trouble
        return lists.table(args, nodes.Node, client.nodes.iterate, _TROUBLE, keep=keep, **filters)
    return lists.table(args, nodes.Node, client.nodes.iterate, _COLUMNS, **filters)
