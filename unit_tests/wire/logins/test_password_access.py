"""A login with a password over any transport: made when needed, renewed when refused or old."""

from __future__ import annotations

import json
import pathlib
import threading
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import errors, sandbox, services
from novaclient_mv.clouds.builtin import WsgiTransport
from novaclient_mv.sandbox import faults
from novaclient_mv.v2.client import Client
from novaclient_mv.wire.connection import Connection
from novaclient_mv.wire.logins.password_access import PasswordAccess, PasswordCredentials
from novaclient_mv.wire.timing import TimedTransport, Timing
from novaclient_mv.wire.transport import WireAnswer, WireRequest

NOON = 1_767_268_800.0
HOUR = 3600
LOGIN = 'POST /identity/v3/auth/tokens'


def credentials(**changes: str) -> PasswordCredentials:
    values = sandbox.settings()
    values.pop('region_name')
    return PasswordCredentials(**{**values, **changes})


class Run:
    """A login on a sandbox whose clock is set by the test."""

    def __init__(self, path: pathlib.Path, **changes: str) -> None:
        self.time = NOON
        self.faults = faults.Faults(lambda seconds: None)
        self.timings: list[Timing] = []
        call = sandbox.caller(str(path / 'state.sqlite'), self.now, on_demand=self.faults)
        self.transport = TimedTransport(WsgiTransport(call, sandbox.BASE_URL), self.timings)
        self.access = PasswordAccess(self.transport, credentials(**changes), self.now)
        version = services.COMPUTE.version('2.1')
        sender = Connection(self.transport, self.access, services.COMPUTE, version)
        self.client = Client.from_connection(sender)

    def now(self) -> float:
        return self.time

    def names(self) -> list[str]:
        return sorted(server.name for server in self.client.servers.list())

    @property
    def sent(self) -> list[str]:
        base = len(sandbox.BASE_URL)
        return [f'{each.method} {each.url[base:]}' for each in self.timings]

    @property
    def logins(self) -> int:
        return self.sent.count(LOGIN)


@pytest.fixture
def start(tmp_path: pathlib.Path) -> Callable[..., Run]:
    return lambda **changes: Run(tmp_path, **changes)


def test_one_login_serves_all_requests(start: Callable[..., Run]) -> None:
    run = start()
    assert run.sent == []
    assert run.names() == run.names() == ['db-1', 'web-1', 'web-2']
    assert run.logins == 1
    assert len(run.access.project_id() or '') == len(run.access.user_id() or '') == 32
    assert run.logins == 1


def test_who_logs_in_decides_on_what_is_seen(start: Callable[..., Run]) -> None:
    assert start(username='demo', project_name='demo').names() == ['app-1']


@pytest.mark.parametrize(('seconds', 'logins'), [(HOUR - 31, 1), (HOUR - 30, 2), (2 * HOUR, 2)])
def test_a_token_that_ends_soon_is_not_used(
    start: Callable[..., Run], seconds: float, logins: int
) -> None:
    run = start()
    run.names()
    run.time += seconds
    run.names()
    assert run.logins == logins


def test_a_refused_token_is_renewed_once(start: Callable[..., Run]) -> None:
    run = start()
    run.names()
    run.faults.add('unauthorized', times=1)
    assert run.names()
    assert run.logins == 2
    run.faults.add('unauthorized', times=None)
    with pytest.raises(errors.Unauthorized):
        run.names()
    assert run.logins == 3


def test_workers_that_are_refused_together_log_in_anew_once(start: Callable[..., Run]) -> None:
    access = start().access
    refused = access.headers()
    barrier = threading.Barrier(4)
    answers: list[Any] = []

    def work() -> None:
        barrier.wait()
        answers.append((access.renew(refused), access.headers()['X-Auth-Token']))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(answers)) == 1
    assert answers[0][0] is True
    assert answers[0][1] != refused['X-Auth-Token']


