"""The schemas of bodies and queries, each named after operation and first version."""

from __future__ import annotations

from novaclient_mv.sandbox.http.schema_parts import UUID, Schema, body, query, without, word

_MOST = 2147483647
_TEXT: Schema = {'type': 'string'}
_ANY_INTEGER: Schema = {'type': 'integer'}
_PARENT: Schema = {'anyOf': [UUID, {'type': 'null'}]}
_PROVIDER_NAME: Schema = {'type': 'string', 'maxLength': 200}
_OWNER: Schema = {'type': 'string', 'minLength': 1, 'maxLength': 255}
_OWN_PATTERN = '^CUSTOM_[A-Z0-9_]+$'
_OWN_NAME: Schema = {'type': 'string', 'pattern': _OWN_PATTERN, 'maxLength': 255}
_UUID_KEY = '^[0-9a-fA-F-]{36}$'
_CLASS_KEY = '^[A-Z0-9_]+$'


def _typed_text(pattern: str) -> Schema:
    return {'type': 'string', 'pattern': pattern, 'minLength': 1, 'maxLength': 255}


def _keyed(key: str, value: Schema, lowest: int) -> Schema:
    return {
        'type': 'object',
        'minProperties': lowest,
        'patternProperties': {key: value},
        'additionalProperties': False,
    }


def _number(lowest: int) -> Schema:
    return {'type': 'integer', 'maximum': _MOST, 'minimum': lowest}


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
inventory = body(_AMOUNTS, ['total'])
_INVENTORIES: Schema = {'type': 'object', 'patternProperties': {_CLASS_KEY: inventory}}
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
        'traits': {'type': 'array', 'items': {'type': 'string', 'minLength': 1, 'maxLength': 255}},
        'resource_provider_generation': _ANY_INTEGER,
    },
    ['traits', 'resource_provider_generation'],
)

_RESOURCES = _keyed(_CLASS_KEY, {'type': 'integer', 'minimum': 1}, 1)
_ALLOCATIONS_LIST: Schema = {
    'type': 'array',
    'minItems': 1,
    'items': body(
        {'resource_provider': body({'uuid': UUID}, ['uuid']), 'resources': _RESOURCES},
        ['resource_provider', 'resources'],
    ),
}


def _allocations(lowest: int) -> Schema:
    amounts = body({'generation': _ANY_INTEGER, 'resources': _RESOURCES}, ['resources'])
    return _keyed(_UUID_KEY, amounts, lowest)


_MAPPINGS: Schema = {
    'type': 'object',
    'minProperties': 1,
    'patternProperties': {'[a-zA-Z0-9_-]{1,64}': {'type': 'array', 'minItems': 1, 'items': UUID}},
}
_CONSUMER: Schema = {
    'allocations': _allocations(0),
    'project_id': _OWNER,
    'user_id': _OWNER,
    'consumer_generation': {'type': ['integer', 'null'], 'additionalProperties': False},
    'mappings': _MAPPINGS,
    'consumer_type': _typed_text(_CLASS_KEY),
}
_REQUIRED = ['allocations', 'project_id', 'user_id']


def _consumer(*left_out: str) -> Schema:
    properties = without(_CONSUMER, *left_out)
    later: list[str] = [
        name for name in ('consumer_generation', 'consumer_type') if name in properties
    ]
    return body(properties, _REQUIRED + later)


_CONSUMER_1_12 = _consumer('consumer_generation', 'mappings', 'consumer_type')

_OWNERS: Schema = {'project_id': _OWNER, 'user_id': _OWNER}
allocations = body({'allocations': _ALLOCATIONS_LIST}, ['allocations'])
allocations_1_8 = body({'allocations': _ALLOCATIONS_LIST, **_OWNERS}, _REQUIRED)
# Nothing at all may be written from 1.28 on.
allocations_1_12 = body({'allocations': _allocations(1), **_OWNERS}, _REQUIRED)
allocations_1_28 = _consumer('mappings', 'consumer_type')
allocations_1_34 = _consumer('consumer_type')
allocations_1_38 = _consumer()

