"""The command that lists nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from novaclient_mv import errors
from novaclient_mv.baremetal.v1 import nodes
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import lists
from novaclient_mv.baremetal.v1.commands.parts.node_actions import NODE
from novaclient_mv.cli.reading.declarations import Args, arg, checked_by, given, shows
from novaclient_mv.cli.running import results

F = TypeVar('F', bound=Callable[..., Any])

_COLUMNS = (*('uuid', 'name', 'instance_uuid', 'power_state', 'provision_state', 'maintenance'),)
_TROUBLE = (
    *('uuid', 'name', 'provision_state', 'maintenance', 'fault', 'maintenance_reason'),
    'last_error',
)
_FILTERS = (
    *('associated', 'maintenance', 'instance_uuid', 'chassis', 'provision_state', 'driver'),
    *('resource_class', 'fault', 'conductor_group', 'conductor', 'owner', 'lessee', 'project'),
    *('description_contains', 'retired', 'shards', 'sharded', 'include_children', 'parent_node'),
    'instance_name',
)


def _check(args: Args) -> None:
    """Refuse chosen fields of beside --trouble, which looks at fields of its own.

    :raises CommandError: it is so.
    """
    if args.trouble and lists.chosen_fields(args):
        raise errors.CommandError('--trouble and --fields exclude each other.')


def _switch(
    flag: str, dest: str, value: bool, help: str, since: str | None = None
) -> Callable[[F], F]:
    """Declare a filter without a value; its opposite is another."""
    return arg(
        flag,
        dest=dest,
        action='store_const',
        const=value,
        group=dest,
        start_version=since,
        help=help,
    )


@_switch('--maintenance', 'maintenance', True, 'Nodes in maintenance mode.')
@_switch('--no-maintenance', 'maintenance', False, 'Nodes that are not in maintenance mode.')
@_switch('--associated', 'associated', True, 'Nodes with an instance.')
@_switch('--unassociated', 'associated', False, 'Nodes without an instance.')
@arg('--instance-uuid', metavar='<uuid>', help='The node of this instance.')
@arg('--chassis', metavar='<uuid>', help='Nodes of this chassis.')
@arg(
    '--provision-state',
    metavar='<state>',
    start_version='1.9',
    help='Nodes in this provision state.',
)
@arg('--driver', start_version='1.16', help='Nodes with this driver.')
@arg('--resource-class', start_version='1.21', help='Nodes of this resource class.')
@arg('--fault', start_version='1.42', help='Nodes with this fault.')
@arg('--conductor-group', start_version='1.46', help='Nodes of this conductor group.')
@arg('--conductor', start_version='1.49', help='Nodes that this conductor works on.')
@arg('--owner', start_version='1.50', help='Nodes of this owner.')
@arg(
    '--description-contains',
    metavar='<text>',
    start_version='1.51',
    help='Nodes with this text in their description.',
)
@_switch('--retired', 'retired', True, 'Retired nodes.', '1.61')
@_switch('--no-retired', 'retired', False, 'Nodes that are not retired.', '1.61')
@arg('--lessee', start_version='1.65', help='Nodes of this lessee.')
@arg('--project', start_version='1.65', help='Nodes that this project owns or leases.')
@arg(
    '--shards',
    metavar='<shard>',
    nargs='+',
    start_version='1.82',
    help='Nodes in one of these shards.',
)
@_switch('--sharded', 'sharded', True, 'Nodes in a shard.', '1.82')
@_switch('--unsharded', 'sharded', False, 'Nodes in no shard.', '1.82')
@arg(
    '--include-children',
    action='store_true',
    default=None,
    group='children',
    start_version='1.83',
    help='Include child nodes.',
)
@arg(
    '--parent-node',
    metavar='<node>',
    group='children',
    start_version='1.83',
    help='The child nodes of this node.',
)
@arg(
    '--instance-name',
    metavar='<name>',
    start_version='1.104',
    help='Nodes with an instance of this name.',
)
@arg(
    '--trouble',
    action='store_true',
    help='Nodes in maintenance mode, with a fault (from 1.42), or in a state of failure; shows the '
    'reason and the last error.',
)
@checked_by(_check)
@lists.list_arguments('node', fields_since='1.8')
@shows(NODE)
def do_node_list(client: Client, args: Args) -> results.Shown:
    """List nodes (default: all of them)."""
    filters = given(args, *_FILTERS)
    if args.trouble:
        keep = nodes.Node.is_in_trouble
        return lists.table(args, nodes.Node, client.nodes.iterate, _TROUBLE, keep=keep, **filters)
    return lists.table(args, nodes.Node, client.nodes.iterate, _COLUMNS, **filters)
