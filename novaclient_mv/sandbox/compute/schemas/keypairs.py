"""Bodies of ``/os-keypairs``, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.compute.bodies import Body, key
from novaclient_mv.sandbox.http import schema_parts


def _name(characters: str) -> schema_parts.Schema:
    pattern = {'type': 'string', 'minLength': 1, 'maxLength': 255, 'pattern': f'^[{characters}]+$'}
    return {'allOf': [schema_parts.NAME, pattern]}


_OLD_NAME, _NAME = _name(r'_\- a-zA-Z0-9'), _name(r'_\-\@\. a-zA-Z0-9')
create = Body(
    'keypair',
    key('name', schema_parts.LOOSE_NAME, until='2.0', needed=True),
    key('name', _OLD_NAME, '2.1', '2.91', needed=True),
    key('name', _NAME, '2.92', needed=True),
    key('public_key', {'type': 'string'}, until='2.91'),
    # Keys are imported only, from 2.92 on.
    key('public_key', {'type': 'string'}, '2.92', needed=True),
    key('type', schema_parts.word('ssh', 'x509'), '2.2'),
    key('user_id', {'type': 'string'}, '2.10'),
)
