"""Bodies of ``/servers/{server_id}/os-interface``, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.http import schema_parts

_ADDRESS = {'type': 'string', 'oneOf': [{'format': 'ipv4'}, {'format': 'ipv6'}]}
_CREATE = {
    'net_id': schema_parts.UUID,
    'port_id': schema_parts.UUID,
    'fixed_ips': {
        'type': 'array',
        'minItems': 1,
        'maxItems': 1,
        'items': schema_parts.wrapped('ip_address', _ADDRESS),
    },
}
# The one key may be left out: whatever network there is will do.
create = schema_parts.body({'interfaceAttachment': schema_parts.body(_CREATE)})
create_2_49 = schema_parts.body(
    {'interfaceAttachment': schema_parts.body({**_CREATE, 'tag': schema_parts.TAG})}
)
