"""Answers that were compared with those of a real Nova, one by one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from unit_tests.sandbox.caller import Caller


def used(cloud: Caller) -> tuple[int, int]:
    """Cores and memory that the project has in use."""
    absolute = cloud('GET', '/v2.1/limits').body['limits']['absolute']
    return absolute['totalCoresUsed'], absolute['totalRAMUsed']


def test_usage_counts_the_flavor_that_a_resized_server_has_by_now(cloud: Caller) -> None:
    server = cloud.boot()
    cloud.now += 10
    small = used(cloud)
    large = small[0] + 1, small[1] + 4096 - 512
    assert cloud.act(server, {'resize': {'flavorRef': '3'}}).status == 202
    assert used(cloud) == small
    cloud.now += 10
    assert cloud.server(server)['status'] == 'VERIFY_RESIZE'
    assert used(cloud) == large
    assert cloud.act(server, {'revertResize': None}).status == 202
    assert used(cloud) == large
    cloud.now += 10
    assert used(cloud) == small


@pytest.mark.parametrize(
    'action',
    [
        {'resize': {'flavorRef': '2'}},
        {'migrate': None},
        {'os-migrateLive': {'host': None, 'block_migration': 'auto'}},
    ],
)
def test_migrations_go_with_their_server(cloud: Caller, action: dict[str, Any]) -> None:
    server = cloud.boot()
    cloud.now += 10
    assert cloud.act(server, action).status == 202
    cloud.now += 10
    assert len(cloud('GET', '/v2.1/os-migrations', '2.80').body['migrations']) == 1
    assert cloud('DELETE', f'/v2.1/servers/{server}').status == 204
    cloud.now += 10
    for version in ('2.1', '2.59', '2.80'):
        assert cloud('GET', '/v2.1/os-migrations', version).body['migrations'] == []


def test_migrations_of_a_restored_server_are_kept(path: Path) -> None:
    cloud = Caller(path, reclaim_instance_interval=3600)
    server = cloud.boot()
    cloud.now += 10
    cloud.act(server, {'migrate': None})
    cloud.now += 10
    cloud('DELETE', f'/v2.1/servers/{server}')
    cloud.now += 10
    assert cloud.act(server, {'restore': None}).status == 202
    cloud.now += 7200
    cloud.login('admin')
    assert len(cloud('GET', '/v2.1/os-migrations').body['migrations']) == 1


def test_server_of_a_group_counts_where_it_has_moved_to(cloud: Caller) -> None:
    group = {'server_group': {'name': 'g', 'policy': 'affinity'}}
    id = cloud('POST', '/v2.1/os-server-groups', '2.64', group).body['server_group']['id']
    one = {'flavorRef': '1', 'imageRef': cloud.image(), 'networks': 'none'}

    def create(name: str, **more: str) -> str:
        body = {'server': {**one, 'name': name, **more}, 'os:scheduler_hints': {'group': id}}
        answer = cloud('POST', '/v2.1/servers', '2.90', body)
        assert answer.status == 202
        cloud.now += 10
        return str(answer.body['server']['id'])

    first = create('first', availability_zone='nova:host1')
    live = {'host': 'host2', 'block_migration': 'auto', 'force': True}
    assert cloud.act(first, {'os-migrateLive': live}, '2.30').status == 202
    cloud.now += 20
    assert cloud.server(first)['OS-EXT-SRV-ATTR:host'] == 'host2'
    assert cloud.server(create('second'))['OS-EXT-SRV-ATTR:host'] == 'host2'


@pytest.mark.parametrize(
    ('name', 'hostname'),
    [
        ('a/b', 'ab'), ('a b', 'a-b'), ('a_b', 'a-b'), ('A.b', 'a-b'), ('a--b', 'a--b'),
        ('.a.', 'a'), ('a..b', 'a--b'), ('\xfcn\xef', '\xfcn\xef'), ('a:b', 'ab'),
        ('a - b', 'a---b'),
        ('web (1)', 'web-1'), ('x+y', 'xy'), ('\u01c5x', 'x'), ('a\xb2', 'a\xb2'),
        ('Ab CD', 'ab-cd'),
        ('a%b', 'ab'), ('\xdf', '\xdf'), ('a' * 80, 'a' * 63), ('a' * 62 + '.b', 'a' * 62),
        ('x-.y', 'x--y'), ('\u65e5\u672c', None), ('/', None), ('_', None),
    ],
)  # fmt: skip
def test_hostname_follows_from_the_name(cloud: Caller, name: str, hostname: str | None) -> None:
    server = cloud.boot(name=name)
    shown = cloud.server(server)['OS-EXT-SRV-ATTR:hostname']
    assert shown == (hostname or f'Server-{server}')


def test_new_image_is_located_at_the_image_service_and_that_of_a_backup_here(
    cloud: Caller,
) -> None:
    server = cloud.boot()
    cloud.now += 10
    backup = {'name': 'i', 'backup_type': 'daily', 'rotation': 5}
    for action, start in (
        ({'createImage': {'name': 'i'}}, 'http://cloud.example/image/images/'),
        ({'createBackup': backup}, 'http://cloud.example/v2.1/images/'),
    ):
        # Of the project in the path neither tells.
        path = f'/v2.1/{cloud.project}/servers/{server}/action'
        answer = cloud('POST', path, '2.1', action)
        assert answer.headers['Location'].rpartition('/')[0] + '/' == start
        cloud.now += 10


def test_usage_is_counted_up_to_now(cloud: Caller) -> None:
    path = '/v2.1/os-simple-tenant-usage'
    assert cloud('GET', f'{path}?end=2020-01-01T00:00:00').status == 400
    for start in ('', '&start=2039-01-01T00:00:00'):
        answer = cloud('GET', f'{path}?end=2040-01-01T00:00:00{start}')
        assert {usage['total_hours'] for usage in answer.body['tenant_usages']} == {0.0}
