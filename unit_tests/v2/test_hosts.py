"""Work on all servers of a host: rows for what was accepted and refused, bounds, exit statuses."""

from __future__ import annotations

import json
from typing import Any

import pytest

from unit_tests import cases, typed_answers
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import Request, ScriptedCloud, StartCloud, fault
from unit_tests.v2 import one_server

HOSTS = {
    'compute1': [{'uuid': 'a', 'name': 'web-a'}, {'uuid': 'b', 'name': 'web-b'}],
    'compute10': [{'uuid': 'c', 'name': 'web-c'}],
}

ROWS = [
    {'id': number, 'hypervisor_hostname': name, 'servers': servers}
    for number, (name, servers) in enumerate(HOSTS.items())
]


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud with three servers on two hosts."""
    made = start_cloud(maximum=NEWEST)
    made.on('GET', '/os-hypervisors/compute1/servers', {'hypervisors': ROWS})
    made.on('GET', '/os-hypervisors', {'hypervisors': ROWS})
    made.on('POST', '/servers/*/action', status=202)
    made.on('POST', '/servers/*/metadata', {'metadata': {}})
    made.on('DELETE', '/servers/*/metadata/*', status=204)
    return made


def refuse(cloud: ScriptedCloud, *servers: str) -> None:
    """Have the cloud refuse actions on some servers."""
    for server in servers:
        cloud.on(
            'POST',
            f'/servers/{server}/action',
            lambda request: fault(409, 'It is locked.'),
        )


def acted_on(cloud: ScriptedCloud) -> list[str]:
    """The servers that something was written of, in order of names."""
    return sorted(
        each.path.split('/')[3] for each in cloud.requests if '/v2.1/servers/' in each.path
    )


def test_servers_of_all_hosts_with_a_part_of_the_name_are_evacuated(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.on('GET', '/os-hypervisors/compute/servers', {'hypervisors': ROWS})
    words = ('host-evacuate', 'compute', '--target_host', 'compute2')
    result = nova(*words, version='2.52', cloud=cloud)
    assert result.status == 0
    assert [line.split('|')[1:3] for line in result.lines[1:6:2]] == [
        [' Server UUID ', ' Evacuate Accepted '],
        [' a           ', ' True              '],
        [' c           ', ' True              '],
    ]
    assert acted_on(cloud) == ['a', 'b', 'c']
    assert one_server.writes(cloud) == [{'evacuate': {'host': 'compute2'}}] * 3
    assert 'GET /v2.1/os-hypervisors/compute/servers' in cloud.wire()


def test_host_is_looked_up_by_a_query_from_2_53(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova('host-servers-migrate', 'compute1', version='2.53', cloud=cloud).status == 0
    (search,) = [each for each in cloud.requests if each.path.endswith('/os-hypervisors')]
    query = dict(search.query)
    assert query['hypervisor_hostname_pattern'] == 'compute1'
    assert query['with_servers'] == 'True'
    assert one_server.writes(cloud) == [{'migrate': None}] * 2


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
    nova: Nova, cloud: ScriptedCloud, version: str, options: str, body: Any
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
    nova: Nova, cloud: ScriptedCloud, version: str, options: str, target: Any
) -> None:
    words = ('host-evacuate-live', 'compute1', '--max-servers', '1', *options.split())
    result = nova(*words, version=version, cloud=cloud)
    assert result.status == 0
    assert 'Live Migration Accepted' in result.lines[1]
    assert acted_on(cloud) == ['a']
    assert one_server.writes(cloud) == [{'os-migrateLive': target}]


def test_strict_takes_the_host_of_exactly_that_name(nova: Nova, cloud: ScriptedCloud) -> None:
    words = ('host-servers-migrate', '--strict')
    assert nova(*words, 'compute1', version='2.90', cloud=cloud).status == 0
    assert acted_on(cloud) == ['a', 'b']
    missing = nova(*words, 'compute', version='2.90', cloud=cloud)
    assert missing.status == 5
    assert 'exactly the name compute' in missing.err


LOOSE = ('host-servers-migrate', 'host-evacuate', 'host-evacuate-live', 'host-meta')


def hosts_of(cloud: ScriptedCloud, *names: str, service: str = '') -> None:
    """Have the cloud find hypervisors, each with a server of its name; one of them, at most, whose
    service is on a host of another name.
    """
    rows = [
        {
            'id': number,
            'hypervisor_hostname': name,
            'service': {'host': service if number == 0 and service else name},
            'servers': [{'uuid': name, 'name': f'instance-0000000{number}'}],
        }
        for number, name in enumerate(names)
    ]
    cloud.on('GET', '/os-hypervisors/*/servers', {'hypervisors': rows})
    for path in ('/os-hypervisors', '/os-hypervisors/detail'):
        cloud.on('GET', path, {'hypervisors': rows})


@cases.one_test_of(
    'names, service, words, expected, line',
    [
        (('n1', 'n10', 'xn1'), '', 'n1', {'n1'}, 'n10, xn1 also have n1 in the name: --partial'),
        (('n10', 'n1'), '', 'n1', {'n1'}, 'n10 also has n1 in the name: --partial includes it'),
        (('n1', 'n10'), '', 'n1 --strict', {'n1'}, ''),
        (('n1', 'n10'), '', 'n1 --partial', {'n1', 'n10'}, ''),
        (('n1',), '', 'n1', {'n1'}, ''),
        (('n10', 'n11'), '', 'n1', {'n10', 'n11'}, ''),
        (('N1', 'n10'), '', 'n1', {'N1', 'n10'}, ''),
        (('n1.example.org', 'n10.example.org'), 'n1', 'n1', {'n1.example.org'}, 'n10.example.org'),
        (('n1.example.org', 'n10.example.org'), 'n1', 'n1 --strict', {'n1.example.org'}, ''),
        (('n_1', 'na1'), '', 'n_', {'n_1'}, ''),
        (('n%', 'nxy'), '', 'n%', {'n%'}, ''),
    ],
)
def test_a_host_is_no_looser_than_what_was_typed(
    nova: Nova,
    start_cloud: StartCloud,
    names: tuple[str, ...],
    service: str,
    words: str,
    expected: set[str],
    line: str,
) -> None:
    for command in LOOSE:
        for version in ('2.52', '2.53'):
            cloud = start_cloud(maximum=NEWEST)
            hosts_of(cloud, *names, service=service)
            cloud.on('POST', '/servers/*/action', status=202)
            cloud.on('POST', '/servers/*/metadata', {'metadata': {}})
            more = ('set', 'k=v') if command == 'host-meta' else ()
            result = nova(command, *words.split(), *more, version=version, cloud=cloud)
            assert (result.status, set(acted_on(cloud))) == (0, expected), (command, version)
            assert line in result.err if line else not result.err, (command, version, result.err)
            assert 'instance-' not in result.out


@pytest.mark.parametrize('version', ['2.52', '2.53'])
@pytest.mark.parametrize('words', [('n',), ('',), (' ',), ('n_', '--partial')])
def test_a_host_that_is_not_there_changes_nothing(
    nova: Nova, cloud: ScriptedCloud, version: str, words: tuple[str, ...]
) -> None:
    hosts_of(cloud, 'nx')
    strict = () if words[1:] else ('--strict',)
    result = nova('host-servers-migrate', *words, *strict, version=version, cloud=cloud)
    assert (result.status in (2, 5), one_server.writes(cloud)) == (True, [])
    assert words[0].strip() or not any('hypervisors' in line for line in cloud.wire())


def test_rows_show_the_name_and_host_of_each_server(nova: Nova) -> None:
    result = nova('host-evacuate-live', 'host1', '-f', 'json', cloud='sandbox')
    rows = json.loads(result.out)
    assert {(row['name'], row['host']) for row in rows} == {('web-1', 'host1'), ('db-1', 'host1')}
    changed = nova('host-meta', 'host2', 'set', 'k=v', cloud='sandbox')
    assert sorted(line.split(' (')[0] for line in changed.lines) == ['app-1', 'web-2']


@pytest.mark.parametrize(
    ('words', 'question'),
    [
        (('host-evacuate', 'ost1'), 'Evacuate 2 servers?'),
        (('host-evacuate-live', 'host'), 'Live-migrate 4 servers?'),
        (('host-evacuate-live', 'host', '--max-servers', '1'), 'Live-migrate 1 server?'),
        (('host-servers-migrate', '--partial', 'host'), 'Cold-migrate 4 servers?'),
        (('host-meta', 'ost2', 'set', 'k=v'), 'Set metadata of 2 servers?'),
    ],
)
def test_a_part_of_a_name_is_asked_about_on_a_terminal(
    nova: Nova, words: tuple[str, ...], question: str
) -> None:
    nova('server-list', cloud='sandbox')
    with typed_answers.Asked(words, nova.variables('sandbox', {})) as run:
        shown = run.until('[y/N] ')
        assert question in shown
        assert 'host' in shown
        run.type('n\n', is_shown=True)
        assert run.status() == 1
    listed = nova(
        'server-list', '--all-tenants', '--fields', 'task_state,metadata', cloud='sandbox'
    )
    assert ('migrating' in listed.out, 'resize' in listed.out, "'k'" in listed.out) == (False,) * 3


@pytest.mark.parametrize('words', [('host1',), ('host', '--yes'), ('host1', '--strict')])
def test_what_is_named_exactly_or_said_yes_to_is_not_asked_about(
    nova: Nova, words: tuple[str, ...]
) -> None:
    nova('server-list', cloud='sandbox')
    run_words = ('host-servers-migrate', *words)
    with typed_answers.Asked(run_words, nova.variables('sandbox', {})) as run:
        assert run.status() == 0
        assert '[y/N]' not in run.screen


def test_refused_server_has_its_row_and_the_others_are_done(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    refuse(cloud, 'b')
    words = ('host-servers-migrate', 'compute1', '--partial')
    result = nova(*words, '-f', 'json', version='2.90', cloud=cloud)
    assert result.status == 8
    assert [(each['id'], each['accepted']) for each in json.loads(result.out)] == [
        ('a', True),
        ('b', False),
        ('c', True),
    ]
    assert 'It is locked.' in json.loads(result.out)[1]['error']
    assert json.loads(result.err)['code'] == 'some_failed'
    table = nova(*words, version='2.90', cloud=cloud)
    assert (table.out.count('It is locked.'), table.message) == (1, 'nova-mv: 1 of 3 failed.')
    ids = nova(*words, '-f', 'value', '-c', 'id', version='2.90', cloud=cloud)
    assert (ids.lines, ids.err.count('b: It is locked.')) == (['a', 'b', 'c'], 1)


def test_rows_are_shown_when_all_were_refused_alike(nova: Nova, cloud: ScriptedCloud) -> None:
    refuse(cloud, 'a', 'b')
    result = nova('host-servers-migrate', 'compute1', '--strict', version='2.90', cloud=cloud)
    assert result.status == 6
    assert sum('| False' in line for line in result.lines) == 2


def test_host_without_servers_is_done_at_once(nova: Nova, cloud: ScriptedCloud) -> None:
    row = {'id': 1, 'hypervisor_hostname': 'compute1'}
    cloud.on('GET', '/os-hypervisors', {'hypervisors': [row]})
    for name in ('host-evacuate', 'host-evacuate-live', 'host-servers-migrate'):
        assert nova(name, 'compute1', version='2.90', cloud=cloud).status == 0
    assert nova('host-meta', 'compute1', 'set', 'k=v', version='2.90', cloud=cloud).status == 0
    assert not one_server.writes(cloud)


def test_servers_of_a_host_are_waited_for(nova: Nova, cloud: ScriptedCloud) -> None:
    asked: list[str] = []

    def server(request: Request) -> Any:
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
    nova: Nova, cloud: ScriptedCloud, command: str, end: str
) -> None:
    refuse(cloud, 'b')
    for name in ('a', 'c'):
        states = iter([('MIGRATING', 'compute1'), (end, 'compute2')])

        def server(request: Request, name: str = name, states: Any = states) -> Any:
            status, host = next(states)
            moved = {'OS-EXT-SRV-ATTR:hypervisor_hostname': host, 'status': status}
            return {'server': {'id': name, 'name': f'web-{name}', **moved}}

        cloud.on('GET', f'/servers/{name}', server)
    result = nova(command, 'compute1', '--partial', '--wait', version='2.90', cloud=cloud)
    assert result.status == 8
    assert result.lines[-2:] == [f'web-a: {end}', f'web-c: {end}']
    assert result.err.splitlines()[-1] == 'nova-mv: 1 of 3 failed.'
    assert nova.clock.sleeps == [2.0]


@pytest.mark.parametrize('options', ['-f table', '-f json', '-c id,Error', '-c id'])
@pytest.mark.parametrize(
    ('command', 'failed'),
    [
        ('host-evacuate-live', 'the live migration failed'),
        ('host-servers-migrate', 'the migration failed'),
        ('host-evacuate', 'went into error'),
    ],
)
def test_row_tells_what_became_of_its_server(
    nova: Nova, command: str, failed: str, options: str
) -> None:
    nova('server-start', 'db-1', '--wait', cloud='sandbox')
    nova('service-disable', 'host2', cloud='sandbox')
    if command == 'host-evacuate':
        nova('service-force-down', 'host1', cloud='sandbox')
    words = (command, 'host1', '--wait', *options.split(), '--error-format', 'text')
    result = nova(*words, cloud='sandbox')
    has_rows = options != '-c id'
    assert (result.status, result.err.splitlines()[-1]) == (1, 'nova-mv: 2 of 2 failed.')
    assert (result.out.count(failed), result.err.count(failed)) == ((2, 0) if has_rows else (0, 2))


def test_metadata_of_all_servers_is_set_and_deleted(nova: Nova, cloud: ScriptedCloud) -> None:
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