many_1_13 = _keyed(_UUID_KEY, _CONSUMER_1_12, 1)
many_1_28 = _keyed(_UUID_KEY, allocations_1_28, 1)
many_1_34 = _keyed(_UUID_KEY, allocations_1_34, 1)
many_1_38 = _keyed(_UUID_KEY, allocations_1_38, 1)


def _reshape(consumer: Schema) -> Schema:
    inventories: Schema = {
        'type': 'object',
        'patternProperties': {_UUID_KEY: inventory_set},
        'minProperties': 1,
        'additionalProperties': False,
    }
    properties = {'inventories': inventories, 'allocations': _keyed(_UUID_KEY, consumer, 0)}
    return body(properties, ['inventories', 'allocations'])


reshape_1_30 = _reshape(allocations_1_28)
reshape_1_34 = _reshape(allocations_1_34)
reshape_1_38 = _reshape(allocations_1_38)


def _needing(name: str, parameters: Schema) -> Schema:
    """A query without which parameter there is no answer."""
    return body(parameters, [name])


_PROVIDERS: Schema = {'name': _TEXT, 'uuid': UUID}
providers = query(_PROVIDERS, extra=False)
providers_1_3 = query({**_PROVIDERS, 'member_of': _TEXT}, extra=False)
_PROVIDERS_1_4: Schema = {**_PROVIDERS, 'member_of': _TEXT, 'resources': _TEXT}
providers_1_4 = query(_PROVIDERS_1_4, extra=False)
providers_1_14 = query({**_PROVIDERS_1_4, 'in_tree': UUID}, extra=False)
providers_1_18 = query({**_PROVIDERS_1_4, 'in_tree': UUID, 'required': _TEXT}, extra=False)

trait_filters = query({'name': _TEXT, 'associated': _TEXT}, extra=False)

usages_1_9 = _needing('project_id', _OWNERS)
usages_1_38 = _needing(
    'project_id', {**_OWNERS, 'consumer_type': _typed_text('^[A-Z0-9_]+$|^all|^unknown$')}
)

_LIMIT: Schema = {
    'limit': {
        'type': ['integer', 'string'],
        'pattern': '^[1-9][0-9]*$',
        'minimum': 1,
        'minLength': 1,
    }
}
_REQUIRED_TRAITS: Schema = {'required': {'type': ['string']}}
candidates_1_10 = _needing('resources', {'resources': _TEXT})
candidates_1_16 = _needing('resources', {'resources': _TEXT, **_LIMIT})
candidates_1_17 = _needing('resources', {'resources': _TEXT, **_LIMIT, **_REQUIRED_TRAITS})
candidates_1_21 = _needing(
    'resources',
    {'resources': _TEXT, **_LIMIT, **_REQUIRED_TRAITS, 'member_of': {'type': ['string']}},
)


def _grouped(suffix: str, names: tuple[str, ...], *others: str) -> Schema:
    """A query that asks for groups."""
    parameters = {**_LIMIT, 'group_policy': word('none', 'isolate')}
    parameters |= {name: {'type': ['string']} for name in others}
    return {
        **query(parameters, extra=False),
        'patternProperties': {f'^{name}({suffix})?$': _TEXT for name in names},
    }


_NUMBER, _NAME = '[1-9][0-9]*', '[a-zA-Z0-9_-]{1,64}'
_OF_GROUPS = ('resources', 'required', 'member_of')
candidates_1_25 = _grouped(_NUMBER, _OF_GROUPS)
candidates_1_31 = _grouped(_NUMBER, (*_OF_GROUPS, 'in_tree'))
candidates_1_33 = _grouped(_NAME, (*_OF_GROUPS, 'in_tree'))
candidates_1_35 = _grouped(_NAME, (*_OF_GROUPS, 'in_tree'), 'root_required')
candidates_1_36 = _grouped(_NAME, (*_OF_GROUPS, 'in_tree'), 'root_required', 'same_subtree')
