"""Commands on volumes that the Compute API passes on."""

from __future__ import annotations

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    ends_in,
    returns_resource,
    set_arguments,
    writes,
)
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts import paging, proxies
from novaclient_mv.v2.commands.parts.metadata_arguments import pairs
from novaclient_mv.v2.retired import volume_proxies

_VOLUME = 'v2.retired.volume_proxies:VolumeProxy'
_COMMANDS = proxies.Commands(
    __name__, volume_proxies.VolumeProxyManager, 'block storage', 'volume', several='volumes'
)

do_volume_list = _COMMANDS.list(
    'List volumes',
    ('id', 'name', 'status', 'size', 'volume_type'),
    paging.limit(),
    paging.offset(),
    parameters=('limit', 'offset'),
)
do_volume_show = _COMMANDS.show('Show a volume')
do_volume_delete = _COMMANDS.delete('Delete volumes', ends_in('DELETED', fault='ERROR_DELETING'))


@versions.wraps('2.0', '2.35')
@arg('size', metavar='<gib>', type=types.positive, help='Size in GiB.')
@arg('--name', help='Name of the new volume.')
@arg('--description', help='Description of the volume.')
@arg('--volume-type', metavar='<type>', help='Volume type, by name or id.')
@arg(
    '--availability-zone', metavar='<zone>', help='Availability zone of the block storage service.'
)
@arg('--snapshot', help='Name or id of a snapshot to copy.')
@pairs('--meta', 'Metadata. Repeatable.')
@ends_in('AVAILABLE')
@returns_resource(_VOLUME)
@writes
def do_volume_create(client: v2.Client, args: Args) -> results.Shown:
    """Create a volume; from 2.36 use the block storage service."""
    options = set_arguments(args, 'name', 'description', 'volume_type', 'availability_zone')
    if args.snapshot:
        options['snapshot_id'] = client.volume_snapshots.find_one(args.snapshot).id
    if args.meta:
        options['metadata'] = dict(args.meta)
    volume = client.volume_proxies.create(args.size, **options)
    return results.started_record(volume)
