"""Queries and bodies of what the Compute API only passed on: images, networks, volumes."""

from __future__ import annotations

from novaclient_mv.sandbox.compute.schemas import parts

_TEXT = {'type': 'string'}
OFFSET = parts.query(parts.OFFSET, extra=True)

_ONE = {**parts.LIMIT, 'items': {**parts.LIMIT['items'], 'minimum': 1}}
_IMAGE_FILTERS = dict.fromkeys(
    ('name', 'status', 'changes-since', 'server', 'type', 'minRam', 'minDisk', 'marker'), parts.TEXT
)
# Filters are passed on, whatever they say.
images = parts.query(
    {**_IMAGE_FILTERS, 'limit': _ONE, 'page_size': _ONE, 'offset': _ONE}, extra=True
)
image_metadata = parts.wrapped('metadata', parts.METADATA)
image_meta = parts.wrapped('meta', {**parts.METADATA, 'minProperties': 1, 'maxProperties': 1})

floating_ip = {
    'type': ['object', 'null'],
    'properties': {'pool': {'type': ['string', 'null']}},
}

hosts = parts.query({'zone': parts.TEXT}, extra=True)
_SWITCH = {
    'type': 'string',
    'enum': ['enable', 'Enable', 'ENABLE', 'disable', 'Disable', 'DISABLE'],
}
host = parts.body(
    {'status': _SWITCH, 'maintenance_mode': _SWITCH},
    anyOf=[{'required': ['status']}, {'required': ['maintenance_mode']}],
)

security_groups = parts.query({**parts.OFFSET, 'all_tenants': parts.TEXT}, extra=True)


def _loose(key: str, properties: parts.Schema, required: list[str]) -> parts.Schema:
    """A body that may have other keys too."""
    inner = {'type': 'object', 'properties': properties, 'required': required}
    return {'type': 'object', 'properties': {key: inner}, 'required': [key]}


_WORDS = {'type': 'string', 'maxLength': 255}
security_group = _loose(
    'security_group', {'name': _WORDS, 'description': _WORDS}, ['name', 'description']
)
security_group_rule = _loose(
    'security_group_rule',
    {'parent_group_id': parts.UUID, 'group_id': parts.nullable(parts.UUID)},
    ['parent_group_id'],
)

volume = parts.wrapped(
    'volume',
    parts.body(
        {
            'size': {'type': ['integer', 'string'], 'pattern': '^[0-9]+$', 'minimum': 1},
            'display_name': _TEXT,
            'display_description': _TEXT,
            'volume_type': _TEXT,
            'snapshot_id': _TEXT,
            'availability_zone': _TEXT,
            'metadata': {'type': 'object'},
        },
        ['size'],
    ),
)
snapshot = parts.wrapped(
    'snapshot',
    parts.body(
        {
            'volume_id': _TEXT,
            'display_name': _TEXT,
            'display_description': _TEXT,
            'force': parts.BOOLEAN,
        },
        ['volume_id'],
    ),
)
share = parts.wrapped(
    'share',
    parts.body(
        {
            'share_id': parts.UUID,
            'tag': {
                'type': 'string',
                'minLength': 1,
                'maxLength': 255,
                'pattern': '^[a-zA-Z0-9-]*$',
            },
        },
        ['share_id'],
    ),
)
