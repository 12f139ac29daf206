"""Pre-flights: what becomes of a command line on clouds, as a run there has it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from unit_tests.nova import Nova
from unit_tests.scripted import STANDARD_HEADER, ScriptedCloud, StartCloud

Fleet = dict[str, ScriptedCloud]
CLOUDS = ('kilo', 'pike', 'xena', 'plain')
MAXIMA = {'kilo': '2.3', 'pike': '2.53', 'xena': '2.90'}


@pytest.fixture
def fleet(nova: Nova, start_cloud: StartCloud) -> Fleet:
    """Clouds of several releases, and one without microversions; ``xena`` has a cloud file's
    version.
    """
    fleet = {name: start_cloud(maximum=maximum) for name, maximum in MAXIMA.items()}
    fleet['plain'] = start_cloud('/v2', microversions=False)
    fields = {'xena': {'compute_api_version': '2.79'}}
    entries = [f'  {name}: {fleet[name].entry(**fields.get(name, {}))}\n' for name in CLOUDS]
    nova.cloud_file('clouds:\n' + ''.join(entries))
    return fleet


def rows(nova: Nova, *words: str, env: dict[str, str] | None = None) -> list[dict[str, Any]]:
    """The rows of a pre-flight, whose status and message are the ones for them."""
    result = nova('version-requires', '-f', 'json', *words, env=env)
    clouds: list[dict[str, Any]] = json.loads(result.out)['clouds']
    refusing = [row for row in clouds if row['answer'] == 'no']
    assert result.status == (3 if refusing else 0), result
    assert bool(result.err) == bool(refusing)
    for row in clouds:
        assert list(row) == ['cloud', 'region', 'answer', 'version', 'reason']
        assert (row['version'] is None, row['reason'] is None) == (
            (True, False) if row['answer'] == 'no' else (False, True)
        )
    return clouds


def test_the_answer_is_that_of_a_run(nova: Nova, fleet: Fleet) -> None:
    assert nova('version-pin', '2.40', '--force', cloud='pike').status == 0
    lines = (
        ['server-list'],
        ['server-tag-list', 'web'],
        ['server-list', '--changes-before', '2026-01-01'],
        ['list', '--tags', 'a'],
        ['agent-list'],
        ['network-list'],
        ['keypair-list', '--limit', '5'],
        ['nova-mv', '--os-compute-api-version', '2.25', 'server-migration-list', 'web'],
        ['keypair-list', '--user', 'u'],
        ['--os-compute-api-version', 'pike', 'keypair-list'],
    )
    mismatches = []
    for line in lines:
        for env in ({}, {'OS_COMPUTE_API_VERSION': '2.3'}):
            before = {name: len(cloud.requests) for name, cloud in fleet.items()}
            told = rows(nova, '--os-cloud', 'all', '--', *line, env=env)
            # Version documents and logins, but nothing of the line.
            for name, cloud in fleet.items():
                assert not [r for r in cloud.requests[before[name] :] if '/servers' in r.path]
            for row in told:
                cloud = fleet[row['cloud']]
                del cloud.requests[:]
                words = line[1:] if line[0] == 'nova-mv' else line
                run = nova(*words, cloud=row['cloud'], env=env)
                sent = {
                    each.headers[STANDARD_HEADER] or 'compute 2.0'
                    for each in cloud.requests
                    if (route := cloud.nova.route(each.path)) and route[2] not in ('', '/')
                }
                expected = set() if row['version'] is None else {f'compute {row["version"]}'}
                is_refused = row['answer'] == 'no'
                reason = (row['reason'] or '').partition(';')[0]
                if (sent, run.status in (2, 3)) != (expected, is_refused) or reason not in run.err:
                    mismatches.append((line, env, row, sent, run.err))
    assert not mismatches


def test_line_of_nova_heeds_neither_pin_nor_file(nova: Nova, fleet: Fleet) -> None:
    def answers(*line: str, env: dict[str, str] | None = None) -> list[str | None]:
        told = rows(nova, '--os-cloud', 'kilo,pike,xena', '--', 'nova', *line, env=env)
        return [row['version'] for row in told]

    assert answers('list') == ['2.3', '2.53', '2.90']
    assert answers('network-list') == ['2.3', None, None]
    assert answers('list', env={'OS_COMPUTE_API_VERSION': '2.10'}) == [None, '2.10', '2.10']
    assert answers('--os-compute-api-version', '2.3', 'list') == ['2.3'] * 3
    assert answers('--os-compute-api-version', 'pike', 'list') == [None] * 3


def test_line_of_openstack_is_judged_by_its_rule(nova: Nova, fleet: Fleet) -> None:
    assert nova('version-pin', '2.40', '--force', cloud='pike').status == 0

    def told(*line: str, env: dict[str, str] | None = None) -> list[str]:
        result = rows(nova, '--os-cloud', 'kilo,pike,xena', '--', 'openstack', *line, env=env)
        return [row['version'] or row['reason'] for row in result]

    # It heeds the cloud file, and no pin of ours.
    assert told('server', 'list') == ['2.3', '2.53', '2.79']
    lacking, *others = told('server', 'list', env={'OS_COMPUTE_API_VERSION': '2.10'})
    assert (lacking, others) == ('The cloud has no version 2.10 of compute.', ['2.10', '2.10'])
    assert told('--os-compute-api-version', '2.3', 'server', 'list') == ['2.3'] * 3
    hostname = ('server', 'create', '--flavor', '1', '--image', 'a', '--hostname', 'x', 'web')
    assert '--hostname needs 2.90 or later.' in told(*hostname)[1]
    assert told('server', 'list', env={'OS_COMPUTE_API_VERSION': 'pike'})[0].endswith('pike.')
    form = json.loads(
        nova(
            *('version-requires', '-f', 'json', '--release', 'xena', '--'),
            *('openstack', 'baremetal', 'node', 'list'),
        ).out
    )
    assert (form['command'], form['service']) == ('baremetal node list', 'baremetal')
    for words in (('user', 'list'), ('nosuch', 'thing')):
        result = nova('version-requires', '--release', 'xena', '--', 'openstack', *words)
        assert (result.status, ' '.join(words) in result.message) == (2, True)


def test_all_lines_that_words_of_openstack_are_here_are_judged(nova: Nova) -> None:
    line = 'server set --name x --hostname y --tag t web'
    words = ('--', *line.split())
    form = json.loads(nova('version-requires', '-f', 'json', *words).out)
    assert form['command'] == 'server-tag-add, server-update'
    assert (form['lowest'], form['lowest_set_by']) == ('2.90', ['--hostname'])
    refused = nova('version-requires', '-f', 'json', '--release', 'pike', *words)
    [row] = json.loads(refused.out)['clouds']
    assert (refused.status, row['version'], '--hostname' in row['reason']) == (3, None, True)
    taken = nova('version-requires', '-f', 'json', '--release', 'zed', *words)
    assert [row['version'] for row in json.loads(taken.out)['clouds']] == ['2.93']


def test_releases_ranges_and_clouds_that_do_not_answer_have_rows(nova: Nova, fleet: Fleet) -> None:
    line = ('--', 'server-tag-list', 'web')
    # A version of the cloud that a variable names is not one of the release.
    env = {'OS_CLOUD': 'xena'}
    assert [row['version'] for row in rows(nova, '--release', 'pike', *line, env=env)] == ['2.53']
    assert [row['version'] for row in rows(nova, '--range', '2.1..2.25', *line)] == [None]
    [row] = rows(nova, '--release', 'pike', '--', 'baremetal-node-list')
    assert row['cloud'] is row['region'] is None
    # Bounds of a line that is not finished are those of what is there.
    assert rows(nova, '--release', 'pike', '--', 'server-create', '--tags', 'a')[0]['version']
    conflict = ('server-create', '--hostname', 'a', '--file', 'a=b', 'web')
    assert 'never exist together' in rows(nova, '--release', 'pike', '--', *conflict)[0]['reason']
    file = nova.home / '.config' / 'openstack' / 'clouds.yaml'
    down = fleet['kilo'].entry().replace(fleet['kilo'].url, 'http://127.0.0.1:9')
    file.write_text(f'{file.read_text()}  down: {down}\n')
    told = {row['cloud']: row for row in rows(nova, '--os-cloud', 'down,pike', *line)}
    assert (told['down']['answer'], told['pike']['version']) == ('no', '2.53')
    everywhere = ('--os-region-name', 'all')
    down, pike = rows(nova, '--os-cloud', 'down,pike', *everywhere, *line)
    assert (down['answer'], pike['region'], pike['answer']) == ('no', 'RegionOne', 'yes')
    table = nova('version-requires', '--os-cloud', 'pike', *line)
    titles = [title.strip() for title in table.lines[1].strip('|').split('|')]
    assert titles == ['Cloud', 'Region', 'Answer', 'Version', 'Reason']
    # A variable alone asks nobody.
    asked = len(fleet['pike'].requests)
    plain = nova('version-requires', '-f', 'json', *line, cloud='pike')
    assert ('clouds' in json.loads(plain.out), len(fleet['pike'].requests)) == (False, asked)
    both = nova('version-requires', '--os-cloud', 'pike', '--release', 'pike', *line)
    assert (both.status, 'one only' in both.message) == (2, True)


def test_version_that_all_clouds_share_is_sent(nova: Nova, fleet: Fleet) -> None:
    common = ('--os-compute-api-version', 'common')

    def run(names: str, *line: str) -> tuple[int, set[str | None], str]:
        """Status and versions of a run, whose pre-flight tells the same."""
        told = rows(nova, *common, '--os-cloud', names, '--', *line)
        for cloud in fleet.values():
            del cloud.requests[:]
        result = nova(*common, '--os-cloud', names, *line)
        sent = {version for cloud in fleet.values() for version, _ in cloud.versions_sent()}
        foretold = {f'compute {row["version"]}' for row in told if row['version']}
        assert {version or 'compute 2.0' for version in sent} == foretold, result
        return result.status, sent, result.err

    assert run('pike,xena', 'server-list')[:2] == (0, {'compute 2.53'})
    assert run('kilo,pike,xena', 'server-list')[:2] == (0, {'compute 2.3'})
    # One cloud: as latest; the version of its file does not count.
    assert run('xena', 'server-list')[:2] == (0, {'compute 2.90'})
    assert run('xena,plain', 'server-list')[:2] == (0, {None})
    # The newest that also takes the line, or none.
    assert run('pike,xena', 'network-list')[1] == {'compute 2.35'}
    status, sent, message = run('kilo,xena', 'server-tag-list', 'web')
    assert (status, sent) == (3, set())
    assert 'server-tag-list needs API version 2.26 (Newton) or later; these clouds share' in message
    fleet['xena'].nova.minimum = '2.60'
    status, sent, message = run('pike,xena', 'server-list')
    assert (status, sent, message.count('\n')) == (3, set(), 1)
    assert 'pike offers 2.1 to 2.53 (Pike); xena offers 2.60 to 2.90 (Xena)' in message
    result = nova(
        'server-list', '--os-cloud', 'kilo,pike', env={'OS_COMPUTE_API_VERSION': 'common'}
    )
    assert (result.status, fleet['pike'].versions_sent()[-1][1]) == (0, '2.3')


def test_cloud_down_does_not_count_for_a_common_version(nova: Nova, fleet: Fleet) -> None:
    file = nova.home / '.config' / 'openstack' / 'clouds.yaml'
    down = fleet['kilo'].entry().replace(fleet['kilo'].url, 'http://127.0.0.1:9')
    file.write_text(f'{file.read_text()}  down: {down}\n')
    result = nova(
        *('--os-compute-api-version', 'common', '--os-cloud', 'down,pike,xena', 'server-list'),
        *('--os-region-name', 'all', '-f', 'json'),
    )
    assert (result.status, json.loads(result.err)['cloud']) == (8, 'down')
    assert {version for version, _ in fleet['xena'].versions_sent()} == {'compute 2.53'}
