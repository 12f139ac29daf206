"""Moves of servers: resize, migrate, live migration and evacuation, with their records."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Answer, Caller
from unit_tests.sandbox.compute.hosts import host, other, set_service, state

LIVE = {'os-migrateLive': {'host': None, 'block_migration': 'auto'}}


def migrations(cloud: Caller, id: str, version: str = '2.80') -> list[dict[str, Any]]:
    answer = cloud('GET', f'/v2.1/os-migrations?instance_uuid={id}', version)
    assert answer.status == 200
    found: list[dict[str, Any]] = answer.body['migrations']
    return found


# -- resize


def test_resized_server_waits_on_another_host_to_be_confirmed(cloud: Caller, server: str) -> None:
    source = host(cloud, server)
    assert cloud.act(server, {'resize': {'flavorRef': '2'}}).status == 202
    assert state(cloud, server) == ('RESIZE', 'resize_prep')
    cloud.now += 5
    assert state(cloud, server) == ('VERIFY_RESIZE', None)
    assert host(cloud, server) == other(source)
    assert cloud.server(server)['flavor']['original_name'] == 'm1.small'
    assert migrations(cloud, server)[0]['status'] == 'finished'
    assert cloud.act(server, {'confirmResize': None}).status == 204
    again = cloud.act(server, {'confirmResize': None})
    assert (again.status, again.message) == (400, 'Instance has not been resized.')
    cloud.now += 5
    assert state(cloud, server) == ('ACTIVE', None)
    assert migrations(cloud, server)[0]['status'] == 'confirmed'


def test_reverted_server_is_what_it_was_where_it_was(cloud: Caller, server: str) -> None:
    before = cloud.server(server)
    cloud.act(server, {'resize': {'flavorRef': '2', 'OS-DCF:diskConfig': 'AUTO'}})
    cloud.now += 5
    assert cloud.server(server)['OS-DCF:diskConfig'] == 'AUTO'
    assert cloud.act(server, {'revertResize': None}).status == 202
    assert state(cloud, server) == ('REVERT_RESIZE', 'resize_reverting')
    cloud.now += 5
    after = cloud.server(server)
    assert after['OS-SRV-USG:launched_at'] > before['OS-SRV-USG:launched_at']
    # How the disk is divided stays as it was asked for.
    own = {'updated': None, 'OS-SRV-USG:launched_at': None, 'OS-DCF:diskConfig': None}
    assert {**after, **own} == {**before, **own}
    assert after['OS-DCF:diskConfig'] == 'AUTO'
    assert migrations(cloud, server)[0]['status'] == 'reverted'


@pytest.mark.parametrize('action', [{'migrate': None}, {'resize': {'flavorRef': '2'}}])
def test_disk_is_divided_by_hand_after_a_move_that_asks_for_nothing_else(
    cloud: Caller, action: dict[str, Any]
) -> None:
    server = cloud.boot(**{'OS-DCF:diskConfig': 'AUTO'})
    cloud.now += 5
    cloud.act(server, action)
    assert cloud.server(server)['OS-DCF:diskConfig'] == 'MANUAL'


def test_stopped_server_is_still_stopped_after_its_resize(cloud: Caller, server: str) -> None:
    for action in ({'os-stop': None}, {'resize': {'flavorRef': '2'}}, {'confirmResize': None}):
        assert cloud.act(server, action).status in (202, 204)
        cloud.now += 5
    assert state(cloud, server) == ('SHUTOFF', None)


def test_server_stays_where_it_is_when_no_other_host_takes_it(cloud: Caller, server: str) -> None:
    source = host(cloud, server)
    set_service(cloud, other(source), status='disabled')
    assert cloud.act(server, {'resize': {'flavorRef': '2'}}).status == 202
    cloud.now += 5
    assert state(cloud, server) == ('ACTIVE', None)
    assert host(cloud, server) == source
    assert migrations(cloud, server)[0]['status'] == 'error'


# -- live migration


def test_live_migration_ends_on_the_other_host(cloud: Caller, server: str) -> None:
    source = host(cloud, server)
    assert cloud.act(server, LIVE).status == 202
    seen = []
    for _ in range(5):
        seen.append((state(cloud, server)[0], migrations(cloud, server)[0]['status']))
        cloud.now += 1
    assert seen == [
        ('MIGRATING', 'queued'),
        ('MIGRATING', 'running'),
        ('MIGRATING', 'running'),
        ('MIGRATING', 'running'),
        ('ACTIVE', 'completed'),
    ]
    assert host(cloud, server) == other(source)


# Body, the last version that refuses it, and the first that takes it.
LIVE_BODIES = [
    ({'host': None, 'block_migration': 'auto'}, '2.24', '2.25'),
    ({'host': None, 'block_migration': False, 'force': True}, '2.29', '2.30'),
    ({'host': None, 'block_migration': False, 'force': True}, '2.68', '2.67'),
    ({'host': None, 'block_migration': False, 'disk_over_commit': False}, '2.25', '2.24'),
]


@pytest.mark.parametrize(('body', 'refusing', 'taking'), LIVE_BODIES)
def test_body_of_a_live_migration_changes_with_the_version(
    cloud: Caller, server: str, body: dict[str, Any], refusing: str, taking: str
) -> None:
    assert cloud.act(server, {'os-migrateLive': body}, refusing).status == 400
    assert cloud.act(server, {'os-migrateLive': body}, taking).status == 202


def test_lack_of_a_host_is_told_at_once_up_to_2_33(cloud: Caller, server: str) -> None:
    set_service(cloud, other(host(cloud, server)), status='disabled')
    assert cloud.act(server, LIVE, '2.33').status == 400
    assert cloud.act(server, LIVE, '2.34').status == 202
    cloud.now += 5
    assert state(cloud, server) == ('ACTIVE', None)
    assert migrations(cloud, server)[0]['status'] == 'error'


def running(cloud: Caller, server: str, seconds: float = 2) -> str:
    """Start a live migration; returns its path."""
    cloud.act(server, LIVE)
    cloud.now += seconds
    (found,) = cloud('GET', f'/v2.1/servers/{server}/migrations', '2.23').body['migrations']
    return f'/v2.1/servers/{server}/migrations/{found["id"]}'


@pytest.mark.parametrize(
    ('field', 'before', 'at'), [('uuid', '2.58', '2.59'), ('user_id', '2.79', '2.80')]
)
def test_field_of_a_migration_begins_at_its_version(
    cloud: Caller, server: str, field: str, before: str, at: str
) -> None:
    path = running(cloud, server)
    assert field not in cloud('GET', path, before).body['migration']
    assert field in cloud('GET', path, at).body['migration']
    assert field not in migrations(cloud, server, before)[0]
    assert field in migrations(cloud, server, at)[0]


def test_running_migration_is_stopped_from_2_24(cloud: Caller, server: str) -> None:
    source = host(cloud, server)
    path = running(cloud, server)
    assert cloud('DELETE', path, '2.23').status == 404
    assert cloud('DELETE', path, '2.24').status == 202
    cloud.now += 9
    assert host(cloud, server) == source
    assert state(cloud, server) == ('ACTIVE', None)
    assert migrations(cloud, server)[0]['status'] == 'cancelled'


def test_queued_migration_is_stopped_from_2_65(cloud: Caller, server: str) -> None:
    path = running(cloud, server, 0)
    answer = cloud('DELETE', path, '2.64')
    assert (answer.status, 'is queued' in answer.message) == (400, True)
    assert cloud('DELETE', path, '2.65').status == 202


def test_migration_is_hurried_from_2_22(cloud: Caller, server: str) -> None:
    source = host(cloud, server)
    path = running(cloud, server)
    assert cloud('POST', f'{path}/action', '2.21', {'force_complete': None}).status == 404
    assert cloud('POST', f'{path}/action', '2.22', {'force_complete': None}).status == 202
    cloud.now += 1
    assert host(cloud, server) == other(source)
    done = cloud('POST', f'{path}/action', '2.22', {'force_complete': None})
    assert done.status == 409


# -- evacuation


def evacuated(cloud: Caller, server: str, body: dict[str, Any], version: str) -> Answer:
    """Evacuate a server from a host that is down."""
    set_service(cloud, host(cloud, server), forced_down=True)
    answer = cloud.act(server, {'evacuate': body}, version)
    cloud.now += 5
    return answer


def test_evacuation_answers_a_password_up_to_2_13(cloud: Caller, server: str) -> None:
    source = host(cloud, server)
    body = {'onSharedStorage': False, 'adminPass': 'secret'}
    answer = evacuated(cloud, server, body, '2.13')
    assert answer.body == {'adminPass': 'secret'}
    assert host(cloud, server) == other(source)
    assert migrations(cloud, server)[0]['status'] == 'done'
    assert migrations(cloud, server)[0]['migration_type'] == 'evacuation'


def test_evacuation_answers_nothing_from_2_14(cloud: Caller, server: str) -> None:
    assert cloud.act(server, {'evacuate': {'onSharedStorage': False}}, '2.14').status == 400
    answer = evacuated(cloud, server, {}, '2.14')
    assert (answer.status, answer.body) == (200, b'')


def launched(cloud: Caller, server: str) -> str:
    return str(cloud.server(server)['OS-SRV-USG:launched_at'])


def test_moved_server_is_launched_anew_but_not_one_that_moved_live(
    cloud: Caller, server: str
) -> None:
    first = launched(cloud, server)
    cloud.act(server, LIVE)
    cloud.now += 10
    assert launched(cloud, server) == first
    assert evacuated(cloud, server, {}, '2.95').status == 200
    assert launched(cloud, server) > first


@pytest.mark.parametrize(('version', 'status'), [('2.94', 'ACTIVE'), ('2.95', 'SHUTOFF')])
def test_evacuated_server_is_stopped_from_2_95(
    cloud: Caller, server: str, version: str, status: str
) -> None:
    assert evacuated(cloud, server, {}, version).status == 200
    assert state(cloud, server) == (status, None)


@pytest.mark.parametrize(
    ('version', 'status'), [('2.28', 400), ('2.29', 200), ('2.67', 200), ('2.68', 400)]
)
def test_evacuation_is_forced_from_2_29_to_2_67(
    cloud: Caller, server: str, version: str, status: int
) -> None:
    body = {'force': True, 'host': other(host(cloud, server))}
    assert evacuated(cloud, server, body, version).status == status
