"""Queries of the lists of migrations and of instance actions, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.compute.schemas import parts


def _once(rule: parts.Schema) -> parts.Schema:
    return {**rule, 'maxItems': 1}


_FILTERS = dict.fromkeys(
    ('hidden', 'host', 'instance_uuid', 'migration_type', 'source_compute', 'status'), parts.TEXT
)
_PAGING = {
    'limit': _once(parts.LIMIT),
    'marker': _once(parts.TEXT),
    'changes-since': _once(parts.TIME),
}
_BEFORE = {'changes-before': _once(parts.TIME)}
_OWNERS = {'user_id': _once(parts.TEXT), 'project_id': _once(parts.TEXT)}

index = parts.query(_FILTERS, extra=True)
index_2_59 = parts.query({**_FILTERS, **_PAGING}, extra=False)
index_2_66 = parts.query({**_FILTERS, **_PAGING, **_BEFORE}, extra=False)
index_2_80 = parts.query({**_FILTERS, **_PAGING, **_BEFORE, **_OWNERS}, extra=False)

actions_2_58 = parts.query(_PAGING, extra=False)
actions_2_66 = parts.query({**_PAGING, **_BEFORE}, extra=False)
