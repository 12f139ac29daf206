"""The sandbox in this process is a transport like any other: no socket, no library."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Mapping, Sequence

import pytest

from novaclient_mv import errors, sandbox, services
from novaclient_mv.clouds.builtin import WsgiTransport
from novaclient_mv.sandbox import faults
from novaclient_mv.v2.client import Client
from novaclient_mv.wire import transport
from novaclient_mv.wire.connection import Connection
from novaclient_mv.wire.logins.access import Endpoint
from novaclient_mv.wire.logins.token_facts import TokenFacts
from novaclient_mv.wire.transport import Headers, WireAnswer, WireRequest

PASSWORD = {'user': {'name': 'admin', 'domain': {'name': 'Default'}, 'password': 'sandbox'}}
LOGIN = {
    'auth': {
        'identity': {'methods': ['password'], 'password': PASSWORD},
        'scope': {'project': {'name': 'admin', 'domain': {'name': 'Default'}}},
    }
}


class Token:
    """An access that has a token and knows where everything stands."""

    def __init__(self, token: str) -> None:
        self.token = token

    def headers(self) -> Mapping[str, str]:
        return {'X-Auth-Token': self.token}

    def renew(self, refused: Mapping[str, str]) -> bool:
        return False

    def endpoints_may_differ(self) -> bool:
        """No endpoint is remembered."""
        return False

    def endpoint(
        self, service_type: str, interface: str, region: str | None, name: str | None = None
    ) -> str:
        return f'{sandbox.BASE_URL}/v2.1'

    def places(self, service_types: Sequence[str]) -> list[Endpoint] | None:
        return None

    def project_id(self) -> str | None:
        return None

    def user_id(self) -> str | None:
        return None

    def token_facts(self) -> TokenFacts | None:
        return None


class Recorder:
    """Wraps a transport, and remembers what went through it."""

    def __init__(self, inner: transport.Transport) -> None:
        self.inner = inner
        self.sent: list[WireRequest] = []

    def send(self, request: WireRequest) -> WireAnswer:
        self.sent.append(request)
        return self.inner.send(request)

    def close(self) -> None:
        self.inner.close()


@pytest.fixture
def recorder(tmp_path: pathlib.Path) -> Recorder:
    call = sandbox.caller(str(tmp_path / 'state.sqlite'))
    return Recorder(WsgiTransport(call, sandbox.BASE_URL))


def client_over(recorder: Recorder, version: str) -> Client:
    body = json.dumps(LOGIN).encode()
    headers = {'Content-Type': 'application/json'}
    url = f'{sandbox.BASE_URL}/identity/v3/auth/tokens'
    answer = recorder.send(WireRequest('POST', url, headers, body))
    assert answer.status == 201, answer.body
    access = Token(answer.headers['x-subject-token'])
    connection = Connection(recorder, access, services.COMPUTE, services.COMPUTE.version(version))
    return Client.from_connection(connection)


@pytest.mark.parametrize('version', ['2.1', '2.53', '2.90'])
def test_client_works_over_it_at_each_version(recorder: Recorder, version: str) -> None:
    client = client_over(recorder, version)
    assert sorted(each.name for each in client.servers.list()) == ['db-1', 'web-1', 'web-2']
    assert recorder.sent[-1].headers['OpenStack-API-Version'] == f'compute {version}'
    assert recorder.sent[-1].headers['X-OpenStack-Nova-API-Version'] == version


def test_errors_and_ranges_take_the_same_path(recorder: Recorder) -> None:
    client = client_over(recorder, '2.90')
    with pytest.raises(errors.NotFound):
        client.servers.get('nope')
    assert str(client.versions.server_range().end) == str(services.COMPUTE.range.end)


def faulty(path: pathlib.Path, timeout: float | None = None, **fault: object) -> WsgiTransport:
    """A sandbox that has a fault at the root of the Compute API."""
    on_demand = faults.Faults(lambda seconds: None)
    on_demand.add(path='/v2.1/', **fault)  # type: ignore[arg-type]
    call = sandbox.caller(str(path / 'state.sqlite'), timeout=timeout, on_demand=on_demand)
    return WsgiTransport(call, sandbox.BASE_URL)


@pytest.mark.parametrize(
    ('fault', 'said'),
    [
        ({'fault': 'drop'}, 'closed the connection without an answer.'),
        ({'fault': 'latency', 'seconds': 11}, 'timed out.'),
        ({'fault': 'cut'}, 'broke off or cannot be decoded.'),
    ],
)
def test_an_answer_that_does_not_arrive_is_an_error_after_sending(
    tmp_path: pathlib.Path, fault: dict[str, object], said: str
) -> None:
    carrier = faulty(tmp_path, timeout=10, **fault)
    request = WireRequest('GET', f'{sandbox.BASE_URL}/v2.1/?secret=1', {})
    with pytest.raises(errors.CloudError, match=said) as caught:
        carrier.send(request)
    assert (caught.value.may_be_sent, caught.value.retryable) == (True, True)
    assert f'{sandbox.BASE_URL}/v2.1/ ' in str(caught.value)
    assert carrier.send(request).status == 200


def test_a_late_answer_is_taken_by_who_waits_for_it(tmp_path: pathlib.Path) -> None:
    carrier = faulty(tmp_path, timeout=12, fault='latency', seconds=11)
    assert carrier.send(WireRequest('GET', f'{sandbox.BASE_URL}/v2.1/', {})).status == 200


def test_an_answer_to_head_is_whole_without_a_body(recorder: Recorder) -> None:
    answer = recorder.send(WireRequest('HEAD', f'{sandbox.BASE_URL}/v2.1/', {}))
    assert (answer.body, int(answer.headers['content-length']) > 0) == (b'', True)


@pytest.mark.parametrize('url', ['http://other.invalid/v2.1/', 'https://sandbox.invalid/v2.1/'])
def test_another_host_is_not_there(recorder: Recorder, url: str) -> None:
    with pytest.raises(errors.CloudError, match=r'nothing but http://sandbox\.invalid') as caught:
        recorder.send(WireRequest('GET', url, {}))
    assert not caught.value.retryable


def test_headers_ignore_case_and_join_their_values() -> None:
    headers = Headers([('X-One', 'a'), ('x-one', 'b'), ('Two', 'c')])
    assert (headers['x-ONE'], headers.get('two'), headers.get('three')) == ('a, b', 'c', None)
    assert 'TWO' in headers
    assert 'three' not in headers
    assert list(headers.items()) == [('X-One', 'a, b'), ('Two', 'c')]
