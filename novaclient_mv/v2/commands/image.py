"""Commands on images and their metadata that the Compute API passes on."""

from __future__ import annotations

import functools

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_columns,
    returns_columns_by,
    returns_resource,
    set_arguments,
    success_message,
    within_limit,
    writes,
)
from novaclient_mv.cli.reading.types import numeric, timestamps
from novaclient_mv.cli.running import dry_run, results
from novaclient_mv.v2.commands.parts import lookups, paging, proxies
from novaclient_mv.v2.commands.parts.metadata_arguments import pairs
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
    rows = lookups.rows_after(args.marker, find, 'image', read) if args.marker else read()
    return results.Table(image_proxies.ImageProxy, rows, ('id', 'name', 'status', 'server_id'))


_IMAGE_HELP = 'Id of the image.'


@versions.wraps('2.0', '2.38')
@arg('image', help=_IMAGE_HELP)
@returns_columns()
def do_image_meta_list(client: v2.Client, args: Args) -> results.Shown:
    """List an image's metadata; from 2.39 use the image service."""
    return results.Properties(client.image_proxies.list_meta(args.image))


@versions.wraps('2.0', '2.38')
@arg('image', help=_IMAGE_HELP)
@arg('key', help='Key to show.')
@returns_columns_by(lambda args: [args.key])
def do_image_meta_show(client: v2.Client, args: Args) -> results.Shown:
    """Show one key of an image's metadata; from 2.39 use the image service."""
    return results.Properties(client.image_proxies.get_meta(args.image, args.key))


@versions.wraps('2.0', '2.38')
@arg('image', help=_IMAGE_HELP)
@pairs('metadata', 'Keys and values to set.', nargs='+')
@returns_columns_by(lambda args: [*dict(args.metadata)] or None)
@writes
def do_image_meta_set(client: v2.Client, args: Args) -> results.Shown:
    """Set keys of an image's metadata; from 2.39 use the image service."""
    metadata = dict(args.metadata)
    return results.Properties(client.image_proxies.set_meta(args.image, metadata))


@versions.wraps('2.0', '2.38')
@arg('image', help=_IMAGE_HELP)
@arg('key', help='Key to set.')
@arg('value', help='New value.')
@returns_columns_by(lambda args: [args.key])
@writes
def do_image_meta_update(client: v2.Client, args: Args) -> results.Shown:
    """Set one key of an image's metadata; from 2.39 use the image service."""
    images = client.image_proxies
    return results.Properties(images.set_meta_item(args.image, args.key, args.value))


@versions.wraps('2.0', '2.38')
@arg('image', help=_IMAGE_HELP)
@pairs('metadata', 'All keys and values of the image; others are removed.', nargs='*')
@returns_columns_by(lambda args: [*dict(args.metadata)] or None)
@writes
def do_image_meta_replace(client: v2.Client, args: Args) -> results.Shown:
    """Replace an image's metadata; from 2.39 use the image service."""
    metadata = dict(args.metadata)
    return results.Properties(client.image_proxies.replace_meta(args.image, metadata))


@versions.wraps('2.0', '2.38')
@arg('image', help=_IMAGE_HELP)
@arg('key', nargs='+', help='One or more keys to delete.')
@success_message('Deleted metadata of image {image}: {key}.')
@writes
def do_image_meta_delete(client: v2.Client, args: Args) -> None:
    """Delete keys of an image's metadata; from 2.39 use the image service."""
    keys = [*dict.fromkeys(args.key)]
    with dry_run.followed_by(*(f'the key {key} is deleted' for key in keys[1:])):
        client.image_proxies.delete_meta(args.image, keys)
