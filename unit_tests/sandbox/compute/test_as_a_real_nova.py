"""Answers that were compared with those of a real Nova, one by one."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

import pytest

from unit_tests.sandbox.caller import Caller


def used(cloud: Caller) -> tuple[int, int]:
    """Cores and memory that the project has in use."""
    absolute = cloud('GET', '/v2.1/limits').body['limits']['absolute']
    return absolute['totalCoresUsed'], absolute['totalRAMUsed']


@pytest.mark.parametrize('reason', ['why', 'x' * 300, 5, None])
@pytest.mark.parametrize('version', ['2.1', '2.72'])
def test_reason_of_a_lock_is_ignored_before_2_73(
    cloud: Caller, version: str, reason: object
) -> None:
    server = cloud.boot()
    assert cloud.act(server, {'lock': {'locked_reason': reason}}, version).status == 202
    shown = cloud.server(server)
    assert (shown['locked'], shown['locked_reason']) == (True, None)


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


def test_quota_has_no_room_beside_a_server_that_was_made_larger(cloud: Caller) -> None:
    server = cloud.boot()
    cloud.now += 10
    assert cloud.act(server, {'resize': {'flavorRef': '3'}}).status == 202
    cloud.now += 10
    body = {'quota_set': {'cores': used(cloud)[0], 'force': True}}
    assert cloud('PUT', f'/v2.1/os-quota-sets/{cloud.project}', body=body).status == 200
    one = {'name': 'x', 'flavorRef': '1', 'imageRef': cloud.image(), 'networks': 'none'}
    refused = cloud('POST', '/v2.1/servers', '2.90', {'server': one})
    assert (refused.status, 'Quota exceeded for cores' in refused.message) == (403, True)


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


def test_servers_of_one_request_are_placed_together_or_not_at_all(cloud: Caller) -> None:
    group = {'server_group': {'name': 'g', 'policy': 'anti-affinity'}}
    id = cloud('POST', '/v2.1/os-server-groups', '2.64', group).body['server_group']['id']
    ports = len(cloud('GET', '/network/v2.0/ports').body['ports'])
    one = {'name': 'm', 'flavorRef': '1', 'imageRef': cloud.image(), 'networks': 'auto'}
    body = {'server': {**one, 'min_count': 1, 'max_count': 3}}
    body['os:scheduler_hints'] = {'group': id}
    assert cloud('POST', '/v2.1/servers', '2.90', body).status == 202
    cloud.now += 10
    servers = cloud('GET', '/v2.1/servers/detail?name=m', '2.90').body['servers']
    assert [(each['name'], each['status']) for each in servers] == [
        ('m-3', 'ERROR'), ('m-2', 'ERROR'), ('m-1', 'ERROR'),
    ]  # fmt: skip
    assert {each['fault']['message'].partition('.')[0] for each in servers} == {
        'No valid host was found'
    }
    assert len(cloud('GET', '/network/v2.0/ports').body['ports']) == ports
    for server in servers:
        history = cloud('GET', f'/v2.1/servers/{server["id"]}/os-instance-actions').body
        assert [each['action'] for each in history['instanceActions']] == ['create']


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
    ('zone', 'pinned'),
    [('nova:host1', 'nova'), ('nova::host1', 'nova'), ('nope:host1', None), (':host1', None)],
)
def test_zone_with_a_forced_host_pins_the_server(
    cloud: Caller, zone: str, pinned: str | None
) -> None:
    server = cloud.boot(availability_zone=zone)
    cloud.now += 10
    shown = cloud.server(server, '2.96')
    assert shown['pinned_availability_zone'] == pinned
    assert (shown['status'], shown['OS-EXT-SRV-ATTR:host']) == ('ACTIVE', 'host1')


@pytest.mark.parametrize(
    ('method', 'below', 'body', 'rule'),
    [
        ('GET', '', None, 'index'), ('GET', '/a', None, 'show'), ('GET', '/nope', None, 'show'),
        ('PUT', '/b', None, 'update'), ('PUT', '', {'tags': ['x']}, 'update_all'),
        ('DELETE', '/a', None, 'delete'), ('DELETE', '', None, 'delete_all'),
    ],
)  # fmt: skip
@pytest.mark.parametrize('user', ['demo', 'reader'])
def test_tags_of_another_project_are_forbidden(
    cloud: Caller, user: str, method: str, below: str, body: object, rule: str
) -> None:
    server = cloud.boot(tags=['a'])
    other = cloud.other(user, 'demo')
    refused = other(method, f'/v2.1/servers/{server}/tags{below}', '2.90', body)
    words = f"Policy doesn't allow os_compute_api:os-server-tags:{rule} to be performed."
    assert (refused.status, refused.message) == (403, words)
    missing = other(method, f'/v2.1/servers/{uuid.uuid4()}/tags{below}', '2.90', body)
    assert missing.status == 404


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


def test_usage_is_in_the_order_of_projects_and_ids(cloud: Caller) -> None:
    cloud.lift_quotas()
    for _ in range(5):
        cloud.boot()
    cloud.now += 10
    path = '/v2.1/os-simple-tenant-usage?detailed=1&start=2020-01-01T00:00:00'
    usages = cloud('GET', path).body['tenant_usages']
    projects = [usage['tenant_id'] for usage in usages]
    assert projects == sorted(projects)
    lists = [[each['instance_id'] for each in usage['server_usages']] for usage in usages]
    assert max(map(len, lists)) >= 5
    assert lists == [sorted(ids) for ids in lists]


@pytest.mark.parametrize('period', ['', '&start=2020-01-01T00:00:00&end=2020-01-02T00:00:00'])
def test_usage_goes_on_behind_any_server_that_there_was(cloud: Caller, period: str) -> None:
    server = cloud.boot()
    cloud.now += 10
    cloud('DELETE', f'/v2.1/servers/{server}')
    cloud.now += 10
    path = f'/v2.1/os-simple-tenant-usage?detailed=1{period}'
    ids, behind = (
        [
            each['instance_id']
            for usage in cloud('GET', f'{path}{marker}', '2.40').body['tenant_usages']
            for each in usage['server_usages']
        ]
        for marker in ('', f'&marker={server}')
    )
    assert behind == ids[len(ids) - len(behind) :]
    assert cloud('GET', f'{path}&marker=none', '2.40').status == 400


def test_usage_is_counted_up_to_now(cloud: Caller) -> None:
    path = '/v2.1/os-simple-tenant-usage'
    assert cloud('GET', f'{path}?end=2020-01-01T00:00:00').status == 400
    for start in ('', '&start=2039-01-01T00:00:00'):
        answer = cloud('GET', f'{path}?end=2040-01-01T00:00:00{start}')
        assert {usage['total_hours'] for usage in answer.body['tenant_usages']} == {0.0}


def test_server_names_the_machine_of_its_host(cloud: Caller) -> None:
    server = cloud.boot()
    cloud.now += 10
    with cloud.application.database.session() as session:
        session.begin()
        for row in list(session.find('service', name='nova-compute')):
            row.document['machine'] = {**row.document.get('machine', {}), 'name': 'below'}
            session.save(row)
        session.commit()
    shown = cloud.server(server)
    assert shown['OS-EXT-SRV-ATTR:hypervisor_hostname'] == 'below'
    assert shown['OS-EXT-SRV-ATTR:host'].startswith('host')
