"""Tests of ``--watch`` on a command line: what takes it, and what is refused before any request."""

from __future__ import annotations

import pytest

from novaclient_mv.cli.reading import checked_output, commands, read, tree
from novaclient_mv.clouds.environment import Environment
from unit_tests import cases
from unit_tests.newest import NEWEST
from unit_tests.nova import SANDBOX, Nova
from unit_tests.scripted import ScriptedCloud, StartCloud

LINES = (
    ('server-list', '--watch'),
    ('server-show', 'web', '--watch', '-f', 'yaml'),
    ('flavor-list', '--watch', '-f', 'csv'),
)


@pytest.mark.parametrize(
    ('words', 'seconds'),
    [
        (('--watch',), 2.0),
        (('--watch=5',), 5.0),
        (('--watch=0.5',), 0.5),
        (('--watch=0.5', '--watch'), 2.0),
        ((), None),
    ],
)
@pytest.mark.parametrize('is_before', [True, False])
def test_the_interval_is_said_or_two_seconds(
    words: tuple[str, ...], seconds: float | None, is_before: bool
) -> None:
    rest = ('-f', 'ndjson')
    line = (*words, 'server-list', *rest) if is_before else ('server-list', *words, *rest)
    invocation = read.read(line, Environment({'OS_CLOUD': SANDBOX}))
    assert invocation.output.interval == seconds


@pytest.mark.parametrize('is_before', [True, False])
def test_the_word_behind_it_is_no_value_of_it(is_before: bool) -> None:
    line = ('--watch', 'server-show', 'web') if is_before else ('server-show', '--watch', 'web')
    invocation = read.read((*line, '-f', 'ndjson'), Environment({'OS_CLOUD': SANDBOX}))
    assert invocation.output.interval == 2.0
    assert invocation.args_at(invocation.service.range.end).server == 'web'


@pytest.mark.parametrize('text', ['0', '-1', '0.4', 'nan', 'inf', '1e9', '', 'two', '٣'])
def test_times_that_make_no_sense_are_refused(nova: Nova, cloud: ScriptedCloud, text: str) -> None:
    result = nova('server-list', f'--watch={text}', '-f', 'ndjson', cloud=cloud)
    assert (result.status, result.out, cloud.requests) == (2, '', [])
    assert result.message.startswith('nova-mv: --watch: ')


@pytest.mark.parametrize('words', LINES, ids=' '.join)
def test_pipe_watches_rows_only(nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]) -> None:
    result = nova(*words, '--error-format', 'text', cloud=cloud)
    assert (result.status, result.out, cloud.requests) == (2, '', [])
    assert result.message == (
        'nova-mv: --watch shows a table on a terminal, and anywhere a row for each change with -f '
        'ndjson; no other output can be watched.'
    )


@pytest.mark.parametrize('format', ['json', 'yaml', 'csv', 'value'])
def test_terminal_watches_no_documents(nova: Nova, cloud: ScriptedCloud, format: str) -> None:
    result = nova('server-list', '--watch', '-f', format, cloud=cloud, is_terminal=True)
    assert (result.status, cloud.requests) == (2, [])
    result = nova('server-list', '--watch', '--query', '[].id', cloud=cloud, is_terminal=True)
    assert (result.status, cloud.requests) == (2, [])


@pytest.mark.parametrize(
    'words',
    [
        ('server-stop', 'web'),
        ('server-create', '--flavor', '1', 'web'),
        ('server-ssh', 'web'),
        ('server-console-log', 'web'),
        ('version-matrix',),
        ('config-show',),
    ],
    ids=' '.join,
)
def test_what_changes_something_or_shows_no_rows_is_not_watched(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]
) -> None:
    result = nova(*words, '--watch', '-f', 'ndjson', cloud=cloud)
    assert (result.status, result.out, cloud.requests) == (2, '', [])
    assert result.message == (
        f'nova-mv: {words[0]} cannot be watched: --watch is for what lists and shows.'
    )


def test_every_list_and_show_of_a_cloud_can_be_watched_and_no_write() -> None:
    for command in commands.our_commands():
        names = {argument.name for argument, _ in tree.every_argument(command)}
        if names & {'--wait', '--dry-run'}:
            assert not checked_output.can_be_watched(command), command.name
    verbs = [command.name.rpartition('-')[2] for command in commands.our_commands()]
    assert {'list', 'show'} <= {*verbs}
    left_out = {
        command.name
        for command in commands.our_commands()
        if command.name.endswith(('-list', '-show')) and not checked_output.can_be_watched(command)
    }
    assert left_out == {'server-password-show'} | {name for name in left_out if _is_offline(name)}


def _is_offline(name: str) -> bool:
    return bool(commands.find(name).function.__dict__.get('is_offline'))


def test_several_clouds_are_not_watched(nova: Nova) -> None:
    nova.cloud_file('clouds: {one: {auth: {}}, two: {auth: {}}}')
    result = nova('server-list', '--watch', '-f', 'ndjson', '--os-cloud', 'one,two')
    assert (result.status, result.out) == (2, '')
    assert result.message == 'nova-mv: --watch is for one cloud at a time, not for one, two.'


