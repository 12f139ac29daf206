"""Requests of members to the network service: filters, ports, and rules of groups."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Caller

ROOT = '/network/v2.0'
NOWHERE = 'aaaaaaaa-0000-4000-8000-000000000000'


@pytest.fixture
def demo(cloud: Caller) -> Caller:
    return cloud.other('demo')


def _network(caller: Caller, name: str) -> dict[str, Any]:
    found: dict[str, Any] = caller('GET', f'{ROOT}/networks?name={name}').body['networks'][0]
    return found


@pytest.mark.parametrize('query', ['shared=True', 'shared=1', 'router:external=false', 'mtu=1500'])
def test_values_of_filters_are_read_as_their_kind(demo: Caller, query: str) -> None:
    names = [each['name'] for each in demo('GET', f'{ROOT}/networks?{query}').body['networks']]
    assert 'private' in names


def test_pages_link_to_their_neighbours(demo: Caller) -> None:
    body = demo('GET', f'{ROOT}/networks?limit=1').body
    links = {each['rel']: each['href'] for each in body['networks_links']}
    assert set(links) == {'next', 'previous'}
    marker = body['networks'][0]['id']
    (other,) = demo('GET', f'{ROOT}/networks?limit=1&marker={marker}').body['networks']
    path = f'{ROOT}/networks?limit=1&page_reverse=True&marker={other["id"]}'
    assert demo('GET', path).body['networks'] == body['networks']


@pytest.mark.parametrize(
    ('network', 'facts', 'status'),
    [
        ('private', {}, 201),
        ('private', {'fixed_ips': [{'ip_address': '10.0.9.9'}]}, 403),
        ('private', {'mac_address': 'fa:16:3e:00:00:01'}, 403),
        ('private', {'binding:host_id': 'host1'}, 403),
        ('public', {}, 403),
    ],
)
def test_port_in_the_network_of_others(
    demo: Caller, network: str, facts: dict[str, Any], status: int
) -> None:
    body = {'port': {'network_id': _network(demo, network)['id'], **facts}}
    assert demo('POST', f'{ROOT}/ports', body=body).status == status


@pytest.mark.parametrize(
    ('facts', 'status'),
    [
        ({}, 201),
        ({'port_range_min': 0, 'port_range_max': 0}, 400),
        ({'protocol': 'icmp', 'port_range_min': 8, 'port_range_max': 0}, 201),
        ({'remote_group_id': NOWHERE}, 404),
    ],
)
def test_rule_of_a_security_group(demo: Caller, facts: dict[str, Any], status: int) -> None:
    body: dict[str, Any] = {'security_group': {'name': 'own'}}
    group = demo('POST', f'{ROOT}/security-groups', body=body).body['security_group']['id']
    rule = {
        'security_group_id': group,
        'direction': 'ingress',
        'protocol': 'tcp',
        'port_range_min': 22,
        'port_range_max': 22,
    }
    body = {'security_group_rule': {**rule, **facts}}
    assert demo('POST', f'{ROOT}/security-group-rules', body=body).status == status


def test_no_group_becomes_the_default_one(demo: Caller) -> None:
    body = {'security_group': {'name': 'own'}}
    group = demo('POST', f'{ROOT}/security-groups', body=body).body['security_group']['id']
    body = {'security_group': {'name': 'default'}}
    assert demo('PUT', f'{ROOT}/security-groups/{group}', body=body).status == 409


def test_subnet_says_where_its_addresses_come_from(demo: Caller) -> None:
    (id,) = _network(demo, 'private')['subnets']
    (pool,) = demo('GET', f'{ROOT}/subnets/{id}').body['subnet']['allocation_pools']
    assert pool == {'start': '10.0.0.2', 'end': '10.0.15.254'}
