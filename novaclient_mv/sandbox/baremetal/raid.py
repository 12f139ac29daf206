"""RAID configurations as the service checks them."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.baremetal import bodies
from novaclient_mv.sandbox.baremetal.refusals import Refused

_NUMBER: bodies.Schema = {'type': 'integer', 'minimum': 0, 'exclusiveMinimum': True}
_DISK: bodies.Schema = {
    'type': 'object',
    'properties': {
        'raid_level': {
            'type': 'string',
            'enum': ['JBOD', '0', '1', '2', '5', '6', '1+0', '5+0', '6+0'],
        },
        'size_gb': {'anyOf': [{'type': 'integer', 'minimum': 0}, {'enum': ['MAX']}]},
        'volume_name': bodies.STRING,
        'is_root_volume': {'type': 'boolean'},
        'share_physical_disks': {'type': 'boolean'},
        'disk_type': {'type': 'string', 'enum': ['hdd', 'ssd']},
        'interface_type': {'type': 'string', 'enum': ['sata', 'scsi', 'sas']},
        'number_of_physical_disks': _NUMBER,
        'controller': bodies.STRING,
        'physical_disks': {'type': 'array', 'items': {}},
    },
    'required': ['raid_level', 'size_gb'],
    'additionalProperties': False,
    'dependencies': {'physical_disks': ['controller']},
}
_CONFIG = bodies.schema_of(
    ('logical_disks',), logical_disks={'type': 'array', 'items': _DISK, 'minItems': 1}
)


def config(body: Any) -> Any:
    """Read a RAID configuration; nothing clears what there is.

    :raises Refused: 400: no RAID can have it.
    """
    if body in (None, {}):
        return {}
    bodies.check(_CONFIG, body)
    roots = sum(disk.get('is_root_volume', False) for disk in body['logical_disks'])
    if roots > 1:
        words = f'{roots} root volumes were specified'
        raise Refused(400, f'Raid config cannot have more than one root volume. {words}')
    return body
