"""Servers that are rebuilt, rescued, shelved, saved and reset."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from unit_tests.sandbox.caller import Caller
from unit_tests.sandbox.compute.hosts import state


def rebuild(cloud: Caller, id: str, version: str, **keys: Any) -> Any:
    return cloud.act(id, {'rebuild': {'imageRef': cloud.image(), **keys}}, version)


# -- rebuild

# Key, a value, and the last version without it and the first with it.
REBUILD_KEYS = [
    ('description', 'd', '2.18', '2.19'),
    ('key_name', None, '2.53', '2.54'),
    ('user_data', 'YQ==', '2.56', '2.57'),
    ('trusted_image_certificates', ['c'], '2.62', '2.63'),
    ('hostname', 'h1', '2.89', '2.90'),
    ('hostname', 'h1.example', '2.93', '2.94'),
    ('personality', [{'path': '/a', 'contents': 'YQ=='}], '2.57', '2.56'),
]


@pytest.mark.parametrize(('key', 'value', 'refusing', 'taking'), REBUILD_KEYS)
def test_key_of_a_rebuild_is_taken_in_its_versions(
    cloud: Caller, server: str, key: str, value: Any, refusing: str, taking: str
) -> None:
    assert rebuild(cloud, server, refusing, **{key: value}).status == 400
    assert rebuild(cloud, server, taking, **{key: value}).status == 202


def test_rebuilt_server_keeps_its_place_and_takes_new_facts(cloud: Caller, server: str) -> None:
    before = cloud.server(server)
    keys = {'name': 'new', 'metadata': {'a': 'b'}, 'description': 'd', 'hostname': 'h1'}
    answer = rebuild(cloud, server, '2.90', adminPass='secret', **keys)
    assert answer.body['server']['adminPass'] == 'secret'
    assert answer.headers['Location'].endswith(f'/servers/{server}')
    assert state(cloud, server) == ('REBUILD', 'rebuilding')
    cloud.now += 5
    after = cloud.server(server)
    assert (after['status'], after['name'], after['metadata']) == ('ACTIVE', 'new', {'a': 'b'})
    assert after['addresses'] == before['addresses']
    assert after['OS-EXT-SRV-ATTR:host'] == before['OS-EXT-SRV-ATTR:host']


# -- rescue


def test_rescued_server_runs_again_after_it(cloud: Caller, server: str) -> None:
    answer = cloud.act(server, {'rescue': {'adminPass': 'secret'}})
    assert (answer.status, answer.body) == (200, {'adminPass': 'secret'})
    assert state(cloud, server) == ('ACTIVE', 'rescuing')
    cloud.now += 5
    assert state(cloud, server) == ('RESCUE', None)
    assert cloud.act(server, {'rescue': None}).status == 409
    assert cloud.act(server, {'unrescue': None}).status == 202
    cloud.now += 5
    assert state(cloud, server) == ('ACTIVE', None)
    assert cloud.act(server, {'unrescue': None}).status == 409


def test_server_on_a_volume_is_rescued_from_2_87(cloud: Caller) -> None:
    id = cloud.boot()
    cloud.now += 5
    with cloud.application.database.session() as session:
        session.begin()
        row = session.get('server', id)
        assert row is not None
        row.document['image'] = None
        session.save(row)
        session.commit()
    assert cloud.act(id, {'rescue': None}, '2.86').status == 400
    assert cloud.act(id, {'rescue': None}, '2.87').status == 200


# -- shelve


def shelved(cloud: Caller, id: str, seconds: float) -> None:
    assert cloud.act(id, {'shelve': None}).status == 202
    cloud.now += seconds


def test_host_forgets_a_shelved_server_when_asked(path: Path) -> None:
    cloud = Caller(path, shelved_offload_time=-1)
    server = cloud.boot()
    cloud.now += 5
    assert cloud.act(server, {'shelveOffload': None}).status == 409
    shelved(cloud, server, 5)
    zone = {'unshelve': {'availability_zone': 'nova'}}
    assert cloud.act(server, zone, '2.77').status == 409
    assert cloud.act(server, {'shelveOffload': None}).status == 202
    cloud.now += 2
    assert state(cloud, server) == ('SHELVED_OFFLOADED', None)


def test_zone_of_an_unshelving_is_heard_from_2_77(cloud: Caller, server: str) -> None:
    zone = {'unshelve': {'availability_zone': 'nova'}}
    shelved(cloud, server, 60)
    assert cloud.act(server, {'unshelve': {'availability_zone': 'mars'}}, '2.77').status == 400
    # Below it nobody looks at what is sent.
    assert cloud.act(server, {'unshelve': {'availability_zone': 'mars'}}, '2.76').status == 202
    cloud.now += 5
    shelved(cloud, server, 90)
    assert cloud.act(server, zone, '2.77').status == 202
    cloud.now += 5
    assert cloud.server(server, '2.96')['pinned_availability_zone'] == 'nova'


def test_host_of_an_unshelving_is_chosen_from_2_91(cloud: Caller, server: str) -> None:
    shelved(cloud, server, 90)
    to_host = {'unshelve': {'host': 'host2', 'availability_zone': None}}
    assert cloud.act(server, to_host, '2.90').status == 400
    assert cloud.act(server, {'unshelve': {'host': 'nope'}}, '2.91').status == 400
    assert cloud.act(server, to_host, '2.91').status == 202
    cloud.now += 5
    assert cloud.server(server)['OS-EXT-SRV-ATTR:host'] == 'host2'


# -- images


def test_image_is_named_in_the_location_up_to_2_44_and_in_the_body_from_2_45(
    cloud: Caller, server: str
) -> None:
    for action, value in (
        ('createImage', {'name': 'i', 'metadata': {'a': 'b'}}),
        ('createBackup', {'name': 'i', 'backup_type': 'daily', 'rotation': 5}),
    ):
        before = cloud.act(server, {action: value}, '2.44')
        assert (before.status, before.body) == (202, b'')
        cloud.now += 5
        at = cloud.act(server, {action: value}, '2.45')
        assert 'Location' not in at.headers
        cloud.now += 5
        for id in (before.headers['Location'].rpartition('/')[2], at.body['image_id']):
            image = cloud('GET', f'/image/v2/images/{id}').body
            assert (image['name'], image['instance_uuid']) == ('i', server)


def test_image_of_a_server_is_ready_after_a_while(cloud: Caller, server: str) -> None:
    id = cloud.act(server, {'createImage': {'name': 'i'}}).body['image_id']
    assert cloud('GET', f'/image/v2/images/{id}').body['status'] == 'queued'
    assert cloud.act(server, {'createImage': {'name': 'j'}}).status == 409
    cloud.now += 5
    assert cloud('GET', f'/image/v2/images/{id}').body['status'] == 'active'
    assert cloud.boot(imageRef=id)


# -- administration


def test_state_is_reset_and_work_forgotten(cloud: Caller, server: str) -> None:
    cloud.act(server, {'os-stop': None})
    assert cloud.act(server, {'os-resetState': {'state': 'error'}}).status == 202
    cloud.now += 5
    assert state(cloud, server) == ('ERROR', None)
    assert cloud.act(server, {'os-resetState': {'state': 'active'}}).status == 202
    assert state(cloud, server) == ('ACTIVE', None)
    assert cloud.act(server, {'os-resetState': {'state': 'stopped'}}).status == 400


def test_crash_dump_is_triggered_from_2_17(cloud: Caller, server: str) -> None:
    assert cloud.act(server, {'trigger_crash_dump': None}, '2.16').status == 404
    assert cloud.act(server, {'trigger_crash_dump': None}, '2.17').status == 202
    cloud.act(server, {'os-stop': None})
    cloud.now += 5
    assert cloud.act(server, {'trigger_crash_dump': None}, '2.17').status == 409


# The states in which a real Nova takes each action, among these.
STATES = {
    'paused': {'pause': None},
    'suspended': {'suspend': None},
    'stopped': {'os-stop': None},
    'rescued': {'rescue': None},
    'error': {'os-resetState': {'state': 'error'}},
}
ALLOWED = [
    ({'rescue': None}, {'stopped', 'error'}),
    ({'createImage': {'name': 'i'}}, {'paused', 'suspended', 'stopped'}),
    ({'createBackup': {'name': 'i', 'backup_type': 'a', 'rotation': 1}},
     {'paused', 'suspended', 'stopped'}),
    ({'changePassword': {'adminPass': 'x'}}, set()),
    ({'resize': {'flavorRef': '2'}}, {'stopped'}),
    ({'migrate': None}, {'stopped'}),
    ({'os-migrateLive': {'host': None, 'block_migration': 'auto'}}, {'paused'}),
    ({'trigger_crash_dump': None}, {'paused', 'rescued', 'error'}),
    ({'shelve': None}, {'paused', 'suspended', 'stopped'}),
    ({'os-getConsoleOutput': {}}, set(STATES)),
    ({'rebuild': {'imageRef': 'IMAGE'}}, {'stopped', 'error'}),
]  # fmt: skip


@pytest.mark.parametrize('before', list(STATES))
@pytest.mark.parametrize(('action', 'allowed'), ALLOWED)
def test_action_is_taken_in_its_states_only(
    cloud: Caller, server: str, action: dict[str, Any], allowed: set[str], before: str
) -> None:
    cloud.act(server, STATES[before])
    cloud.now += 5
    if 'rebuild' in action:
        action = {'rebuild': {'imageRef': cloud.image()}}
    answer = cloud.act(server, action)
    (name,) = action
    if before in allowed:
        assert answer.status in (200, 202)
    else:
        assert answer.status == 409
        assert answer.message == (
            f"Cannot '{name}' instance {server} while it is in vm_state {before}"
        )
