"""Aggregates, services and hypervisors."""

from __future__ import annotations

import json
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


def test_aggregate_lives_and_its_id_is_not_given_again(cloud: Caller) -> None:
    first = _aggregate(cloud)
    assert cloud('POST', AGGREGATES, body={'aggregate': {'name': 'one'}}).status == 409
    body = {'aggregate': {'name': 'two'}}
    assert cloud('PUT', f'{AGGREGATES}/{first}', body=body).body['aggregate']['name'] == 'two'
    assert cloud('DELETE', f'{AGGREGATES}/{first}').status == 200
    assert cloud('GET', f'{AGGREGATES}/{first}').status == 404
    assert cloud('GET', f'{AGGREGATES}/x').status == 400
    assert _aggregate(cloud) == first + 1


def test_uuid_of_an_aggregate_comes_with_2_41(cloud: Caller) -> None:
    id = _aggregate(cloud)
    assert 'uuid' not in cloud('GET', f'{AGGREGATES}/{id}', '2.40').body['aggregate']
    assert 'uuid' in cloud('GET', f'{AGGREGATES}/{id}', '2.41').body['aggregate']


def test_host_of_an_aggregate_is_in_its_zone(cloud: Caller) -> None:
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
    _act(cloud, id, remove_host={'host': 'host2'})
    assert _services(cloud)['host2']['zone'] == 'nova'
    assert _act(cloud, id, remove_host={'host': 'host2'}).status == 404


def test_metadata_of_an_aggregate_is_merged_and_null_takes_away(cloud: Caller) -> None:
    id = _aggregate(cloud, zone='rack')
    _act(cloud, id, set_metadata={'metadata': {'a': '1', 'b': '2'}})
    found = _act(cloud, id, set_metadata={'metadata': {'a': None}}).body['aggregate']
    assert found['metadata'] == {'availability_zone': 'rack', 'b': '2'}


@pytest.mark.parametrize('zone', [None, ''])
def test_zone_of_an_aggregate_is_never_taken_away(cloud: Caller, zone: str | None) -> None:
    id = _aggregate(cloud, zone='rack')
    assert _act(cloud, id, set_metadata={'metadata': {'availability_zone': zone}}).status == 400
    change = {'aggregate': {'availability_zone': zone}}
    assert cloud('PUT', f'{AGGREGATES}/{id}', body=change).status == 400
    shown = cloud('GET', f'{AGGREGATES}/{id}').body['aggregate']
    assert (shown['availability_zone'], shown['updated_at']) == ('rack', None)


def test_aggregate_keeps_only_when_its_name_changed(cloud: Caller) -> None:
    path = f'{AGGREGATES}/{_aggregate(cloud)}'
    zone = cloud('PUT', path, body={'aggregate': {'availability_zone': 'rack'}})
    assert zone.body['aggregate']['updated_at'] is not None
    assert cloud('GET', path).body['aggregate']['updated_at'] is None
    cloud('PUT', path, body={'aggregate': {'name': 'two'}})
    assert cloud('GET', path).body['aggregate']['updated_at'] is not None


def test_images_are_cached_from_2_81(cloud: Caller) -> None:
    path = f'{AGGREGATES}/{_aggregate(cloud)}/images'
    body = {'cache': [{'id': cloud.image()}]}
    assert cloud('POST', path, '2.80', body).status == 404
    assert cloud('POST', path, '2.81', body).status == 202
    assert cloud('POST', path, '2.81', {'cache': body['cache'] * 2}).status == 400
    unknown = {'cache': [{'id': '00000000-0000-4000-8000-000000000000'}]}
    assert cloud('POST', path, '2.81', unknown).status == 400


@pytest.mark.parametrize('url', [AGGREGATES, '/v2.1/os-services', '/v2.1/os-hypervisors'])
def test_hosts_are_for_administrators(cloud: Caller, url: str) -> None:
    assert cloud.other('demo')('GET', url).status == 403


def test_service_shows_more_by_version(cloud: Caller) -> None:
    assert 'forced_down' not in _services(cloud, '2.10')['host1']
    assert _services(cloud, '2.11')['host1']['forced_down'] is False
    assert isinstance(_services(cloud, '2.52')['host1']['id'], int)
    assert isinstance(_services(cloud, '2.53')['host1']['id'], str)


def test_service_is_updated_by_host_until_2_52(cloud: Caller) -> None:
    body: dict[str, Any] = {'host': 'host1', 'binary': 'nova-compute'}
    path = '/v2.1/os-services'
    answer = cloud('PUT', f'{path}/disable', '2.52', body)
    assert answer.body['service'] == {**body, 'status': 'disabled'}
    assert cloud('PUT', f'{path}/disable-log-reason', '2.52', body).status == 400
    down = {**body, 'forced_down': True}
    assert cloud('PUT', f'{path}/force-down', '2.10', down).status == 400
    assert cloud('PUT', f'{path}/force-down', '2.11', down).body == {'service': down}
    assert cloud('PUT', f'{path}/sleep', '2.11', body).status == 404
    assert cloud('PUT', f'{path}/enable', '2.11', {**body, 'host': 'x'}).status == 404


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


def test_uuid_of_a_service_is_looked_at_before_who_asks(cloud: Caller) -> None:
    demo, body = cloud.other('demo'), {'status': 'disabled'}
    assert demo('PUT', '/v2.1/os-services/disable', '2.53', body).status == 400
    id = '00000000-0000-4000-8000-000000000000'
    assert demo('PUT', f'/v2.1/os-services/{id}', '2.53', body).status == 403


def test_empty_filter_of_services_filters_nothing(cloud: Caller) -> None:
    everything = cloud('GET', '/v2.1/os-services').body['services']
    assert cloud('GET', '/v2.1/os-services?host=&binary=').body['services'] == everything


