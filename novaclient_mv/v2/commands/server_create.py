"""The command that creates servers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from novaclient_mv import errors, v2
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    checked_by,
    ends_in,
    returns_resource,
    set_arguments,
    writes,
)
from novaclient_mv.cli.reading.types import server_values
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts import lookups, new_server, server_arguments
from novaclient_mv.v2.commands.parts.metadata_arguments import pairs

_DESTINATION = 'compute:servers:create:requested_destination'
F = TypeVar('F', bound=Callable[..., Any])

_PAIRS = '<key=value[,key=value...]>'
_NIC_HELP = (
    'Network or port to connect to, with exactly one of the keys net-id, net-name and port-id '
    '(or its name), and with v4-fixed-ip or v6-fixed-ip{}. Repeatable.'
)
_NIC_CHOICE = ' Or auto (default) or none.'
_DEVICE_HELP = (
    'Block device, with the keys id (an id or a name), source (volume, image, snapshot, blank), '
    'dest (volume, local), bus, device, size (GiB), format, bootindex, type, '
    'shutdown (remove, preserve){}. Repeatable.'
)


def _block_device(start: str | None, end: str | None, *keys: str) -> Callable[[F], F]:
    """Declare the option for block devices from one version to another."""
    return arg(
        '--block-device',
        metavar=_PAIRS,
        action='append',
        start_version=start,
        end_version=end,
        type=types.BlockDevice(*keys),
        help=_DEVICE_HELP.format(''.join(f', {key}' for key in keys)),
    )


def _nic(
    start: str | None, end: str | None, tag: bool = False, choices: bool = False
) -> Callable[[F], F]:
    """Declare the option for networks from one version to another."""
    return arg(
        '--nic',
        dest='nics',
        metavar=_PAIRS,
        action='append',
        start_version=start,
        end_version=end,
        type=types.Nic(tag=tag, choices=choices),
        help=_NIC_HELP.format(', tag' if tag else '') + (_NIC_CHOICE if choices else ''),
    )


@arg('name', help='Name of the server.')
@arg('--flavor', help='Name or id of the flavor.')
@arg('--image', help='Name or id of the image.')
@pairs('--image-with', 'Use the first image with this property. Repeatable.')
@arg('--boot-volume', metavar='<volume_id>', help='Volume to start from, by name or id.')
@arg('--snapshot', metavar='<snapshot_id>', help='Volume snapshot to start from, by name or id.')
@arg(
    '--min-count',
    metavar='<number>',
    type=types.positive,
    help='Create at least this many servers.',
)
@arg(
    '--max-count', metavar='<number>', type=types.positive, help='Create at most this many servers.'
)
@pairs('--meta', 'Metadata of the server. Repeatable.')
@arg(
    '--file',
    dest='files',
    metavar='<dst-path=src-path>',
    action='append',
    end_version='2.56',
    type=types.destination_and_file,
    help='Inject a file into the server. Repeatable.',
)
@arg('--key-name', help='Keypair to inject into the server.')
@arg('--user-data', type=types.BinaryFile, help='File for cloud-init; "-" reads the input.')
@arg(
    '--availability-zone',
    help='Availability zone of the server; with a host, as in zone:host, for administrators.',
)
@arg(
    '--security-groups',
    type=types.comma_list,
    help='Names of security groups, separated by commas.',
)
@arg(
    '--block-device-mapping',
    metavar='<dev-name=mapping>',
    action='append',
    type=types.old_block_device,
    help='Block device as DEVICE=ID:TYPE:SIZE:DELETE. Repeatable.',
)
@_block_device(None, '2.31')
@_block_device('2.32', '2.32', 'tag')
@_block_device('2.33', '2.41')
@_block_device('2.42', '2.66', 'tag')
@_block_device('2.67', None, 'tag', 'volume_type')
@arg('--swap', metavar='<swap_size>', type=types.swap, help='Swap disk of this many MiB.')
@arg(
    '--ephemeral',
    metavar='<size=size[,format=format]>',
    action='append',
    type=types.ephemeral,
    help='Ephemeral disk of this many GiB. Repeatable.',
)
@pairs(
    '--hint',
    'Scheduler hint. Repeatable; values of the same key form a list.',
    type=types.hint,
    dest='scheduler_hints',
)
@_nic(None, '2.31')
@_nic('2.32', '2.36', tag=True)
@_nic('2.37', '2.41', choices=True)
@_nic('2.42', None, tag=True, choices=True)
@arg(
    '--config-drive',
    metavar='<value>',
    type=types.boolean,
    help='Attach a config drive: true or false.',
)
@arg('--admin-pass', metavar='<value>', help='Administrator password of the server.')
@server_arguments.disk_config
@server_arguments.access_ip_v4
@server_arguments.access_ip_v6
@arg('--description', start_version='2.19', help='Description of the server.')
@arg('--tags', start_version='2.52', type=server_values.tags, help='Tags, separated by commas.')
@arg(
    '--return-reservation-id',
    action='store_true',
    help='Show the reservation id instead of the server.',
)
@arg(
    '--trusted-image-certificate-id',
    dest='trusted_image_certificates',
    action='append',
    start_version='2.63',
    variable='OS_TRUSTED_IMAGE_CERTIFICATE_IDS',
    help='Id of a trusted certificate for the image signature. Repeatable.',
)
@arg('--host', start_version='2.74', rule=_DESTINATION, help='Host of the server.')
@arg(
    '--hypervisor-hostname',
    start_version='2.74',
    rule=_DESTINATION,
    help='Hypervisor of the server.',
)
@arg('--hostname', start_version='2.90', help='Hostname of the guest.')
@returns_resource('v2.servers:Server')
@ends_in('ACTIVE')
@new_server.needs_flavor_and_disk
@checked_by(new_server.check)
@new_server.returns_reservation
@writes
def do_server_create(client: v2.Client, args: Args) -> results.Shown:
    """Create one or more servers."""
    image = _image(client, args)
    flavor = client.flavors.find_one(args.flavor)
    devices = [dict(device) for device in new_server.devices(args)]
    nics, hints = _nics(client, args), _hints(args.scheduler_hints or ())
    # Help of the command needs no class of a server.
    from novaclient_mv.v2.commands.parts import created_servers, new_server_references

    references = [*new_server_references.references(client, devices, nics, hints)]

    values = set_arguments(
        args,
        *('min_count', 'max_count', 'key_name', 'availability_zone', 'security_groups'),
        *('config_drive', 'admin_pass', 'access_ip_v4', 'access_ip_v6', 'description', 'tags'),
        *('disk_config',),
        *('trusted_image_certificates', 'host', 'hypervisor_hostname', 'hostname'),
        userdata='user_data',
    )
    values |= _files(args)

    def create(*ids: str | None) -> Any:  # noqa: ANN401 - a server, or a reservation
        for reference, id in zip(references, ids, strict=True):
            reference.place[reference.key] = id
        return client.servers.create(
            args.name,
            image,
            flavor,
            meta=dict(args.meta or ()),
            scheduler_hints=hints,
            block_device_mapping=dict(args.block_device_mapping or ()),
            block_device_mapping_v2=devices,
            nics=nics,
            reservation_id=args.return_reservation_id,
            **values,
        )

    looked_up = ((reference.word, reference.lookup) for reference in references)
    with lookups.keypair(client, args.key_name):
        _, created = lookups.send(create, *looked_up, called=args.called)
    return created_servers.result_of(client, args, created)


def _image(client: v2.Client, args: Args) -> Any:  # noqa: ANN401 - an image, or its id
    """The image to start from, if there is one."""
    if args.image:
        return lookups.resource_or_id(lookups.image(client), args.image)
    if not args.image_with:
        return None
    properties = dict(args.image_with)
    for image in client.glance.iterate():
        if all(str(image._info.get(key)) == value for key, value in properties.items()):
            return image
    pairs = ', '.join(f'{key}={value}' for key, value in properties.items())
    raise errors.ResourceNotFound(f'No image has {pairs}.')


def _hints(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Scheduler hints; a key that is given again makes a list."""
    hints: dict[str, Any] = {}
    for key, value in pairs:
        if key not in hints:
            hints[key] = value
        elif isinstance(hints[key], list):
            hints[key].append(value)
        else:
            hints[key] = [hints[key], value]
    return hints


def _nics(client: v2.Client, args: Args) -> str | list[dict[str, str]] | None:
    """Return the networks; ``auto`` without any at a version that requires them."""
    nics = args.nics or []
    if not nics:
        return client.servers.default_nics()
    if isinstance(nics[0], str):
        return nics[0]
    return [_resolved(client, nic) for nic in nics]


def _resolved(client: v2.Client, nic: dict[str, str]) -> dict[str, str]:
    resolved = dict(nic)
    if 'net-name' in resolved:
        by_name = lookups.network_by_name(client)
        resolved['net-id'] = lookups.id_of(by_name, resolved.pop('net-name'))
    return resolved


def _files(args: Args) -> dict[str, Any]:
    files = getattr(args, 'files', None)
    return {'files': {path: file.read() for path, file in files}} if files else {}
