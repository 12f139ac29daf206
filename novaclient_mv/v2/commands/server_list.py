"""The command that lists servers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from novaclient_mv import resources, v2
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import Args, arg, given, shows, tells_changes
from novaclient_mv.cli.reading.types import numeric, owners, server_values, timestamps
from novaclient_mv.cli.running import results
from novaclient_mv.v2.servers import filter_table

F = TypeVar('F', bound=Callable[..., Any])

_COLUMNS = ('id', 'name', 'status', 'task_state', 'power_state', 'networks')
_PLAIN_FILTERS = (
    *('reservation_id', 'ip', 'ip6', 'name', 'status', 'host', 'deleted', 'availability_zone'),
    *('key_name', 'config_drive', 'progress', 'vm_state', 'task_state', 'power_state', 'tags'),
    'locked',
    *('uuid', 'hostname', 'access_ip_v4', 'access_ip_v6', 'created_at', 'launched_at'),
    *('terminated_at', 'launch_index', 'locked_by', 'node', 'root_device_name', 'kernel_id'),
    *('ramdisk_id', 'soft_deleted', 'auto_disk_config'),
)
_RENAMED_FILTERS = {
    'user_id': 'user',
    # Nova also accepts the name description, and ignores it.
    'display_description': 'description',
    'tags-any': 'tags_any',
    'not-tags': 'not_tags',
    'not-tags-any': 'not_tags_any',
    'changes-since': 'changes_since',
    'changes-before': 'changes_before',
}
_TIME_HELP = '{} time in UTC, as a regular expression, as in 2026-01-31.'


def _filter(
    flag: str,
    help: str,
    key: str = '',
    **options: Any,  # noqa: ANN401 - as of ``arg``
) -> Callable[[F], F]:
    """Declare a filter that not everybody has at every version.

    :param key: the API's name of it, where that is not the option's.
    """
    name = key or options.get('dest') or flag[2:].replace('-', '_')
    return arg(flag, help=help, filter=filter_table.FILTERS[name], **options)


@arg('--reservation-id', help='Servers of this reservation.')
@arg('--ip', metavar='<ip-regexp>', help='IPv4 address, as a regular expression.')
@_filter('--ip6', 'IPv6 address, as a regular expression.', metavar='<ip6-regexp>')
@arg('--name', metavar='<name-regexp>', help='Name, as a regular expression.')
@arg(
    '--status',
    metavar='<status>[,<status>...]',
    type=server_values.statuses,
    help='Status, as in ACTIVE, or any of several, separated by commas.',
)
@arg('--flavor', help='Name or id of the flavor.')
@arg('--image', help='Name or id of the image.')
@_filter('--host', 'Servers on this host.', metavar='<hostname>')
@_filter(
    '--all-tenants',
    'Servers of all projects.',
    metavar='<0|1>',
    nargs='?',
    const=1,
    default=0,
    type=types.boolean_number,
)
@_filter(
    '--tenant',
    'Servers of this project, by name or id.',
    key='all_tenants',
    type=owners.project,
    nargs='?',
)
@_filter(
    '--user', 'Servers of this user, by name or id.', key='user_id', type=owners.user, nargs='?'
)
@_filter('--deleted', 'Deleted servers only.', action='store_true')
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
@_filter('--availability-zone', 'Servers of this availability zone.', metavar='<availability_zone>')
@_filter('--key-name', 'Servers with this keypair.', metavar='<key_name>')
@_filter(
    '--config-drive',
    'Servers with a config drive.',
    action='store_true',
    default=None,
    group='config_drive',
)
@_filter(
    '--no-config-drive',
    'Servers without a config drive.',
    dest='config_drive',
    action='store_false',
    default=None,
    group='config_drive',
)
@_filter('--progress', 'Progress in percent.')
@_filter('--vm-state', 'VM state, as in active.', metavar='<vm_state>', type=server_values.vm_state)
@_filter(
    '--task-state',
    'Task state, as in rebooting.',
    metavar='<task_state>',
    type=server_values.task_state,
)
@_filter(
    '--power-state',
    'Power state, as in running, or as a number.',
    metavar='<power_state>',
    type=server_values.power_state,
)
@arg(
    '--changes-since',
    metavar='<changes_since>',
    type=timestamps.timestamp,
    help='Servers that changed at or after this time (ISO 8601, or as in 2h, yesterday), including '
    'deleted ones.',
)
@arg(
    '--changes-before',
    metavar='<changes_before>',
    type=timestamps.timestamp,
    start_version='2.66',
    help='Servers that changed at or before this time (ISO 8601, or as in 2h, yesterday).',
)
@arg('--tags', start_version='2.26', help='Servers with all of these tags, separated by commas.')
@arg(
    '--tags-any', start_version='2.26', help='Servers with any of these tags, separated by commas.'
)
@arg(
    '--not-tags',
    start_version='2.26',
    help='Servers without all of these tags, separated by commas.',
)
@arg(
    '--not-tags-any',
    start_version='2.26',
    help='Servers without any of these tags, separated by commas.',
)
@arg('--locked', start_version='2.73', help='Locked (true) or unlocked (false) servers.')
@_filter('--uuid', 'The server of this id.')
@_filter(
    '--hostname', 'Hostname of the guest, as a regular expression.', metavar='<hostname-regexp>'
)
@_filter(
    '--description',
    'Description, as a regular expression.',
    key='display_description',
    metavar='<description-regexp>',
)
@_filter(
    '--access-ip-v4',
    'IPv4 address to show for access, as a regular expression.',
    metavar='<ip-regexp>',
)
@_filter(
    '--access-ip-v6',
    'IPv6 address to show for access, as a regular expression.',
    metavar='<ip6-regexp>',
)
@_filter('--created-at', _TIME_HELP.format('Creation'), metavar='<time-regexp>')
@_filter('--launched-at', _TIME_HELP.format('First start'), metavar='<time-regexp>')
@_filter('--terminated-at', _TIME_HELP.format('Deletion'), metavar='<time-regexp>')
@_filter(
    '--launch-index',
    'Launch index among servers created together, from 0.',
    metavar='<number>',
    type=numeric.count,
)
@_filter(
    '--locked-by',
    'Servers locked by their owner or by an administrator.',
    metavar='<owner|admin>',
    type=types.OneOf('owner', 'admin'),
)
@_filter('--node', 'Servers on this hypervisor.')
@_filter(
    '--root-device-name',
    'Name of the root device, as a regular expression.',
    metavar='<device-regexp>',
)
@_filter('--kernel-id', 'Servers with this kernel image.', metavar='<image-id>')
@_filter('--ramdisk-id', 'Servers with this RAM disk.', metavar='<image-id>')
@_filter('--soft-deleted', 'Include soft-deleted servers.', action='store_true')
@_filter(
    '--auto-disk-config',
    'Servers with automatic (true) or manual (false) disk partitions.',
    metavar='<boolean>',
    type=types.boolean_number,
)
@tells_changes(
    '--changes-since',
    moment='updated',
    gone=('DELETED', 'SOFT_DELETED'),
    beside=('--all-tenants', '--tenant', '--user', '--reservation-id', '--uuid', '--fields'),
)
@shows('v2.servers:Server')
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
    from novaclient_mv.v2.commands.parts import named

    return named.rows_after(marker, client.servers.find_one, 'server', read)


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
    filters = {name: getattr(args, name, None) for name in _PLAIN_FILTERS}
    filters.update(given(args, **_RENAMED_FILTERS))
    # 0 is a value of these, though false ones are not sent.
    for name in ('launch_index', 'auto_disk_config'):
        if filters[name] is not None:
            filters[name] = str(filters[name])
    filters['tenant_id'] = args.tenant
    if args.all_tenants or args.tenant:
        filters['all_tenants'] = 1
    if args.flavor:
        filters['flavor'] = client.flavors.find_one(args.flavor).id
    if args.image:
        # Most lists need no lookup.
        from novaclient_mv.v2.commands.parts import named

        image = named.resource_or_id(named.image(client), args.image)
        filters['image'] = resources.getid(image)
    return filters