def test_service_is_updated_by_uuid_from_2_53(cloud: Caller) -> None:
    id = _services(cloud)['host1']['id']
    path = f'/v2.1/os-services/{id}'
    body = {'status': 'disabled', 'disabled_reason': 'tests'}
    found = cloud('PUT', path, '2.53', body).body['service']
    assert (found['status'], found['disabled_reason']) == ('disabled', 'tests')
    assert cloud('PUT', path, '2.53', {}).status == 400
    assert cloud('PUT', path, '2.53', {'disabled_reason': 'x', 'forced_down': True}).status == 400
    assert cloud('PUT', '/v2.1/os-services/disable', '2.53', body).status == 400
    scheduler = next(
        each
        for each in cloud('GET', '/v2.1/os-services', '2.53').body['services']
        if each['binary'] == 'nova-scheduler'
    )
    assert cloud('PUT', f'/v2.1/os-services/{scheduler["id"]}', '2.53', body).status == 400


def test_service_with_servers_stays(cloud: Caller) -> None:
    id = _services(cloud)['host1']['id']
    assert cloud('DELETE', f'/v2.1/os-services/{id}', '2.53').status == 409
    number = _services(cloud, '2.52')['host1']['id']
    assert cloud('DELETE', f'/v2.1/os-services/{number}', '2.52').status == 409
    assert cloud('DELETE', '/v2.1/os-services/x', '2.52').status == 400


def _hypervisors(cloud: Caller, path: str, version: str) -> list[dict[str, Any]]:
    answer = cloud('GET', f'/v2.1/os-hypervisors{path}', version)
    assert answer.status == 200, answer.body
    found: list[dict[str, Any]] = answer.body['hypervisors']
    return found


def test_hypervisor_shows_other_things_by_version(cloud: Caller) -> None:
    assert [each['id'] for each in _hypervisors(cloud, '', '2.52')] == [1, 2]
    assert len(_hypervisors(cloud, '', '2.53')[0]['id']) == 36
    text = _hypervisors(cloud, '/detail', '2.27')[0]['cpu_info']
    assert json.loads(text) == _hypervisors(cloud, '/detail', '2.28')[0]['cpu_info']
    last = _hypervisors(cloud, '/detail', '2.87')[0]
    assert last['running_vms'] == 2
    assert 'uptime' not in last
    found = _hypervisors(cloud, '/detail', '2.88')[0]
    assert 'vcpus' not in found
    assert 'up 30 days' in found['uptime']


def test_hypervisors_have_pages_from_2_33(cloud: Caller) -> None:
    assert len(_hypervisors(cloud, '?limit=1', '2.32')) == 2
    body = cloud('GET', '/v2.1/os-hypervisors?limit=1', '2.33').body
    assert [each['id'] for each in body['hypervisors']] == [1]
    assert 'marker=1' in body['hypervisors_links'][0]['href']
    assert [each['id'] for each in _hypervisors(cloud, '?marker=1', '2.33')] == [2]


def test_hypervisor_names_its_servers(cloud: Caller) -> None:
    (old,) = _hypervisors(cloud, '/host1/servers', '2.52')
    assert {each['name'] for each in old['servers']} == {'web-1', 'db-1'}
    assert cloud('GET', '/v2.1/os-hypervisors/host1/servers', '2.53').status == 404
    (new,) = _hypervisors(cloud, '?with_servers=true&hypervisor_hostname_pattern=host1', '2.53')
    assert new['servers'] == old['servers']
    path = '/v2.1/os-hypervisors?hypervisor_hostname_pattern=nothing'
    assert cloud('GET', path, '2.53').status == 404
    assert cloud('GET', f'{path}&limit=1', '2.53').status == 400


@pytest.mark.parametrize(
    ('pattern', 'names'), [('_OST1', ['host1']), ('h%t', ['host1', 'host2']), ('h.st', None)]
)
def test_part_of_a_name_may_have_wildcards(
    cloud: Caller, pattern: str, names: list[str] | None
) -> None:
    found = cloud('GET', f'/v2.1/os-hypervisors/{pattern}/search', '2.52')
    if names is None:
        assert found.status == 404
    else:
        assert [each['hypervisor_hostname'] for each in found.body['hypervisors']] == names


def test_statistics_and_uptime_end_with_2_87(cloud: Caller) -> None:
    statistics = cloud('GET', '/v2.1/os-hypervisors/statistics', '2.87')
    assert statistics.body['hypervisor_statistics']['count'] == 2
    assert cloud('GET', '/v2.1/os-hypervisors/statistics', '2.88').status == 404
    id = _hypervisors(cloud, '', '2.87')[0]['id']
    path = f'/v2.1/os-hypervisors/{id}/uptime'
    assert 'load average' in cloud('GET', path, '2.87').body['hypervisor']['uptime']
    assert cloud('GET', path, '2.88').status == 404


def test_unknown_hypervisor_is_refused_in_its_version(cloud: Caller) -> None:
    assert cloud('GET', '/v2.1/os-hypervisors/9', '2.52').status == 404
    assert cloud('GET', '/v2.1/os-hypervisors/9', '2.53').status == 400


@pytest.mark.parametrize('version', ['2.53', '2.68', '2.69', NEWEST])
def test_service_is_shown_when_it_was_changed(cloud: Caller, version: str) -> None:
    services = cloud('GET', '/v2.1/os-services?binary=nova-compute', version).body['services']
    body = {'status': 'disabled', 'disabled_reason': 'repair'}
    answer = cloud('PUT', f'/v2.1/os-services/{services[0]["id"]}', version, body)
    assert answer.status == 200
    assert answer.body['service']['disabled_reason'] == 'repair'
