"""One command line on several clouds at once."""

from __future__ import annotations

import csv
import io
import json
import re
import threading
from typing import Any

import pytest

from novaclient_mv import shell
from novaclient_mv.cli.running import several_clouds
from novaclient_mv.cli.running.several_clouds import TargetEnded
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.clouds.selection import Target
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.errors import ExitStatus, tree
from unit_tests.nova import Nova, Stream
from unit_tests.scripted import Answer, ScriptedCloud, StartCloud

Two = tuple[ScriptedCloud, ScriptedCloud]


def flavor(id: str, name: str) -> dict[str, Any]:
    """A flavor as clouds of any age tell it."""
    numbers = {'ram': 64, 'disk': 1, 'vcpus': 1, 'swap': 0, 'OS-FLV-EXT-DATA:ephemeral': 0}
    return {'id': id, 'name': name, **numbers, 'rxtx_factor': 1.0, 'links': []}


@pytest.fixture
def ages(nova: Nova, start_cloud: StartCloud) -> Two:
    """Clouds ``old`` and ``new`` with a flavor each, and ``down``."""
    old, new = start_cloud(maximum='2.53'), start_cloud(maximum='2.90')
    for cloud, id in ((old, '1'), (new, '2')):
        cloud.on('GET', '/flavors/detail', {'flavors': [flavor(id, f'f{id}')]})
        cloud.on('GET', '/flavors', {'flavors': [{'id': id, 'name': f'f{id}', 'links': []}]})
        cloud.on('GET', f'/flavors/{id}/os-extra_specs', {'extra_specs': {}})
        cloud.on('GET', f'/flavors/{id}', {'flavor': flavor(id, f'f{id}')})
    down = old.entry().replace(old.url, 'http://127.0.0.1:9')
    nova.cloud_file(f'clouds: {{old: {old.entry()}, new: {new.entry()}, down: {down}}}')
    return old, new


@pytest.mark.parametrize('words', [('-c', 'cloud', '-c', 'id'), ('-c', 'cloud,id,region')])
def test_leading_columns_may_be_asked_for(nova: Nova, ages: object, words: tuple[str, ...]) -> None:
    result = nova('flavor-list', '--os-cloud', 'old,new', '-f', 'csv', *words)
    assert (result.status, result.err, result.lines) == (0, '', ['cloud,id', 'old,1', 'new,2'])
    alone = nova('flavor-list', '--os-cloud', 'old,new', '-c', 'cloud')
    assert (alone.status, alone.out) == (2, '')
    assert 'name a column besides' in alone.err
    one = nova('flavor-list', '--os-cloud', 'old', '-c', 'cloud')
    assert one.status == 2
    assert 'There is no column cloud' in one.err


def test_csv_and_table_have_the_columns_of_all(nova: Nova, ages: object) -> None:
    result = nova('flavor-list', '--os-cloud', 'old,new', '-f', 'csv')
    rows = list(csv.DictReader(io.StringIO(result.out)))
    assert [(row['cloud'], row['id']) for row in rows] == [('old', '1'), ('new', '2')]
    table = nova('flavor-list', '--os-cloud', 'old,new').lines
    titles = [title.strip() for title in table[1].split('|')[1:-1]]
    # 2.55 brought the description, which the older cloud lacks.
    assert titles[0] == 'Cloud'
    assert 'Description' in titles
    assert [line.split('|')[1].strip() for line in table[3:-1]] == ['old', 'new']


def test_regions_are_told_apart_where_several_are_asked_for(nova: Nova, ages: Two) -> None:
    line = ('flavor-list', '--os-cloud', 'old,new', '--os-region-name', 'RegionOne,Nowhere')
    result = nova(*line, '-f', 'ndjson', '-c', 'id')
    rows = sorted(map(json.loads, result.lines), key=lambda row: str(row['id']))
    assert rows == [
        {'cloud': 'old', 'region': 'RegionOne', 'id': '1'},
        {'cloud': 'new', 'region': 'RegionOne', 'id': '2'},
    ]
    starts = sorted(line.split(' ')[1] for line in result.err.splitlines())
    assert (starts, result.status) == (['new/Nowhere:', 'old/Nowhere:'], 8)


def test_all_regions_are_those_of_the_catalog(nova: Nova, ages: Two) -> None:
    old, new = ages
    old.further_regions = {'East': f'{new.url}/v2.1'}
    new.keystone = old.keystone
    line = ('flavor-list', '--os-cloud', 'old,down', '--os-region-name', 'all', '-c', 'id')
    result = nova(*line, '-f', 'json')
    assert json.loads(result.out) == [
        {'cloud': 'old', 'region': 'East', 'id': '2'},
        {'cloud': 'old', 'region': 'RegionOne', 'id': '1'},
    ]
    assert result.status == 8
    assert json.loads(result.err)['cloud'] == 'down'
    rows = [json.loads(line) for line in nova(*line, '-f', 'ndjson').lines]
    assert sorted(row['region'] for row in rows) == ['East', 'RegionOne']


