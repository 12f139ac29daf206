"""The schemas of bodies, each named after the operation and the version that brought it."""

from __future__ import annotations

from novaclient_mv.sandbox.http.schema_parts import UUID, Schema, body, without

_MOST = 2147483647
_ANY_INTEGER: Schema = {'type': 'integer'}
_PARENT: Schema = {'anyOf': [UUID, {'type': 'null'}]}
_PROVIDER_NAME: Schema = {'type': 'string', 'maxLength': 200}
_OWNER: Schema = {'type': 'string', 'minLength': 1, 'maxLength': 255}
_OWN_NAME: Schema = {'type': 'string', 'maxLength': 255, 'pattern': '^CUSTOM_[A-Z0-9_]+$'}
_UUID_KEY = '^[0-9a-fA-F-]{36}$'
_CLASS_KEY = '^[A-Z0-9_]+$'


def _keyed(key: str, value: Schema, **keywords: int) -> Schema:
    return {
        'type': 'object',
        'patternProperties': {key: value},
        'additionalProperties': False,
        **keywords,
    }


def _number(least: int) -> Schema:
    return {'type': 'integer', 'minimum': least, 'maximum': _MOST}


provider_create = body({'name': _PROVIDER_NAME, 'uuid': UUID}, ['name'])
provider_create_1_14 = body(
    {'name': _PROVIDER_NAME, 'uuid': UUID, 'parent_provider_uuid': _PARENT}, ['name']
)
provider_update = body({'name': _PROVIDER_NAME}, ['name'])
provider_update_1_14 = body({'name': _PROVIDER_NAME, 'parent_provider_uuid': _PARENT}, ['name'])

resource_class = body({'name': _OWN_NAME}, ['name'])

_AMOUNTS: Schema = {
    'resource_provider_generation': _ANY_INTEGER,
    'total': _number(1),
    'reserved': _number(0),
    'min_unit': _number(1),
    'max_unit': _number(1),
    'step_size': _number(1),
    'allocation_ratio': {'type': 'number', 'maximum': 3.40282e38},
}
_INVENTORIES: Schema = {
    'type': 'object',
    'patternProperties': {_CLASS_KEY: body(_AMOUNTS, ['total'])},
}
inventory_create = body(
    {**_AMOUNTS, 'resource_class': {'type': 'string', 'pattern': _CLASS_KEY}},
    ['total', 'resource_class'],
)
inventory_update = body(_AMOUNTS, ['total', 'resource_provider_generation'])
inventory_set = body(
    {'resource_provider_generation': _ANY_INTEGER, 'inventories': _INVENTORIES},
    ['resource_provider_generation', 'inventories'],
)

aggregates: Schema = {'type': 'array', 'items': UUID, 'uniqueItems': True}
aggregates_1_19 = body(
    {'aggregates': aggregates, 'resource_provider_generation': _ANY_INTEGER},
    ['aggregates', 'resource_provider_generation'],
)
traits = body(
    {
        'traits': {'type': 'array', 'items': {'type': 'string'}, 'uniqueItems': True},
        'resource_provider_generation': _ANY_INTEGER,
    },
    ['traits', 'resource_provider_generation'],
)

_RESOURCES = _keyed(_CLASS_KEY, {'type': 'integer', 'minimum': 1}, minProperties=1)
_ALLOCATIONS_LIST: Schema = {
    'type': 'array',
    'minItems': 1,
    'items': body(
        {'resource_provider': body({'uuid': UUID}, ['uuid']), 'resources': _RESOURCES},
        ['resource_provider', 'resources'],
    ),
}
_ALLOCATIONS = _keyed(
    _UUID_KEY, body({'generation': _ANY_INTEGER, 'resources': _RESOURCES}, ['resources'])
)
_MAPPINGS: Schema = {
    'type': 'object',
    'minProperties': 1,
    'patternProperties': {'[a-zA-Z0-9_-]{1,64}': {'type': 'array', 'minItems': 1, 'items': UUID}},
}
_CONSUMER: Schema = {
    'allocations': _ALLOCATIONS,
    'project_id': _OWNER,
    'user_id': _OWNER,
    'consumer_generation': {'type': ['integer', 'null']},
    'mappings': _MAPPINGS,
    'consumer_type': {**_OWNER, 'pattern': _CLASS_KEY},
}
_REQUIRED = ['allocations', 'project_id', 'user_id']


def _consumer(*left_out: str) -> Schema:
    properties = without(_CONSUMER, *left_out)
    later: list[str] = [
        name for name in ('consumer_generation', 'consumer_type') if name in properties
    ]
    return body(properties, _REQUIRED + later)


_CONSUMER_1_12 = _consumer('consumer_generation', 'mappings', 'consumer_type')
_CONSUMER_1_28 = _consumer('mappings', 'consumer_type')
_CONSUMER_1_34 = _consumer('consumer_type')
_CONSUMER_1_38 = _consumer()

_OWNERS: Schema = {'project_id': _OWNER, 'user_id': _OWNER}
allocations = body({'allocations': _ALLOCATIONS_LIST}, ['allocations'])
allocations_1_8 = body({'allocations': _ALLOCATIONS_LIST, **_OWNERS}, _REQUIRED)
# Nothing at all may be written from 1.28 on.
allocations_1_12 = body(
    {**_CONSUMER_1_12['properties'], 'allocations': {**_ALLOCATIONS, 'minProperties': 1}}, _REQUIRED
)
allocations_1_28 = _CONSUMER_1_28
allocations_1_34 = _CONSUMER_1_34
allocations_1_38 = _CONSUMER_1_38

many_1_13 = _keyed(_UUID_KEY, _CONSUMER_1_12, minProperties=1)
many_1_28 = _keyed(_UUID_KEY, _CONSUMER_1_28, minProperties=1)
many_1_34 = _keyed(_UUID_KEY, _CONSUMER_1_34, minProperties=1)
many_1_38 = _keyed(_UUID_KEY, _CONSUMER_1_38, minProperties=1)


def _reshape(consumer: Schema) -> Schema:
    return body(
        {
            'inventories': _keyed(_UUID_KEY, inventory_set, minProperties=1),
            'allocations': _keyed(_UUID_KEY, consumer),
        },
        ['inventories', 'allocations'],
    )


reshape_1_30 = _reshape(_CONSUMER_1_28)
reshape_1_34 = _reshape(_CONSUMER_1_34)
reshape_1_38 = _reshape(_CONSUMER_1_38)
