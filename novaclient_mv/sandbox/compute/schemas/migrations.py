"""Queries of the lists of migrations and of instance actions, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.http import schema_parts


def _once(rule: schema_parts.Schema) -> schema_parts.Schema:
    return {**rule, 'maxItems': 1}


_FILTERS = dict.fromkeys(
    ('hidden', 'host', 'instance_uuid', 'migration_type', 'source_compute', 'status'),
    schema_parts.TEXT,
)
_PAGING = {
    'limit': _once(schema_parts.LIMIT),
    'marker': _once(schema_parts.TEXT),
    'changes-since': _once(schema_parts.TIME),
}
_BEFORE = {'changes-before': _once(schema_parts.TIME)}
_OWNERS = {'user_id': _once(schema_parts.TEXT), 'project_id': _once(schema_parts.TEXT)}

index = schema_parts.query(_FILTERS, extra=True)
index_2_59 = schema_parts.query({**_FILTERS, **_PAGING}, extra=False)
index_2_66 = schema_parts.query({**_FILTERS, **_PAGING, **_BEFORE}, extra=False)
index_2_80 = schema_parts.query({**_FILTERS, **_PAGING, **_BEFORE, **_OWNERS}, extra=False)

actions_2_58 = schema_parts.query(_PAGING, extra=False)
actions_2_66 = schema_parts.query({**_PAGING, **_BEFORE}, extra=False)
