"""Commands on the volumes attached to servers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from novaclient_mv import v2
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import (
    Args,
    F,
    all_of,
    arg,
    ends_in,
    returns_resource,
    set_arguments,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts import lookups, paging
from novaclient_mv.v2.commands.parts.server_arguments import find_server, one_server
from novaclient_mv.v2.servers import work as server_work

_VOLUME = 'v2.volumes:Volume'


def _delete_on_termination(start: str) -> Callable[[F], F]:
    """Declare whether a volume goes with its server."""
    options: dict[str, Any] = {'dest': 'delete_on_termination', 'default': None}
    options.update(group='delete_on_termination', start_version=start)
    return all_of(
        arg(
            '--delete-on-termination',
            action='store_true',
            help='Delete the volume with the server.',
            **options,
        ),
        arg(
            '--no-delete-on-termination',
            action='store_false',
            # Attaching has it later than --no-cache.
            yields=start == '2.79',
            help='Keep the volume when the server is deleted.',
            **options,
        ),
    )


@one_server
@paging.limit()
@paging.offset('<number>')
@returns_resource(_VOLUME)
def do_server_volume_list(client: v2.Client, args: Args) -> results.Shown:
    """List the volumes attached to a server."""
    server = find_server(client, args)
    limit = None if args.limit == -1 else args.limit
    attachments = client.volumes.get_server_volumes(server.id, limit, args.offset)
    return results.Table(v2.volumes.Volume, attachments)


@one_server
@arg('volume', help='Name or id of the volume.')
@arg(
    'device',
    nargs='?',
    type=types.device,
    help='Device name in the guest, as in /dev/vdb (default: chosen by the cloud).',
)
@arg('--tag', start_version='2.49', help='Device role tag, visible in the guest.')
@_delete_on_termination('2.79')
@ends_in('DONE')
@returns_resource(_VOLUME)
@writes
def do_server_volume_attach(client: v2.Client, args: Args) -> results.Shown:
    """Attach a volume to a server."""
    server = find_server(client, args)
    options = set_arguments(args, 'device', 'tag', 'delete_on_termination')
    (volume,), attached = lookups.send(
        lambda volume: client.volumes.create_server_volume(server.id, volume, **options),
        (args.volume, lookups.volume(client)),
        called=args.called,
    )
    work = server_work.WorkOnServer(client, server, f'attaching {volume}')
    return results.Started(
        results.Record(attached),
        [work.started(attached)],
        lambda ended: results.Record(client.volumes.get_server_volume(server.id, volume)),
    )


@one_server
@arg('attachment_id', metavar='<volume>', help='Name or id of the volume.')
@ends_in('DONE')
@success_message('Detaching volume {attachment_id} from server {server}.')
@writes
def do_server_volume_detach(client: v2.Client, args: Args) -> results.Shown:
    """Detach a volume from a server."""
    server = find_server(client, args)
    (volume,), detached = lookups.send(
        lambda volume: client.volumes.delete_server_volume(server.id, volume),
        (args.attachment_id, lookups.volume(client)),
        called=args.called,
    )
    work = server_work.WorkOnServer(client, server, f'detaching {volume}')
    return results.Started(None, [work.started(detached)])


@one_server
@arg('src_volume', metavar='<src_volume>', help='Name or id of the attached volume.')
@arg(
    'dest_volume',
    metavar='<dest_volume>',
    rule='os_compute_api:os-volumes-attachments:swap',
    help='Name or id of the volume to swap to (administrators); the attached one changes only '
    'options.',
)
@_delete_on_termination('2.85')
@ends_in('DONE')
@success_message('Updating the attachment of volume {src_volume} to server {server}.')
@writes
def do_server_volume_update(client: v2.Client, args: Args) -> results.Shown:
    """Update a volume attachment: swap its volume, or change its options."""
    server = find_server(client, args)
    lookup, options = lookups.volume(client), set_arguments(args, 'delete_on_termination')
    (source, target), changed = lookups.send(
        lambda source, target: client.volumes.update_server_volume(
            server.id, source, target, **options
        ),
        (args.src_volume, lookup),
        (args.dest_volume, lookup),
        called=args.called,
    )
    if source == target:
        return None
    work = server_work.WorkOnServer(client, server, f'replacing {source}')
    return results.Started(None, [work.started(changed)])
