"""Tests of several names of servers in one command: few requests, and each target as by itself."""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import Request, ScriptedCloud, StartCloud, fault
from unit_tests.v2 import exchange

UNDERSTOOD: dict[str, Callable[[str], str]] = {
    'with bars': str,
    'bars as plain signs': lambda pattern: pattern.replace('|', r'\|'),
}
"""Databases' forms of the filter: SQLite and PostgreSQL use it unchanged, MySQL this."""


def name_filter(
    names: Sequence[str], understood: Callable[[str], str] = str
) -> Callable[[Request], Any]:
    """Answers the list of servers, numbered from 1, as Nova filters it by name."""

    def answer(request: Request) -> Any:
        pattern = understood(dict(request.query).get('name', ''))
        rows = [
            {'id': records.server_id(number), 'name': name, 'links': []}
            for number, name in enumerate(names, 1)
            if re.search(pattern, name)
        ]
        return {'servers': rows}

    return answer


def with_servers(cloud: ScriptedCloud, names: Sequence[str], **options: Any) -> ScriptedCloud:
    """Let a cloud have servers of these names, which can be deleted and acted on."""
    cloud.on('GET', '/servers', name_filter(names, **options))
    for number, name in enumerate(names, 1):
        server = records.server_id(number)
        cloud.on('GET', f'/servers/{server}', {'server': records.server(number, name)})
        cloud.on('DELETE', f'/servers/{server}', None, 204)
        cloud.on('POST', f'/servers/{server}/action', None, 202)
    return cloud


def lookups(cloud: ScriptedCloud) -> list[dict[str, str]]:
    """The queries of the searches for names."""
    return [
        dict(request.query)
        for request in cloud.requests
        if request.method == 'GET' and request.path.endswith('/servers')
    ]


def deleted(cloud: ScriptedCloud) -> list[str]:
    """The ids of the servers that were deleted, in order."""
    return sorted(
        request.path.rpartition('/')[2] for request in cloud.requests if request.method == 'DELETE'
    )


def ids(numbers: Iterable[int]) -> list[str]:
    """The ids of servers."""
    return [records.server_id(number) for number in numbers]


@pytest.mark.parametrize('version', ['2.1', NEWEST])
def test_names_are_looked_up_in_one_request(
    nova: Nova, start_cloud: StartCloud, version: str
) -> None:
    cloud = with_servers(start_cloud(maximum=NEWEST), [f'web{place}' for place in range(1, 9)])
    asked = ['web7', 'web1', 'web4']
    result = nova('server-delete', *asked, version=version, cloud=cloud)
    assert result.lines == [
        f'{name} ({records.server_id(int(name[3:]))}): delete accepted' for name in asked
    ]
    assert (result.err, result.status) == ('', 0)
    assert len(lookups(cloud)) == 1
    assert deleted(cloud) == ids([1, 4, 7])
    assert len(exchange.sent(cloud)) == 4


def test_one_name_among_ids_is_asked_for_as_ever(nova: Nova, cloud: ScriptedCloud) -> None:
    with_servers(cloud, ['web', 'db', 'mail'])
    result = nova('server-stop', records.server_id(2), 'web', records.server_id(3), cloud=cloud)
    assert result.status == 0
    assert lookups(cloud) == [{'name': 'web'}]


def test_ids_are_asked_for_as_ids_among_names(nova: Nova, cloud: ScriptedCloud) -> None:
    with_servers(cloud, ['web', 'db', 'mail', 'web2'])
    result = nova('server-delete', 'mail', records.server_id(2), 'web', cloud=cloud)
    assert [line.partition(' ')[0] for line in result.lines] == ['mail', 'db', 'web']
    assert len(lookups(cloud)) == 1
    reads = [line for line in exchange.sent(cloud) if line.startswith('GET /servers/')]
    assert reads == [f'GET /servers/{records.server_id(2)}']


