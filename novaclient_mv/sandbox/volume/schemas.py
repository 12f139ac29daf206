"""Bodies that the volume service takes."""

from __future__ import annotations

from novaclient_mv.sandbox.http import schema_parts

Schema = schema_parts.Schema


def _open(key: str, properties: Schema, required: list[str] | None = None) -> Schema:
    """A body of one key; what else is in it is let pass."""
    inner: Schema = {'type': 'object', 'properties': properties}
    if required:
        inner['required'] = required
    return {'type': 'object', 'properties': {key: inner}, 'required': [key]}


NAME: Schema = {'type': ['string', 'null'], 'minLength': 0, 'maxLength': 255}
ID: Schema = {'type': ['string', 'null']}
METADATA: Schema = {
    'type': ['object', 'null'],
    'additionalProperties': {'type': 'string', 'maxLength': 255},
}
SIZE: Schema = {'type': ['integer', 'string'], 'pattern': '^[0-9]+$', 'minimum': 1}

_NAMES: Schema = {
    'name': NAME,
    'description': NAME,
    'display_name': NAME,
    'display_description': NAME,
    'metadata': METADATA,
}
volume = _open(
    'volume',
    {
        **_NAMES,
        'size': {**SIZE, 'type': ['integer', 'string', 'null']},
        'volume_type': NAME,
        'availability_zone': NAME,
        'snapshot_id': {**ID, 'format': 'uuid'},
        'source_volid': {**ID, 'format': 'uuid'},
        'consistencygroup_id': ID,
        'imageRef': ID,
        'image_id': ID,
        'multiattach': {'type': ['boolean', 'string', 'null']},
        'backup_id': ID,
    },
)
volume_update = schema_parts.body({'volume': schema_parts.body(_NAMES)}, ['volume'])
snapshot = _open(
    'snapshot',
    {**_NAMES, 'volume_id': schema_parts.UUID, 'force': schema_parts.BOOLEAN},
    ['volume_id'],
)
snapshot_update = schema_parts.body(
    {'snapshot': schema_parts.body(_NAMES, minProperties=1)}, ['snapshot']
)
metadata = schema_parts.body({'metadata': {**METADATA, 'type': 'object'}}, ['metadata'])
meta = schema_parts.body({'meta': {**METADATA, 'type': 'object', 'minProperties': 1}}, ['meta'])
volume_type = _open(
    'volume_type',
    {
        'name': {'type': 'string', 'minLength': 1, 'maxLength': 255},
        'description': NAME,
        'extra_specs': METADATA,
        'os-volume-type-access:is_public': schema_parts.BOOLEAN,
    },
)
extra_specs = schema_parts.body({'extra_specs': {**METADATA, 'type': 'object'}}, ['extra_specs'])
quota_set = {
    'type': 'object',
    'properties': {
        'quota_set': {
            'type': 'object',
            'additionalProperties': {
                'type': ['integer', 'string', 'boolean'], 'pattern': '^-?[0-9]+$', 'minimum': -1,
            },
        },
    },
    'required': ['quota_set'],
}  # fmt: skip
