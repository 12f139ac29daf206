"""Bodies of ``/servers/{server_id}/metadata``."""

from __future__ import annotations

from novaclient_mv.sandbox.http import schema_parts

many = schema_parts.wrapped('metadata', schema_parts.METADATA)
one = schema_parts.wrapped(
    'meta', {**schema_parts.METADATA, 'minProperties': 1, 'maxProperties': 1}
)
