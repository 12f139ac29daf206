"""Queries of ``/os-hypervisors``, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.http import schema_parts

index_2_33 = schema_parts.query(schema_parts.PAGING, extra=True)

_WITH_SERVERS = {'type': 'array', 'maxItems': 1, 'items': schema_parts.BOOLEAN}
index_2_53 = schema_parts.query(
    {
        'limit': {**schema_parts.LIMIT, 'maxItems': 1},
        'marker': {**schema_parts.TEXT, 'maxItems': 1},
        'hypervisor_hostname_pattern': {
            'type': 'array',
            'maxItems': 1,
            'items': schema_parts.HOST_NAME,
        },
        'with_servers': _WITH_SERVERS,
    },
    extra=False,
)
show_2_53 = schema_parts.query({'with_servers': _WITH_SERVERS}, extra=False)
