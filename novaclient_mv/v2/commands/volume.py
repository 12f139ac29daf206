"""Commands on volumes that the Compute API passes on."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    ends_in,
    given,
    shows,
    within_limit,
    writes,
)
from novaclient_mv.cli.running import deletions, results
from novaclient_mv.resources import Resource
from novaclient_mv.v2.client import Client
from novaclient_mv.v2.commands.parts import paging
from novaclient_mv.v2.retired import volume_proxies

_VOLUME = 'v2.retired.volume_proxies:VolumeProxy'
_COLUMNS = ('id', 'name', 'status', 'size', 'volume_type')


@versions.wraps('2.0', '2.35')
@paging.limit()
@paging.offset()
@shows(_VOLUME, *_COLUMNS)
def do_volume_list(client: Client, args: Args) -> results.Shown:
    """List volumes; from 2.36 use the block storage service."""
    rows = client.volume_proxies.iterate(**within_limit(args, 'limit', 'offset'))
    return results.Table(volume_proxies.VolumeProxy, rows, _COLUMNS)


@versions.wraps('2.0', '2.35')
@arg('volume', metavar='<volume>', help='Name or id.')
@shows(_VOLUME)
def do_volume_show(client: Client, args: Args) -> results.Shown:
    """Show a volume; from 2.36 use the block storage service."""
    return results.Record(client.volume_proxies.find_one(args.volume))


@versions.wraps('2.0', '2.35')
@arg('size', metavar='<gib>', type=types.positive, help='Size in GiB.')
@arg('--name', metavar='<name>', help='Name of the new volume.')
@arg('--description', metavar='<description>', help='Description of the volume.')
@arg('--volume-type', metavar='<type>', help='Volume type, by name or id.')
@arg(
    '--availability-zone', metavar='<zone>', help='Availability zone of the block storage service.'
)
@arg('--snapshot', metavar='<snapshot>', help='Name or id of a snapshot to copy.')
@arg(
    '--meta',
    metavar='<key=value>',
    action='append',
    type=types.key_value,
    help='Metadata. Repeatable.',
)
@ends_in('AVAILABLE')
@shows(_VOLUME)
@writes
def do_volume_create(client: Client, args: Args) -> results.Shown:
    """Create a volume; from 2.36 use the block storage service."""
    chosen = given(args, 'name', 'description', 'volume_type', 'availability_zone')
    if args.snapshot:
        chosen['snapshot_id'] = client.volume_snapshots.find_one(args.snapshot).id
    if args.meta:
        chosen['metadata'] = dict(args.meta)
    volume = client.volume_proxies.create(args.size, **chosen)
    return results.Started(results.Record(volume), [volume], _refreshed)


def _refreshed(volumes: list[Resource]) -> results.Record:
    return results.Record(volumes[0])


@versions.wraps('2.0', '2.35')
@arg('volume', metavar='<volume>', nargs='+', help='One or more volumes, by name or id.')
@ends_in('DELETED', fault='ERROR_DELETING')
@writes
def do_volume_delete(client: Client, args: Args) -> results.Shown:
    """Delete volumes; from 2.36 use the block storage service."""
    volumes = client.volume_proxies
    return deletions.on_each(args.volume, volumes.finder(args.volume), volumes.delete)
