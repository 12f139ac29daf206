"""Commands on images that the Compute API passes on."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import Args, arg, given, shows, within_limit, writes
from novaclient_mv.cli.reading.types import numeric
from novaclient_mv.cli.running import deletions, results
from novaclient_mv.v2.client import Client
from novaclient_mv.v2.commands.parts import paging
from novaclient_mv.v2.retired import image_proxies

_IMAGE = 'v2.retired.image_proxies:ImageProxy'
_QUERY_KEYS = {'minDisk': 'min_disk', 'minRam': 'min_ram', 'changes-since': 'changes_since'}


@versions.wraps('2.0', '2.35')
@arg('--name', metavar='<name>', help='Images of this name.')
@arg('--status', metavar='<status>', help='Images in this status, as in ACTIVE or SAVING.')
@arg('--server', metavar='<server-id>', help='Images of this server, by its id.')
@arg('--type', metavar='<type>', help='Images of this type: snapshot or base.')
@arg('--min-disk', metavar='<gib>', type=numeric.count, help='Images with this minimum disk size.')
@arg('--min-ram', metavar='<mib>', type=numeric.count, help='Images with this minimum memory.')
@arg(
    '--changes-since',
    metavar='<time>',
    type=types.timestamp,
    help='Images that changed at or after this time.',
)
@arg('--marker', metavar='<image-id>', help='Start after the image of this id.')
@paging.limit()
@shows(_IMAGE, 'id', 'name', 'status', 'server_id')
def do_image_list(client: Client, args: Args) -> results.Shown:
    """List images; from 2.36 use the image service."""
    filters = given(args, 'name', 'status', 'server', 'type', **_QUERY_KEYS)
    rows = client.image_proxies.iterate(
        search_opts=filters, **within_limit(args, 'marker', 'limit')
    )
    return results.Table(image_proxies.ImageProxy, rows, ('id', 'name', 'status', 'server_id'))


@versions.wraps('2.0', '2.35')
@arg('image', metavar='<image>', help='Name or id.')
@shows(_IMAGE)
def do_image_show(client: Client, args: Args) -> results.Shown:
    """Show an image; from 2.36 use the image service."""
    return results.Record(client.image_proxies.find_one(args.image))


@versions.wraps('2.0', '2.35')
@arg('image', metavar='<image>', nargs='+', help='One or more images, by name or id.')
@writes
def do_image_delete(client: Client, args: Args) -> results.Shown:
    """Delete images; from 2.36 use the image service."""
    images = client.image_proxies
    return deletions.on_each(args.image, images.finder(args.image), images.delete)
