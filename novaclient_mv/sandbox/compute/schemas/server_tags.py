"""Bodies of ``/servers/{server_id}/tags``."""

from __future__ import annotations

from novaclient_mv.sandbox.http import schema_parts

update = {'type': 'null'}
update_all = schema_parts.wrapped('tags', schema_parts.TAGS)
