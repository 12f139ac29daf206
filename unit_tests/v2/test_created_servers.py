"""Several servers of one create: all are waited for and shown, whoever asks, at any version."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova, Result
from unit_tests.scripted import Request, ScriptedCloud, StartCloud, fault

WORDS = ('server-create', 'web', '--flavor', '1', '--snapshot', 's')
THREE = ('--min-count', '3', '--max-count', '3')
RESERVATION = 'OS-EXT-SRV-ATTR:reservation_id'
ADMIN_AND_USER = pytest.mark.parametrize('reservation', ['r-1', None], ids=['admin', 'user'])


class Created:
    """A cloud that makes servers of one request, beside others of the same names.

    :param reservation: what it shows of the reservation; ``None`` for one that is not told.
    :param count: how many servers it makes.
    """

    def __init__(self, cloud: ScriptedCloud, reservation: str | None, count: int) -> None:
        self.cloud = cloud
        self.reservation = reservation
        self.states: dict[int, list[dict[str, Any]]] = {}
        self.older = [
            self.record(10 + number, f'web-{number}', created='2026-01-01T11:59:58Z')
            for number in (1, 2, 3, 4)
        ]
        self.names = {n: f'web-{n}' if count > 1 else 'web' for n in range(1, count + 1)}
        cloud.on('GET', '/flavors/1', {'flavor': records.flavor()})
        cloud.on('POST', '/servers', self.create, 202)
        cloud.on('GET', '/servers/detail', self.list)
        cloud.on('GET', '/servers/*/os-instance-actions', self.actions)
        for number in self.names:
            self.ends_as(number, {'status': 'ACTIVE', 'OS-EXT-STS:task_state': None})
            cloud.on('GET', f'/servers/{records.server_id(number)}', self.show)

    def record(self, number: int, name: str, **fields: Any) -> dict[str, Any]:
        """One server."""
        now = {'status': 'BUILD', 'OS-EXT-STS:task_state': 'spawning', **fields}
        told = {RESERVATION: self.reservation} if self.reservation else {}
        created = {'created': '2026-01-01T12:00:00Z', 'image': ''}
        return records.server(number, name, **{**created, **told, **now})

    def ends_as(self, number: int, *later: dict[str, Any]) -> None:
        """Let a server be in these states after two looks at it being built."""
        self.states[number] = [{}, {}, *later]

    def create(self, request: Request) -> Any:
        """Answers a create."""
        if request.body['server'].get('return_reservation_id'):
            return {'reservation_id': 'r-1'}
        return {'server': {'id': records.server_id(1), 'adminPass': 'adm1n', 'links': []}}

    def show(self, request: Request) -> Any:
        """Answers with one server."""
        number = int(request.path.rpartition('/')[2][:8], 16)
        left = self.states[number]
        now = left.pop(0) if len(left) > 1 else left[0]
        return {'server': self.record(number, self.names[number], **now)}

    def list(self, request: Request) -> Any:
        """Answers a list; the newest server comes first."""
        asked = dict(request.query)
        rows = [self.record(number, name) for number, name in reversed(self.names.items())]
        if asked.get('reservation_id') == 'r-1':
            return {'servers': rows}
        assert asked == {'name': '^web-[0-9]+$'}
        return {'servers': [*rows, *self.older]}

    def actions(self, request: Request) -> Any:
        """Answers with the record of a server: older ones were created by another request."""
        number = int(request.path.split('/')[3][:8], 16)
        if number < 10:
            # No cell has taken it up yet.
            return {'instanceActions': []}
        return {'instanceActions': [{'action': 'create', 'request_id': 'req-older'}]}


@pytest.fixture
def make(start_cloud: StartCloud) -> Callable[..., Created]:
    """Makes a cloud of so many new servers."""

    def start(reservation: str | None = 'r-1', count: int = 3) -> Created:
        return Created(start_cloud(maximum=NEWEST), reservation, count)

    return start


def cells(result: Result) -> list[list[str]]:
    """The rows of a table, without its title."""
    return [[cell.strip() for cell in line.split('|')[1:-1]] for line in result.lines[3:-1]]


@ADMIN_AND_USER
def test_all_are_waited_for_and_shown_as_rows(
    nova: Nova, make: Callable[..., Created], reservation: str | None
) -> None:
    made = make(reservation)
    made.ends_as(3, {}, {}, {'status': 'ACTIVE', 'OS-EXT-STS:task_state': None})
    result = nova(*WORDS, *THREE, '--wait', cloud=made.cloud)
    assert (result.status, result.err) == (0, '')
    assert [(row[1], row[2], row[-1]) for row in cells(result)] == [
        (f'web-{number}', 'ACTIVE', 'adm1n') for number in (1, 2, 3)
    ]
    assert result.out.count('+\n') == 3
    assert len(nova.clock.sleeps) == 4
    (sent,) = [each.body['server'] for each in made.cloud.requests if each.path == '/v2.1/servers']
    assert (sent['min_count'], sent['max_count']) == (3, 3)
    assert 'return_reservation_id' not in sent


@ADMIN_AND_USER
@pytest.mark.parametrize('version', ['2.1', '2.3', NEWEST])
@pytest.mark.parametrize('wait', [(), ('--wait',)])
def test_programs_get_a_list_whether_it_is_waited_for_or_not(
    nova: Nova,
    make: Callable[..., Created],
    version: str,
    reservation: str | None,
    wait: tuple[str, ...],
) -> None:
    made = make(reservation if version != '2.1' else None)
    result = nova(*WORDS, *THREE, *wait, '-f', 'json', version=version, cloud=made.cloud)
    shown = json.loads(result.out)
    assert [each['name'] for each in shown] == ['web-1', 'web-2', 'web-3']
    assert {each['admin_password'] for each in shown} == {'adm1n'}
    assert {each['status'] for each in shown} == {'ACTIVE' if wait else 'BUILD'}
    assert result.err == ''


def test_reader_who_does_not_wait_sees_the_first(nova: Nova, make: Callable[..., Created]) -> None:
    made = make()
    result = nova(*WORDS, *THREE, cloud=made.cloud)
    assert result.lines[1].split() == ['|', 'Property', '|', 'Value', '|']
    assert 'GET /v2.1/servers/detail' not in made.cloud.wire()


def test_one_that_breaks_does_not_end_the_wait_for_others(
    nova: Nova, make: Callable[..., Created]
) -> None:
    made = make()
    made.ends_as(
        2,
        {'status': 'ERROR', 'OS-EXT-STS:task_state': None, 'fault': {'message': 'No valid host.'}},
    )
    made.ends_as(3, {}, {'status': 'ACTIVE', 'OS-EXT-STS:task_state': None})
    result = nova(*WORDS, *THREE, '--wait', cloud=made.cloud)
    assert result.status == 8
    assert [row[2] for row in cells(result)] == ['ACTIVE', 'ERROR', 'ACTIVE']
    assert result.err.splitlines() == [
        f'nova-mv: {records.server_id(2)}: web-2 went into error: No valid host.',
        'nova-mv: 1 of 3 failed.',
    ]


def test_all_that_break_have_the_status_of_one(nova: Nova, make: Callable[..., Created]) -> None:
    made = make()
    for number in (1, 2, 3):
        made.ends_as(number, {'status': 'ERROR', 'OS-EXT-STS:task_state': None})
    result = nova(*WORDS, *THREE, '--wait', '-f', 'json', cloud=made.cloud)
    assert result.status == 1
    assert [each['status'] for each in json.loads(result.out)] == ['ERROR'] * 3
    assert len(json.loads(result.err)['failures']) == 3


def test_wait_that_runs_out_shows_all_as_they_are(nova: Nova, make: Callable[..., Created]) -> None:
    made = make()
    made.ends_as(3, {})
    words = ('--wait', '--wait-timeout', '30', '-f', 'json')
    result = nova(*WORDS, *THREE, *words, cloud=made.cloud)
    assert result.status == 8
    assert [each['status'] for each in json.loads(result.out)] == ['ACTIVE', 'ACTIVE', 'BUILD']
    for number in (1, 2):
        made.ends_as(number, {})
    assert nova(*WORDS, *THREE, *words, cloud=made.cloud).status == 9


@ADMIN_AND_USER
@pytest.mark.parametrize(('count', 'names'), [(2, ['web-1', 'web-2']), (1, ['web'])])
def test_fewer_than_the_maximum_are_what_was_made(
    nova: Nova, make: Callable[..., Created], reservation: str | None, count: int, names: list[str]
) -> None:
    words = ('--min-count', '1', '--max-count', '3', '--wait', '-f', 'json')
    result = nova(*WORDS, *words, cloud=make(reservation, count).cloud)
    assert result.status == 0
    assert [each['name'] for each in json.loads(result.out)] == names


@pytest.mark.parametrize(
    'counts', [(), ('--min-count', '1'), ('--min-count', '1', '--max-count', '1')]
)
def test_one_that_was_asked_for_is_one_object(
    nova: Nova, make: Callable[..., Created], counts: tuple[str, ...]
) -> None:
    made = make(count=1)
    for wait in ((), ('--wait',)):
        result = nova(*WORDS, *counts, *wait, '-f', 'json', cloud=made.cloud)
        assert json.loads(result.out)['name'] == 'web'
    assert 'GET /v2.1/servers/detail' not in made.cloud.wire()


def test_what_is_known_is_shown_where_the_others_cannot_be_listed(
    nova: Nova, make: Callable[..., Created]
) -> None:
    made = make()
    made.cloud.on('GET', '/servers/detail', lambda request: fault(403, 'Policy forbids it.'))
    for wait in ((), ('--wait',)):
        result = nova(*WORDS, *THREE, *wait, '-f', 'json', cloud=made.cloud)
        assert result.status == 4
        assert [each['admin_password'] for each in json.loads(result.out)] == ['adm1n']


def test_servers_of_a_reservation_are_waited_for(nova: Nova, make: Callable[..., Created]) -> None:
    made = make(reservation=None)
    words = ('--return-reservation-id', '--wait')
    result = nova(*WORDS, *THREE, *words, cloud=made.cloud)
    assert result.status == 0
    assert 'r-1' in result.out
    assert result.lines[-3:] == [f'web-{number}: ACTIVE' for number in (1, 2, 3)]
    told = nova(*WORDS, *THREE, *words, '-f', 'json', cloud=made.cloud)
    assert json.loads(told.out) == {'reservation_id': 'r-1'}
    made.cloud.on('GET', '/servers/detail', {'servers': []})
    unknown = nova(*WORDS, *THREE, *words, cloud=made.cloud)
    assert unknown.status == 1
    assert 'r-1' in unknown.out
    assert 'no server of the reservation' in unknown.err


@pytest.mark.parametrize('version', ['2.1', NEWEST])
def test_sandbox_shows_all_that_it_made(nova: Nova, version: str) -> None:
    words = ('server-create', 'web', '--flavor', 'm1.tiny', '--image', 'cirros', '--min-count', '2')
    seen: set[str] = set()
    for _ in range(2):
        result = nova(*words, '--wait', '-f', 'json', version=version, cloud='sandbox')
        assert result.status == 0, result
        shown = json.loads(result.out)
        assert [(each['name'], each['status']) for each in shown] == [
            ('web-1', 'ACTIVE'),
            ('web-2', 'ACTIVE'),
        ]
        assert not seen & {each['id'] for each in shown}
        seen |= {each['id'] for each in shown}