def test_name_with_the_form_of_an_id_is_looked_for_by_itself(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    name = records.server_id(77)
    with_servers(cloud, ['a', name, 'b'])
    assert nova('server-delete', 'a', name, 'b', cloud=cloud).status == 0
    assert deleted(cloud) == ids([1, 2, 3])
    assert {'name': name} in lookups(cloud)
    assert len(lookups(cloud)) == 2


@pytest.mark.parametrize('understood', UNDERSTOOD.values(), ids=UNDERSTOOD)
def test_signs_of_patterns_are_plain_in_names(
    nova: Nova, cloud: ScriptedCloud, understood: Callable[[str], str]
) -> None:
    names = [
        *('a.b', 'axb', 'a+b', 'aab', 'c(d)', 'cd', '[e]', 'e', r'f\g', 'f*', 'f', '^h', 'h$', 'h'),
        *(
            'i|j',
            'i',
            'j',
            '{2}',
            'k?',
            '?k',
            '***',
            '(?i)l',
            'Zürich',
            '東京',
            'a b&c=d',
            '%',
            '#',
        ),
    ]
    with_servers(cloud, names, understood=understood)
    wanted = names[::2]
    result = nova('server-delete', '--', *wanted, cloud=cloud)
    assert (result.err, result.status) == ('', 0)
    assert deleted(cloud) == ids(range(1, len(names) + 1, 2))
    assert len(lookups(cloud)) == 1


def test_many_names_are_looked_up_in_requests_of_a_bounded_length(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    names = [f'a-rather-long-name-of-a-server-{place:04d}' for place in range(1, 201)]
    targets: list[str] = []
    answer = name_filter(names)

    def record(request: Request) -> Any:
        targets.append(f'{request.path}?{urllib.parse.urlencode(request.query)}')
        return answer(request)

    with_servers(cloud, names)
    cloud.on('GET', '/servers', record)
    result = nova('server-delete', *names, cloud=cloud)
    assert (len(result.lines), result.err) == (200, '')
    assert deleted(cloud) == sorted(ids(range(1, 201)))
    assert max(map(len, targets)) < 2000
    assert len(targets) == 6  # 38 names fit into one


def test_ambiguous_name_fails_by_itself(nova: Nova, cloud: ScriptedCloud) -> None:
    with_servers(cloud, ['web', 'twice', 'twice', 'db'])
    alone = nova('server-delete', 'twice', cloud=cloud).err
    result = nova('server-delete', 'web', 'twice', 'db', cloud=cloud)
    assert result.status == 8
    assert [line.partition(' ')[0] for line in result.lines] == ['web', 'db']
    first, last = result.err.splitlines()
    assert first == alone.replace('nova-mv: ', 'nova-mv: twice: ', 1).rstrip()
    assert ', '.join(ids([2, 3])) in first
    assert last == 'nova-mv: 1 of 3 failed.'
    assert deleted(cloud) == ids([1, 4])


def test_twins_on_two_pages_are_ambiguous(nova: Nova, cloud: ScriptedCloud) -> None:
    names = ['web', 'twice', 'db', 'twice']
    rows = [
        {'id': records.server_id(number), 'name': name, 'links': []}
        for number, name in enumerate(names, 1)
    ]
    with_servers(cloud, names)
    cloud.on('GET', '/servers', records.pages(rows, 'servers', 2, path='/v2.1/servers'))
    result = nova('server-delete', 'web', 'twice', 'db', cloud=cloud)
    assert '2 servers have the name' in result.err
    assert deleted(cloud) == ids([1, 3])
    first, second = lookups(cloud)
    assert second == {**first, 'marker': records.server_id(2)}


def test_missing_name_fails_as_alone(nova: Nova, cloud: ScriptedCloud) -> None:
    with_servers(cloud, ['web', 'db', 'Nobody'])
    result = nova('server-delete', 'web', 'nobody', 'db', cloud=cloud)
    assert result.status == 8
    assert result.err.splitlines() == [
        "nova-mv: nobody: There is no server with the name or id 'nobody'.",
        'nova-mv: 1 of 3 failed.',
    ]
    assert deleted(cloud) == ids([1, 2])
    # What was not found with others is looked for by itself: it alone decides.
    assert lookups(cloud)[1:] == [{'name': 'nobody'}]


def test_empty_name_among_others_is_refused(nova: Nova, cloud: ScriptedCloud) -> None:
    with_servers(cloud, ['web', 'db'])
    result = nova('server-delete', 'web', '', 'db', cloud=cloud)
    assert result.message == 'nova-mv: <server> of server-delete is empty: is a variable not set?'
    assert (result.status, cloud.wire()) == (2, [])


def test_server_that_is_gone_in_between_fails_by_itself(nova: Nova, cloud: ScriptedCloud) -> None:
    with_servers(cloud, ['web', 'db', 'mail'])
    cloud.on('DELETE', f'/servers/{records.server_id(2)}', lambda request: fault(404, 'Gone.'))
    result = nova('server-delete', 'web', 'db', 'mail', cloud=cloud)
    assert result.status == 8
    assert result.err.startswith('nova-mv: db: Gone. (HTTP 404)')
    assert len(result.lines) == 2


def test_server_given_twice_by_name_or_id_is_acted_on_once(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    with_servers(cloud, ['web', 'db'])
    result = nova('server-delete', 'web', 'db', 'web', records.server_id(2), cloud=cloud)
    assert [line.partition(' ')[0] for line in result.lines] == ['web', 'db']
    assert deleted(cloud) == ids([1, 2])


@pytest.mark.parametrize('status', [400, 403, 414, 500])
def test_names_are_looked_for_singly_where_the_cloud_refuses_several(
    nova: Nova, cloud: ScriptedCloud, status: int
) -> None:
    names = ['web', 'db', 'mail']
    answer = name_filter(names)

    def refuse(request: Request) -> Any:
        pattern = dict(request.query)['name']
        return fault(status, 'No.') if '(' in pattern else answer(request)

    with_servers(cloud, names)
    cloud.on('GET', '/servers', refuse)
    result = nova('server-delete', *names, cloud=cloud)
    assert (result.err, result.status) == ('', 0)
    assert deleted(cloud) == ids([1, 2, 3])
    singles = [query['name'] for query in lookups(cloud) if '(' not in query['name']]
    assert sorted(singles) == sorted(names)


def test_names_are_looked_for_singly_where_the_cloud_knows_no_patterns(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    with_servers(cloud, ['web', 'db'], understood=re.escape)
    assert nova('server-delete', 'web', 'db', cloud=cloud).status == 0
    assert [query['name'] for query in lookups(cloud)][1:] in (['web', 'db'], ['db', 'web'])


def test_each_name_has_its_own_error_where_no_search_works(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.on('GET', '/servers', lambda request: fault(403, 'Not for you.'))
    result = nova('server-delete', 'web', 'db', cloud=cloud)
    assert result.status == 4
    web, db, last = result.err.splitlines()
    assert web.startswith('nova-mv: web: Not for you. (HTTP 403)')
    assert db.startswith('nova-mv: db: Not for you. (HTTP 403)')
    assert last == 'nova-mv: 2 of 2 failed.'


def test_odd_names_in_the_answer_are_nobodys(nova: Nova, cloud: ScriptedCloud) -> None:
    with_servers(cloud, ['web', 'db'])
    odd: list[Any] = [{'id': 'x', 'name': name} for name in (None, 7, ['web'], {'web': 1})]
    rows = name_filter(['web', 'db'])
    cloud.on(
        'GET',
        '/servers',
        lambda request: {'servers': [*odd, {'id': 'y'}, *rows(request)['servers']]},
    )
    assert nova('server-delete', 'web', 'db', cloud=cloud).status == 0
    assert deleted(cloud) == ids([1, 2])


def test_names_in_all_projects(nova: Nova, cloud: ScriptedCloud) -> None:
    with_servers(cloud, ['web', 'db'])
    assert nova('server-stop', 'web', 'db', '--all-tenants', cloud=cloud).status == 0
    (query,) = lookups(cloud)
    assert query['all_tenants'] == '1'
    assert nova('server-stop', 'web', 'nobody', '--all-tenants', cloud=cloud).status == 8
    assert lookups(cloud)[-1] == {'all_tenants': '1', 'name': 'nobody'}


@pytest.mark.parametrize(
    'words',
    [
        ('server-start', 'web', 'db'),
        ('server-stop', 'web', 'db'),
        ('server-reboot', 'web', 'db'),
        ('server-reset-state', 'web', 'db'),
    ],
)
def test_every_command_on_several_servers_shares_the_search(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]
) -> None:
    with_servers(cloud, ['web', 'db', 'mail'])
    assert nova(*words, cloud=cloud).status == 0
    assert len(lookups(cloud)) == 1
    assert sorted(exchange.writes(cloud)) == [
        f'POST /servers/{server}/action' for server in ids([1, 2])
    ]
