"""Commands on snapshots of volumes, by the API of Compute and for the volume service."""

from __future__ import annotations

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    ends_in,
    returns_resource,
    set_arguments,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts import paging, proxies
from novaclient_mv.v2.retired import volume_snapshots

_SNAPSHOT = 'v2.retired.volume_snapshots:VolumeSnapshot'
_COMMANDS = proxies.Commands(
    __name__,
    volume_snapshots.VolumeSnapshotManager,
    'block storage',
    'snapshot',
    several='snapshots',
)

do_volume_snapshot_list = _COMMANDS.list(
    'List snapshots of volumes',
    ('id', 'name', 'status', 'size', 'volume_id'),
    paging.limit(),
    paging.offset(),
    parameters=('limit', 'offset'),
)
do_volume_snapshot_show = _COMMANDS.show('Show a snapshot of a volume')
do_volume_snapshot_delete = _COMMANDS.delete(
    'Delete snapshots of volumes', ends_in('DELETED', fault='ERROR_DELETING')
)


@versions.wraps('2.0', '2.35')
@arg('volume', help='Name or id.')
@arg('--name', help='Name of the new snapshot.')
@arg('--description', help='Description of the snapshot.')
@arg('--force', action='store_true', help='Force a snapshot of an attached volume.')
@ends_in('AVAILABLE')
@returns_resource(_SNAPSHOT)
@writes
def do_volume_snapshot_create(client: v2.Client, args: Args) -> results.Shown:
    """Create a snapshot of a volume; from 2.36 use the block storage service."""
    volume = client.volume_proxies.find_one(args.volume)
    snapshot = client.volume_snapshots.create(
        volume, args.force, **set_arguments(args, 'name', 'description')
    )
    return results.started_record(snapshot)


_FORMAT = 'qcow2'


@arg('volume', help='Id of the attached volume.')
@arg('snapshot_id', metavar='<snapshot>', help='Id of the snapshot.')
@arg('new_file', metavar='<file>', help='New file that the volume is written to.')
@arg('--type', choices=(_FORMAT,), default=_FORMAT, help='Format of the file: qcow2.')
@arg('--id', help='Id of the new snapshot in the answer.')
@returns_resource('v2.assisted_volume_snapshots:Snapshot')
@writes
def do_volume_snapshot_assisted_create(client: v2.Client, args: Args) -> results.Shown:
    """Create an assisted snapshot of an attached volume (administrators)."""
    body = set_arguments(args, 'snapshot_id', 'type', 'new_file', 'id')
    return results.Record(client.assisted_volume_snapshots.create(args.volume, body))


@arg('snapshot', help='Id of the snapshot.')
@arg('volume_id', metavar='<volume>', help='Id of the attached volume.')
@arg('--file-to-merge', metavar='<file>', help='File of the snapshot (default: the active one).')
@arg('--merge-target-file', metavar='<file>', help='File to merge it into.')
@success_message('Deleting assisted snapshot {snapshot} of volume {volume_id}.')
@writes
def do_volume_snapshot_assisted_delete(client: v2.Client, args: Args) -> None:
    """Delete an assisted snapshot of an attached volume (administrators)."""
    fields = set_arguments(args, 'volume_id', 'file_to_merge', 'merge_target_file')
    client.assisted_volume_snapshots.delete(args.snapshot, {'type': _FORMAT, **fields})
