"""Bodies that no service can use: each of them refuses them, and none breaks."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from unit_tests.sandbox.caller import Caller

# Deeper than Python 3.14 reads, whose bound is the size of the stack.
DEEP = [b'[' * 500_000 + b']' * 500_000, b'{"a":' * 200_000 + b'1' + b'}' * 200_000]
SURROGATES = [b'{"a": "\\ud800"}', b'{"a": "\xed\xa0\x80"}', b'{"\\udfff": 1}']
NO_JSON = [b'\xff\xfe', b'NaN', b'{"a": Infinity}', b'{"a": 1e999}', b'{"a"', b'\x00', b'1' * 5000]
STRANGE: list[Any] = [
    None, True, 1, -1, 1.5, 10**30, '', 'x', '\ud800', [], [[]], [{}], [None], [1], ['x'], {},
    {'a': {}}, {'a': []},
]  # fmt: skip

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


@pytest.fixture
def names(cloud: Caller) -> dict[str, str]:
    """The ids of what paths and bodies name."""
    networks = cloud('GET', '/network/v2.0/networks').body['networks']
    below = {
        kind: cloud('GET', f'/network/v2.0/{path}').body[path.replace('-', '_')][0]['id']
        for kind, path in (('subnet', 'subnets'), ('port', 'ports'), ('group', 'security-groups'))
    }
    router = cloud('POST', '/network/v2.0/routers', body={'router': {'name': 'r'}})
    image = {'name': 'i', 'visibility': 'shared', 'disk_format': 'raw', 'container_format': 'bare'}
    return {
        'project': cloud.project,
        'image': cloud.image(),
        'shared': cloud('POST', '/image/v2/images', body=image).body['id'],
        'network': next(each['id'] for each in networks if not each['router:external']),
        'public': next(each['id'] for each in networks if each['router:external']),
        'router': router.body['router']['id'],
        **below,
    }


def filled(text: str, names: dict[str, str]) -> str:
    """A text with ids in place of the words for them."""
    for name, id in names.items():
        text = text.replace(f'{{{name}}}', id)
    return text


def spoiled(value: Any) -> Iterator[Any]:
    """A body with something strange in each place, one after the other."""
    yield from STRANGE
    for place in value if isinstance(value, dict) else range(len(value)):
        inner = value[place]
        for strange in spoiled(inner) if isinstance(inner, (dict, list)) else STRANGE:
            found = copy.copy(value)
            found[place] = strange
            yield found
        if isinstance(place, str):
            yield {**value, '\ud800': inner}


def send(cloud: Caller, method: str, path: str, body: bytes) -> int:
    """Send a body as it is; the status of the answer."""
    kind = {'Content-Type': PATCH} if method == 'PATCH' and '/images/' in path else {}
    return cloud(method, path, body=body, headers=kind).status


@pytest.mark.parametrize(
    ('method', 'url', 'body'), WRITES, ids=[f'{write[0]} {write[1]}' for write in WRITES]
)
def test_strange_values_break_no_service(
    cloud: Caller, names: dict[str, str], method: str, url: str, body: Any
) -> None:
    body = json.loads(filled(json.dumps(body), names))
    broken = []
    for strange in spoiled(body):
        status = send(cloud, method, filled(url, names), json.dumps(strange).encode())
        if status >= 500:
            broken.append(strange)
    assert broken == []


@pytest.mark.parametrize(('method', 'url'), dict.fromkeys((write[0], write[1]) for write in WRITES))
def test_body_that_is_no_json_or_cannot_be_stored_is_refused_with_400(
    cloud: Caller, names: dict[str, str], method: str, url: str
) -> None:
    for body in (*DEEP, *SURROGATES, *NO_JSON):
        assert send(cloud, method, filled(url, names), body) == 400, body[:30]
