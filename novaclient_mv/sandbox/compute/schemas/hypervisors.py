"""Queries of ``/os-hypervisors``, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.compute.schemas import parts

index_2_33 = parts.query(parts.PAGING, extra=True)

_WITH_SERVERS = {'type': 'array', 'maxItems': 1, 'items': parts.BOOLEAN}
index_2_53 = parts.query(
    {
        'limit': {**parts.LIMIT, 'maxItems': 1},
        'marker': {**parts.TEXT, 'maxItems': 1},
        'hypervisor_hostname_pattern': {
            'type': 'array',
            'maxItems': 1,
            'items': parts.HOST_NAME,
        },
        'with_servers': _WITH_SERVERS,
    },
    extra=False,
)
show_2_53 = parts.query({'with_servers': _WITH_SERVERS}, extra=False)
