"""Aggregates and the hosts in them."""

from __future__ import annotations

from typing import Any

from unit_tests.sandbox.caller import Answer, Caller

AGGREGATES = '/v2.1/os-aggregates'


def _aggregate(cloud: Caller, name: str = 'one', zone: str | None = None) -> int:
    body = {'aggregate': {'name': name, 'availability_zone': zone}}
    answer = cloud('POST', AGGREGATES, '2.90', body)
    assert answer.status == 200, answer.body
    return int(answer.body['aggregate']['id'])


def _act(cloud: Caller, id: int, **action: Any) -> Answer:
    return cloud('POST', f'{AGGREGATES}/{id}/action', '2.90', action)


def _services(cloud: Caller, version: str = '2.90') -> dict[str, dict[str, Any]]:
    found = cloud('GET', '/v2.1/os-services?binary=nova-compute', version).body['services']
    return {each['host']: each for each in found}


def test_host_of_an_aggregate_is_in_its_zone(cloud: Caller) -> None:
    cloud.clear()
    id = _aggregate(cloud, zone='rack')
    assert _act(cloud, id, add_host={'host': 'host2'}).body['aggregate']['hosts'] == ['host2']
    assert _services(cloud)['host2']['zone'] == 'rack'
    assert _act(cloud, id, add_host={'host': 'host2'}).status == 409
    assert _act(cloud, id, add_host={'host': 'nowhere'}).status == 404
    other = _aggregate(cloud, 'other', 'row')
    assert _act(cloud, other, add_host={'host': 'host2'}).status == 409
    assert cloud('DELETE', f'{AGGREGATES}/{id}').status == 400
    new = cloud.boot(availability_zone='rack')
    cloud.now += 5
    assert cloud.server(new)['OS-EXT-SRV-ATTR:host'] == 'host2'
    assert _act(cloud, id, remove_host={'host': 'host2'}).status == 409
    cloud.clear()
    _act(cloud, id, remove_host={'host': 'host2'})
    assert _services(cloud)['host2']['zone'] == 'nova'
    assert _act(cloud, id, remove_host={'host': 'host2'}).status == 404
