"""The volume service as clients use it: volumes, snapshots, types, actions, versions."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Answer, Caller

ROOT = '/volume/v3'
VOLUMES = f'{ROOT}/volumes'
NOWHERE = 'aaaaaaaa-0000-4000-8000-000000000000'


@pytest.fixture
def demo(cloud: Caller) -> Caller:
    return cloud.other('demo')


def _at(caller: Caller, version: str, path: str, method: str = 'GET', body: Any = None) -> Answer:
    headers = {'OpenStack-API-Version': f'volume {version}'}
    return caller(method, f'{ROOT}{path}', body=body, headers=headers)


def _act(caller: Caller, id: str, **action: Any) -> Answer:
    ((name, given),) = action.items()
    body = {f'os-{name}' if name != 'revert' else name: given}
    return caller('POST', f'{VOLUMES}/{id}/action', body=body)


def test_new_volume_is_being_made_and_then_available(demo: Caller) -> None:
    body = {'volume': {'size': 2, 'name': 'disk', 'metadata': {'a': 'b'}}}
    made = demo('POST', VOLUMES, body=body).body['volume']
    assert (made['status'], made['updated_at']) == ('creating', None)
    volume = demo('GET', f'{VOLUMES}/{made["id"]}').body['volume']
    assert (volume['status'], volume['size'], volume['bootable']) == ('available', 2, 'false')
    assert volume['os-vol-tenant-attr:tenant_id'] == demo.project
    assert 'os-vol-host-attr:host' not in volume


@pytest.mark.parametrize(
    ('facts', 'status'),
    [
        ({'size': 1, 'imageRef': NOWHERE}, 400),
        ({'size': 1, 'availability_zone': 'x'}, 400),
        ({'size': 1, 'multiattach': True}, 400),
        ({'size': 1, 'volume_type': 'x'}, 404),
        ({'size': 1, 'snapshot_id': NOWHERE}, 404),
        ({'size': 1, 'source_volid': NOWHERE}, 404),
        ({'size': 100_000}, 413),
    ],
)
def test_bad_volume_is_refused(demo: Caller, facts: dict[str, Any], status: int) -> None:
    assert demo('POST', VOLUMES, body={'volume': facts}).status == status


@pytest.mark.parametrize(
    ('key', 'before', 'since'),
    [
        ('group_id', '3.12', '3.13'),
        ('service_uuid', '3.47', '3.48'),
        ('volume_type_id', '3.62', '3.63'),
        ('consumes_quota', '3.64', '3.65'),
    ],
)
def test_key_of_a_volume_comes_with_its_version(
    demo: Caller, key: str, before: str, since: str
) -> None:
    path = f'/volumes/{demo.volume()}'
    assert key not in _at(demo, before, path).body['volume']
    assert key in _at(demo, since, path).body['volume']


def test_answers_tell_their_version_and_refuse_others(demo: Caller) -> None:
    answer = _at(demo, '3.44', '/volumes')
    assert answer.headers['OpenStack-API-Version'] == 'volume 3.44'
    assert answer.headers['Vary'] == 'OpenStack-API-Version'
    assert demo('GET', VOLUMES).headers['OpenStack-API-Version'] == 'volume 3.0'
    assert [_at(demo, each, '/volumes').status for each in ('x', '2.0', '3.99')] == [400, 406, 406]


def test_path_is_not_there_before_its_version(demo: Caller) -> None:
    assert [_at(demo, each, '/volumes/summary').status for each in ('3.11', '3.12')] == [404, 200]


def test_volume_of_others_is_seen_by_administrators_only(cloud: Caller, demo: Caller) -> None:
    id = cloud.volume()
    assert demo('GET', f'{VOLUMES}/{id}').status == 404
    volume = cloud('GET', f'{VOLUMES}/{demo.volume()}').body['volume']
    assert volume['os-vol-host-attr:host'] == 'controller@sandbox#sandbox'
    assert demo('GET', f'{ROOT}/{cloud.project}/volumes').status == 400


def test_lists_are_newest_first_in_pages_and_filtered(demo: Caller) -> None:
    ids = [demo.volume(name=name) for name in ('a', 'b', 'c')]
    assert [each['id'] for each in demo('GET', VOLUMES).body['volumes']] == ids[::-1]
    page = demo('GET', f'{VOLUMES}?limit=1&sort=name:asc').body
    assert [each['name'] for each in page['volumes']] == ['a']
    assert f'marker={ids[0]}' in page['volumes_links'][0]['href']
    (found,) = demo('GET', f'{VOLUMES}/detail?name=b').body['volumes']
    assert found['id'] == ids[1]
    assert _at(demo, '3.45', '/volumes?with_count=True').body['count'] == 3
    assert demo('GET', f'{VOLUMES}?marker={NOWHERE}').status == 404


def test_volume_grows_but_does_not_shrink(demo: Caller) -> None:
    id = demo.volume()
    assert [_act(demo, id, extend={'new_size': size}).status for size in (1, 'x', 3)] == [
        400, 400, 202,
    ]  # fmt: skip
    assert demo('GET', f'{VOLUMES}/{id}').body['volume']['size'] == 3


def test_status_is_reset_by_administrators(cloud: Caller, demo: Caller) -> None:
    id = demo.volume()
    assert _act(demo, id, reset_status={'status': 'error'}).status == 403
    assert _act(cloud, id, reset_status={'status': 'x'}).status == 400
    assert _act(cloud, id, reset_status={'status': 'error'}).status == 202
    assert demo('GET', f'{VOLUMES}/{id}').body['volume']['status'] == 'error'
    assert _act(demo, id, nothing={}).status == 400


def test_snapshot_keeps_its_volume_and_becomes_another(demo: Caller) -> None:
    id = demo.volume(size=2)
    body = {'snapshot': {'volume_id': id, 'name': 'snap'}}
    made = demo('POST', f'{ROOT}/snapshots', body=body)
    assert (made.status, made.body['snapshot']['status']) == (202, 'creating')
    snapshot = made.body['snapshot']['id']
    assert demo('GET', f'{ROOT}/snapshots/{snapshot}').body['snapshot']['status'] == 'available'
    assert demo('DELETE', f'{VOLUMES}/{id}').status == 400
    body = {'volume': {'snapshot_id': snapshot}}
    assert demo('POST', VOLUMES, body=body).body['volume']['size'] == 2
    body = {'volume': {'snapshot_id': snapshot, 'size': 1}}
    assert demo('POST', VOLUMES, body=body).status == 400
    assert demo('DELETE', f'{ROOT}/snapshots/{snapshot}').status == 202
    assert demo('DELETE', f'{VOLUMES}/{id}').status == 202
    assert demo('GET', f'{VOLUMES}/{id}').status == 404


def test_metadata_is_read_and_changed(demo: Caller) -> None:
    path = f'{VOLUMES}/{demo.volume()}/metadata'
    demo('POST', path, body={'metadata': {'a': '1'}})
    assert demo('POST', path, body={'metadata': {'b': '2'}}).body['metadata'] == {
        'a': '1', 'b': '2',
    }  # fmt: skip
    assert demo('PUT', f'{path}/a', body={'meta': {'b': '3'}}).status == 400
    assert demo('GET', f'{path}/a').body == {'meta': {'a': '1'}}
    assert [demo('DELETE', f'{path}/a').status for _ in range(2)] == [200, 404]


def test_private_type_is_for_administrators(cloud: Caller, demo: Caller) -> None:
    facts = {'name': 'fast', 'os-volume-type-access:is_public': False}
    body = {'volume_type': facts}
    assert demo('POST', f'{ROOT}/types', body=body).status == 403
    id = cloud('POST', f'{ROOT}/types', body=body).body['volume_type']['id']
    assert cloud('POST', f'{ROOT}/types', body=body).status == 409
    assert demo('GET', f'{ROOT}/types/{id}').status == 404
    assert cloud('GET', f'{ROOT}/types/{id}').body['volume_type']['is_public'] is False
    body = {'volume': {'size': 1, 'volume_type': 'fast'}}
    assert demo('POST', VOLUMES, body=body).status == 404
    assert cloud('DELETE', f'{ROOT}/types/{id}').status == 202


def test_volume_of_an_image_is_bootable_and_says_of_which(demo: Caller) -> None:
    body = {'volume': {'size': 1, 'imageRef': demo.image()}}
    id = demo('POST', VOLUMES, body=body).body['volume']['id']
    volume = demo('GET', f'{VOLUMES}/{id}').body['volume']
    assert volume['bootable'] == 'true'
    assert volume['volume_image_metadata']['image_name'] == 'cirros'


def test_quotas_are_set_by_administrators_and_hold(cloud: Caller, demo: Caller) -> None:
    path = f'{ROOT}/os-quota-sets/{demo.project}'
    body = {'quota_set': {'volumes': 1}}
    assert demo('PUT', path, body=body).status == 403
    assert cloud('PUT', path, body=body).body['quota_set']['volumes'] == 1
    demo.volume()
    assert demo('POST', VOLUMES, body={'volume': {'size': 1}}).status == 413
    assert cloud('DELETE', path).status == 200
    demo.volume()
