"""Bodies of ``/servers/{server_id}/os-interface``, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.compute.schemas import parts

_ADDRESS = {'type': 'string', 'oneOf': [{'format': 'ipv4'}, {'format': 'ipv6'}]}
_CREATE = {
    'net_id': parts.UUID,
    'port_id': parts.UUID,
    'fixed_ips': {
        'type': 'array',
        'minItems': 1,
        'maxItems': 1,
        'items': parts.wrapped('ip_address', _ADDRESS),
    },
}
# The one key may be left out: whatever network there is will do.
create = parts.body({'interfaceAttachment': parts.body(_CREATE)})
create_2_49 = parts.body({'interfaceAttachment': parts.body({**_CREATE, 'tag': parts.TAG})})
