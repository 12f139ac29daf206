"""Options of a request for a new server: places, files, sizes."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Answer, Caller


def create(cloud: Caller, version: str = '2.90', **keys: Any) -> Answer:
    server = {'name': 'one', 'flavorRef': '1', 'imageRef': cloud.image(), **keys}
    if version != '2.1':
        server.setdefault('networks', 'none')
    return cloud('POST', '/v2.1/servers', version, {'server': server})


def settled(cloud: Caller, answer: Answer) -> tuple[str, str | None]:
    """Status and host of a server that was asked for, after a while."""
    assert answer.status == 202, answer.body
    cloud.now += 5
    shown = cloud.server(answer.body['server']['id'])
    return shown['status'], shown['OS-EXT-SRV-ATTR:host']


@pytest.mark.parametrize(
    ('zone', 'outcome'),
    [
        ('nova:host2', ('ACTIVE', 'host2')),
        ('nova:host2:host2', ('ACTIVE', 'host2')),
        ('nova::host2', ('ACTIVE', 'host2')),
        # Nobody looks at the zone.
        ('nope:host2', ('ACTIVE', 'host2')),
        ('nova:nope', ('ERROR', None)),
        ('nova:host1:host2', ('ERROR', None)),
    ],
)
def test_host_is_forced_with_the_zone(
    cloud: Caller, zone: str, outcome: tuple[str, str | None]
) -> None:
    assert settled(cloud, create(cloud, availability_zone=zone)) == outcome


@pytest.mark.parametrize('zone', ['nope', 'nova:a:b:c'])
def test_zone_that_is_none_is_refused(cloud: Caller, zone: str) -> None:
    assert create(cloud, availability_zone=zone).status == 400


def test_host_is_asked_for_from_2_74(cloud: Caller) -> None:
    assert create(cloud, '2.73', host='host2').status == 400
    assert settled(cloud, create(cloud, '2.74', host='host2')) == ('ACTIVE', 'host2')
    same = {'host': 'host2', 'hypervisor_hostname': 'host2', 'availability_zone': 'nova'}
    assert settled(cloud, create(cloud, '2.74', **same)) == ('ACTIVE', 'host2')
    for keys in (
        {'host': 'nope'},
        {'hypervisor_hostname': 'nope'},
        {'host': 'host1', 'hypervisor_hostname': 'host2'},
        {'host': 'host1', 'availability_zone': 'nova:host1'},
    ):
        assert create(cloud, '2.74', **keys).status == 400
    assert create(cloud.other('demo'), '2.74', host='host1').status == 403


def test_host_that_takes_no_servers_may_be_asked_for_in_vain(cloud: Caller) -> None:
    body = {'host': 'host2', 'binary': 'nova-compute'}
    assert cloud('PUT', '/v2.1/os-services/disable', '2.1', body).status == 200
    assert settled(cloud, create(cloud, host='host2')) == ('ERROR', None)


@pytest.mark.parametrize(
    'files',
    [
        [{'path': f'/{number}', 'contents': 'YQ=='} for number in range(6)],
        [{'path': '/' + 'a' * 255, 'contents': 'YQ=='}],
        [{'path': '/a', 'contents': 'eHh4' * 3414}],
    ],
)
def test_files_have_quotas(cloud: Caller, files: list[dict[str, str]]) -> None:
    assert create(cloud, '2.56', personality=files).status == 403
    assert create(cloud, '2.56', personality=[{'path': '/a', 'contents': 'YQ=='}]).status == 202


def flavor(cloud: Caller, disk: int, ram: int = 512) -> str:
    facts = {'name': 'own', 'ram': ram, 'vcpus': 1, 'disk': disk}
    answer = cloud('POST', '/v2.1/flavors', '2.90', {'flavor': facts})
    return str(answer.body['flavor']['id'])


def test_flavor_without_a_disk_is_for_administrators_and_for_volumes(cloud: Caller) -> None:
    id, demo = flavor(cloud, 0), cloud.other('demo')
    assert create(cloud, flavorRef=id).status == 202
    assert create(demo, flavorRef=id).status == 403
    image = {'source_type': 'image', 'uuid': cloud.image(), 'boot_index': 0}
    disk = {**image, 'destination_type': 'volume', 'volume_size': 1}
    answer = create(demo, flavorRef=id, imageRef='', block_device_mapping_v2=[disk])
    assert answer.status == 202


@pytest.mark.parametrize(
    ('key', 'value', 'word'), [('min_ram', 513, 'memory'), ('min_disk', 2, 'disk')]
)
def test_image_must_fit_into_the_flavor(cloud: Caller, key: str, value: int, word: str) -> None:
    patch = [{'op': 'replace', 'path': f'/{key}', 'value': value}]
    headers = {'Content-Type': 'application/openstack-images-v2.1-json-patch'}
    path = f'/image/v2/images/{cloud.image()}'
    assert cloud('PATCH', path, body=patch, headers=headers).status == 200
    refused = create(cloud)
    assert (refused.status, f"Flavor's {word} is too small" in refused.message) == (400, True)
    assert create(cloud, flavorRef='2').status == 202


@pytest.mark.parametrize(
    'network', [{'fixed_ip': '10.0.0.50'}, {'port': '11111111-2222-4333-8444-555555555555'}]
)
def test_address_is_for_one_server_only(cloud: Caller, network: dict[str, str]) -> None:
    networks = cloud('GET', '/network/v2.0/networks?name=private').body['networks']
    wanted = [{'uuid': networks[0]['id'], **network}]
    assert create(cloud, min_count=2, networks=wanted).status == 400


def test_several_servers_are_as_many_as_there_is_room_for(cloud: Caller) -> None:
    used = cloud('GET', '/v2.1/limits').body['limits']['absolute']['totalInstancesUsed']
    quota = {'quota_set': {'instances': used + 3, 'force': True}}
    cloud('PUT', f'/v2.1/os-quota-sets/{cloud.project}', body=quota)
    assert create(cloud, name='q', min_count=4, max_count=9).status == 403
    assert create(cloud, name='q', min_count=2, max_count=9).status == 202
    found = cloud('GET', '/v2.1/servers?name=^q').body['servers']
    assert sorted(each['name'] for each in found) == ['q-1', 'q-2', 'q-3']
    assert create(cloud, name='q', max_count=2).status == 403
