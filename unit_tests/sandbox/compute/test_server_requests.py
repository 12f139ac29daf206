"""Options of a request for a new server: places and sizes."""

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