@pytest.mark.parametrize(
    'changes',
    [
        {'password': 'wrong'},
        {'username': 'nobody'},
        {'project_name': 'nothing'},
        {'user_domain_name': 'none'},
    ],
)
def test_what_keystone_refuses_is_a_login_error(
    start: Callable[..., Run], changes: dict[str, str]
) -> None:
    run = start(**changes)
    with pytest.raises(errors.LoginError) as caught:
        run.names()
    assert str(caught.value) == (
        'The login was refused: The request you have made requires authentication '
        f'(HTTP 401, POST {sandbox.BASE_URL}/identity/v3/auth/tokens).'
    )
    assert run.sent == [LOGIN]


def test_a_url_where_nothing_logs_in_is_named(start: Callable[..., Run]) -> None:
    run = start(auth_url=f'{sandbox.BASE_URL}/nowhere')
    said = r'/nowhere/auth/tokens answered the login with 300 and something that is not a token'
    with pytest.raises(errors.CloudError, match=said):
        run.names()
    with pytest.raises(errors.LoginError, match='There is no identity service at '):
        access_to(TOKEN, status=404).headers()


class Scripted:
    """A transport that answers every request alike."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.answer = WireAnswer(status, headers, body)

    def send(self, request: WireRequest) -> WireAnswer:
        return self.answer

    def close(self) -> None:
        return


def access_to(token: object, status: int = 201, **headers: str) -> PasswordAccess:
    body = json.dumps({'token': token}).encode()
    said = {'X-Subject-Token': 't', **headers}
    return PasswordAccess(Scripted(status, said, body), credentials(), lambda: NOON)


TOKEN: dict[str, Any] = {'expires_at': '2026-01-01T13:00:00Z', 'project': {'id': 'p'}}


def test_a_login_without_a_scope_sees_no_endpoints() -> None:
    access = access_to({'expires_at': TOKEN['expires_at']})
    with pytest.raises(errors.LoginError, match='the login is for no project'):
        access.endpoint('compute', 'public', None)


@pytest.mark.parametrize('catalog', [5, [5], [{'type': 'compute'}], [{'endpoints': [{}]}]])
def test_a_catalog_that_cannot_be_read_is_named(catalog: object) -> None:
    access = access_to({**TOKEN, 'catalog': catalog})
    with pytest.raises(errors.CloudError, match=r'service catalog .* cannot be read'):
        access.endpoint('compute', 'public', None)


ENDPOINTS = [
    {'interface': 'internal', 'region': 'one', 'url': 'http://inside/v2.1'},
    {'interface': 'public', 'region_id': 'one', 'region': 'One', 'url': 'http://one/v2.1'},
    {'interface': 'public', 'region': 'two', 'url': 'http://two/v2.1'},
    {'interface': 'admin', 'region': 'two', 'url': 'http://two/v2.1'},
]


@pytest.mark.parametrize(
    ('interface', 'region', 'url'),
    [
        ('public', None, 'http://one/v2.1'),
        ('publicURL', 'two', 'http://two/v2.1'),
        ('internal', 'one', 'http://inside/v2.1'),
    ],
)
def test_the_first_endpoint_that_fits_is_taken(
    interface: str, region: str | None, url: str
) -> None:
    access = access_to({**TOKEN, 'catalog': [{'type': 'compute', 'endpoints': ENDPOINTS}]})
    assert access.endpoint('compute', interface, region) == url


def test_places_are_listed_once_with_the_public_one_of_several() -> None:
    access = access_to({**TOKEN, 'catalog': [{'type': 'compute', 'endpoints': ENDPOINTS}]})
    assert [(place.interface, place.url) for place in access.places(('compute',))] == [
        ('internal', 'http://inside/v2.1'),
        ('public', 'http://one/v2.1'),
        ('public', 'http://two/v2.1'),
    ]
    with pytest.raises(errors.CloudError, match='has no endpoint for baremetal'):
        access.places(('baremetal',))
