"""Actions on servers that were never launched, or are on no host."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Answer, Caller

UNKNOWN = '11111111-2222-3333-4444-555555555555'
NOT_READY = 'is not ready'


@pytest.fixture
def unlaunched(cloud: Caller) -> str:
    """A server that no host has taken, which counts as active."""
    zone = {'aggregate': {'name': 'none', 'availability_zone': 'nova'}}
    cloud('POST', '/v2.1/os-aggregates', '2.90', zone)
    return active(cloud, cloud.boot(availability_zone='nova'))


@pytest.fixture
def homeless(cloud: Caller, server: str) -> str:
    """A server that has lost its host, which counts as active."""
    cloud.act(server, {'shelve': None})
    cloud.now += 5
    return active(cloud, server)


def active(cloud: Caller, server: str) -> str:
    cloud.now += 5
    assert cloud.server(server)['OS-EXT-SRV-ATTR:host'] is None
    cloud.act(server, {'os-resetState': {'state': 'active'}})
    return server


def words(answer: Answer, server: str) -> tuple[int, str]:
    return answer.status, answer.message.replace(f'Instance {server} ', '')


@pytest.mark.parametrize(
    ('name', 'action'),
    [
        ('resize', {'resize': {'flavorRef': 'none'}}),
        ('rebuild', {'rebuild': {'imageRef': UNKNOWN}}),
        ('migrate', {'migrate': None}),
        ('os-migrateLive', {'os-migrateLive': {'host': None, 'block_migration': 'auto'}}),
        ('pause', {'pause': None}),
        ('reboot', {'reboot': {'type': 'HARD'}}),
        ('rescue', {'rescue': None}),
        ('shelve', {'shelve': None}),
        ('createImage', {'createImage': {'name': 'x'}}),
        ('changePassword', {'changePassword': {'adminPass': 'x'}}),
    ],
)
def test_server_that_was_never_launched_is_in_no_state_for_an_action(
    cloud: Caller, unlaunched: str, name: str, action: dict[str, Any]
) -> None:
    refused = (409, f"is in an invalid state for '{name}'")
    assert words(cloud.act(unlaunched, action), unlaunched) == refused


@pytest.mark.parametrize('action', [{'os-stop': None}, {'os-start': None}])
def test_power_of_a_server_without_a_host_is_not_there(
    cloud: Caller, unlaunched: str, action: dict[str, Any]
) -> None:
    assert words(cloud.act(unlaunched, action), unlaunched) == (409, NOT_READY)


def test_server_that_was_never_launched_has_tags_and_no_metadata(
    cloud: Caller, unlaunched: str
) -> None:
    path = f'/v2.1/servers/{unlaunched}'
    assert cloud('PUT', f'{path}/tags/x', '2.90').status == 201
    answer = cloud('PUT', f'{path}/metadata', '2.90', {'metadata': {'a': 'b'}})
    assert words(answer, unlaunched)[1] == "is in an invalid state for 'update metadata'"


@pytest.mark.parametrize(
    'action',
    [
        {'resize': {'flavorRef': 'none'}},
        {'resize': {'flavorRef': '1'}},
        {'migrate': None},
        {'migrate': {'host': 'nohost'}},
    ],
)
def test_server_without_a_host_moves_nowhere(
    cloud: Caller, homeless: str, action: dict[str, Any]
) -> None:
    assert words(cloud.act(homeless, action), homeless) == (409, NOT_READY)


@pytest.fixture
def demo(cloud: Caller) -> Caller:
    """A user who is no administrator."""
    return cloud.other('demo')


def test_administrators_choose_the_host_of_an_unshelved_server(cloud: Caller, demo: Caller) -> None:
    server, unshelve = demo.boot(), {'unshelve': {'host': 'host1'}}
    cloud.now += 5
    demo.act(server, {'shelve': None})
    cloud.now += 5
    refused = demo.act(server, unshelve, '2.91')
    assert 'os_compute_api:os-shelve:unshelve_to_host' in refused.message
    assert cloud.act(server, unshelve, '2.91').status == 202


@pytest.mark.parametrize(
    ('action', 'task', 'events'),
    [
        ({'pause': None}, 'pausing', []),
        ({'shelve': None}, 'shelving', []),
        ({'createImage': {'name': 'x'}}, 'image_snapshot_pending', []),
        ({'rebuild': None}, 'rebuilding', ['rebuild_server']),
    ],
)
def test_work_for_no_host_never_ends(
    cloud: Caller, homeless: str, action: dict[str, Any], task: str, events: list[str]
) -> None:
    if 'rebuild' in action:
        action = {'rebuild': {'imageRef': cloud.image()}}
    assert cloud.act(homeless, action).status == 202
    cloud.now += 600
    shown = cloud.server(homeless)
    assert (shown['OS-EXT-STS:vm_state'], shown['OS-EXT-STS:task_state']) == ('active', task)
    path = f'/v2.1/servers/{homeless}/os-instance-actions'
    last = cloud('GET', path, '2.90').body['instanceActions'][0]['request_id']
    record = cloud('GET', f'{path}/{last}', '2.90').body['instanceAction']
    assert [event['event'] for event in record['events']] == events
    cloud.act(homeless, {'os-resetState': {'state': 'error'}})
    assert cloud.server(homeless)['OS-EXT-STS:task_state'] is None


def test_disk_may_shrink_to_what_the_image_was_put_on(cloud: Caller) -> None:
    def resized(flavor: str) -> int:
        status = cloud.act(server, {'resize': {'flavorRef': flavor}}).status
        cloud.now += 5
        cloud.act(server, {'confirmResize': None})
        cloud.now += 5
        return status

    server = cloud.boot(flavorRef='1')
    cloud.now += 5
    assert [resized('2'), resized('1'), resized('2')] == [202, 202, 202]
    cloud.act(server, {'rebuild': {'imageRef': cloud.image()}})
    cloud.now += 5
    assert resized('1') == 400
