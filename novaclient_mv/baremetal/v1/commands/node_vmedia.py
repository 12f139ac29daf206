"""Commands on virtual media of a node."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts.node_actions import one_node
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    meets_locks,
    returns_columns,
    set_arguments,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results

_DEVICES = ('cdrom', 'disk', 'floppy')


@versions.wraps('1.93')
@one_node
@returns_columns()
def do_node_vmedia_show(client: Client, args: Args) -> results.Shown:
    """Show the virtual media of a node."""
    return results.Properties(client.nodes.get_virtual_media(args.node), are_fields=True)


@versions.wraps('1.89')
@one_node
@arg('device_type', choices=_DEVICES, help='Device type: cdrom, disk or floppy.')
@arg('image_url', help='URL of the image.')
@arg(
    '--image-download-source',
    metavar='<source>',
    choices=('http', 'local', 'swift'),
    help='Image download source: http, local or swift.',
)
@success_message('Attaching an image to virtual media device {device_type} of node {node}.')
@meets_locks
@writes
def do_node_vmedia_attach(client: Client, args: Args) -> None:
    """Attach an image to a virtual media device of a node."""
    options = set_arguments(args, 'image_download_source')
    client.nodes.attach_virtual_media(args.node, args.device_type, args.image_url, **options)


@versions.wraps('1.89')
@one_node
@arg(
    '--device-types',
    type=types.comma_list,
    help='Device types to detach from, separated by commas (default: all).',
)
@success_message(
    'Detaching virtual media from node {node}: {device_types}.',
    'Detaching all virtual media from node {node}.',
)
@meets_locks
@writes
def do_node_vmedia_detach(client: Client, args: Args) -> None:
    """Detach virtual media from a node."""
    client.nodes.detach_virtual_media(args.node, **set_arguments(args, 'device_types'))
