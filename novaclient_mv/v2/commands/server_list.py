"""The command that lists servers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

from novaclient_mv import resources, v2
from novaclient_mv.cli.reading import list_filters, types
from novaclient_mv.cli.reading.declarations import Args, arg, returns_resource, watch_filter
from novaclient_mv.cli.reading.types import owners
from novaclient_mv.cli.running import results
from novaclient_mv.v2.servers import filter_table

_COLUMNS = ('id', 'name', 'status', 'task_state', 'power_state', 'networks')


@arg('--flavor', help='Name or id of the flavor.')
@arg('--image', help='Name or id of the image.')
@arg(
    '--all-tenants',
    metavar='<0|1>',
    nargs='?',
    const=1,
    default=0,
    type=types.boolean_number,
    help='Servers of all projects.',
    filter=filter_table.FILTERS['all_tenants'],
)
@arg(
    '--tenant',
    type=owners.project,
    nargs='?',
    help='Servers of this project, by name or id.',
    filter=filter_table.FILTERS['all_tenants'],
)
@arg('--fields', type=types.comma_list, help='Columns to show besides the id, separated by commas.')
@arg('--minimal', action='store_true', help='Id and name only.')
@arg(
    '--sort',
    metavar='<key>[:<direction>]',
    type=types.sort_keys,
    help='Keys to sort by, separated by commas; direction asc or desc (default).',
)
@arg('--marker', help='Start after this server, by name or id.')
@arg('--limit', type=types.page_limit, help='Show at most this many (default: all).')
@list_filters.options(filter_table.FILTERS)
@watch_filter(
    '--changes-since',
    moment='updated',
    gone=('DELETED', 'SOFT_DELETED'),
    beside=('--all-tenants', '--tenant', '--user', '--reservation-id', '--uuid', '--fields'),
)
@returns_resource('v2.servers:Server')
def do_server_list(client: v2.Client, args: Args) -> results.Shown:
    """List servers (default: all of them)."""
    columns, resource = _columns(client, args)
    sort = args.sort or []
    read = functools.partial(
        client.servers.iterate,
        detailed=not args.minimal,
        search_opts=_filters(client, args),
        limit=None if args.limit == -1 else args.limit,
        sort_keys=[key for key, _ in sort],
        sort_dirs=[direction for _, direction in sort],
    )
    rows = _rows_after(client, args.marker, read) if args.marker else read()
    sort_key = None if sort else next(iter(columns[1:2]), None)
    if args.fields:
        from novaclient_mv.v2.commands.parts import server_columns

        rows = server_columns.having(rows, resource)
    return results.Table(resource, rows, columns, sort_key, is_explicit=bool(args.fields))


def _rows_after(
    client: v2.Client, marker: str, read: Callable[..., Iterable[v2.servers.Server]]
) -> Iterable[v2.servers.Server]:
    # Most lists need no lookup.
    from novaclient_mv.v2.commands.parts import lookups

    return lookups.rows_after(marker, client.servers.find_one, 'server', read)


def _columns(client: v2.Client, args: Args) -> tuple[tuple[str, ...], type[resources.Resource]]:
    """Keys of the columns, and the class of resource that has them as fields."""
    if args.minimal:
        return ('id', 'name'), v2.servers.Server
    if not args.fields:
        project = ('project_id',) if args.all_tenants or args.tenant else ()
        is_by_change = args.changes_since or getattr(args, 'changes_before', None)
        updated = ('updated',) if is_by_change else ()
        return ('id', 'name', *project, *_COLUMNS[2:], *updated), v2.servers.Server
    from novaclient_mv.v2.commands.parts import server_columns

    return server_columns.named(client, args.fields)


def _filters(client: v2.Client, args: Args) -> dict[str, Any]:
    """The filters of the request, by the API's names."""
    filters = list_filters.by_name(args, filter_table.FILTERS)
    if args.tenant:
        filters['tenant_id'] = args.tenant
    if args.all_tenants or args.tenant:
        filters['all_tenants'] = 1
    if args.flavor:
        filters['flavor'] = client.flavors.find_one(args.flavor).id
    if args.image:
        # Most lists need no lookup.
        from novaclient_mv.v2.commands.parts import lookups

        image = lookups.resource_or_id(lookups.image(client), args.image)
        filters['image'] = resources.getid(image)
    return filters
