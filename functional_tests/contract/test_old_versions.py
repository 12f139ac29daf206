"""Fields of what the Compute API passed on in old versions, against its recorded answers."""

from __future__ import annotations

from typing import Any

from functional_tests.contract import facts
from novaclient_mv import api_versions
from novaclient_mv.cli import output
from unit_tests import cases

# Operation, the key of the answer, and the class that has its fields.
ANSWERS = [
    ('GET /images', 'images', 'v2.retired.image_proxies:ImageProxy'),
    ('GET /images/detail', 'images', 'v2.retired.image_proxies:ImageProxy'),
    ('GET /images/{id}', 'image', 'v2.retired.image_proxies:ImageProxy'),
    ('GET /os-networks', 'networks', 'v2.retired.network_proxies:NetworkProxy'),
    ('GET /os-networks/{id}', 'network', 'v2.retired.network_proxies:NetworkProxy'),
    ('GET /os-tenant-networks', 'networks', 'v2.retired.tenant_networks:TenantNetwork'),
    ('GET /os-floating-ips', 'floating_ips', 'v2.retired.floating_ips:FloatingIP'),
    ('POST /os-floating-ips', 'floating_ip', 'v2.retired.floating_ips:FloatingIP'),
    (
        'GET /os-floating-ip-pools',
        'floating_ip_pools',
        'v2.retired.floating_ip_pools:FloatingIPPool',
    ),
    ('GET /os-security-groups', 'security_groups', 'v2.servers.security_groups:SecurityGroup'),
    ('GET /os-security-groups/{id}', 'security_group', 'v2.servers.security_groups:SecurityGroup'),
    (
        'POST /os-security-group-rules',
        'security_group_rule',
        'v2.retired.security_group_rules:SecurityGroupRule',
    ),
    ('GET /os-volumes', 'volumes', 'v2.retired.volume_proxies:VolumeProxy'),
    ('GET /os-volumes/detail', 'volumes', 'v2.retired.volume_proxies:VolumeProxy'),
    ('POST /os-volumes', 'volume', 'v2.retired.volume_proxies:VolumeProxy'),
    ('GET /os-snapshots', 'snapshots', 'v2.retired.volume_snapshots:VolumeSnapshot'),
    ('GET /os-snapshots/{id}', 'snapshot', 'v2.retired.volume_snapshots:VolumeSnapshot'),
    ('GET /os-baremetal-nodes', 'nodes', 'v2.retired.baremetal_nodes:BaremetalNode'),
    ('GET /os-baremetal-nodes/{id}', 'node', 'v2.retired.baremetal_nodes:BaremetalNode'),
    ('GET /os-hosts', 'hosts', 'v2.retired.hosts:Host'),
    ('GET /os-hosts/{id}', 'host', 'v2.retired.hosts:HostUse'),
    ('PUT /os-hosts/{id}', None, 'v2.retired.hosts:HostState'),
    ('GET /os-hosts/{id}/reboot', None, 'v2.retired.hosts:HostState'),
]


@cases.one_test_of('operation, key, place', ANSWERS)
def test_every_key_of_a_recorded_answer_is_a_field(
    operation: str, key: str | None, place: str
) -> None:
    resource: Any = output.resource_class(place)
    samples = [
        each for each in facts.samples() if (each.operation, each.kind) == (operation, 'response')
    ]
    assert samples
    for sample in samples:
        found = sample.content if key is None else sample.content[key]
        for row in found if isinstance(found, list) else [found]:
            made = resource(None, row, loaded=True)
            assert 'extra' not in output.as_mapping(made, api_versions.APIVersion(sample.version))


@cases.one_test_of('operation, key, place', ANSWERS)
def test_every_key_of_the_schema_is_a_field(operation: str, key: str | None, place: str) -> None:
    resource: Any = output.resource_class(place)
    name = facts.versioned(operation, 'response_body', '2.35')
    schema = facts.schemas()[str(name)]
    if key is not None:
        schema = schema['properties'][key]
    schema = schema.get('items', schema)
    known = {name for field in resource.fields for name in field.uses} | {'links'}
    assert set(schema['properties']) <= known
