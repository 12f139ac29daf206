"""``version-usage`` tells from logs who uses which version."""

from __future__ import annotations

import csv
import gzip
import io
import json
import pathlib

import pytest

from unit_tests.knowledge.usage.lines import access, ironic, own, placement
from unit_tests.nova import Nova
from unit_tests.scripted import StartCloud, fault


@pytest.fixture
def log(tmp_path: pathlib.Path) -> str:
    """A log of Nova with a line that tells no request."""
    file = tmp_path / 'nova-api.log'
    lines = [own('2.1'), own('-', request='GET /'), own('2.53', address='10.0.0.9'), 'Traceback:']
    file.write_text('\n'.join(lines) + '\n')
    return str(file)


def test_answer_is_one_object_with_the_promised_keys(nova: Nova, log: str) -> None:
    result = nova('version-usage', log, '--below', '2.53', '-f', 'json')
    assert (result.status, result.err) == (0, '')
    answer = json.loads(result.out)
    assert (answer['requests'], answer['unmatched']) == (3, 1)
    assert answer['versions'] == {'none': 1, '2.1': 1, '2.53': 1}
    assert answer['operations'] == {'GET /servers': 2, 'GET /': 1}
    assert answer['below']['version'] == '2.53'
    assert answer['below']['requests'] == 2
    assert answer['below']['addresses'] == {'10.0.0.1': 2}


def test_csv_has_a_row_for_each_value(nova: Nova, log: str) -> None:
    result = nova('version-usage', log, '--below', '2.53', '-f', 'csv')
    rows = list(csv.reader(io.StringIO(result.out)))
    assert rows[0] == ['dimension', 'value', 'requests']
    assert ['versions', '2.53', '1'] in rows
    assert ['below.addresses', '10.0.0.1', '2'] in rows
    assert all(int(row[2]) > 0 for row in rows[1:])


def test_table_has_bars_and_as_many_rows_as_asked_for(nova: Nova, tmp_path: pathlib.Path) -> None:
    file = tmp_path / 'log'
    addresses = [1, 1, 1, 1, 2, 2, 3]
    file.write_text('\n'.join(own(address=f'10.0.0.{number}') for number in addresses))
    result = nova('version-usage', str(file), '--top', '2')
    rows = [line.strip('| ').split() for line in result.lines if line.startswith('| ')]
    assert ['10.0.0.1', '|', '4', '|', '57.1', '%', '|', '#' * 20] in rows
    assert ['10.0.0.2', '|', '2', '|', '28.6', '%', '|', '#' * 10] in rows
    assert ['1', 'more', '|', '1', '|', '14.3', '%'] in rows


def test_lines_that_tell_no_request_are_shown_when_asked_for(nova: Nova, log: str) -> None:
    assert nova('version-usage', log).err == ''
    assert nova('version-usage', log, '--verbose').err == f'{log}: Traceback:\n'


def test_line_of_a_log_cannot_act_on_a_terminal(nova: Nova) -> None:
    result = nova('version-usage', '-', '--verbose', stdin=b'\x9b31m\x07\xff', is_terminal=True)
    assert result.status == 1
    assert result.err.replace('\n', '').isprintable()


def test_requests_in_lines_without_a_version_are_told(nova: Nova) -> None:
    words = ('version-usage', '-', '--service', 'baremetal')
    result = nova(*words, '--below', '1.46', stdin=f'{ironic()}\n{ironic()}\n'.encode())
    assert result.status == 0
    assert '2 of the requests are in lines without a version.' in result.lines


@pytest.mark.parametrize(
    ('text', 'service', 'silence'),
    [
        ('', 'compute', None),
        ('\n\n', 'compute', None),
        ('a\n\nb\n', 'compute', 'none of its 2 lines tells a request to compute'),
        (own(), 'placement', 'its only line tells no request to placement'),
        (placement(), 'placement', None),
        (access('-', 'agent', 'placement 1.36'), 'compute', None),
    ],
)
def test_log_with_lines_of_which_none_tells_a_request_is_a_failure(
    nova: Nova, tmp_path: pathlib.Path, text: str, service: str, silence: str | None
) -> None:
    asked, other = tmp_path / 'asked', tmp_path / 'other'
    asked.write_text(text)
    other.write_text(own() if service == 'compute' else placement())
    for more in ([], [str(other)]):
        result = nova('version-usage', '--service', service, str(asked), *more)
        assert f'{len(more)} request' in result.out or silence is None
        assert result.status == (0 if silence is None else 1)
        assert silence is None or f' {asked}: {silence}.' in result.err


def test_summaries_of_logs_are_merged(nova: Nova, log: str, tmp_path: pathlib.Path) -> None:
    other = tmp_path / 'access.log'
    other.write_text(access('-', 'gophercloud', 'compute 2.90'))
    one, two = str(tmp_path / 'one.json'), str(tmp_path / 'two.json')
    nova('version-usage', log, '--summary', one)
    nova('version-usage', str(other), '--summary', two)
    together = nova('version-usage', log, str(other), '--below', '2.90', '-f', 'json')
    merged = nova('version-usage', '--below', '2.90', '-f', 'json', '--merge', one, two)
    assert merged == together
    assert nova('version-usage', str(other), '--below', '2.90', '-f', 'json', '--merge', one) == (
        together
    )


