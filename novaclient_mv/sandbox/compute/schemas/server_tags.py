"""Bodies of ``/servers/{server_id}/tags``."""

from __future__ import annotations

from novaclient_mv.sandbox.compute.schemas import parts

update = {'type': 'null'}
update_all = parts.wrapped('tags', parts.TAGS)
