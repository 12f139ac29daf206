"""Commands on metadata of images that the Compute API passes on."""

from __future__ import annotations

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_columns,
    returns_columns_by,
    success_message,
    writes,
)
from novaclient_mv.cli.running import dry_run, results

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
@arg(
    'metadata',
    metavar='<key=value>',
    nargs='+',
    type=types.key_value,
    help='Keys and values to set.',
)
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
@arg(
    'metadata',
    metavar='<key=value>',
    nargs='*',
    type=types.key_value,
    help='All keys and values of the image; others are removed.',
)
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
