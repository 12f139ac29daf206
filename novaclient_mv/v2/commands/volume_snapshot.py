"""Commands on snapshots of volumes that the Compute API passes on."""

from __future__ import annotations

from novaclient_mv import versions
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
from novaclient_mv.v2.retired import volume_snapshots

_SNAPSHOT = 'v2.retired.volume_snapshots:VolumeSnapshot'
_COLUMNS = ('id', 'name', 'status', 'size', 'volume_id')


@versions.wraps('2.0', '2.35')
@paging.limit()
@paging.offset()
@shows(_SNAPSHOT, *_COLUMNS)
def do_volume_snapshot_list(client: Client, args: Args) -> results.Shown:
    """List snapshots of volumes; from 2.36 use the block storage service."""
    rows = client.volume_snapshots.iterate(**within_limit(args, 'limit', 'offset'))
    return results.Table(volume_snapshots.VolumeSnapshot, rows, _COLUMNS)


@versions.wraps('2.0', '2.35')
@arg('snapshot', metavar='<snapshot>', help='Name or id.')
@shows(_SNAPSHOT)
def do_volume_snapshot_show(client: Client, args: Args) -> results.Shown:
    """Show a snapshot of a volume; from 2.36 use the block storage service."""
    return results.Record(client.volume_snapshots.find_one(args.snapshot))


@versions.wraps('2.0', '2.35')
@arg('volume', metavar='<volume>', help='Name or id.')
@arg('--name', metavar='<name>', help='Name of the new snapshot.')
@arg('--description', metavar='<description>', help='Description of the snapshot.')
@arg('--force', action='store_true', help='Force a snapshot of an attached volume.')
@ends_in('AVAILABLE')
@shows(_SNAPSHOT)
@writes
def do_volume_snapshot_create(client: Client, args: Args) -> results.Shown:
    """Create a snapshot of a volume; from 2.36 use the block storage service."""
    volume = client.volume_proxies.find_one(args.volume)
    snapshot = client.volume_snapshots.create(
        volume, args.force, **given(args, 'name', 'description')
    )
    return results.Started(results.Record(snapshot), [snapshot], _refreshed)


def _refreshed(snapshots: list[Resource]) -> results.Record:
    return results.Record(snapshots[0])


@versions.wraps('2.0', '2.35')
@arg('snapshot', metavar='<snapshot>', nargs='+', help='One or more snapshots, by name or id.')
@ends_in('DELETED', fault='ERROR_DELETING')
@writes
def do_volume_snapshot_delete(client: Client, args: Args) -> results.Shown:
    """Delete snapshots of volumes; from 2.36 use the block storage service."""
    snapshots = client.volume_snapshots
    return deletions.on_each(args.snapshot, snapshots.finder(args.snapshot), snapshots.delete)
