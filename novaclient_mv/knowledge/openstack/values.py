"""Global options and values of options that differ here, and commands of other services."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from novaclient_mv import errors
from novaclient_mv.knowledge.openstack.lines import OpenstackLine

PINS = tuple(f'--os-{service}-api-version' for service in ('compute', 'baremetal', 'placement'))

SETTINGS: Mapping[str, str] = {
    **dict.fromkeys(('--verbose', '--log-file', '--verify', '--os-beta-command'), ''),
    **{flag: flag for flag in ('--quiet', '--insecure', '--debug', '--help', '--version')},
    '--timing': '--timings',
    '--os-default-domain': '--os-default-domain-name {}',
}
"""Global options without a value, spelled differently, or without a counterpart; others stay."""

_REASONS = {
    'network': 'a command of Networking; use openstack.',
    'volume': 'a command of Block Storage; use openstack.',
    'image': 'a command of the image service; use openstack.',
    'identity': 'a command of Keystone; use openstack.',
    'object-store': 'a command of Swift; use openstack.',
}


def reason_of_group(name: str, group: str) -> str:
    """Why a command of another service has no equivalent, and what to use."""
    return f'{name} is {_REASONS.get(group, "a command of the program openstack itself.")}'


def is_id(value: str) -> bool:
    """Whether a value looks like an id."""
    return re.fullmatch('[0-9a-fA-F]{32}', value.replace('-', '')) is not None


def _nic(value: str, line: OpenstackLine) -> list[str]:
    """An interface of a new server; a name may stand for the id of its network."""
    pairs = [pair.partition('=') for pair in value.split(',')]
    spelled = [
        f'net-name={text}' if key == 'net-id' and not is_id(text) else f'{key}{sign}{text}'
        for key, sign, text in pairs
    ]
    return ['--nic', ','.join(spelled)]


_BLOCK_KEYS = {
    'uuid': 'id',
    'source_type': 'source',
    'destination_type': 'dest',
    'disk_bus': 'bus',
    'device_type': 'type',
    'device_name': 'device',
    'volume_size': 'size',
    'guest_format': 'format',
    'boot_index': 'bootindex',
    'tag': 'tag',
    'volume_type': 'volume_type',
}


def _block_device(value: str, line: OpenstackLine) -> list[str]:
    """A block device of a new server."""
    pairs = dict(pair.partition('=')[::2] for pair in value.split(','))
    deleted = pairs.pop('delete_on_termination', None)
    spelled = [f'{_BLOCK_KEYS.get(key, key)}={text}' for key, text in pairs.items()]
    if deleted is not None:
        is_deleted = deleted.lower() in {'true', '1', 'yes', 'on', 't', 'y'}
        spelled.append('shutdown=remove' if is_deleted else 'shutdown=preserve')
    return ['--block-device', ','.join(spelled)]


def _block_device_mapping(value: str, line: OpenstackLine) -> list[str]:
    """A block device of a new server, as ``DEVICE=ID:TYPE:SIZE:DELETE``."""
    device, _, mapping = value.partition('=')
    id, kind, size, deleted = (*mapping.split(':'), '', '', '')[:4]
    pairs = [
        *(('uuid', id), ('source_type', kind or 'volume'), ('destination_type', 'volume')),
        *(('device_name', device), ('volume_size', size), ('delete_on_termination', deleted)),
    ]
    return _block_device(','.join(f'{key}={text}' for key, text in pairs if text), line)


def _boot_from_volume(value: str, line: OpenstackLine) -> list[str]:
    """The volume that is made of an image to boot from."""
    image = ''.join(line.values('--image'))
    if not image:
        raise errors.CommandError('--boot-from-volume needs the image: --image IMAGE.')
    shutdown = 'remove' if line.has('--delete-on-termination') else 'preserve'
    device = f'id={image},source=image,dest=volume,size={value},bootindex=0,shutdown={shutdown}'
    return ['--block-device', device]


def _wait(value: str, line: OpenstackLine) -> list[str]:
    """The options to wait, with the timeout in seconds; 0 for none."""
    return ['--wait', *(['--wait-timeout', value] if value not in {'', '0'} else [])]


FUNCTIONS: Mapping[str, Callable[[str, OpenstackLine], list[str]]] = {
    'block_device': _block_device,
    'block_device_mapping': _block_device_mapping,
    'boot_from_volume': _boot_from_volume,
    # The image of a new server is named by the volume that is made of it.
    'image': lambda value, line: [] if line.has('--boot-from-volume') else ['--image', value],
    'network': lambda value, line: ['--nic', f'net-{"id" if is_id(value) else "name"}={value}'],
    'nic': _nic,
    'wait': _wait,
}
"""Functions that ``{name}`` in an option's template calls with a value."""
