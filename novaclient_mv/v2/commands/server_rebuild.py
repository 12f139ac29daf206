"""The command that rebuilds a server from an image."""

from __future__ import annotations

from typing import Any

from novaclient_mv import errors, v2
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    checked_by,
    ends_in,
    refuses_without,
    returns_resource,
    set_arguments,
    writes,
)
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts import lookups, server_arguments
from novaclient_mv.v2.commands.parts.metadata_arguments import pairs
from novaclient_mv.v2.commands.parts.server_arguments import find_server, one_server
from novaclient_mv.v2.servers import view as server_view

_UNSET = {
    'key_unset': 'key_name',
    'user_data_unset': 'userdata',
    'trusted_image_certificates_unset': 'trusted_image_certificates',
}


def _check(args: Args) -> None:
    if args.image is not None and args.same_image:
        raise errors.CommandError('server-rebuild requires <image> or --same-image.')


@one_server
@arg('image', nargs='?', help='Name or id of the new image.')
@arg('--same-image', action='store_true', help='Rebuild from the image that the server has.')
@arg('--rebuild-password', help='New administrator password of the server.')
@arg(
    '--minimal',
    action='store_true',
    help='Show image and flavor in a row each, without asking for their names.',
)
@server_arguments.disk_config
@server_arguments.access_ip_v4
@server_arguments.access_ip_v6
@arg('--preserve-ephemeral', action='store_true', help='Keep the ephemeral disk.')
@arg('--name', help='New name.')
@arg(
    '--description',
    start_version='2.19',
    group='description',
    help='New description; "" removes it, as does a rebuild without this option.',
)
@arg(
    '--keep-description',
    action='store_true',
    start_version='2.19',
    group='description',
    help='Keep the description.',
)
@pairs('--meta', 'New metadata, replacing all present metadata. Repeatable.', default=[])
@arg(
    '--file',
    dest='files',
    metavar='<dst-path=src-path>',
    action='append',
    default=[],
    end_version='2.56',
    type=types.destination_and_file,
    help='Inject a file into the server. Repeatable.',
)
@arg('--key-name', start_version='2.54', group='key', help='New keypair to inject into the server.')
@arg(
    '--key-unset',
    action='store_true',
    start_version='2.54',
    group='key',
    help='Remove the keypair.',
)
@arg(
    '--user-data',
    start_version='2.57',
    group='user_data',
    type=types.BinaryFile,
    help='File for cloud-init; "-" reads the input.',
)
@arg(
    '--user-data-unset',
    action='store_true',
    start_version='2.57',
    group='user_data',
    help='Remove the user data.',
)
@arg(
    '--trusted-image-certificate-id',
    dest='trusted_image_certificates',
    action='append',
    default=[],
    start_version='2.63',
    group='certificates',
    variable='OS_TRUSTED_IMAGE_CERTIFICATE_IDS',
    help='Id of a trusted certificate for the image signature. Repeatable.',
)
@arg(
    '--trusted-image-certificates-unset',
    action='store_true',
    start_version='2.63',
    group='certificates',
    help='Remove the trusted image certificates.',
)
@arg('--hostname', start_version='2.90', help='Hostname of the guest.')
@returns_resource('v2.servers:Server')
@ends_in('ACTIVE', 'SHUTOFF')
@checked_by(_check)
@refuses_without('<image>', '--same-image')
@writes
def do_server_rebuild(client: v2.Client, args: Args) -> results.Shown:
    """Rebuild a server from an image."""
    changes = _changes(args)
    server = find_server(client, args)
    image: Any = (
        lookups.resource_or_id(lookups.image(client), args.image)
        if args.image
        else _image_of(server)
    )
    with lookups.keypair(client, changes.get('key_name')):
        rebuilt = client.servers.rebuild(server, image, **changes)

    view = server_view.ServerView(client)
    return results.Started(
        _record(view, args, rebuilt),
        [rebuilt],
        lambda ended: _record(view, args, _with_password(ended[0], rebuilt)),
    )


def _image_of(server: v2.servers.Server) -> str:
    """The id of the image that a server has."""
    image: Any = server.image
    if not image:
        raise errors.CommandError('The server boots from a volume: name the image.')
    return str(image['id'])


def _record(view: server_view.ServerView, args: Args, server: v2.servers.Server) -> results.Record:
    properties = view.properties(server_view.record(server), args.minimal)
    return results.Record(server, properties)


def _with_password(server: v2.servers.Server, rebuilt: v2.servers.Server) -> v2.servers.Server:
    """The server in its end, with the password that only the answer to the rebuild has."""
    if 'adminPass' in rebuilt._info:
        server.set_info('adminPass', rebuilt.adminPass)
    return server


def _changes(args: Args) -> dict[str, Any]:
    """Return the changes as keywords for the manager."""
    certificates = getattr(args, 'trusted_image_certificates', None)
    if certificates and getattr(args, 'trusted_image_certificates_unset', False):
        raise errors.CommandError(
            '--trusted-image-certificates-unset contradicts OS_TRUSTED_IMAGE_CERTIFICATE_IDS.'
        )
    changes = set_arguments(
        args,
        *('preserve_ephemeral', 'name', 'key_name', 'trusted_image_certificates', 'hostname'),
        *('disk_config', 'access_ip_v4', 'access_ip_v6'),
        password='rebuild_password',
        userdata='user_data',
    )
    if args.meta:
        changes['meta'] = dict(args.meta)
    if hasattr(args, 'description') and not getattr(args, 'keep_description', False):
        changes['description'] = args.description
    if getattr(args, 'files', None):
        changes['files'] = {path: file.read() for path, file in args.files}
    changes.update(
        {keyword: None for flag, keyword in _UNSET.items() if getattr(args, flag, False)}
    )
    return changes