def test_its_beginnings_mean_what_they_meant(nova: Nova) -> None:
    for beginning in ('--w', '--wa', '--watc'):
        result = nova('server-list', beginning, '-f', 'ndjson', cloud=SANDBOX)
        assert result.status == 2
        assert f'server-list has no option {beginning}' in result.err
    assert nova('server-stop', '--wait-', '9', 'web', cloud=SANDBOX).status == 5


def test_help_and_availability_are_shown_once(nova: Nova) -> None:
    assert nova('help', 'server-list', '--watch').status == 2
    assert nova('server-list', '--watch', '--help').lines[0].startswith('server-list')
    assert 'status' in nova('server-list', '--watch', '--show-availability', '-f', 'json').out


# -- options that are typed twice --


STATUS = '--status is given twice: the last one counts; several are given as --status A,B'


@cases.one_test_of(
    'words, expected',
    [
        ('server-list --status ACTIVE --status ERROR', [STATUS]),
        ('--quiet server-list --status ACTIVE --status ERROR', []),
        ('server-list --status ACTIVE --statu=ERROR', [STATUS]),
        ('server-list --status ACTIVE --status ACTIVE', []),
        ('server-list --status ACTIVE,ERROR', []),
        ('list --name a --minimal --name b', ['--name is given twice: the last one counts']),
        ('server-list --h a --host b --hos=c', ['--host is given 3 times: the last one counts']),
        ('server-list --limit 1 --limit=2', ['--limit is given twice: the last one counts']),
        ('server-list --all-tenants --all-tenants', []),
        ('server-list -f json --format csv', []),
        ('-c id server-list -c name', []),
        ('--os-region-name a server-list --os_region_name b --debug --debug',
         ['--os-region-name is given twice: the last one counts; several are given as '
          '--os-region-name A,B']),
        ('--os-compute-api-version 2.1 server-list --os-compute-api-version 2.2',
         ['--os-compute-api-version is given twice: the last one counts']),
        ('server-show web --wrap 3 --wrap 3', []),
        ('baremetal-node-list --shards a b --shards c',
         ['--shards is given twice: the last one counts']),
        ('baremetal-node-list --shards a b --shards a b', []),
        ('placement-resource-provider-list --name a --name b',
         ['--name is given twice: the last one counts']),
        ('server-create w --meta a=b --meta c=d --flavor 1 --flavor 1 --image a --nic auto', []),
        ('server-password-set w --admin-pass one --admin-pass two',
         ['--admin-pass is given twice: the last one counts']),
        ('server list --status ACTIVE --status ERROR', [STATUS]),
        ('openstack server list --status ACTIVE --status=ERROR --all-projects', [STATUS]),
        ('can-i -- server-list --status ACTIVE --status ERROR', []),
    ],
)  # fmt: skip
def test_option_says_that_the_last_counts(nova: Nova, words: str, expected: list[str]) -> None:
    result = nova(*words.split(), cloud='sandbox')
    repeated = [
        line.removeprefix('nova-mv: ') for line in result.err.splitlines() if 'given' in line
    ]
    assert repeated == expected, result.err


def test_an_alias_may_be_overridden_in_silence(nova: Nova) -> None:
    nova('alias-set', 'mine', 'server-list', '--status', 'ACTIVE', cloud='sandbox')
    assert nova('mine', '--status', 'SHUTOFF', cloud='sandbox').err == ''
    repeated = nova('mine', '--status', 'SHUTOFF', '--status', 'ERROR', cloud='sandbox')
    assert repeated.message == f'nova-mv: {STATUS}'


@pytest.mark.parametrize('version', ['2.1', '2.90'])
def test_statuses_are_sent_one_by_one(nova: Nova, start_cloud: StartCloud, version: str) -> None:
    cloud = start_cloud(maximum=NEWEST)
    cloud.on('GET', '/servers/detail', {'servers': []})
    nova('server-list', '--status', 'ACTIVE, ERROR', version=version, cloud=cloud)
    assert cloud.requests[-1].query == [('status', 'ACTIVE'), ('status', 'ERROR')]
    nova('server-list', '--status', 'ACTIVE,', version=version, cloud=cloud)
    assert cloud.requests[-1].query == [('status', 'ACTIVE')]
    nova('server-list', '--name', 'a,b', '--status', 'ACTIVE', version=version, cloud=cloud)
    assert sorted(cloud.requests[-1].query) == [('name', 'a,b'), ('status', 'ACTIVE')]


def test_servers_of_any_of_several_statuses_are_listed(nova: Nova) -> None:
    words = ('server-list', '-f', 'value', '-c', 'name', '--status')
    both = nova(*words, 'ACTIVE,SHUTOFF', cloud='sandbox')
    assert sorted(both.lines) == ['db-1', 'web-1', 'web-2']
    assert sorted(nova(*words, 'SHUTOFF', cloud='sandbox').lines) == ['db-1']
