"""The options of a new server together: its block devices, and what Nova refuses of them always."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.reading.declarations import Args, all_of, refuses_without, returns_columns_by

returns_reservation = returns_columns_by(
    lambda args: ['reservation_id'] if args.return_reservation_id else None
)
"""Declares what is shown in place of the server, where that was asked for."""

needs_flavor_and_disk = all_of(
    refuses_without('--flavor', sentence='A server needs a flavor: give --flavor.'),
    refuses_without(
        *('--image', '--image-with', '--boot-volume', '--snapshot', '--block-device'),
        *('--block-device-mapping', '--swap', '--ephemeral'),
        sentence='A server needs something to start from: --image, --image-with, --boot-volume, '
        '--snapshot, --block-device or --block-device-mapping.',
    ),
)
"""Declares what a line needs."""


def check(args: Args) -> None:
    """Refuse what no cloud could take, before anything is sent."""
    if args.min_count and args.max_count and args.min_count > args.max_count:
        raise errors.CommandError('--min-count is above --max-count.')
    for check_part in (_check_devices, _check_boot_order, _check_networks, _check_count):
        check_part(args)
    _check_host(args)
    _check_certificates(args)


def devices(args: Args) -> list[dict[str, Any]]:
    """Return the block devices in the order of the request."""
    block_devices: list[dict[str, Any]] = []
    for source, reference in (('volume', args.boot_volume), ('snapshot', args.snapshot)):
        if reference:
            block_devices.append(
                {
                    'uuid': reference,
                    'source_type': source,
                    'destination_type': 'volume',
                    'boot_index': 0,
                    'delete_on_termination': False,
                }
            )
    return (
        block_devices
        + (args.block_device or [])
        + (args.ephemeral or [])
        + ([args.swap] if args.swap else [])
    )


def _check_devices(args: Args) -> None:
    new_style = devices(args)
    if args.block_device_mapping and new_style:
        raise errors.CommandError(
            '--block-device-mapping cannot be mixed with --block-device, --boot-volume, '
            '--snapshot, --swap or --ephemeral.'
        )
    for device in args.block_device or ():
        mistake = _device_mistake(device)
        if mistake:
            raise errors.CommandError(f'--block-device {mistake}.')
    if sum(map(_is_swap, new_style)) > 1:
        raise errors.CommandError('A server can have one swap disk only.')


def _device_mistake(device: dict[str, Any]) -> str:
    """Return Nova's refusal of a block device at every version; empty, if it is valid.

    A blank device with an id is also refused, but by the cloud, as with python-novaclient.
    """
    source, destination = device['source_type'], device['destination_type']
    is_new_volume = destination == 'volume' and source in ('image', 'blank')
    if source != 'blank' and 'uuid' not in device:
        return f'with source={source} needs id'
    if source == 'image' and destination == 'local':
        return 'with source=image needs dest=volume; --image makes a local disk of an image'
    if is_new_volume and 'volume_size' not in device:
        return f'with source={source},dest=volume needs size'
    if 'volume_type' in device and destination == 'local':
        return 'with dest=local has no volume_type: only a new volume has one'
    if 'volume_type' in device and source == 'volume':
        return 'with source=volume has no volume_type: only a new volume has one'
    return ''


def _is_swap(device: dict[str, Any]) -> bool:
    return (device['source_type'], device['destination_type'], device.get('guest_format')) == (
        *('blank', 'local'),
        'swap',
    )


def _has_image(args: Args) -> bool:
    return bool(args.image or args.image_with)


def _check_boot_order(args: Args) -> None:
    """Nova starts a server from one device, that of boot index 0; the others follow it in line."""
    first = [
        option
        for option, value in (
            ('--image', args.image),
            ('--image-with', args.image_with and not args.image),
            ('--boot-volume', args.boot_volume),
            ('--snapshot', args.snapshot),
        )
        if value
    ]
    indexes = [
        int(device['boot_index']) for device in args.block_device or () if 'boot_index' in device
    ]
    first += ['--block-device with bootindex=0' for index in indexes if index == 0]
    if len(first) > 1:
        raise errors.CommandError(
            f'A server starts from one thing only: give one of {" and ".join(first)}.'
        )
    if not first and args.block_device:
        raise errors.CommandError(
            'None of the block devices is to start from: give one of them bootindex=0.'
        )
    later = sorted(index for index in indexes if index > 0)
    if later != list(range(1, len(later) + 1)):
        raise errors.CommandError(
            '--block-device: the values of bootindex must follow each other from '
            f'{0 if 0 in indexes else 1}, each given once.'
        )


def _check_networks(args: Args) -> None:
    nics = args.nics or []
    alone = [nic for nic in nics if isinstance(nic, str)]
    if alone and len(nics) > 1:
        raise errors.CommandError(f'--nic {alone[0]} must stand alone.')
    for nic in nics:
        for key in ('v4-fixed-ip', 'v6-fixed-ip'):
            if nic not in alone and key in nic and 'port-id' in nic:
                raise errors.CommandError(
                    f'--nic: port-id and {key} cannot be given together; a port has addresses.'
                )
    ports = [nic['port-id'] for nic in nics if 'port-id' in nic and nic not in alone]
    twice = _first_twice(ports)
    if twice:
        raise errors.CommandError(f'--nic: the port {twice} is given twice.')


def _check_count(args: Args) -> None:
    """Some things only one server can have."""
    if max(args.min_count or 1, args.max_count or 1) == 1:
        return
    nics = [nic for nic in args.nics or () if isinstance(nic, dict)]
    mappings = [mapping.split(':') for _, mapping in args.block_device_mapping or ()]
    single = {
        'volume': any(device['source_type'] == 'volume' for device in devices(args))
        or any(not ''.join(parts[1:2]).startswith('snap') for parts in mappings),
        'port': any('port-id' in nic for nic in nics),
        'address (v4-fixed-ip, v6-fixed-ip)': any(
            key in nic for nic in nics for key in ('v4-fixed-ip', 'v6-fixed-ip')
        ),
        'hostname': bool(getattr(args, 'hostname', None)),
    }
    for name, is_given in single.items():
        if is_given:
            raise errors.CommandError(
                f'Several servers cannot share one {name}: create them one by one.'
            )


def _check_host(args: Args) -> None:
    zone, *place = (args.availability_zone or '').split(':')
    if len(place) > 2:
        raise errors.CommandError(
            f'--availability-zone: {args.availability_zone!r} is not of the form '
            'zone[:host[:hypervisor]].'
        )
    for option in ('host', 'hypervisor_hostname'):
        if any(place) and getattr(args, option, None):
            raise errors.CommandError(
                f'--availability-zone {args.availability_zone} names a host already: give '
                f'--availability-zone {zone or "ZONE"} or leave out --{option.replace("_", "-")}.'
            )


def _check_certificates(args: Args) -> None:
    certificates = getattr(args, 'trusted_image_certificates', None) or []
    if certificates and not _has_image(args):
        raise errors.CommandError(
            '--trusted-image-certificate-id is for --image: certificates of a volume are not '
            'checked.'
        )
    twice = _first_twice(certificates)
    if twice:
        raise errors.CommandError(f'--trusted-image-certificate-id {twice} is given twice.')


def _first_twice(values: Iterable[str]) -> str | None:
    earlier: set[str] = set()
    for value in values:
        if value in earlier:
            return value
        earlier.add(value)
    return None
