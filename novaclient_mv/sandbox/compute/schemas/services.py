"""Queries and bodies of ``/os-services``, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.compute.schemas import parts

_FILTERS = {'host': parts.TEXT, 'binary': parts.TEXT}
index = parts.query(_FILTERS, extra=True)
index_2_75 = parts.query(_FILTERS, extra=False)

_WORDS = {'type': 'string', 'minLength': 1, 'maxLength': 255}
_UPDATE = {'host': parts.HOST_NAME, 'binary': _WORDS, 'disabled_reason': _WORDS}
update = parts.body(_UPDATE, ['host', 'binary'])
update_2_11 = parts.body({**_UPDATE, 'forced_down': parts.BOOLEAN}, ['host', 'binary'])
# From here on the path names the service.
update_2_53 = parts.body(
    {
        'status': {'type': 'string', 'enum': ['enabled', 'disabled']},
        'disabled_reason': _WORDS,
        'forced_down': parts.BOOLEAN,
    }
)