def test_single_resources_are_a_record_of_each_cloud(nova: Nova, ages: object) -> None:
    result = nova('flavor-show', '1', '--os-cloud', 'old,old', '-f', 'json')
    assert [(row['cloud'], row['id']) for row in json.loads(result.out)] == [('old', '1')]
    table = nova('flavor-show', '1', '--os-cloud', 'old,new')
    assert [line for line in table.lines if line.startswith('| cloud')] == [
        next(line for line in table.lines if 'old' in line)
    ]
    # The other one has no such flavor.
    assert table.err.startswith('nova-mv: new: ')
    assert table.status == 8


def test_failures_are_lines_and_what_succeeded_is_there(nova: Nova, ages: object) -> None:
    result = nova('flavor-list', '--os-cloud', 'all', '-f', 'value', '-c', 'name')
    assert (result.lines, result.status) == (['old f1', 'new f2'], 8)
    assert len(result.err.splitlines()) == 1
    assert result.err.startswith('nova-mv: down: ')


def test_failures_as_json_are_an_object_a_line_with_the_cloud(nova: Nova, ages: object) -> None:
    line = ('flavor-show', 'none', '--os-cloud', 'all', '-f', 'json')
    result = nova(*line)
    failures = [json.loads(text) for text in result.err.splitlines()]
    statuses = {failure['cloud']: failure['status'] for failure in failures}
    assert statuses == {'old': 5, 'new': 5, 'down': 7}
    assert (result.out, result.status) == ('', 8)


@pytest.mark.parametrize(
    ('endings', 'status'),
    [
        ((None, None), 0),
        ((None, tree.Error('x')), 8),
        ((tree.Error('x'), ValueError()), 1),
        ((tree.Error('x'), tree.CommandError('x')), 8),
        ((tree.CommandError('x'), tree.CommandError('y')), 2),
    ],
)
def test_status_of_several_endings(
    nova: Nova, endings: tuple[Exception | None, ...], status: int
) -> None:
    target = Target('a', None, Settings({}, OptionTable(), Environment({})))
    ends = [TargetEnded(target, error, None) for error in endings]
    assert several_clouds.status_of(ends) == ExitStatus(status)


