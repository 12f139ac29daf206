"""Aggregates, services and hypervisors."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Answer, Caller
from unit_tests.sandbox.newest import NEWEST

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


def _empty(cloud: Caller) -> None:
    """Delete all servers: only a host without any moves between zones."""
    for server in cloud('GET', '/v2.1/servers?all_tenants=1').body['servers']:
        assert cloud('DELETE', f'/v2.1/servers/{server["id"]}').status == 204
    cloud.now += 5


def test_host_of_an_aggregate_is_in_its_zone(cloud: Caller) -> None:
    _empty(cloud)
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
    _empty(cloud)
    _act(cloud, id, remove_host={'host': 'host2'})
    assert _services(cloud)['host2']['zone'] == 'nova'
    assert _act(cloud, id, remove_host={'host': 'host2'}).status == 404


def test_zone_that_metadata_set_keeps_its_blanks(cloud: Caller) -> None:
    id = _aggregate(cloud)
    for zone in (' ', ' rack '):
        answer = _act(cloud, id, set_metadata={'metadata': {'availability_zone': zone}})
        assert answer.body['aggregate']['availability_zone'] == zone


@pytest.mark.parametrize('version', ['2.11', '2.52'])
def test_only_compute_services_are_updated_by_host(cloud: Caller, version: str) -> None:
    path = '/v2.1/os-services'
    for host, binary, status in (
        ('controller', 'nova-scheduler', 400),
        ('nowhere', 'nova-scheduler', 400),
        ('nowhere', 'nova-compute', 404),
    ):
        body: dict[str, Any] = {'host': host, 'binary': binary}
        assert cloud('PUT', f'{path}/enable', version, body).status == status
        # What an action lacks is seen before where it is for.
        assert cloud('PUT', f'{path}/force-down', version, body).status == 400


@pytest.mark.parametrize('version', ['2.53', '2.68', '2.69', NEWEST])
def test_service_is_shown_when_it_was_changed(cloud: Caller, version: str) -> None:
    services = cloud('GET', '/v2.1/os-services?binary=nova-compute', version).body['services']
    body = {'status': 'disabled', 'disabled_reason': 'repair'}
    answer = cloud('PUT', f'/v2.1/os-services/{services[0]["id"]}', version, body)
    assert answer.status == 200
    assert answer.body['service']['disabled_reason'] == 'repair'
