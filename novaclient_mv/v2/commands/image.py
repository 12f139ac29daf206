"""Commands on images that the Compute API passes on."""

from __future__ import annotations

import functools

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    set_arguments,
    within_limit,
)
from novaclient_mv.cli.reading.types import numeric, timestamps
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts import named, paging, proxies
from novaclient_mv.v2.retired import image_proxies

_IMAGE = 'v2.retired.image_proxies:ImageProxy'
_QUERY_KEYS = {'minDisk': 'min_disk', 'minRam': 'min_ram', 'changes-since': 'changes_since'}
_COMMANDS = proxies.Commands(
    __name__, image_proxies.ImageProxyManager, 'image', 'image', several='images'
)

do_image_show = _COMMANDS.show('Show an image')
do_image_delete = _COMMANDS.delete('Delete images')


@versions.wraps('2.0', '2.35')
@arg('--name', help='Images of this name.')
@arg('--status', help='Images in this status, as in ACTIVE or SAVING.')
@arg('--server', metavar='<server-id>', help='Images of this server, by its id.')
@arg('--type', help='Images of this type: snapshot or base.')
@arg('--min-disk', metavar='<gib>', type=numeric.count, help='Images with this minimum disk size.')
@arg('--min-ram', metavar='<mib>', type=numeric.count, help='Images with this minimum memory.')
@arg(
    '--changes-since',
    metavar='<time>',
    type=timestamps.timestamp,
    help='Images that changed at or after this time (ISO 8601, or as in 2h, yesterday).',
)
@arg('--marker', metavar='<image-id>', help='Start after this image, by name or id.')
@paging.limit()
@returns_resource(_IMAGE, 'id', 'name', 'status', 'server_id')
def do_image_list(client: v2.Client, args: Args) -> results.Shown:
    """List images; from 2.36 use the image service."""
    filters = set_arguments(args, 'name', 'status', 'server', 'type', **_QUERY_KEYS)
    read = functools.partial(
        client.image_proxies.iterate, search_opts=filters, **within_limit(args, 'limit')
    )
    find = client.image_proxies.find_one
    rows = named.rows_after(args.marker, find, 'image', read) if args.marker else read()
    return results.Table(image_proxies.ImageProxy, rows, ('id', 'name', 'status', 'server_id'))