class Watched(Stream):
    """An output that tells when a text was written."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.is_there = threading.Event()

    def write(self, text: str) -> int:
        """Write, and look for the text."""
        count = super().write(text)
        if self.text in text:
            self.is_there.set()
        return count


def test_a_slow_cloud_does_not_hold_back_the_rows_of_others(nova: Nova, ages: Two) -> None:
    old, _ = ages
    out = Watched('"f2"')
    waits = []

    def slow(request: object) -> dict[str, Any]:
        # A thread that hangs must not outlive the program.
        (run,) = (each for each in threading.enumerate() if each.name == 'old')
        assert run.daemon
        waits.append(out.is_there.wait(30))
        return {'flavors': [flavor('1', 'f1')]}

    old.on('GET', '/flavors/detail', slow)
    environment = Environment(
        nova.variables(None, {}), stdout=out, stderr=Stream(), cwd=str(nova.home)
    )
    line = ['flavor-list', '--os-cloud', 'old,new', '-f', 'ndjson', '-c', 'name']
    assert shell.run(line, environment) == 0
    assert waits == [True]
    assert [json.loads(text)['cloud'] for text in out.getvalue().splitlines()] == ['new', 'old']


def test_limit_holds_for_each_cloud(nova: Nova, ages: Two) -> None:
    for cloud in ages:
        servers = [{'id': f'{number}', 'name': f's{number}'} for number in range(3)]
        cloud.on('GET', '/servers/detail', lambda request, rows=servers: {'servers': rows})
    line = ('server-list', '--os-cloud', 'old,new', '--limit', '2', '-f', 'value', '-c', 'id')
    assert nova(*line).lines == ['old 0', 'old 1', 'new 0', 'new 1']


def test_a_version_of_a_cloud_file_holds_for_that_cloud(nova: Nova, ages: Two) -> None:
    named = ages[1].entry(compute_api_version='2.60')
    nova.cloud_file(f'clouds: {{old: {ages[0].entry()}, new: {named}}}')
    nova('flavor-list', '--os-cloud', 'all')
    sent = [{version for version, _ in cloud.versions_sent() if version} for cloud in ages]
    assert sent == [{'compute 2.53'}, {'compute 2.60'}]


def test_writes_are_refused_at_once(nova: Nova, ages: Two) -> None:
    for line in (('keypair-create', 'k'), ('api', 'POST', '/servers'), ('server-ssh', 's')):
        for clouds in ('old,new', 'all'):
            result = nova(*line, '--os-cloud', clouds)
            names = 'old, new' if clouds == 'old,new' else 'old, new, down'
            reason = (
                'works on one cloud, not on'
                if line[0] == 'server-ssh'
                else 'may change something; that is done on one cloud at a time, not on'
            )
            assert (result.out, result.status) == ('', 2)
            assert result.err == f'nova-mv: {line[0]} {reason} {names}.\n'
    assert [cloud.wire() for cloud in ages] == [[], []]


def test_raw_reads_are_for_several_clouds(nova: Nova, ages: object) -> None:
    result = nova('api', 'GET', '/flavors/1', '--os-cloud', 'old,new', '-f', 'json')
    assert json.loads(result.out)[0]['cloud'] == 'old'
    assert json.loads(result.out)[0]['flavor']['id'] == '1'


def test_results_of_any_shape_come_whole_from_each_cloud(nova: Nova, ages: Two) -> None:
    service = {'active': True, 'available': True, 'updated_at': '2026-01-01T12:00:00.000000'}
    for number, cloud in enumerate(ages):
        zone = {'zoneName': f'zone{number}', 'zoneState': {'available': True}}
        zone['hosts'] = {f'host{number}': {'nova-compute': service}}
        cloud.on('GET', '/os-availability-zone/detail', {'availabilityZoneInfo': [zone]})
        limits = {'rate': [], 'absolute': {'maxTotalCores': number + 20, 'totalCoresUsed': number}}
        cloud.on('GET', '/limits', {'limits': limits})
    clouds = ('--os-cloud', 'old,new')
    for command, keys, words in (
        ('availability-zone-list', {'name': ['zone0', 'zone1']}, ['|- host0', '|- host1']),
        ('limits-show', {}, ['| 0 ', '| 20 ', '| 1 ', '| 21 ']),
    ):
        table = nova(command, *clouds)
        assert (table.status, table.err) == (0, '')
        assert [word for word in words if word not in table.out] == []
        rows = json.loads(nova(command, *clouds, '-f', 'json').out)
        assert [row['cloud'] for row in rows] == ['old', 'new']
        assert {key: [row[key] for row in rows] for key in keys} == keys


def test_a_query_is_over_the_rows_of_all(nova: Nova, ages: object) -> None:
    result = nova('flavor-list', '--os-cloud', 'old,new', '--query', '[].[cloud, id]')
    assert json.loads(result.out) == [['old', '1'], ['new', '2']]


def test_half_a_list_is_not_shown_as_a_whole_one(nova: Nova, ages: Two) -> None:
    old, new = ages
    link = {'rel': 'next', 'href': f'{old.url}/v2.1/servers/detail?marker=1'}

    def pages(request: Any) -> Any:
        if 'marker' in str(request):
            return Answer(400, {'badRequest': {'code': 400, 'message': 'No.'}})
        return {'servers': [{'id': '1', 'name': 's'}], 'servers_links': [link]}

    old.on('GET', '/servers/detail', pages)
    new.on('GET', '/servers/detail', {'servers': [{'id': '2', 'name': 't'}]})
    line = ('server-list', '--os-cloud', 'old,new', '-c', 'id')
    whole = nova(*line, '-f', 'json')
    assert (json.loads(whole.out), whole.status) == ([{'cloud': 'new', 'id': '2'}], 8)
    # Rows that are written as they come were there before it was known.
    rows = [json.loads(text)['cloud'] for text in nova(*line, '-f', 'ndjson').lines]
    assert sorted(rows) == ['new', 'old']


@pytest.mark.parametrize(
    'words',
    [
        ('--os-cloud', 'old', 'flavor-list', '--os-cloud', 'new'),
        ('--os-cloud=down', '--os-cloud', 'old,down', 'flavor-list', '--os-cloud=new'),
        ('flavor-list', '--os-cloud', 'down', '--os-cloud', 'new'),
    ],
)
def test_the_last_cloud_wins(nova: Nova, ages: object, words: tuple[str, ...]) -> None:
    result = nova(*words, '-f', 'value', '-c', 'id')
    assert (result.out, result.status) == ('2\n', 0)
    assert re.fullmatch('nova-mv: --os-cloud is given .*: the last one counts; .*\n', result.err)


@pytest.mark.parametrize('names', ['old,new', 'all', 'nosuch,old'])
def test_offline_command_on_one_cloud_refuses_a_list(nova: Nova, ages: object, names: str) -> None:
    result = nova('version-pin', '2.53', '--os-cloud', names)
    assert (result.status, result.out) == (2, '')
    assert f'works on one cloud, not on several: {names}' in result.err


def test_names_and_values_of_each_cloud_have_the_chosen_columns(nova: Nova, ages: Two) -> None:
    for cloud, value in zip(ages, ('4', '8'), strict=True):
        cloud.on('GET', '/flavors/1', {'flavor': flavor('1', 'f')})
        cloud.on('GET', '/flavors/1/os-extra_specs/a', {'a': value})
    line = ('--os-cloud', 'old,new', 'flavor-extra-spec-show', '1', 'a')
    for format in ('csv', 'value', 'ndjson', 'table'):
        result = nova(*line, '-c', 'a', '-c', 'cloud', '-f', format)
        assert (result.status, result.err) == (0, ''), format
        assert all(word in result.out for word in ('old', '4', 'new', '8'))
    assert nova(*line, '-c', 'a', '-f', 'csv').lines == ['cloud,a', 'old,4', 'new,8']
    result = nova(*line, '-c', 'b')
    assert (result.status, result.out) == (2, '')
    assert result.err == 'nova-mv: There is no column b. There are: a.\n'
