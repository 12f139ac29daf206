"""Bodies of ``/servers``, by version."""

from __future__ import annotations

from collections.abc import Iterator

from novaclient_mv.sandbox.compute.bodies import Body, Key, key
from novaclient_mv.sandbox.http import schema_parts

HOST_NAME = {'type': 'string', 'minLength': 1, 'maxLength': 255, 'pattern': '^[a-zA-Z0-9-._]*$'}
DNS_NAME = {
    'type': 'string',
    'pattern': '^[a-zA-Z0-9]+[a-zA-Z0-9-]*[a-zA-Z0-9]+$',
    'minLength': 2,
    'maxLength': 63,
}
DISK_CONFIG = schema_parts.word('AUTO', 'MANUAL')
ADDRESS = {'type': 'string', 'oneOf': [{'format': 'ipv4'}, {'format': 'ipv6'}]}
_COUNT = {'type': ['integer', 'string'], 'pattern': '^[0-9]*$', 'minimum': 1, 'minLength': 1}
_FREE = {'type': 'string', 'maxLength': 255}

METADATA: schema_parts.Schema = {
    'type': 'object',
    'patternProperties': {'^[a-zA-Z0-9-_:. ]{1,255}$': {'type': 'string', 'maxLength': 255}},
    'additionalProperties': False,
}
_DEVICE = {
    'virtual_name': _FREE,
    'volume_id': schema_parts.UUID,
    'snapshot_id': schema_parts.UUID,
    'volume_size': {
        'type': ['integer', 'string'],
        'pattern': '^[0-9]+$',
        'minimum': 1,
        'maximum': 0x7FFFFFFF,
    },
    'device_name': {
        'type': 'string',
        'minLength': 1,
        'maxLength': 255,
        'pattern': '^[a-zA-Z0-9._/-]*$',
    },
    'delete_on_termination': schema_parts.BOOLEAN,
    'no_device': {},
    'connection_info': {'type': 'string', 'maxLength': 16777215},
}
_DEVICE_V2 = {
    **_DEVICE,
    'source_type': schema_parts.word('volume', 'image', 'snapshot', 'blank'),
    'uuid': {'type': 'string', 'minLength': 1, 'maxLength': 255, 'pattern': '^[a-zA-Z0-9._-]*$'},
    'image_id': schema_parts.UUID,
    'destination_type': schema_parts.word('local', 'volume'),
    'guest_format': _FREE,
    'device_type': _FREE,
    'disk_bus': _FREE,
    'boot_index': {'type': ['integer', 'string', 'null'], 'pattern': '^-?[0-9]+$'},
}
_VOLUME_TYPE = {'type': ['string', 'null'], 'minLength': 0, 'maxLength': 255}
_NETWORK = {
    'fixed_ip': ADDRESS,
    'port': {'type': ['string', 'null'], 'format': 'uuid'},
    'uuid': {'type': 'string'},
}


def _list_of(properties: schema_parts.Schema) -> schema_parts.Schema:
    return {'type': 'array', 'items': schema_parts.body(properties)}


PERSONALITY = _list_of(
    {'path': {'type': 'string'}, 'contents': {'type': 'string', 'format': 'base64'}}
)


def _uuids(*kinds: str) -> schema_parts.Schema:
    return {'type': list(kinds), 'items': schema_parts.UUID}


_ONE_OR_MORE_UUIDS = {'oneOf': [schema_parts.UUID, _uuids('array')]}
_HINTS: schema_parts.Schema = {
    'type': 'object',
    'properties': {
        'group': _ONE_OR_MORE_UUIDS,
        'different_host': _ONE_OR_MORE_UUIDS,
        'same_host': {'type': ['string', 'array'], 'items': schema_parts.UUID},
        'query': {'type': ['string', 'object']},
        'target_cell': schema_parts.NAME,
        'different_cell': {'type': ['string', 'array'], 'items': {'type': 'string'}},
        'build_near_host_ip': ADDRESS,
        'cidr': {'type': 'string', 'pattern': '^/[0-9a-f.:]+$'},
    },
    'additionalProperties': True,
}
CERTIFICATES: schema_parts.Schema = {
    'type': ['array', 'null'],
    'minItems': 1,
    'maxItems': 50,
    'uniqueItems': True,
    'items': {'type': 'string', 'minLength': 1},
}


