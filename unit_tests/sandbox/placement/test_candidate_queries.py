"""Queries for allocation candidates, by version, and providers that share."""

from __future__ import annotations

import pytest

from unit_tests.sandbox.caller import Caller
from unit_tests.sandbox.placement.client import ask

AGGREGATE = '11111111-bbbb-4222-8333-444444444444'
TWO = 'resources1=VCPU:1&resources2=VCPU:1'


@pytest.mark.parametrize(
    ('query', 'before', 'since'),
    [
        ('resources=VCPU:1&required=COMPUTE_NODE', '1.16', '1.17'),
        ('resources=VCPU:1&required=!CUSTOM_A', '1.21', '1.22'),
        ('resources=VCPU:1&required=in:COMPUTE_NODE,CUSTOM_A', '1.38', '1.39'),
        (f'resources=VCPU:1&member_of={AGGREGATE}', '1.20', '1.21'),
        (f'resources=VCPU:1&member_of={AGGREGATE}&member_of={AGGREGATE}', '1.23', '1.24'),
        (f'resources=VCPU:1&member_of=!{AGGREGATE}', '1.31', '1.32'),
        (f'resources=VCPU:1&in_tree={AGGREGATE}', '1.30', '1.31'),
        (f'{TWO}&group_policy=none', '1.24', '1.25'),
        ('resources_A=VCPU:1', '1.32', '1.33'),
        ('resources=VCPU:1&root_required=COMPUTE_NODE', '1.34', '1.35'),
        (f'{TWO}&group_policy=none&same_subtree=1,2', '1.35', '1.36'),
    ],
)
def test_parameter_of_candidates_comes_with_its_version(
    cloud: Caller, query: str, before: str, since: str
) -> None:
    assert ask(cloud, 'PUT', '/traits/CUSTOM_A').status == 201
    for version, status in ((before, 400), (since, 200)):
        assert (
            ask(cloud, 'GET', f'/allocation_candidates?{query}', version=version).status == status
        )


def test_a_provider_shares_with_those_of_its_aggregates(cloud: Caller) -> None:
    providers = ask(cloud, 'GET', '/resource_providers').body['resource_providers']
    host, other = (provider['uuid'] for provider in providers)
    pool = '99999999-2222-4333-8444-555555555555'
    assert ask(cloud, 'PUT', '/resource_classes/CUSTOM_POOL').status == 201
    assert ask(cloud, 'POST', '/resource_providers', {'name': 'pool', 'uuid': pool}).status == 200
    inventory = {'resource_class': 'CUSTOM_POOL', 'total': 9}
    assert ask(cloud, 'POST', f'/resource_providers/{pool}/inventories', inventory).status == 201
    traits = {'traits': ['MISC_SHARES_VIA_AGGREGATE'], 'resource_provider_generation': 1}
    assert ask(cloud, 'PUT', f'/resource_providers/{pool}/traits', traits).status == 200

    def found(version: str) -> list[set[str]]:
        path = '/allocation_candidates?resources=VCPU:1,CUSTOM_POOL:2'
        requests = ask(cloud, 'GET', path, version=version).body['allocation_requests']
        return [set(request['allocations']) for request in requests]

    assert found('1.39') == []
    for uuid in (host, pool):
        path = f'/resource_providers/{uuid}/aggregates'
        assert ask(cloud, 'PUT', path, [AGGREGATE], '1.18').status == 200
    assert found('1.39') == found('1.12') == [{host, pool}]
    assert other not in {uuid for uuids in found('1.39') for uuid in uuids}
