"""The command that makes an image of a server."""

from __future__ import annotations

from novaclient_mv import v2
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    ends_in,
    returns_columns_by,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts.metadata_arguments import pairs
from novaclient_mv.v2.commands.parts.server_arguments import find_server, one_server


@one_server
@arg('name', help='Name of the image.')
@pairs('--metadata', 'Property of the image. Repeatable.', default=[])
@arg('--show', action='store_true', help='Show the image.')
@ends_in('ACTIVE')
@returns_columns_by(
    lambda args: [field.key for field in v2.images.Image.fields] if args.show else None
)
@success_message('Creating image {name} from server {server}.')
@writes
def do_server_image_create(client: v2.Client, args: Args) -> results.Shown:
    """Create an image from a server."""
    server = find_server(client, args)
    created = client.servers.create_image(server, args.name, dict(args.metadata))
    image_id = str(created)
    making = v2.images.ImagesInMaking(client.servers, client.glance, server, created)
    image = v2.images.Image(making, {'id': image_id, 'name': args.name})
    if args.show:
        with results.accepted(results.Record(image)):
            image._add_details(client.glance.get(image_id)._info)
        return results.Started(
            results.Record(image), [image], lambda ended: results.Record(ended[0])
        )
    document = {'id': image_id, 'name': args.name, 'server_id': server.id}
    return results.Started(results.Done((), document), [image])
