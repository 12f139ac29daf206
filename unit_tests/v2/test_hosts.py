"""Work on all servers of a host: rows for what was accepted and refused, bounds, exit statuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from unit_tests import nova as nova_runner
from unit_tests import scripted
from unit_tests.newest import NEWEST
from unit_tests.v2 import one_server

HOSTS = {
    'compute1': [{'uuid': 'a', 'name': 'web-a'}, {'uuid': 'b', 'name': 'web-b'}],
    'compute10': [{'uuid': 'c', 'name': 'web-c'}],
}


@pytest.fixture
def cloud(start_cloud: Callable[..., scripted.ScriptedCloud]) -> scripted.ScriptedCloud:
    """A cloud with three servers on two hosts."""
    made = start_cloud(maximum=NEWEST)
    rows = [
        {'id': number, 'hypervisor_hostname': name, 'servers': servers}
        for number, (name, servers) in enumerate(HOSTS.items())
    ]
    made.on('GET', '/os-hypervisors/compute1/servers', {'hypervisors': rows})
    made.on('GET', '/os-hypervisors', {'hypervisors': rows})
    made.on('POST', '/servers/*/action', status=202)
    made.on('POST', '/servers/*/metadata', {'metadata': {}})
    made.on('DELETE', '/servers/*/metadata/*', status=204)
    return made


def refuse(cloud: scripted.ScriptedCloud, *servers: str) -> None:
    """Have the cloud refuse actions on some servers."""
    for server in servers:
        cloud.on(
            'POST',
            f'/servers/{server}/action',
            lambda request: scripted.fault(409, 'It is locked.'),
        )


def acted_on(cloud: scripted.ScriptedCloud) -> list[str]:
    """The servers that something was written of, in order of names."""
    return sorted(
        each.path.split('/')[3] for each in cloud.requests if '/v2.1/servers/' in each.path
    )


def test_servers_of_all_hosts_of_the_name_are_evacuated(
    nova: nova_runner.Nova, cloud: scripted.ScriptedCloud
) -> None:
    words = ('host-evacuate', 'compute1', '--target_host', 'compute2')
    result = nova(*words, version='2.52', cloud=cloud)
    assert result.status == 0
    assert [line.split('|')[1:3] for line in result.lines[1:6:2]] == [
        [' Server UUID ', ' Evacuate Accepted '],
        [' a           ', ' True              '],
        [' c           ', ' True              '],
    ]
    assert acted_on(cloud) == ['a', 'b', 'c']
    assert one_server.writes(cloud) == [{'evacuate': {'host': 'compute2'}}] * 3
    assert 'GET /v2.1/os-hypervisors/compute1/servers' in cloud.wire()


def test_host_is_looked_up_by_a_query_from_2_53(
    nova: nova_runner.Nova, cloud: scripted.ScriptedCloud
) -> None:
    assert nova('host-servers-migrate', 'compute1', version='2.53', cloud=cloud).status == 0
    (search,) = [each for each in cloud.requests if each.path.endswith('/os-hypervisors')]
    query = dict(search.query)
    assert query['hypervisor_hostname_pattern'] == 'compute1'
    assert query['with_servers'] == 'True'
    assert one_server.writes(cloud) == [{'migrate': None}] * 3


@pytest.mark.parametrize(
    ('version', 'options', 'body'),
    [
        ('2.13', '--on-shared-storage', {'evacuate': {'onSharedStorage': True}}),
        ('2.13', '', {'evacuate': {'onSharedStorage': False}}),
        ('2.14', '', {'evacuate': {}}),
        ('2.29', '--target-host h --force', {'evacuate': {'host': 'h', 'force': True}}),
        ('2.68', '', {'evacuate': {}}),
    ],
)
def test_evacuation_has_the_body_of_its_version(
    nova: nova_runner.Nova,
    cloud: scripted.ScriptedCloud,
    version: str,
    options: str,
    body: Any,
) -> None:
    words = ('host-evacuate', 'compute1', '--strict', *options.split())
    assert nova(*words, version=version, cloud=cloud).status == 0
    assert one_server.writes(cloud) == [body] * 2


@pytest.mark.parametrize(
    ('version', 'options', 'target'),
    [
        (
            '2.24',
            '--disk-over-commit',
            {'host': None, 'block_migration': False, 'disk_over_commit': True},
        ),
        ('2.25', '', {'host': None, 'block_migration': 'auto'}),
        ('2.25', '--block-migrate', {'host': None, 'block_migration': True}),
        (
            '2.30',
            '--force --target-host h',
            {'host': 'h', 'block_migration': 'auto', 'force': True},
        ),
    ],
)
def test_live_evacuation_has_the_body_of_its_version(
    nova: nova_runner.Nova,
    cloud: scripted.ScriptedCloud,
    version: str,
    options: str,
    target: Any,
) -> None:
    words = ('host-evacuate-live', 'compute1', '--max-servers', '1', *options.split())
    result = nova(*words, version=version, cloud=cloud)
    assert result.status == 0
    assert 'Live Migration Accepted' in result.lines[1]
    assert acted_on(cloud) == ['a']
    assert one_server.writes(cloud) == [{'os-migrateLive': target}]


def test_strict_takes_the_host_of_exactly_that_name(
    nova: nova_runner.Nova, cloud: scripted.ScriptedCloud
) -> None:
    words = ('host-servers-migrate', '--strict')
    assert nova(*words, 'compute1', version='2.90', cloud=cloud).status == 0
    assert acted_on(cloud) == ['a', 'b']
    missing = nova(*words, 'compute', version='2.90', cloud=cloud)
    assert missing.status == 5
    assert 'exactly the name compute' in missing.err


def test_refused_server_has_its_row_and_the_others_are_done(
    nova: nova_runner.Nova, cloud: scripted.ScriptedCloud
) -> None:
    refuse(cloud, 'b')
    result = nova('host-servers-migrate', 'compute1', '-f', 'json', version='2.90', cloud=cloud)
    assert result.status == 8
    assert [(each['id'], each['accepted']) for each in json.loads(result.out)] == [
        ('a', True),
        ('b', False),
        ('c', True),
    ]
    assert 'It is locked.' in json.loads(result.out)[1]['error']
    assert json.loads(result.err)['code'] == 'some_failed'


def test_rows_are_shown_when_all_were_refused_alike(
    nova: nova_runner.Nova, cloud: scripted.ScriptedCloud
) -> None:
    refuse(cloud, 'a', 'b')
    result = nova('host-servers-migrate', 'compute1', '--strict', version='2.90', cloud=cloud)
    assert result.status == 6
    assert sum('| False' in line for line in result.lines) == 2


def test_one_refused_server_gives_its_own_status_and_row(
    nova: nova_runner.Nova, cloud: scripted.ScriptedCloud
) -> None:
    refuse(cloud, 'c')
    result = nova('host-evacuate', 'compute10', '--strict', version='2.90', cloud=cloud)
    assert result.status == 6
    assert sum('| False' in line for line in result.lines) == 1


def test_host_without_servers_is_done_at_once(
    nova: nova_runner.Nova, cloud: scripted.ScriptedCloud
) -> None:
    row = {'id': 1, 'hypervisor_hostname': 'compute1'}
    cloud.on('GET', '/os-hypervisors', {'hypervisors': [row]})
    for name in ('host-evacuate', 'host-evacuate-live', 'host-servers-migrate'):
        assert nova(name, 'compute1', version='2.90', cloud=cloud).status == 0
    assert nova('host-meta', 'compute1', 'set', 'k=v', version='2.90', cloud=cloud).status == 0
    assert not one_server.writes(cloud)


def test_servers_of_a_host_are_waited_for(
    nova: nova_runner.Nova, cloud: scripted.ScriptedCloud
) -> None:
    asked: list[str] = []

    def server(request: scripted.Request) -> Any:
        asked.append(request.path)
        return {'server': {'id': 'c', 'name': 'web-c', 'status': 'VERIFY_RESIZE'}}

    cloud.on('GET', '/servers/c', server)
    words = ('host-servers-migrate', 'compute10', '--strict', '--wait')
    assert nova(*words, version='2.90', cloud=cloud).status == 0
    assert asked == ['/v2.1/servers/c']


@pytest.mark.parametrize(
    ('command', 'end'),
    [
        ('host-servers-migrate', 'VERIFY_RESIZE'),
        ('host-evacuate', 'ACTIVE'),
        ('host-evacuate-live', 'ACTIVE'),
    ],
)
def test_others_are_waited_for_where_some_are_refused(
    nova: nova_runner.Nova, cloud: scripted.ScriptedCloud, command: str, end: str
) -> None:
    refuse(cloud, 'b')
    for name in ('a', 'c'):
        states = iter(['MIGRATING', end])

        def server(request: scripted.Request, name: str = name, states: Any = states) -> Any:
            return {'server': {'id': name, 'name': f'web-{name}', 'status': next(states)}}

        cloud.on('GET', f'/servers/{name}', server)
    result = nova(command, 'compute1', '--wait', version='2.90', cloud=cloud)
    assert result.status == 8
    assert result.lines[-2:] == [f'web-a: {end}', f'web-c: {end}']
    assert result.err.splitlines()[-1] == 'nova-mv: 1 of 3 failed.'
    assert nova.clock.sleeps == [2.0]


def test_metadata_of_all_servers_is_set_and_deleted(
    nova: nova_runner.Nova, cloud: scripted.ScriptedCloud
) -> None:
    words = ('host-meta', 'compute1', '--strict')
    assert nova(*words, 'set', 'k=v', 'l=w=x', version='2.90', cloud=cloud).status == 0
    assert one_server.writes(cloud) == [{'metadata': {'k': 'v', 'l': 'w=x'}}] * 2
    deleted = nova(*words, 'delete', 'k=v', 'l', version='2.90', cloud=cloud)
    assert deleted.lines == [
        'web-a (a): metadata delete accepted',
        'web-b (b): metadata delete accepted',
    ]
    of_a = [each for each in cloud.wire() if each.startswith('DELETE /v2.1/servers/a/')]
    assert of_a == ['DELETE /v2.1/servers/a/metadata/l', 'DELETE /v2.1/servers/a/metadata/k']


@pytest.mark.parametrize('pair', ['k', '=v'])
def test_metadata_without_a_value_is_refused_before_it_is_sent(
    nova: nova_runner.Nova, cloud: scripted.ScriptedCloud, pair: str
) -> None:
    result = nova('host-meta', 'compute1', 'set', pair, version='2.90', cloud=cloud)
    assert result.status == 2
    assert not one_server.writes(cloud)


@pytest.mark.parametrize('count', ['0', '-1', 'x'])
def test_number_of_servers_to_move_is_at_least_one(nova: nova_runner.Nova, count: str) -> None:
    result = nova('host-evacuate-live', 'compute1', f'--max-servers={count}', version='2.90')
    assert result.status == 2
