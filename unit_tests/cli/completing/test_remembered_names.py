"""Names that a cloud told before, and what looks them up again."""

from __future__ import annotations

import json
import os
import pathlib
import time
from collections.abc import Sequence
from typing import Any

import pytest

from novaclient_mv.cli.completing import refreshing, remembered_names
from novaclient_mv.clouds.environment import Environment
from unit_tests import processes, records
from unit_tests.cli.completing.asking import lines, words
from unit_tests.nova import Nova
from unit_tests.patience import PATIENCE
from unit_tests.scripted import ScriptedCloud, StartCloud


@pytest.fixture
def refreshed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The topics that are looked up, in this process."""
    topics: list[str] = []

    def spawn(line: Sequence[str], environment: Environment) -> bool:
        assert line[:2] == ['complete', '--refresh']
        assert line[3] == '--'
        topics.append(line[2])
        refreshing.refresh(line[2], line[4:], environment)
        return True

    monkeypatch.setattr(remembered_names, '_spawn', spawn)
    return topics


@pytest.fixture
def known(cloud: ScriptedCloud, nova: Nova, refreshed: list[str]) -> ScriptedCloud:
    """A cloud with two servers, on which the user is logged in."""
    servers = [
        {'id': records.server_id(number), 'name': name, 'links': []}
        for number, name in ((1, 'web-1'), (2, 'db-1'))
    ]
    cloud.on('GET', '/servers', {'servers': servers})
    cloud.on('GET', '/servers/detail', {'servers': []})
    assert nova('server-list', cloud=cloud).status == 0
    cloud.requests.clear()
    return cloud


def test_names_are_looked_up_on_a_login_that_is_remembered(
    known: ScriptedCloud, nova: Nova, refreshed: list[str]
) -> None:
    expected = [f'web-1\t{records.server_id(1)}', f'db-1\t{records.server_id(2)}']
    assert lines(nova, 'server-show', '', cloud=known)[1:] == expected
    assert set(known.wire()) == {'GET /v2.1/servers'}
    assert refreshed == ['version-compute', 'server']


def test_fresh_names_take_no_request(
    known: ScriptedCloud, nova: Nova, refreshed: list[str]
) -> None:
    words(nova, 'server-show', '', cloud=known)
    known.requests.clear()
    refreshed.clear()
    assert words(nova, 'server-stop', 'w', cloud=known) == ['web-1']
    assert (known.wire(), refreshed) == ([], [])


def test_name_is_offered_once(known: ScriptedCloud, nova: Nova) -> None:
    assert words(nova, 'server-stop', 'web-1', '', cloud=known) == ['db-1']
    assert words(nova, 'server-show', 'web-1', '', cloud=known) == []


def test_old_names_are_offered_meanwhile(known: ScriptedCloud, nova: Nova) -> None:
    words(nova, 'server-show', '', cloud=known)
    nova.clock.advance(60)
    known.on('GET', '/servers', {'servers': [{'id': '3', 'name': 'web-3', 'links': []}]})
    assert words(nova, 'server-show', 'w', cloud=known) == ['web-1']
    assert words(nova, 'server-show', 'w', cloud=known) == ['web-3']


def test_name_that_nobody_knows_yet_is_waited_for(known: ScriptedCloud, nova: Nova) -> None:
    words(nova, 'server-show', '', cloud=known)
    nova.clock.advance(60)
    known.on('GET', '/servers', {'servers': [{'id': '3', 'name': 'new', 'links': []}]})
    assert words(nova, 'server-show', 'ne', cloud=known) == ['new']


def test_wait_has_an_end(known: ScriptedCloud, nova: Nova, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []

    def spawn(line: Sequence[str], environment: Environment) -> bool:
        started.append(line[2])
        return True

    monkeypatch.setattr(remembered_names, '_spawn', spawn)
    before = nova.clock.now()
    assert words(nova, 'server-show', '', cloud=known) == []
    assert 0 < nova.clock.now() - before < 2
    assert words(nova, 'server-show', '', cloud=known) == []
    assert started == ['version-compute', 'server'], 'one process looks something up'


def test_nobody_logs_in_to_complete(cloud: ScriptedCloud, nova: Nova, refreshed: list[str]) -> None:
    assert words(nova, 'server-show', '', cloud=cloud) == []
    assert words(nova, 'server-show', '', cloud=cloud) == []
    assert cloud.wire() == []
    assert refreshed == ['version-compute', 'server'], 'a failure is remembered, too'


def test_refused_token_leads_to_no_login(known: ScriptedCloud, nova: Nova) -> None:
    known.expire()
    assert words(nova, 'server-show', '', cloud=known) == []
    assert {*known.wire()} <= {'GET /v2.1/servers', 'GET /v2.1/'}
    assert known.posts('/v3/auth/tokens') == 0


@pytest.mark.parametrize('variables', [{'OS_CACHE': '0'}, {'OS_PASSWORD': 'another'}], ids=str)
def test_names_are_those_of_the_same_settings(
    variables: dict[str, str], known: ScriptedCloud, nova: Nova
) -> None:
    words(nova, 'server-show', '', cloud=known)
    assert words(nova, 'server-show', '', cloud=known, env=variables) == []


def test_changed_cloud_file_has_other_names(known: ScriptedCloud, nova: Nova) -> None:
    entry = known.entry(region_name=known.region)
    nova.cloud_file(f'clouds: {{mine: {entry}}}')
    assert words(nova, '--os-cloud', 'm') == ['mine']
    nova('--os-cloud', 'mine', 'server-list')
    assert words(nova, '--os-cloud', 'mine', 'server-show', 'w') == ['web-1']
    nova.cloud_file(f'clouds: {{mine: {entry.replace("demo", "other")}, more: {entry}}}')
    assert words(nova, '--os-cloud', 'm') == ['mine', 'more']
    assert words(nova, '--os-cloud', 'mine', 'server-show', 'w') == []


def test_regions_are_those_of_file_or_catalog(known: ScriptedCloud, nova: Nova) -> None:
    known.further_regions = {'RegionTwo': '/two/v2.1'}
    nova('cache-clear')
    nova('server-list', cloud=known, env={'OS_REGION_NAME': 'RegionTwo'})
    nova('server-list', cloud=known)
    known.requests.clear()
    region = ('--os-region-name', 'Region')
    assert words(nova, *region, cloud=known) == ['RegionOne', 'RegionTwo']
    assert words(nova, region[0], 'RegionOne,R', cloud=known) == ['RegionOne,RegionTwo']
    assert known.posts('/v3/auth/tokens') == 0
    nova.cloud_file(f'clouds: {{mine: {known.entry(regions=["north", "south"])}}}')
    assert words(nova, '--os-cloud', 'mine', '--os-region-name', '') == ['north', 'south', 'all']


def test_endpoint_names_a_cloud(nova: Nova, refreshed: list[str]) -> None:
    words(nova, '--os-auth-type', 'none', '--os-endpoint', 'http://127.0.0.1:9', 'server-show', '')
    assert refreshed == ['version-compute', 'server']


def test_options_are_those_of_the_version_that_the_cloud_has(
    start_cloud: StartCloud, nova: Nova, refreshed: list[str]
) -> None:
    old = start_cloud('/v2.1', maximum='2.30')
    nova('server-list', cloud=old)
    assert words(nova, 'server-create', '--ta', cloud=old) == ['--tags'], 'nobody waits for that'
    assert words(nova, 'server-create', '--ta', cloud=old) == []
    assert words(nova, 'server-create', '--ta') == ['--tags']


def test_ids_stand_for_names_that_say_too_little(known: ScriptedCloud, nova: Nova) -> None:
    names = ('same', 'same', '', 'a\x1b[31m\nb', 'own', '-rf', '--yes')
    servers = [
        {'id': f'{number}-id', 'name': name, 'links': []} for number, name in enumerate(names)
    ]
    known.on('GET', '/servers', {'servers': servers})
    assert lines(nova, 'server-show', '', cloud=known)[1:] == [
        *('0-id\tsame', '1-id\tsame', '2-id', '3-id', 'own\t4-id'),
        *('5-id\t-rf', '6-id\t--yes'),
    ]
    assert words(nova, 'server-show', '4', cloud=known) == ['4-id']


def test_what_is_remembered_is_private_and_cleared(known: ScriptedCloud, nova: Nova) -> None:
    words(nova, 'server-show', '', cloud=known)
    folder = pathlib.Path(nova.home / '.cache' / 'nova-mv')
    files = [*folder.glob('complete-*')]
    assert len(files) == 2
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    assert nova('cache-clear').status == 0
    assert [*folder.glob('complete-*')] == []


def test_broken_entry_is_renewed(known: ScriptedCloud, nova: Nova) -> None:
    words(nova, 'server-show', '', cloud=known)
    folder = pathlib.Path(nova.home / '.cache' / 'nova-mv')
    at = nova.clock.now() + 1
    rows = (7, [7], [['a']], [['a', 7]], {'a': 'b'}, 'text')
    for value in (None, 7, {'at': 'noon'}, *({'at': at, 'value': row} for row in rows)):
        for file in folder.glob('complete-*'):
            entry = json.loads(file.read_text())
            file.write_text(json.dumps({**entry, 'value': value}))
        result = nova('complete', '--', 'server-show', 'w', cloud=known)
        assert (result.status, result.err) == (0, ''), value
        assert result.out.startswith('words\nweb-1\t'), value


def test_process_in_the_background_looks_names_up(cloud: ScriptedCloud, nova: Nova) -> None:
    cloud.on('GET', '/servers', {'servers': [{'id': '1', 'name': 'web-1', 'links': []}]})
    cloud.on('GET', '/servers/detail', {'servers': []})
    env = {'PATH': os.environ['PATH'], **nova.variables(cloud, {})}

    def run(*line: str) -> str:
        return processes.python('-P', '-m', 'novaclient_mv', *line, env=env, cwd=nova.home).stdout

    run('server-list')
    cloud.requests.clear()
    until = time.monotonic() + PATIENCE
    while 'web-1\t1' not in run('complete', '--', 'server-show', 'w'):
        assert time.monotonic() < until, cloud.wire()
    assert {*cloud.wire()} == {'GET /v2.1/servers'}


def test_what_a_key_starts_has_no_secret_in_its_arguments(
    cloud: ScriptedCloud, nova: Nova, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[tuple[list[str], bytes]] = []

    def spawn(path: str, argv: list[str], variables: dict[str, str], **more: Any) -> int:
        assert more['setsid'] is True
        (_, reading, _), *_ = more['file_actions']
        started.append((argv, os.read(reading, 1 << 16)))
        return 1

    monkeypatch.setattr(os, 'posix_spawn', spawn)
    secrets = ('--os-password', 'hidden-1', '--os-token=hidden-2', 'keypair-show', '')
    typed = b''.join(word.encode() + b'\0' for word in secrets)
    assert nova('complete', '--input', cloud=cloud, stdin=typed).status == 0
    assert started
    for argv, content in started:
        # Nothing is imported from the folder that a key is pressed in.
        assert argv[1:4] == ['-P', '-m', 'novaclient_mv']
        assert 'hidden' not in str(argv)
        assert {b'--os-password=hidden-1', b'--os-token=hidden-2'} <= {*content.split(b'\0')}
    assert nova('complete', *started[-1][0][5:], cloud=cloud, stdin=started[-1][1]).status == 0


def test_unknown_topic_is_refused(nova: Nova) -> None:
    assert nova('complete', '--refresh', 'nothing').status == 2