def _named(name: schema_parts.Schema, since: str, until: str) -> Iterator[Key]:
    """Keys whose values are names, which /v2 takes with blanks around them."""
    yield key('name', name, since, until, needed=True)
    yield key('availability_zone', name, since, until)
    yield key('key_name', name, since, until)
    yield key('security_groups', _list_of({'name': name}), since, until)


def _networks(network: schema_parts.Schema) -> schema_parts.Schema:
    """From 2.37 on: a list, or one of two words."""
    listed = _list_of({**network, 'uuid': schema_parts.UUID})
    return {'oneOf': [listed, schema_parts.word('auto', 'none')]}


_USER_DATA = {'type': 'string', 'format': 'base64', 'maxLength': 65535}
_TAGGED_NETWORK = {**_NETWORK, 'tag': schema_parts.TAG}
_TAGGED_DEVICE = {**_DEVICE_V2, 'tag': schema_parts.TAG}
_TYPED_DEVICE = {**_TAGGED_DEVICE, 'volume_type': _VOLUME_TYPE}
_IPV4, _IPV6 = {'type': 'string', 'format': 'ipv4'}, {'type': 'string', 'format': 'ipv6'}

create = Body(
    'server',
    *_named(schema_parts.LOOSE_NAME, '', '2.0'),
    *_named(schema_parts.NAME, '2.1', ''),
    key('imageRef', {'oneOf': [schema_parts.UUID, {'type': 'string', 'maxLength': 0}]}),
    key('flavorRef', {'type': ['string', 'integer'], 'minLength': 1}, needed=True),
    key('adminPass', {'type': 'string'}),
    key('metadata', METADATA),
    key('networks', _list_of(_NETWORK), '', '2.31'),
    key('networks', _list_of(_TAGGED_NETWORK), '2.32', '2.36'),
    key('networks', _networks(_NETWORK), '2.37', '2.41', needed=True),
    key('networks', _networks(_TAGGED_NETWORK), '2.42', needed=True),
    key('OS-DCF:diskConfig', DISK_CONFIG),
    key('accessIPv4', _IPV4),
    key('accessIPv6', _IPV6),
    key('personality', PERSONALITY, until='2.56'),
    key('block_device_mapping', _list_of(_DEVICE)),
    key('block_device_mapping_v2', _list_of(_DEVICE_V2), '', '2.31'),
    key('block_device_mapping_v2', _list_of(_TAGGED_DEVICE), '2.32', '2.32'),
    key('block_device_mapping_v2', _list_of(_DEVICE_V2), '2.33', '2.41'),
    key('block_device_mapping_v2', _list_of(_TAGGED_DEVICE), '2.42', '2.66'),
    key('block_device_mapping_v2', _list_of(_TYPED_DEVICE), '2.67'),
    key('config_drive', schema_parts.BOOLEAN),
    key('min_count', _COUNT),
    key('max_count', _COUNT),
    key('return_reservation_id', schema_parts.BOOLEAN),
    key('user_data', schema_parts.nullable(_USER_DATA), until='2.0'),
    key('user_data', _USER_DATA, '2.1'),
    key('description', schema_parts.DESCRIPTION, '2.19'),
    key('tags', schema_parts.TAGS, '2.52'),
    key('trusted_image_certificates', CERTIFICATES, '2.63'),
    key('host', HOST_NAME, '2.74'),
    key('hypervisor_hostname', HOST_NAME, '2.74'),
    key('hostname', DNS_NAME, '2.90', '2.93'),
    key('hostname', HOST_NAME, '2.94'),
    besides=dict.fromkeys(('os:scheduler_hints', 'OS-SCH-HNT:scheduler_hints'), _HINTS),
)
_ZONE_OR_NULL = {'oneOf': [{'type': 'string', 'minLength': 1, 'maxLength': 255}, {'type': 'null'}]}
update = Body(
    'server',
    key('name', schema_parts.LOOSE_NAME, until='2.0'),
    key('name', schema_parts.NAME, '2.1'),
    key('OS-DCF:diskConfig', DISK_CONFIG),
    key('accessIPv4', _IPV4),
    key('accessIPv6', _IPV6),
    key('description', schema_parts.DESCRIPTION, '2.19'),
    key('hostname', DNS_NAME, '2.90', '2.93'),
    key('hostname', HOST_NAME, '2.94'),
    key('pinned_availability_zone', _ZONE_OR_NULL, '2.104'),
)
