"""Writes to the services beside Compute that are all right, for tests that spoil them."""

from __future__ import annotations

from typing import Any

PATCH = 'application/openstack-images-v2.1-json-patch'
# Method, path and a body that is all right; {words} stand for things of the sandbox.
WRITES: list[tuple[str, str, Any]] = [
    ('POST', '/identity/v3/auth/tokens', {
        'auth': {
            'identity': {
                'methods': ['password'],
                'password': {
                    'user': {'name': 'admin', 'domain': {'id': 'default'}, 'password': 'sandbox'}
                },
            },
            'scope': {'project': {'name': 'admin', 'domain': {'id': 'default'}}},
        }
    }),
    ('POST', '/identity/v3/projects', {'project': {'name': 'p', 'tags': ['a'], 'enabled': True}}),
    ('PATCH', '/identity/v3/projects/{project}', {'project': {'description': 'd'}}),
    ('POST', '/identity/v3/users', {'user': {'name': 'u', 'password': 'p', 'enabled': True}}),
    ('POST', '/image/v2/images', {
        'name': 'i', 'disk_format': 'raw', 'container_format': 'bare', 'tags': ['a'], 'min_disk': 0,
        'visibility': 'private', 'protected': False, 'property': 'x',
    }),
    ('PATCH', '/image/v2/images/{image}', [{'op': 'add', 'path': '/tags', 'value': ['x']}]),
    ('PATCH', '/image/v2/images/{image}', [{'op': 'add', 'path': '/min_ram', 'value': 1}]),
    ('POST', '/image/v2/images/{shared}/members', {'member': 'x'}),
    ('POST', '/network/v2.0/networks', {
        'network': {'name': 'n', 'shared': False, 'mtu': 1500, 'tags': ['a'], 'project_id': 'x'}
    }),
    ('POST', '/network/v2.0/networks', {'networks': [{'name': 'n'}]}),
    ('PUT', '/network/v2.0/networks/{network}/tags', {'tags': ['a']}),
    ('POST', '/network/v2.0/subnets', {
        'subnet': {
            'network_id': '{network}', 'cidr': '10.77.0.0/24', 'ip_version': 4,
            'gateway_ip': '10.77.0.1', 'dns_nameservers': ['1.1.1.1'],
            'allocation_pools': [{'start': '10.77.0.2', 'end': '10.77.0.9'}],
            'host_routes': [{'destination': '10.1.0.0/24', 'nexthop': '10.77.0.1'}],
        }
    }),
    ('PUT', '/network/v2.0/subnets/{subnet}', {'subnet': {'dns_nameservers': ['1.1.1.1']}}),
    ('POST', '/network/v2.0/ports', {
        'port': {
            'network_id': '{network}', 'fixed_ips': [{'ip_address': '10.0.9.9'}],
            'security_groups': ['x'], 'device_id': 'd', 'binding:profile': {}, 'tags': ['a'],
            'mac_address': 'fa:16:3e:00:00:99',
            'allowed_address_pairs': [{'ip_address': '1.1.1.1'}],
        }
    }),
    ('PUT', '/network/v2.0/ports/{port}', {
        'port': {'fixed_ips': [{'ip_address': '10.0.9.8'}], 'security_groups': ['x']}
    }),
    ('POST', '/network/v2.0/security-groups', {'security_group': {'name': 's', 'tags': ['a']}}),
    ('POST', '/network/v2.0/security-group-rules', {
        'security_group_rule': {
            'security_group_id': '{group}', 'direction': 'ingress', 'protocol': 'tcp',
            'port_range_min': 1, 'port_range_max': 2, 'remote_group_id': None,
            'remote_ip_prefix': '10.0.0.0/24',
        }
    }),
    ('POST', '/network/v2.0/routers', {
        'router': {
            'name': 'r', 'routes': [],
            'external_gateway_info': {
                'network_id': '{public}', 'enable_snat': True,
                'external_fixed_ips': [{'ip_address': '172.24.4.9'}],
            },
        }
    }),
    ('PUT', '/network/v2.0/routers/{router}/add_router_interface', {
        'subnet_id': 'x', 'port_id': 'y',
    }),
    ('POST', '/network/v2.0/floatingips', {
        'floatingip': {
            'floating_network_id': '{public}', 'port_id': '{port}', 'tags': ['a'],
            'floating_ip_address': '172.24.4.99', 'fixed_ip_address': '10.0.0.5',
        }
    }),
    ('PUT', '/network/v2.0/quotas/{project}', {'quota': {'network': 5}}),
    ('POST', '/volume/v3/{project}/volumes', {
        'volume': {'size': 1, 'name': 'v', 'metadata': {'a': 'b'}, 'imageRef': '{image}'}
    }),
    ('POST', '/volume/v3/{project}/types', {
        'volume_type': {'name': 't', 'extra_specs': {'a': 'b'}}
    }),
    ('PUT', '/volume/v3/{project}/os-quota-sets/{project}', {'quota_set': {'volumes': 5}}),
]  # fmt: skip
