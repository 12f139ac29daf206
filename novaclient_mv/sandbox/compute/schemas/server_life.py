"""Bodies of the actions that rebuild, move, rescue and shelve servers, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.compute.bodies import Body, key
from novaclient_mv.sandbox.compute.schemas import servers as server_schemas
from novaclient_mv.sandbox.http import schema_parts

HOST = server_schemas.HOST_NAME

# -- rebuild

_KEY_OR_NULL = {'oneOf': [{'type': 'string', 'minLength': 1, 'maxLength': 255}, {'type': 'null'}]}
_USER_DATA = {'type': ['string', 'null'], 'format': 'base64', 'maxLength': 65535}
rebuild = Body(
    'rebuild',
    key('name', schema_parts.LOOSE_NAME, until='2.0'),
    key('name', schema_parts.NAME, '2.1'),
    key('imageRef', schema_parts.UUID, needed=True),
    key('adminPass', {'type': 'string'}),
    key('metadata', server_schemas.METADATA),
    key('preserve_ephemeral', schema_parts.BOOLEAN),
    key('OS-DCF:diskConfig', server_schemas.DISK_CONFIG),
    key('accessIPv4', {'type': 'string', 'format': 'ipv4'}),
    key('accessIPv6', {'type': 'string', 'format': 'ipv6'}),
    key('personality', server_schemas.PERSONALITY, until='2.56'),
    key('description', schema_parts.DESCRIPTION, '2.19'),
    key('key_name', _KEY_OR_NULL, '2.54'),
    key('user_data', _USER_DATA, '2.57'),
    key('trusted_image_certificates', server_schemas.CERTIFICATES, '2.63'),
    key('hostname', server_schemas.DNS_NAME, '2.90', '2.93'),
    key('hostname', HOST, '2.94'),
)

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
