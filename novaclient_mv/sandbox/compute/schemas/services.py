"""Bodies of ``/os-services``, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.http import schema_parts

_WORDS = {'type': 'string', 'minLength': 1, 'maxLength': 255}
_UPDATE = {'host': schema_parts.HOST_NAME, 'binary': _WORDS, 'disabled_reason': _WORDS}
update = schema_parts.body(_UPDATE, ['host', 'binary'])
update_2_11 = schema_parts.body(
    {**_UPDATE, 'forced_down': schema_parts.BOOLEAN}, ['host', 'binary']
)
# From here on the path names the service.
update_2_53 = schema_parts.body(
    {
        'status': schema_parts.word('enabled', 'disabled'),
        'disabled_reason': _WORDS,
        'forced_down': schema_parts.BOOLEAN,
    }
)
