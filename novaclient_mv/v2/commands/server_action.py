"""Commands on the actions of servers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import TypeVar

from novaclient_mv import errors, resources, v2
from novaclient_mv.cli.reading import list_filters
from novaclient_mv.cli.reading.declarations import Args, arg, returns_resource, within_limit
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts import paging
from novaclient_mv.v2.commands.parts.server_arguments import also_everywhere, find_server

T = TypeVar('T')

_ACTION = 'v2.instance_action:InstanceAction'
_OLDEST_FIRST = 'instance-action-list'
_PYTHON_TEXT = 'instance-action'
"""Names of python-novaclient, whose scripts take the last row as the newest, and find 'hostId' in a
table.
"""

_SERVER_HELP = 'Name or id; for a deleted server (from 2.21), its id.'


@arg('server', end_version='2.20', help='Name or id.')
@arg('server', start_version='2.21', help=_SERVER_HELP)
@also_everywhere
@arg('--marker', start_version='2.58', help='Start after the action of this request id.')
@paging.limit('2.58')
@list_filters.options(v2.instance_action.FILTERS)
@returns_resource(_ACTION)
def do_server_action_list(client: v2.Client, args: Args) -> results.Shown:
    """List the actions on a server."""
    filters = {
        **list_filters.arguments(args, v2.instance_action.FILTERS),
        **within_limit(args, 'marker', 'limit'),
    }

    def read(server: v2.servers.Server | str) -> Iterator[v2.instance_action.InstanceAction]:
        rows = client.instance_action.iterate(server, **filters)
        first = [*itertools.islice(rows, 1)]
        return itertools.chain(first, rows)

    rows: Iterator[resources.Resource] = _of_server(client, args, read)
    if args.called == _OLDEST_FIRST:
        rows = results.of_all_rows(rows, _oldest_first)
    return results.Table(
        v2.instance_action.InstanceAction,
        rows,
        ('action', 'request_id', 'message', 'start_time', 'updated_at'),
    )


@arg('server', end_version='2.20', help='Name or id.')
@arg('server', start_version='2.21', help=_SERVER_HELP)
@also_everywhere
@arg('request_id', metavar='<request_id>', help='Request id of the action.')
@returns_resource(_ACTION)
def do_server_action_show(client: v2.Client, args: Args) -> results.Shown:
    """Show an action on a server, with its events."""
    action = _of_server(
        client, args, lambda server: client.instance_action.get(server, args.request_id)
    )
    properties = action.without_links()
    if args.called == _PYTHON_TEXT and 'events' in properties:
        properties['events'] = str(properties['events'])
    return results.Record(action, properties)


def _oldest_first(actions: list[resources.Resource]) -> list[resources.Resource]:
    return sorted(actions, key=lambda action: str(action._info.get('start_time')))


def _of_server(client: v2.Client, args: Args, read: Callable[[v2.servers.Server | str], T]) -> T:
    """Read values of a server, which may be deleted if it is named by its id."""
    if resources.is_uuid(args.server):
        try:
            return read(args.server)
        except errors.NotFound as error:
            # No such server or action; or a name that looks like an id.
            try:
                server = find_server(client, args)
            except errors.ResourceNotFound as missing:
                raise missing from error
            return read(server)
    return read(find_server(client, args))
