"""Bodies of ``/os-server-groups``, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.http import schema_parts

_HARD = ['anti-affinity', 'affinity']
_ALL = [*_HARD, 'soft-anti-affinity', 'soft-affinity']


def _policies(choices: list[str]) -> schema_parts.Schema:
    """A list of one policy, which is looked at before how many there are."""
    return {
        'type': 'array',
        'prefixItems': [schema_parts.word(*choices)],
        'uniqueItems': True,
        'minItems': 1,
        'maxItems': 1,
    }


def _create(properties: schema_parts.Schema, policy: str) -> schema_parts.Schema:
    inner = schema_parts.body({'name': schema_parts.NAME, **properties}, ['name', policy])
    return schema_parts.wrapped('server_group', inner)


create = _create({'policies': _policies(_HARD)}, 'policies')
create_2_15 = _create({'policies': _policies(_ALL)}, 'policies')
_PER_HOST = {'type': ['integer', 'string'], 'pattern': '^[0-9]*$', 'minimum': 1, 'minLength': 1}
create_2_64 = _create(
    {
        'policy': schema_parts.word(*_ALL),
        'rules': schema_parts.body({'max_server_per_host': _PER_HOST}),
    },
    'policy',
)
