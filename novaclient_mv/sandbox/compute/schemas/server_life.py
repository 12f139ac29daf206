"""Bodies of the actions that rebuild, move, rescue and shelve servers, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.compute.schemas import servers as server_schemas
from novaclient_mv.sandbox.http import schema_parts

HOST = server_schemas.HOST_NAME

# -- rebuild

_REBUILD_2_0 = {
    'name': schema_parts.LOOSE_NAME,
    'imageRef': schema_parts.UUID,
    'adminPass': {'type': 'string'},
    'metadata': server_schemas.METADATA,
    'preserve_ephemeral': schema_parts.BOOLEAN,
    'OS-DCF:diskConfig': server_schemas.DISK_CONFIG,
    'accessIPv4': {'type': 'string', 'format': 'ipv4'},
    'accessIPv6': {'type': 'string', 'format': 'ipv6'},
    'personality': server_schemas.PERSONALITY,
}
_REBUILD = {**_REBUILD_2_0, 'name': schema_parts.NAME}
_REBUILD_2_19 = {**_REBUILD, 'description': schema_parts.DESCRIPTION}
_KEY_OR_NULL = {'oneOf': [{'type': 'string', 'minLength': 1, 'maxLength': 255}, {'type': 'null'}]}
_REBUILD_2_54 = {**_REBUILD_2_19, 'key_name': _KEY_OR_NULL}
_REBUILD_2_57 = {
    **schema_parts.without(_REBUILD_2_54, 'personality'),
    'user_data': {'type': ['string', 'null'], 'format': 'base64', 'maxLength': 65535},
}
_REBUILD_2_63 = {**_REBUILD_2_57, 'trusted_image_certificates': server_schemas.CERTIFICATES}


def _rebuild(properties: schema_parts.Schema) -> schema_parts.Schema:
    return schema_parts.wrapped_body('rebuild', properties, ['imageRef'])


rebuild_2_0 = _rebuild(_REBUILD_2_0)
rebuild = _rebuild(_REBUILD)
rebuild_2_19 = _rebuild(_REBUILD_2_19)
rebuild_2_54 = _rebuild(_REBUILD_2_54)
rebuild_2_57 = _rebuild(_REBUILD_2_57)
rebuild_2_63 = _rebuild(_REBUILD_2_63)
rebuild_2_90 = _rebuild({**_REBUILD_2_63, 'hostname': server_schemas.DNS_NAME})
rebuild_2_94 = _rebuild({**_REBUILD_2_63, 'hostname': HOST})

# -- moves

resize = schema_parts.wrapped_body(
    'resize',
    {
        'flavorRef': {'type': ['string', 'integer'], 'minLength': 1},
        'OS-DCF:diskConfig': server_schemas.DISK_CONFIG,
    },
    ['flavorRef'],
)

_HOST_OR_NULL = schema_parts.nullable(HOST)
migrate_2_56 = schema_parts.wrapped_body(
    'migrate', {'host': _HOST_OR_NULL}, type=['object', 'null']
)

_BLOCK_OR_AUTO = {**schema_parts.BOOLEAN, 'enum': [*schema_parts.BOOLEAN['enum'], 'auto']}


def _live(properties: schema_parts.Schema, *required: str) -> schema_parts.Schema:
    return schema_parts.wrapped_body('os-migrateLive', properties, [*required])


migrate_live = _live(
    {
        'block_migration': schema_parts.BOOLEAN,
        'disk_over_commit': schema_parts.BOOLEAN,
        'host': _HOST_OR_NULL,
    },
    'block_migration',
    'disk_over_commit',
    'host',
)
_LIVE_2_25 = {'block_migration': _BLOCK_OR_AUTO, 'host': _HOST_OR_NULL}
migrate_live_2_25 = _live(_LIVE_2_25, 'block_migration', 'host')
migrate_live_2_30 = _live({**_LIVE_2_25, 'force': schema_parts.BOOLEAN}, 'block_migration', 'host')

_EVACUATE = {'host': HOST, 'adminPass': {'type': 'string'}}
evacuate = schema_parts.wrapped_body(
    'evacuate', {**_EVACUATE, 'onSharedStorage': schema_parts.BOOLEAN}, ['onSharedStorage']
)
evacuate_2_14 = schema_parts.wrapped_body('evacuate', _EVACUATE)
evacuate_2_29 = schema_parts.wrapped_body('evacuate', {**_EVACUATE, 'force': schema_parts.BOOLEAN})
force_complete = schema_parts.wrapped('force_complete', {'type': 'null'})

# -- rescue and shelve

rescue = schema_parts.wrapped_body(
    'rescue',
    {'adminPass': {'type': 'string'}, 'rescue_image_ref': schema_parts.UUID},
    type=['object', 'null'],
)
unshelve_2_77 = schema_parts.wrapped_body(
    'unshelve',
    {'availability_zone': schema_parts.NAME},
    ['availability_zone'],
    type=['object', 'null'],
)
unshelve_2_91 = schema_parts.wrapped_body(
    'unshelve',
    {'availability_zone': {'type': ['string', 'null']}, 'host': {'type': 'string'}},
    type=['object', 'null'],
)
