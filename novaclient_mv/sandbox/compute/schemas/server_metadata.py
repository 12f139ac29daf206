"""Bodies of ``/servers/{server_id}/metadata``."""

from __future__ import annotations

from novaclient_mv.sandbox.compute.schemas import parts

many = parts.wrapped('metadata', parts.METADATA)
one = parts.wrapped('meta', {**parts.METADATA, 'minProperties': 1, 'maxProperties': 1})
