"""Tests of lists that break off: what came is shown, and the error says how much that was."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from unit_tests import cases, records
from unit_tests.baremetal.v1.rack import Rack, node, refusal
from unit_tests.nova import Nova
from unit_tests.scripted import Answer, Request, ScriptedCloud, StartCloud, fault

SERVERS = [records.server(number) for number in (1, 2, 3)]
NAMES = ['web1', 'web2', 'web3']
LINK = [{'rel': 'next', 'href': 'http://elsewhere/servers/detail?limit=3&marker=3'}]
ENDS: dict[str, tuple[Any, int]] = {
    'corrupt marker': (lambda request: fault(400, 'marker [3] not found'), 1),
    '500': (lambda request: fault(500, 'Told to answer 500.'), 7),
    '404': (lambda request: fault(404, 'Told to answer 404.'), 5),
    'page': (lambda request: Answer(200, b'<html>Hello</html>'), 7),
    'nothing new': ({'servers': SERVERS, 'servers_links': LINK}, 7),
    'no list': ({'servers': 5}, 7),
    'odd rows': ({'servers': [5]}, 7),
    'odd links': ({'servers': [records.server(4)], 'servers_links': [{'rel': 'next'}]}, 7),
}
SHOWN = {
    'table': lambda text: [line.strip('| ') for line in text.splitlines()[3:-1]],
    'csv': lambda text: text.splitlines()[1:],
    'value': str.splitlines,
    'ndjson': lambda text: [json.loads(line)['name'] for line in text.splitlines()],
}


def breaks(cloud: ScriptedCloud, ends: str) -> None:
    """Have the second page of the list of servers end badly."""
    second = ENDS[ends][0]

    def page(request: Request) -> Any:
        if 'marker' in dict(request.query):
            return second(request) if callable(second) else second
        return {'servers': SERVERS, 'servers_links': LINK}

    cloud.on('GET', '/servers/detail', page)


@pytest.mark.parametrize('format', SHOWN)
@cases.one_test_of('ends', ENDS)
def test_rows_that_came_are_shown_by_formats_of_rows(
    nova: Nova, cloud: ScriptedCloud, format: str, ends: str
) -> None:
    breaks(cloud, ends)
    result = nova('server-list', '-f', format, '-c', 'name', cloud=cloud)
    read: Callable[[str], list[str]] = SHOWN[format]
    # A row of a page without a usable link to the next one came as well.
    names = [*NAMES, 'web4'] if ends == 'odd links' else NAMES
    assert (result.status, read(result.out)) == (ENDS[ends][1], names)
    assert f'The list broke off after {len(names)} rows: ' in result.err


def test_words_of_nova_say_how_far_the_list_came(nova: Nova, cloud: ScriptedCloud) -> None:
    breaks(cloud, 'corrupt marker')
    result = nova('--error-format', 'nova', 'server-list', cloud=cloud)
    (line,) = result.err.splitlines()
    assert line.startswith('ERROR (BadRequest): marker [3] not found (HTTP 400)')
    assert line.endswith(' The list broke off after 3 rows.')


@pytest.mark.parametrize(
    'options',
    [('-f', 'json'), ('-f', 'yaml'), ('--query', '[].name'), ('-f', 'csv', '--query', '[]')],
)
@cases.one_test_of('ends', ENDS)
def test_documents_show_all_or_nothing(
    nova: Nova, cloud: ScriptedCloud, options: tuple[str, ...], ends: str
) -> None:
    breaks(cloud, ends)
    result = nova('server-list', *options, '--error-format', 'json', cloud=cloud)
    error = json.loads(result.err)
    assert (result.out, result.status) == ('', ENDS[ends][1])
    assert error['rows_before'] == (4 if ends == 'odd links' else 3)


def test_list_refused_at_once_has_not_broken_off(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/servers/detail', lambda request: fault(400, 'marker [3] not found'))
    result = nova('server-list', '--error-format', 'json', cloud=cloud)
    error = json.loads(result.err)
    assert error['message'].startswith('marker [3] not found')
    assert 'rows_before' not in error


def test_rows_that_are_sorted_here_are_those_that_came(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = start_cloud(catalog={'baremetal': '/baremetal'})
    rack = Rack(cloud)
    first = {'nodes': [node(2), node(1)], 'next': 'http://elsewhere/v1/nodes?marker=1'}
    rack.answers_to('GET /nodes', first, refusal(400, 'The marker is corrupt.'))
    words = ('baremetal-node-list', '--sort', 'name:asc,uuid', '-f', 'value', '-c', 'name')
    result = nova('--os-baremetal-api-version', '1.50', *words, cloud=cloud)
    assert (result.status, result.lines) == (1, ['rack-1', 'rack-2'])
    assert 'The list broke off after 2 rows: The marker is corrupt.' in result.err


@pytest.mark.parametrize('format', [*SHOWN, 'json', 'yaml'])
def test_each_cloud_breaks_off_for_itself(nova: Nova, start_cloud: StartCloud, format: str) -> None:
    clouds = {name: start_cloud() for name in ('corrupt marker', 'page', 'whole')}
    clouds['whole'].on('GET', '/servers/detail', {'servers': [records.server(9)]})
    for name in ('corrupt marker', 'page'):
        breaks(clouds[name], name)
    entries = {name: json.loads(cloud.entry()) for name, cloud in clouds.items()}
    nova.cloud_file(json.dumps({'clouds': entries}))
    words = ('--os-cloud', ','.join(clouds), '--error-format', 'json', 'server-list')
    result = nova(*words, '-f', format, '-c', 'name')
    errors = {error['cloud']: error for error in map(json.loads, result.err.splitlines())}
    told = {cloud: (error['status'], error['rows_before']) for cloud, error in errors.items()}
    assert (result.status, told) == (8, {'corrupt marker': (1, 3), 'page': (7, 3)})
    assert 'web9' in result.out
    assert [result.out.count(name) for name in NAMES] == [2 * (format in SHOWN)] * len(NAMES)


@pytest.mark.parametrize(('words', 'path'), [
    (('usage-list',), '/os-simple-tenant-usage'),
    (('usage-show', '--tenant', 'one'), '/os-simple-tenant-usage/one'),
])  # fmt: skip
def test_sums_of_part_of_a_list_are_not_shown(
    nova: Nova, new_cloud: ScriptedCloud, words: tuple[str, ...], path: str
) -> None:
    key = 'tenant_usage' if words[1:] else 'tenant_usages'
    servers = [{'instance_id': '1'}, {'instance_id': '2'}]
    used = {'tenant_id': 'one', 'total_hours': 1, 'server_usages': servers}

    def page(request: Request) -> Any:
        if 'marker' in dict(request.query):
            return fault(400, 'marker [2] not found')
        link = [{'rel': 'next', 'href': f'http://elsewhere{path}?marker=2'}]
        return {key: used if words[1:] else [used], f'{key}_links': link}

    new_cloud.on('GET', path, page)
    result = nova(*words, cloud=new_cloud)
    assert (result.status, result.out) == (1, '')
    assert 'The list broke off after 1 row: marker [2] not found' in result.err
    assert '2 servers had come. Sums of some of the servers would be too small' in result.err