@pytest.mark.parametrize(
    'words',
    [
        (),
        ('{log}', '--below', 'bruno'),
        ('{log}', '--below', '2.latest'),
        ('{log}', '--below', '1.5'),
        ('{log}', '--service', 'nothing'),
        ('{log}', '--top', '0'),
        ('{folder}',),
        ('{log}', '{folder}/missing'),
        ('--merge', '{log}'),
        ('--merge', '{folder}/missing'),
        ('--merge', '{summary}', '--service', 'baremetal'),
        ('--merge', '{summary}', '--scheduler', 'tcp://127.0.0.1:9'),
        ('{log}', '--verbose', '--scheduler', 'tcp://127.0.0.1:9'),
        ('{log}', '--summary', '{folder}/missing/summary'),
        ('{log}', '--summary', '{log}'),
    ],
)
def test_bad_input_is_refused_and_writes_nothing(
    nova: Nova, log: str, tmp_path: pathlib.Path, words: tuple[str, ...]
) -> None:
    summary = tmp_path / 'summary'
    assert nova('version-usage', log, '--summary', str(summary)).status == 0
    new = tmp_path / 'new'
    filled = [word.format(log=log, folder=tmp_path, summary=summary) for word in words]
    writes = [] if '--summary' in words else ['--summary', str(new)]
    result = nova('version-usage', *filled, *writes)
    assert (result.status, result.out) == (2, '')
    assert len(result.err.splitlines()) == 1
    assert not new.exists()
    assert 'Traceback' in pathlib.Path(log).read_text()


def test_refusals_of_a_raised_minimum_come_first(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = start_cloud(catalog={'identity': '/keys/v3/'})

    def line(project: str, version: str = '2.1') -> str:
        return own(version, context=f'None req-1 user {project} - - default default')

    agents = [access('-', agent, 'compute 2.1') for agent in ('old/1', 'old/1', 'new/2')]
    ids = {name: name * 32 for name in 'abcd'}
    counts = {'a': 3, 'b': 2, 'c': 1, 'd': 1}
    lines = [line(ids[name]) for name, count in counts.items() for _ in range(count)]
    lines += [line(ids['d'], '2.53'), line(ids['d'], '-')]
    log = '\n'.join(lines).encode()
    (nova.home / 'access.log').write_text('\n'.join(agents))
    logs = ('version-usage', '-', str(nova.home / 'access.log'))
    words = (*logs, '--below', '2.53', '--names')

    def first(*more: str) -> tuple[list[str], str]:
        result = nova(*words, *more, cloud=cloud, stdin=log)
        assert result.status == 0
        return result.lines[:4], result.err

    both = [{'id': ids['a'], 'name': 'one'}, {'id': ids['b'], 'name': 'two'}]
    same = {'id': ids['c'], 'name': 'two'}
    cloud.on('GET', '/keys/v3/projects', {'projects': [*both, same, {'id': 'e', 'name': 'other'}]})
    shown, message = first('--top', '3')
    assert shown[0] == 'Raising the minimum to 2.53 would refuse 11 of 12 requests (91.7 %).'
    # Two projects of one name, in different domains.
    assert shown[1] == f'Projects: one (3), two ({ids["b"]}) (2), {ids["d"]} (2), 1 more.'
    assert shown[2] == 'Programs: old/1 (2), new/2 (1).'
    assert shown[3] == '1 of them, without a version, would get the new minimum instead.'
    assert 'tells no name of 1 of 4 projects' in message
    form = json.loads(nova(*words, '-f', 'json', cloud=cloud, stdin=log).out)
    assert form['names'] == {'projects': {ids['a']: 'one', ids['b']: 'two', ids['c']: 'two'}}
    assert form['below']['projects'][ids['a']] == 3
    # Who may not list all is told of those that the login may work in; else ids remain.
    refused = fault(403, 'You are not authorized.')
    cloud.on('GET', '/keys/v3/projects', lambda request: refused)
    cloud.on('GET', '/keys/v3/auth/projects', {'projects': both[:1]})
    assert first()[0][1].startswith(f'Projects: one (3), {ids["b"]} (2)')
    cloud.on('GET', '/keys/v3/auth/projects', lambda request: refused)
    assert first()[0][1].startswith(f'Projects: {ids["a"]} (3)')
    plain = json.loads(nova(*logs, '-f', 'json', stdin=log).out)
    assert 'names' not in plain
    nowhere = nova(*words, stdin=log)
    assert (nowhere.status, 'asks a cloud' in nowhere.message) == (2, True)
    none = nova('version-usage', '-', '--below', '2.1', stdin=own('2.53').encode())
    assert none.lines[0] == 'Raising the minimum to 2.1 would refuse none of the requests.'


@pytest.mark.parametrize(('most', 'requests'), [(1, 1), (2, 2), (3, 3), (4, 3), (9, 3)])
@pytest.mark.parametrize('is_compressed', [False, True])
def test_no_more_lines_than_wanted_are_read(
    nova: Nova, tmp_path: pathlib.Path, log: str, most: int, requests: int, is_compressed: bool
) -> None:
    if is_compressed:
        packed = tmp_path / 'nova-api.log.gz'
        packed.write_bytes(gzip.compress(pathlib.Path(log).read_bytes()))
        log = str(packed)
    result = nova('version-usage', log, '--max-lines', str(most), '-f', 'json')
    assert (result.status, json.loads(result.out)['requests']) == (0, requests)
    assert (f'only the first {most} lines of {log} are counted' in result.err) == (most < 4)


def test_long_logs_are_announced(nova: Nova, log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert nova('version-usage', log, is_terminal=True).err == ''
    monkeypatch.setattr('novaclient_mv.program.commands.version_usage._LONG', 1)
    told = nova('version-usage', log, is_terminal=True).err
    assert 'GB of logs; Ctrl-C stops, --max-lines reads less' in told
    assert nova('version-usage', log).err == ''
    assert nova('version-usage', log, '--max-lines', '9', is_terminal=True).err == ''
