"""Images and their members, as schemas describe them."""

from __future__ import annotations

from novaclient_mv.sandbox.http.wsgi import Document

DISK_FORMATS = (
    None, 'ami', 'ari', 'aki', 'vhd', 'vhdx', 'vmdk', 'raw', 'qcow2', 'vdi', 'iso', 'ploop', 'gpt',
)  # fmt: skip
CONTAINER_FORMATS = (None, 'ami', 'ari', 'aki', 'bare', 'ovf', 'ova', 'docker', 'compressed')
VISIBILITIES = ('community', 'public', 'private', 'shared')

TEXT: Document = {'type': 'string'}
_OPTIONAL: Document = {'type': ['null', 'string'], 'maxLength': 255}
_NUMBER: Document = {'type': ['null', 'integer'], 'readOnly': True}
_UUID = '^([0-9a-fA-F]){8}-([0-9a-fA-F]){4}-([0-9a-fA-F]){4}-([0-9a-fA-F]){4}-([0-9a-fA-F]){12}$'
_READ_ONLY: Document = {'type': 'string', 'readOnly': True}

IMAGE: Document = {
    'id': {'type': 'string', 'pattern': _UUID},
    'name': _OPTIONAL,
    'status': {
        **_READ_ONLY,
        'enum': [
            'queued', 'saving', 'active', 'killed', 'deleted', 'uploading', 'importing',
            'pending_delete', 'deactivated',
        ],
    },
    'visibility': {'type': 'string', 'enum': list(VISIBILITIES)},
    'protected': {'type': 'boolean'},
    'os_hidden': {'type': 'boolean'},
    'checksum': {'type': ['null', 'string'], 'readOnly': True, 'maxLength': 32},
    'os_hash_algo': {'type': ['null', 'string'], 'readOnly': True, 'maxLength': 64},
    'os_hash_value': {'type': ['null', 'string'], 'readOnly': True, 'maxLength': 128},
    'owner': _OPTIONAL,
    'size': _NUMBER,
    'virtual_size': _NUMBER,
    'container_format': {
        'type': ['null', 'string'], 'enum': list(CONTAINER_FORMATS),
    },
    'disk_format': {'type': ['null', 'string'], 'enum': list(DISK_FORMATS)},
    'created_at': _READ_ONLY,
    'updated_at': _READ_ONLY,
    'tags': {'type': 'array', 'items': {'type': 'string', 'maxLength': 255}},
    'direct_url': _READ_ONLY,
    'min_ram': {'type': 'integer'},
    'min_disk': {'type': 'integer'},
    'self': _READ_ONLY,
    'file': _READ_ONLY,
    'stores': _READ_ONLY,
    'schema': _READ_ONLY,
    'locations': {'type': 'array', 'items': {'type': 'object'}},
}  # fmt: skip
MEMBER: Document = {
    'member_id': TEXT,
    'image_id': {'type': 'string', 'pattern': _UUID},
    'created_at': TEXT,
    'updated_at': TEXT,
    'status': {'type': 'string', 'enum': ['pending', 'accepted', 'rejected']},
    'schema': _READ_ONLY,
}
