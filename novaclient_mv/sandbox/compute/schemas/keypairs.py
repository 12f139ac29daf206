"""Queries and bodies of ``/os-keypairs``, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.compute.schemas import parts

_USER = {'user_id': parts.TEXT}
index_2_10 = parts.query(_USER, extra=True)
index_2_35 = parts.query({**parts.PAGING, **_USER}, extra=True)
index_2_75 = parts.query({**parts.PAGING, **_USER}, extra=False)
one_2_75 = parts.query(_USER, extra=False)


def _name(characters: str) -> parts.Schema:
    pattern = {'type': 'string', 'minLength': 1, 'maxLength': 255, 'pattern': f'^[{characters}]+$'}
    return {'allOf': [parts.NAME, pattern]}


_2_1 = {'name': _name(r'_\- a-zA-Z0-9'), 'public_key': {'type': 'string'}}
_2_2 = {**_2_1, 'type': {'type': 'string', 'enum': ['ssh', 'x509']}}
_2_10 = {**_2_2, 'user_id': {'type': 'string'}}
_2_92 = {**_2_10, 'name': _name(r'_\-\@\. a-zA-Z0-9')}

create_2_0 = parts.wrapped('keypair', parts.body({**_2_1, 'name': parts.LOOSE_NAME}, ['name']))
create = parts.wrapped('keypair', parts.body(_2_1, ['name']))
create_2_2 = parts.wrapped('keypair', parts.body(_2_2, ['name']))
create_2_10 = parts.wrapped('keypair', parts.body(_2_10, ['name']))
# Keys are imported only, from 2.92 on.
create_2_92 = parts.wrapped('keypair', parts.body(_2_92, ['name', 'public_key']))
