"""Tests of what ``--watch`` asks a cloud, and how it ends; as a program in a pipe sees it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from unit_tests import records
from unit_tests.nova import Nova, Result
from unit_tests.pauses import Pauses, nothing
from unit_tests.scripted import ScriptedCloud

SERVER = f'/servers/{records.server_id(1)}'


def row(number: int, minute: int = 0, **fields: Any) -> dict[str, Any]:
    """A server that changed in a minute of an hour."""
    return records.server(number, updated=f'2026-01-01T10:{minute:02}:00Z', **fields)


class Servers:
    """The servers of a cloud, which tells changes as Nova does."""

    def __init__(self, cloud: ScriptedCloud, *rows: dict[str, Any]) -> None:
        self.cloud = cloud
        self.rows = [*rows]
        self.answered: list[int] = []
        cloud.on('GET', '/servers/detail', self._answer)

    def change(self, number: int, minute: int, **fields: Any) -> Callable[[], None]:
        """Return a step in which a server changes, or comes to be."""

        def step() -> None:
            new = row(number, minute, **fields)
            self.rows = [old for old in self.rows if old['id'] != new['id']] + [new]

        return step

    def _answer(self, request: Any) -> dict[str, Any]:
        since = dict(request.query).get('changes-since')
        rows = (
            [row for row in self.rows if row['updated'] >= since if since]
            if since
            else [row for row in self.rows if row['status'] != 'DELETED']
        )
        self.answered.append(len(rows))
        return {'servers': rows}

    @property
    def moments(self) -> list[str | None]:
        """The moments since which changes were asked for, look after look."""
        return [
            dict(request.query).get('changes-since')
            for request in self.cloud.requests
            if request.path.endswith('/servers/detail')
        ]


def watched(
    nova: Nova, cloud: ScriptedCloud | str, *words: str, steps: tuple[Callable[[], object], ...]
) -> Result:
    """The result of a line that is watched until these steps are over."""
    nova.clock = Pauses(*steps)
    return nova(*words, '--watch', '-f', 'ndjson', cloud=cloud)


def changes(result: Result, *keys: str) -> list[tuple[Any, ...]]:
    """The changes of rows, with some fields of these."""
    rows = map(json.loads, result.lines)
    return [(row['change'], *(row[key] for key in keys)) for row in rows]


# -- what is written --


def test_each_change_of_a_list_is_a_row(nova: Nova, new_cloud: ScriptedCloud) -> None:
    servers = Servers(new_cloud, row(1), row(2))
    steps = (
        servers.change(1, 5, status='SHUTOFF'),
        nothing,
        servers.change(3, 6, status='BUILD'),
        servers.change(2, 7, status='DELETED'),
    )
    result = watched(nova, new_cloud, 'server-list', steps=steps)
    assert changes(result, 'name', 'status') == [
        ('added', 'web1', 'ACTIVE'),
        ('added', 'web2', 'ACTIVE'),
        ('changed', 'web1', 'SHUTOFF'),
        ('added', 'web3', 'BUILD'),
        ('removed', 'web2', 'ACTIVE'),
    ]
    assert (result.status, result.err) == (0, '')
    assert nova.clock.sleeps == [2.0] * 5


def test_rows_have_what_ndjson_has_anyway(nova: Nova, new_cloud: ScriptedCloud) -> None:
    Servers(new_cloud, row(1))
    (line,) = nova('server-list', '-f', 'ndjson', cloud=new_cloud).lines
    (watched_line,) = watched(nova, new_cloud, 'server-list', steps=()).lines
    assert json.loads(watched_line) == {'change': 'added', **json.loads(line)}
    assert watched_line.startswith('{"change": "added", "id": ')


def test_columns_and_queries_are_those_of_a_row(nova: Nova, new_cloud: ScriptedCloud) -> None:
    servers = Servers(new_cloud, row(1))
    step = servers.change(1, 5, status='SHUTOFF')
    result = watched(nova, new_cloud, 'server-list', '-c', 'name', steps=(step,))
    assert result.lines == ['{"change": "added", "name": "web1"}']
    servers.rows = [row(1)]
    query = ('--query', '[].{name: name, state: status}')
    result = watched(nova, new_cloud, 'server-list', *query, steps=(step,))
    assert changes(result, 'name', 'state') == [
        ('added', 'web1', 'ACTIVE'),
        ('changed', 'web1', 'SHUTOFF'),
    ]
    result = watched(nova, new_cloud, 'server-list', '--query', '[].name', steps=())
    assert result.lines == ['{"change": "added", "value": "web1"}']


def test_an_age_is_no_change(nova: Nova, new_cloud: ScriptedCloud) -> None:
    Servers(new_cloud, row(1, created='2025-12-31T12:00:00Z'))
    result = watched(
        nova, new_cloud, 'server-list', '-c', 'name', '-c', 'age', steps=(nothing, nothing)
    )
    assert result.lines == ['{"change": "added", "name": "web1", "age": 86400}']


def test_a_record_changes_and_goes(nova: Nova, new_cloud: ScriptedCloud) -> None:
    def script(**fields: Any) -> Callable[[], None]:
        return lambda: records.add_server(new_cloud, row(1, image='', **fields))

    def delete() -> None:
        new_cloud.on('GET', SERVER, {}, 404)
        new_cloud.on('GET', '/servers', {'servers': []})

    script()()
    result = watched(
        nova, new_cloud, 'server-show', records.server_id(1), steps=(script(status='ERROR'), delete)
    )
    assert changes(result, 'status') == [
        ('added', 'ACTIVE'),
        ('changed', 'ERROR'),
        ('removed', 'ERROR'),
    ]
    assert (result.status, result.message) == (
        5,
        f"nova-mv: There is no server with the name or id '{records.server_id(1)}'.",
    )


# -- what is asked --


def test_second_look_asks_only_for_what_changed(nova: Nova, new_cloud: ScriptedCloud) -> None:
    servers = Servers(new_cloud, row(1, 5), row(2, 9))
    steps = (nothing, servers.change(1, 20), nothing)
    watched(nova, new_cloud, 'server-list', steps=steps)
    early, late = '2026-01-01T10:08:50Z', '2026-01-01T10:19:50Z'
    assert servers.moments == [None, early, early, late]
    assert servers.answered == [2, 1, 2, 1]


def test_a_look_is_one_request(nova: Nova, new_cloud: ScriptedCloud) -> None:
    Servers(new_cloud, row(1))
    nova('server-list', cloud=new_cloud)
    new_cloud.requests.clear()
    watched(nova, new_cloud, 'server-list', steps=(nothing,) * 4)
    assert new_cloud.wire() == ['GET /v2.1/servers/detail'] * 5


def test_now_and_then_the_whole_list_is_asked_for(nova: Nova, new_cloud: ScriptedCloud) -> None:
    servers = Servers(new_cloud, row(1))
    steps = [nothing] * 20

    def rename() -> None:
        # Nova does not take every change for one.
        servers.rows = [row(1, name='db')]
        servers.rows[0]['updated'] = '2026-01-01T09:00:00Z'

    steps[3] = rename
    result = watched(nova, new_cloud, 'server-list', steps=tuple(steps))
    assert [place for place, moment in enumerate(servers.moments) if moment is None] == [0, 10, 20]
    assert changes(result, 'name') == [('added', 'web1'), ('changed', 'db')]


@pytest.mark.parametrize(
    ('words', 'is_whole'),
    [
        ((), False),
        (('--all-tenants',), False),
        (('--fields', 'name,host'), False),
        (('-c', 'name'), False),
        (('--status', 'ACTIVE'), True),
        (('--limit', '3'), True),
        (('--sort', 'name'), True),
        (('--deleted',), True),
        (('--name', 'web'), True),
        (('--changes-since', '2026-01-01T00:00:00Z'), True),
    ],
)
def test_what_changes_cannot_tell_is_asked_for_as_a_whole(
    nova: Nova, new_cloud: ScriptedCloud, words: tuple[str, ...], is_whole: bool
) -> None:
    servers = Servers(new_cloud, row(1, 30))
    watched(nova, new_cloud, 'server-list', *words, steps=(nothing,))
    first, second = servers.moments
    assert (first == second) is is_whole


def test_cloud_without_changes_is_asked_for_lists(nova: Nova, new_cloud: ScriptedCloud) -> None:
    def answer(request: Any) -> Any:
        if 'changes-since' in dict(request.query):
            from unit_tests.scripted import fault

            return fault(400, 'Invalid filter.')
        return {'servers': [row(1)]}

    new_cloud.on('GET', '/servers/detail', answer)
    result = watched(nova, new_cloud, 'server-list', steps=(nothing,) * 3)
    assert (result.status, len(result.lines)) == (0, 1)
    queries = [dict(each.query) for each in new_cloud.requests if 'detail' in each.path]
    assert ['changes-since' in query for query in queries] == [False, True, False, False, False]


def test_the_clock_of_this_computer_does_not_matter(nova: Nova, new_cloud: ScriptedCloud) -> None:
    servers = Servers(new_cloud, row(1, 5))

    def skew() -> None:
        nova.clock.time += 1e6

    watched(nova, new_cloud, 'server-list', steps=(skew, nothing))
    assert servers.moments == [None, *['2026-01-01T10:04:50Z'] * 2]


# -- how it ends, and what passes --


def test_failure_that_may_pass_is_said_once(nova: Nova, new_cloud: ScriptedCloud) -> None:
    servers = Servers(new_cloud, row(1))

    def fail() -> None:
        for _ in range(20):
            new_cloud.answer_next('GET', '/servers/detail', 'status:500')

    def recover() -> None:
        new_cloud._mishaps.clear()
        servers.change(1, 5, status='ERROR')()

    result = watched(nova, new_cloud, 'server-list', steps=(fail, nothing, recover))
    assert changes(result, 'status') == [('added', 'ACTIVE'), ('changed', 'ERROR')]
    assert result.status == 0
    assert re.fullmatch(r'nova-mv: .*\(HTTP 500\).* Trying again\.', result.message)


@pytest.mark.parametrize('status', [400, 403, 404])
def test_another_failure_ends_it(nova: Nova, new_cloud: ScriptedCloud, status: int) -> None:
    Servers(new_cloud, row(1))

    def fail() -> None:
        new_cloud.on('GET', '/servers/detail', {'error': {'message': 'No.'}}, status)

    result = watched(nova, new_cloud, 'server-list', steps=(fail, nothing))
    assert result.status == nova('server-list', cloud=new_cloud).status != 0
    assert len(result.lines) == 1
    assert 'Trying again' not in result.err


def test_a_first_look_that_fails_ends_it(nova: Nova, closed_port: int) -> None:
    nova.clock = Pauses(*[nothing] * 30)
    variables = {'OS_AUTH_TYPE': 'none', 'OS_ENDPOINT': f'http://127.0.0.1:{closed_port}/v2.1'}
    result = nova('server-list', '--watch', '-f', 'ndjson', env=variables)
    assert (result.status, result.out) == (7, '')


def test_a_token_that_ends_is_renewed(nova: Nova, new_cloud: ScriptedCloud) -> None:
    Servers(new_cloud, row(1))
    result = watched(nova, new_cloud, 'server-list', steps=(new_cloud.expire, nothing))
    assert (result.status, result.err) == (0, '')
    logins = [line for line in new_cloud.wire() if line == 'POST /v3/auth/tokens']
    assert len(logins) == 2


def test_ctrl_c_before_anything_came_is_an_interruption(nova: Nova, cloud: ScriptedCloud) -> None:
    def transport(session: Any) -> None:
        raise KeyboardInterrupt

    from novaclient_mv import shell
    from novaclient_mv.clouds.environment import Environment
    from unit_tests.nova import Stream

    out, err = Stream(), Stream()
    environment = Environment(
        nova.variables(cloud, {}), stdout=out, stderr=err, transport=transport
    )
    status = shell.run(['server-list', '--watch', '-f', 'ndjson'], environment)
    assert (status, out.getvalue()) == (130, '')


def test_a_reader_who_is_gone_ends_it(nova: Nova, new_cloud: ScriptedCloud) -> None:
    from novaclient_mv import shell
    from novaclient_mv.clouds.environment import Environment
    from unit_tests.nova import Stream

    class Closed(Stream):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    Servers(new_cloud, row(1))
    environment = Environment(
        nova.variables(new_cloud, {}), stdout=Closed(), stderr=Stream(), clock=nova.clock.clock()
    )
    assert shell.run(['server-list', '--watch', '-f', 'ndjson'], environment) == 141


def test_timings_are_those_of_all_looks(nova: Nova, new_cloud: ScriptedCloud) -> None:
    Servers(new_cloud, row(1))
    result = watched(nova, new_cloud, 'server-list', '--timings', steps=(nothing,) * 30)
    requests = [line for line in result.err.splitlines() if '/servers/detail' in line]
    assert 0 < len(requests) <= 20
    assert re.search(r'\| \d+ requests before', result.err)
    assert '| Total ' in result.err
