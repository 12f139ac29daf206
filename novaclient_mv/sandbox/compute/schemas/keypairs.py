"""Bodies of ``/os-keypairs``, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.http import schema_parts


def _name(characters: str) -> schema_parts.Schema:
    pattern = {'type': 'string', 'minLength': 1, 'maxLength': 255, 'pattern': f'^[{characters}]+$'}
    return {'allOf': [schema_parts.NAME, pattern]}


_2_1 = {'name': _name(r'_\- a-zA-Z0-9'), 'public_key': {'type': 'string'}}
_2_2 = {**_2_1, 'type': schema_parts.word('ssh', 'x509')}
_2_10 = {**_2_2, 'user_id': {'type': 'string'}}
_2_92 = {**_2_10, 'name': _name(r'_\-\@\. a-zA-Z0-9')}

create_2_0 = schema_parts.wrapped_body(
    'keypair', {**_2_1, 'name': schema_parts.LOOSE_NAME}, ['name']
)
create = schema_parts.wrapped_body('keypair', _2_1, ['name'])
create_2_2 = schema_parts.wrapped_body('keypair', _2_2, ['name'])
create_2_10 = schema_parts.wrapped_body('keypair', _2_10, ['name'])
# Keys are imported only, from 2.92 on.
create_2_92 = schema_parts.wrapped_body('keypair', _2_92, ['name', 'public_key'])
