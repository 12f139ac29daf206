"""The image and the network service, as far as they go."""

from __future__ import annotations

import pytest

from unit_tests.sandbox.caller import Caller


def _add_images(cloud: Caller, count: int) -> None:
    with cloud.application.database.session() as session:
        session.begin()
        image = session.one('image')
        assert image is not None
        for number in range(count):
            id = f'{number:08x}-0000-4000-8000-000000000000'
            created = cloud.now + number
            session.insert('image', id, image.document, name=f'i{number}', created=created)
        session.commit()


def test_pages_of_images_join_to_the_whole_list(cloud: Caller) -> None:
    _add_images(cloud, 60)
    path, sizes = '/image/v2/images', []
    while path:
        body = cloud('GET', path if path.startswith('/image') else f'/image{path}').body
        sizes.append(len(body['images']))
        path = body.get('next', '')
    assert sizes == [25, 25, 11]


@pytest.mark.parametrize(
    ('query', 'names'),
    [
        ('name=i1', ['i1']),
        ('name=in:i1,i2', ['i2', 'i1']),
        ('id=in:00000002-0000-4000-8000-000000000000', ['i2']),
        ('status=queued', []),
        ('limit=1', ['i2']),
        ('sort_key=name&sort_dir=asc', ['cirros', 'i0', 'i1', 'i2']),
    ],
)
def test_images_are_filtered(cloud: Caller, query: str, names: list[str]) -> None:
    _add_images(cloud, 3)
    found = cloud('GET', f'/image/v2/images?{query}').body['images']
    assert [each['name'] for each in found] == names


def test_ports_belong_to_their_server_and_go_with_it(cloud: Caller) -> None:
    id = cloud.boot()
    path = f'/network/v2.0/ports?device_id={id}'
    (port,) = cloud('GET', path).body['ports']
    cloud.now += 5
    (address,) = cloud.server(id)['addresses']['private']
    assert port['fixed_ips'][0]['ip_address'] == address['addr']
    assert port['mac_address'] == address['OS-EXT-IPS-MAC:mac_addr']
    cloud('DELETE', f'/v2.1/servers/{id}')
    cloud.now += 5
    assert cloud('GET', path).body['ports'] == []


def test_quotas_of_network_and_volume_services_tell_what_is_in_use(cloud: Caller) -> None:
    cloud.boot()
    quota = cloud('GET', f'/network/v2.0/quotas/{cloud.project}').body['quota']
    used = cloud('GET', f'/network/v2.0/quotas/{cloud.project}/details').body['quota']
    assert (quota['port'], used['port']['limit']) == (500, 500)
    assert used['port']['used'] == 5
    cloud('POST', '/volume/v3/volumes', body={'volume': {'size': 3}})
    path = f'/volume/v3/{cloud.project}/os-quota-sets/{cloud.project}'
    assert cloud('GET', path).body['quota_set']['gigabytes'] == 1000
    used = cloud('GET', f'{path}?usage=True').body['quota_set']
    assert used['gigabytes'] == {'limit': 1000, 'in_use': 3, 'reserved': 0}
    absolute = cloud('GET', '/volume/v3/limits').body['limits']['absolute']
    assert (absolute['totalVolumesUsed'], absolute['totalGigabytesUsed']) == (1, 3)


def test_quotas_of_another_project_are_for_administrators(cloud: Caller) -> None:
    demo = cloud.other('demo')
    for path in (
        f'/network/v2.0/quotas/{demo.project}',
        f'/volume/v3/os-quota-sets/{demo.project}',
    ):
        assert cloud('GET', path).status == demo('GET', path).status == 200
    assert demo('GET', f'/network/v2.0/quotas/{cloud.project}').status == 403
    assert demo('GET', f'/volume/v3/os-quota-sets/{cloud.project}').status == 403
