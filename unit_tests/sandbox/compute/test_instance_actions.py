"""The history of a server, which every action is written into."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from unit_tests.sandbox.caller import Caller


@pytest.fixture
def server(cloud: Caller) -> str:
    """A server that was built and stopped."""
    id = cloud.boot()
    cloud.now += 10
    cloud.act(id, {'os-stop': None})
    cloud.now += 10
    return id


def history(cloud: Caller, id: str, version: str = '2.90', query: str = '') -> list[dict[str, Any]]:
    answer = cloud('GET', f'/v2.1/servers/{id}/os-instance-actions{query}', version)
    assert answer.status == 200, answer.body
    found: list[dict[str, Any]] = answer.body['instanceActions']
    return found


def one(cloud: Caller, id: str, version: str = '2.90') -> dict[str, Any]:
    request = history(cloud, id)[0]['request_id']
    answer = cloud('GET', f'/v2.1/servers/{id}/os-instance-actions/{request}', version)
    assert answer.status == 200
    found: dict[str, Any] = answer.body['instanceAction']
    return found


def test_action_is_found_by_the_id_of_its_request(cloud: Caller, server: str) -> None:
    answer = cloud.act(server, {'os-start': None})
    request = answer.headers['X-OpenStack-Request-ID']
    path = f'/v2.1/servers/{server}/os-instance-actions'
    assert cloud('GET', f'{path}/{request}').body['instanceAction']['action'] == 'start'
    missing = cloud('GET', f'{path}/req-nope')
    assert (missing.status, missing.message) == (404, 'Action req-nope not found')


# What each body is called in the history.
NAMES = [
    ({'os-start': None}, 'start'),
    ({'pause': None}, 'pause'),
    ({'unpause': None}, 'unpause'),
    ({'suspend': None}, 'suspend'),
    ({'resume': None}, 'resume'),
    ({'reboot': {'type': 'HARD'}}, 'reboot'),
    ({'lock': None}, 'lock'),
    ({'unlock': None}, 'unlock'),
    ({'resize': {'flavorRef': '2'}}, 'resize'),
    ({'revertResize': None}, 'revertResize'),
    ({'migrate': None}, 'migrate'),
    ({'confirmResize': None}, 'confirmResize'),
    ({'os-migrateLive': {'host': None, 'block_migration': 'auto'}}, 'live-migration'),
    ({'rescue': None}, 'rescue'),
    ({'unrescue': None}, 'unrescue'),
    ({'createImage': {'name': 'i'}}, 'createImage'),
    ({'createBackup': {'name': 'i', 'backup_type': 'a', 'rotation': 1}}, 'createBackup'),
    ({'changePassword': {'adminPass': 'x'}}, 'changePassword'),
    ({'trigger_crash_dump': None}, 'trigger_crash_dump'),
    ({'os-resetState': {'state': 'active'}}, 'resetState'),
    ({'shelve': None}, 'shelve'),
    ({'unshelve': None}, 'unshelve'),
]


def test_every_action_is_in_the_history_the_newest_first(cloud: Caller, server: str) -> None:
    for action, _ in NAMES:
        answer = cloud.act(server, action)
        assert answer.status < 300, answer.body
        cloud.now += 10
    expected = ['create', 'stop', *[name for _, name in NAMES]]
    assert [each['action'] for each in history(cloud, server)] == expected[::-1]


def test_taking_a_shelved_server_off_its_host_is_in_the_history(path: Path) -> None:
    cloud = Caller(path, shelved_offload_time=-1)
    id = cloud.boot()
    for action in ('shelve', 'shelveOffload'):
        cloud.now += 10
        assert cloud.act(id, {action: None}).status == 202
    assert [each['action'] for each in history(cloud, id)] == ['shelveOffload', 'shelve', 'create']


def test_event_of_an_action_ends_when_its_work_does(cloud: Caller, server: str) -> None:
    cloud.act(server, {'os-start': None})
    (event,) = one(cloud, server)['events']
    assert (event['finish_time'], event['result']) == (None, None)
    cloud.now += 5
    (event,) = one(cloud, server)['events']
    assert (event['event'], event['result']) == ('compute_start_instance', 'Success')
    assert event['finish_time'] > event['start_time']


def test_failure_is_in_the_history(cloud: Caller) -> None:
    id = cloud.boot(name='sandbox-error')
    cloud.now += 5
    shown = one(cloud, id)
    (event,) = shown['events']
    assert (shown['message'], event['result']) == ('Error', 'Error')
    assert event['event'] == 'conductor_schedule_and_build_instances'
    assert event['details'] in event['traceback']


def test_events_are_those_of_all_that_take_part_the_last_first(cloud: Caller, server: str) -> None:
    cloud.act(server, {'resize': {'flavorRef': '2'}})
    cloud.now += 10
    assert [(each['event'], each['host']) for each in one(cloud, server)['events']] == [
        ('compute_finish_resize', 'host2'),
        ('compute_resize_instance', 'host2'),
        ('compute_prep_resize', 'host2'),
        ('cold_migrate', 'controller'),
        ('conductor_migrate_server', 'controller'),
    ]


def test_second_lock_leaves_no_trace(cloud: Caller, server: str) -> None:
    for reason in ('first', 'second'):
        answer = cloud.act(server, {'lock': {'locked_reason': reason}}, '2.73')
        assert answer.status == 202
    assert cloud.server(server)['locked_reason'] == 'first'
    assert [each['action'] for each in history(cloud, server)].count('lock') == 1


def test_history_of_a_deleted_server_is_kept_from_2_21(cloud: Caller, server: str) -> None:
    cloud('DELETE', f'/v2.1/servers/{server}')
    cloud.now += 5
    path = f'/v2.1/servers/{server}/os-instance-actions'
    assert cloud('GET', path, '2.20').status == 404
    assert history(cloud, server, '2.21')[0]['action'] == 'delete'


@pytest.mark.parametrize(
    ('field', 'before', 'at'),
    [('hostId', '2.61', '2.62'), ('host', '2.61', '2.62'), ('details', '2.83', '2.84')],
)
def test_field_of_an_event_begins_at_its_version(
    cloud: Caller, server: str, field: str, before: str, at: str
) -> None:
    assert field not in one(cloud, server, before)['events'][0]
    assert field in one(cloud, server, at)['events'][0]


def test_time_of_the_last_change_is_shown_from_2_58(cloud: Caller, server: str) -> None:
    assert 'updated_at' not in history(cloud, server, '2.57')[0]
    assert 'updated_at' in history(cloud, server, '2.58')[0]


def test_users_see_events_from_2_51_without_what_is_for_administrators(cloud: Caller) -> None:
    demo = cloud.other('demo')
    id = demo.boot()
    demo.now += 5
    assert 'events' not in one(demo, id, '2.50')
    assert set(one(demo, id, '2.84')['events'][0]) == {
        'event', 'start_time', 'finish_time', 'result', 'hostId',
    }  # fmt: skip
    assert 'events' in one(cloud, id, '2.50')


def test_history_has_pages_and_times_from_2_58(cloud: Caller, server: str) -> None:
    assert len(history(cloud, server, '2.57', '?limit=1')) == 2
    path = f'/v2.1/servers/{server}/os-instance-actions'
    page = cloud('GET', f'{path}?limit=1', '2.58').body
    assert [each['action'] for each in page['instanceActions']] == ['stop']
    marker = page['instanceActions'][0]['request_id']
    assert page['links'][0]['href'].endswith(f'limit=1&marker={marker}')
    rest = history(cloud, server, '2.58', f'?marker={marker}')
    assert [each['action'] for each in rest] == ['create']
    assert cloud('GET', f'{path}?marker=nope', '2.58').status == 400
    since = '?changes-since=2027-01-15T08:00:08Z'
    assert [each['action'] for each in history(cloud, server, '2.58', since)] == ['stop']


def test_histories_of_other_projects_are_not_there(cloud: Caller, server: str) -> None:
    demo = cloud.other('demo')
    assert demo('GET', f'/v2.1/servers/{server}/os-instance-actions', '2.90').status == 404
