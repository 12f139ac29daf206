"""Bodies of ``/servers``, by version."""

from __future__ import annotations

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


def _create(server: schema_parts.Schema, *required: str) -> schema_parts.Schema:
    properties = {
        'server': schema_parts.body(server, ['name', 'flavorRef', *required]),
        'os:scheduler_hints': _HINTS,
        'OS-SCH-HNT:scheduler_hints': _HINTS,
    }
    return schema_parts.body(properties, ['server'])


def _new_server(name: schema_parts.Schema) -> schema_parts.Schema:
    """Return the schema of a new server from the beginning of the API on."""
    return {
        'name': name,
        'imageRef': {'oneOf': [schema_parts.UUID, {'type': 'string', 'maxLength': 0}]},
        'flavorRef': {'type': ['string', 'integer'], 'minLength': 1},
        'adminPass': {'type': 'string'},
        'metadata': METADATA,
        'networks': _list_of(_NETWORK),
        'OS-DCF:diskConfig': DISK_CONFIG,
        'accessIPv4': {'type': 'string', 'format': 'ipv4'},
        'accessIPv6': {'type': 'string', 'format': 'ipv6'},
        'personality': PERSONALITY,
        'availability_zone': name,
        'block_device_mapping': _list_of(_DEVICE),
        'block_device_mapping_v2': _list_of(_DEVICE_V2),
        'config_drive': schema_parts.BOOLEAN,
        'key_name': name,
        'min_count': _COUNT,
        'max_count': _COUNT,
        'return_reservation_id': schema_parts.BOOLEAN,
        'security_groups': _list_of({'name': name}),
        'user_data': {'type': 'string', 'format': 'base64', 'maxLength': 65535},
    }


def _networks(network: schema_parts.Schema) -> schema_parts.Schema:
    """From 2.37 on: a list, or one of two words."""
    listed = _list_of({**network, 'uuid': schema_parts.UUID})
    return {'oneOf': [listed, schema_parts.word('auto', 'none')]}


_2_0 = {
    **_new_server(schema_parts.LOOSE_NAME),
    'user_data': {'type': ['string', 'null'], 'format': 'base64', 'maxLength': 65535},
}
_2_1 = _new_server(schema_parts.NAME)
_2_19 = {**_2_1, 'description': schema_parts.DESCRIPTION}
_TAGGED_NETWORK = {**_NETWORK, 'tag': schema_parts.TAG}
_TAGGED_DEVICES = _list_of({**_DEVICE_V2, 'tag': schema_parts.TAG})
_2_33 = {**_2_19, 'networks': _list_of(_TAGGED_NETWORK)}
_2_32 = {**_2_33, 'block_device_mapping_v2': _TAGGED_DEVICES}
_2_37 = {**_2_19, 'networks': _networks(_NETWORK)}
_2_42 = {
    **_2_37,
    'networks': _networks(_TAGGED_NETWORK),
    'block_device_mapping_v2': _TAGGED_DEVICES,
}
_2_52 = {**_2_42, 'tags': schema_parts.TAGS}
_2_57 = schema_parts.without(_2_52, 'personality')
_2_63 = {**_2_57, 'trusted_image_certificates': CERTIFICATES}
_2_67 = {
    **_2_63,
    'block_device_mapping_v2': _list_of(
        {**_DEVICE_V2, 'tag': schema_parts.TAG, 'volume_type': _VOLUME_TYPE}
    ),
}
_2_74 = {**_2_67, 'host': HOST_NAME, 'hypervisor_hostname': HOST_NAME}
_2_90 = {**_2_74, 'hostname': DNS_NAME}
_2_94 = {**_2_90, 'hostname': HOST_NAME}

create_2_0 = _create(_2_0)
create = _create(_2_1)
create_2_19 = _create(_2_19)
create_2_32 = _create(_2_32)
create_2_33 = _create(_2_33)
create_2_37 = _create(_2_37, 'networks')
create_2_42 = _create(_2_42, 'networks')
create_2_52 = _create(_2_52, 'networks')
create_2_57 = _create(_2_57, 'networks')
create_2_63 = _create(_2_63, 'networks')
create_2_67 = _create(_2_67, 'networks')
create_2_74 = _create(_2_74, 'networks')
create_2_90 = _create(_2_90, 'networks')
create_2_94 = _create(_2_94, 'networks')

_UPDATE = {
    'name': schema_parts.NAME,
    'OS-DCF:diskConfig': DISK_CONFIG,
    'accessIPv4': {'type': 'string', 'format': 'ipv4'},
    'accessIPv6': {'type': 'string', 'format': 'ipv6'},
}
_UPDATE_2_19 = {**_UPDATE, 'description': schema_parts.DESCRIPTION}
_UPDATE_2_94 = {**_UPDATE_2_19, 'hostname': HOST_NAME}
_ZONE_OR_NULL = {'oneOf': [{'type': 'string', 'minLength': 1, 'maxLength': 255}, {'type': 'null'}]}

update_2_0 = schema_parts.wrapped_body('server', {**_UPDATE, 'name': schema_parts.LOOSE_NAME})
update = schema_parts.wrapped_body('server', _UPDATE)
update_2_19 = schema_parts.wrapped_body('server', _UPDATE_2_19)
update_2_90 = schema_parts.wrapped_body('server', {**_UPDATE_2_19, 'hostname': DNS_NAME})
update_2_94 = schema_parts.wrapped_body('server', _UPDATE_2_94)
update_2_104 = schema_parts.wrapped_body(
    'server', {**_UPDATE_2_94, 'pinned_availability_zone': _ZONE_OR_NULL}
)
