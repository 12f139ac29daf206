"""Bodies of what the Compute API only passed on: images, networks, volumes."""

from __future__ import annotations

from novaclient_mv.sandbox.http import schema_parts

_TEXT = {'type': 'string'}

image_metadata = schema_parts.wrapped('metadata', schema_parts.METADATA)
image_meta = schema_parts.wrapped(
    'meta', {**schema_parts.METADATA, 'minProperties': 1, 'maxProperties': 1}
)

floating_ip = {'type': ['object', 'null'], 'properties': {'pool': {'type': ['string', 'null']}}}

_SWITCH = schema_parts.word('enable', 'Enable', 'ENABLE', 'disable', 'Disable', 'DISABLE')
host = schema_parts.body(
    {'status': _SWITCH, 'maintenance_mode': _SWITCH},
    anyOf=[{'required': ['status']}, {'required': ['maintenance_mode']}],
)


def _loose(key: str, properties: schema_parts.Schema, required: list[str]) -> schema_parts.Schema:
    """A body that may have other keys too."""
    inner = {'type': 'object', 'properties': properties, 'required': required}
    return {'type': 'object', 'properties': {key: inner}, 'required': [key]}


_WORDS = {'type': 'string', 'maxLength': 255}
security_group = _loose(
    'security_group', {'name': _WORDS, 'description': _WORDS}, ['name', 'description']
)
security_group_rule = _loose(
    'security_group_rule',
    {'parent_group_id': schema_parts.UUID, 'group_id': schema_parts.nullable(schema_parts.UUID)},
    ['parent_group_id'],
)

volume = schema_parts.wrapped_body(
    'volume',
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
)
snapshot = schema_parts.wrapped_body(
    'snapshot',
    {
        'volume_id': _TEXT,
        'display_name': _TEXT,
        'display_description': _TEXT,
        'force': schema_parts.BOOLEAN,
    },
    ['volume_id'],
)
share = schema_parts.wrapped_body(
    'share',
    {
        'share_id': schema_parts.UUID,
        'tag': {'type': 'string', 'minLength': 1, 'maxLength': 255, 'pattern': '^[a-zA-Z0-9-]*$'},
    },
    ['share_id'],
)
