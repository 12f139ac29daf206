"""Deletion that is put off: what is seen of a server until then, and how it comes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from unit_tests.sandbox.caller import Caller

WHILE = 600.0


@pytest.fixture
def cloud(path: Path) -> Caller:
    """An administrator of a sandbox that keeps deleted servers for a while."""
    return Caller(path, reclaim_instance_interval=WHILE)


@pytest.fixture
def server(cloud: Caller) -> str:
    """A server that was deleted."""
    id = cloud.boot()
    cloud.now += 5
    assert cloud('DELETE', f'/v2.1/servers/{id}').status == 204
    assert cloud.server(id)['OS-EXT-STS:task_state'] == 'soft-deleting'
    cloud.now += 5
    return id


def status(cloud: Caller, id: str) -> str | None:
    answer = cloud('GET', f'/v2.1/servers/{id}', '2.90')
    return answer.body['server']['status'] if answer.status == 200 else None


def listed(cloud: Caller, query: str = '') -> list[str]:
    """The statuses of the servers of a list, those named "one" only."""
    found = cloud('GET', f'/v2.1/servers/detail?name=^one$&{query}', '2.90').body['servers']
    return [each['status'] for each in found]


def test_deleted_server_is_gone_when_the_interval_is_over(cloud: Caller, server: str) -> None:
    shown = cloud.server(server)
    assert (shown['status'], shown['OS-EXT-STS:vm_state']) == ('SOFT_DELETED', 'soft-delete')
    assert shown['OS-EXT-SRV-ATTR:host']
    cloud.now += WHILE - 10
    assert status(cloud, server) == 'SOFT_DELETED'
    cloud.now += 10
    assert status(cloud, server) is None
    assert listed(cloud, 'deleted=true') == ['DELETED']


def test_restored_server_is_what_it_was(cloud: Caller, server: str) -> None:
    assert cloud.act(server, {'restore': None}).status == 202
    assert cloud.server(server)['OS-EXT-STS:task_state'] == 'restoring'
    cloud.now += 2 * WHILE
    assert status(cloud, server) == 'ACTIVE'
    assert cloud.server(server)['addresses']
    again = cloud.act(server, {'restore': None})
    assert (again.status, 'vm_state active' in again.message) == (409, True)


def test_force_deleted_server_is_gone_at_once(cloud: Caller, server: str) -> None:
    assert cloud.act(server, {'forceDelete': None}).status == 202
    assert cloud.server(server)['OS-EXT-STS:task_state'] == 'deleting'
    cloud.now += 5
    assert status(cloud, server) is None


def test_without_the_interval_nothing_is_put_off(path: Path) -> None:
    cloud = Caller(path)
    id = cloud.boot()
    cloud.now += 5
    assert cloud.act(id, {'restore': None}).status == 409
    cloud('DELETE', f'/v2.1/servers/{id}')
    cloud.now += 5
    assert status(cloud, id) is None


@pytest.mark.parametrize(
    ('query', 'statuses'),
    [
        ('', []),
        ('status=SOFT_DELETED', []),
        ('soft_deleted=1', ['SOFT_DELETED']),
        ('soft_deleted=false', ['SOFT_DELETED']),
        ('soft_deleted=', []),
        ('deleted=true', ['SOFT_DELETED']),
        ('changes-since=2020-01-01T00:00:00Z', ['SOFT_DELETED']),
        ('changes-since=2020-01-01T00:00:00Z&deleted=false', []),
    ],
)
def test_list_has_it_where_it_is_asked_for(
    cloud: Caller, server: str, query: str, statuses: list[str]
) -> None:
    assert listed(cloud, query) == statuses


def test_filters_of_administrators_show_it_to_nobody_else(cloud: Caller) -> None:
    demo = cloud.other('demo')
    id = demo.boot()
    cloud.now += 5
    demo('DELETE', f'/v2.1/servers/{id}')
    cloud.now += 5
    assert listed(demo, 'deleted=true') == []
    assert listed(demo, 'soft_deleted=1') == []
    assert demo.act(id, {'restore': None}).status == 202


def test_it_does_not_count_and_comes_back_only_where_there_is_room(
    cloud: Caller, server: str
) -> None:
    used = cloud('GET', '/v2.1/limits').body['limits']['absolute']['totalInstancesUsed']
    quota: dict[str, Any] = {'quota_set': {'instances': used, 'force': True}}
    path = f'/v2.1/os-quota-sets/{cloud.project}'
    assert cloud('PUT', path, body=quota).status == 200
    assert cloud.act(server, {'restore': None}).status == 403
    quota['quota_set']['instances'] = used + 1
    cloud('PUT', path, body=quota)
    assert cloud.act(server, {'restore': None}).status == 202


@pytest.mark.parametrize(
    'action', [{'os-start': None}, {'reboot': {'type': 'SOFT'}}, {'migrate': None}]
)
def test_it_takes_no_other_work(cloud: Caller, server: str, action: dict[str, Any]) -> None:
    refused = cloud.act(server, action)
    assert (refused.status, 'vm_state soft-delete' in refused.message) == (409, True)


def test_its_volumes_wait_with_it(cloud: Caller) -> None:
    volume = cloud.volume()
    device = {'source_type': 'volume', 'destination_type': 'volume', 'uuid': volume}
    image = {'source_type': 'image', 'destination_type': 'local', 'uuid': cloud.image()}
    devices = [{**image, 'boot_index': 0}, {**device, 'boot_index': -1}]
    id = cloud.boot(block_device_mapping_v2=devices)
    cloud.now += 5
    path = f'/volume/v3/{cloud.project}/volumes/{volume}'
    for action in ('DELETE', 'restore', 'DELETE'):
        if action == 'DELETE':
            assert cloud('DELETE', f'/v2.1/servers/{id}').status == 204
        else:
            assert cloud.act(id, {action: None}).status == 202
        cloud.now += 5
        assert cloud('GET', path).body['volume']['status'] == 'in-use'
    cloud.now += WHILE
    assert cloud('GET', path).body['volume']['status'] == 'available'


def test_server_that_is_on_no_host_is_gone_at_once(cloud: Caller) -> None:
    id = cloud.boot()
    cloud.now += 5
    cloud.act(id, {'shelve': None})
    cloud.now += 5
    assert status(cloud, id) == 'SHELVED_OFFLOADED'
    cloud('DELETE', f'/v2.1/servers/{id}')
    cloud.now += 5
    assert status(cloud, id) is None


@pytest.mark.parametrize(
    ('seconds', 'statuses'),
    [
        (0, ['SHELVED', 'SHELVED_OFFLOADED', 'SHELVED_OFFLOADED']),
        (30, ['SHELVED', 'SHELVED', 'SHELVED_OFFLOADED']),
        (-1, ['SHELVED', 'SHELVED', 'SHELVED']),
    ],
)
def test_shelved_server_leaves_its_host_when_the_cloud_says(
    path: Path, seconds: float, statuses: list[str]
) -> None:
    cloud = Caller(path, shelved_offload_time=seconds)
    id = cloud.boot()
    cloud.now += 5
    cloud.act(id, {'shelve': None})
    seen = []
    for wait in (1, 5, 30):
        cloud.now += wait
        seen.append(status(cloud, id))
    assert seen == statuses
