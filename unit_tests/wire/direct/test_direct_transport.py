"""The direct transport: what it sends, over which connections, and what it leaves to a session."""

from __future__ import annotations

import gc
import socket
import threading
import time
import warnings
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from novaclient_mv import errors
from novaclient_mv.clouds.logins import transports
from novaclient_mv.clouds.logins.transports import proxies_are_set
from novaclient_mv.wire import connecting
from novaclient_mv.wire.direct import NeedsSession, usual_urls
from novaclient_mv.wire.direct.direct_transport import (
    DirectTransport,
)
from novaclient_mv.wire.transport import WireRequest
from unit_tests import cases
from unit_tests.patience import PATIENCE
from unit_tests.wire import both_transports
from unit_tests.wire.both_transports import KINDS
from unit_tests.wire.raw_server import RawServer, Step, answer


@pytest.fixture
def direct() -> Iterator[DirectTransport]:
    """The direct transport without anything that is only for TLS."""
    transport = DirectTransport(PATIENCE, True, None, None, {})
    yield transport
    transport.close()


@pytest.fixture
def server() -> Iterator[RawServer]:
    """A server that answers everything with an empty object."""
    with RawServer(Step(answer())) as started:
        yield started


def get(server: RawServer, path: str = '/v2.1/things') -> WireRequest:
    return WireRequest('GET', server.url + path, {'Accept': 'application/json'})


# -- what is sent


@pytest.mark.parametrize(
    ('method', 'body'),
    [
        *(('GET', None), ('HEAD', None), ('DELETE', None), ('POST', None), ('POST', b'')),
        *(('POST', b'{"name": "\\u00e9"}'), ('PUT', b'[1, NaN]'), ('PATCH', b'[]')),
        ('GET', b'{}'),
    ],
)
def test_request_comes_as_a_session_sends_it(method: str, body: bytes | None) -> None:
    seen = []
    headers = {'X-Auth-Token': 'secret', 'User-Agent': 'me', 'Content-Type': 'application/json'}
    for kind in KINDS:
        with (
            RawServer(Step(answer(b'' if method == 'HEAD' else b'{}'))) as server,
            both_transports.transport(kind) as carrier,
        ):
            url = f'{server.url}/v2.1/things?a=%C3%BC&b=c+d'
            carrier.send(WireRequest(method, url, {**headers, 'Accept': 'x'}, body))
            (request,) = server.seen
            found = {
                **request.headers,
                'host': request.headers['host'].replace(str(server.port), ''),
            }
            assert 'gzip' in found.pop('accept-encoding').split(', ')
            seen.append((request.line, found, request.body))
    assert seen[1] == seen[0]


def test_header_that_is_given_twice_goes_once(direct: DirectTransport, server: RawServer) -> None:
    direct.send(WireRequest('GET', server.url, {'Accept': 'one', 'ACCEPT': 'two'}))
    (request,) = server.seen
    assert (request.line, request.headers['accept']) == ('GET /', 'two')
    assert request.head.lower().count(b'accept:') == 1


# -- what is left to a session


@cases.one_test_of(
    'url',
    [
        *('http://ü.example/', 'http://cloud.example/ü', 'http://cloud.example/a b'),
        *('http://cloud.example/\n', 'http://me:secret@cloud.example/', 'http://me@cloud.example/'),
        *(
            'ftp://cloud.example/',
            'HTTP://cloud.example/',
            'cloud.example/',
            '/things',
            '',
            'http:',
        ),
        *('http:', 'http://', 'http:///things', 'http://.example/', 'http://a..b/', 'http://a./'),
        *(f'http://{"a" * 64}.example/', 'http://-a.example/', 'http://a b/', 'http://*.example/'),
        *('http://cloud.example:/', 'http://cloud.example:0/', 'http://cloud.example:65536/'),
        *('http://cloud.example:x/', 'http://cloud.example:080/', 'http://[::1/', 'http://[x]/'),
        *('http://[fe80::1%25eth0]/', 'http://[::1]x/', 'http://[1.2.3.4]/', 'http://a:٣/'),
        *('http://a/b/../c', 'http://a/./b', 'http://a/b#c', 'http://a/b?', 'http://a/{b}'),
        *('http://a/%7Eb', 'http://a/%c3', 'http://a/%', 'http://a/%2', 'http://a/%zz'),
        *('http://a/"', 'http://a/b\\c', 'http://a/b?c=[d]', 'http://a?b=c', 'http://a/b?c=|'),
    ],
)
def test_unusual_url_is_left_to_a_session(direct: DirectTransport, url: str) -> None:
    with pytest.raises(NeedsSession):
        direct.send(WireRequest('GET', url, {}))


def test_address_of_ipv6_is_written_in_brackets(direct: DirectTransport) -> None:
    try:
        listening = socket.create_server(('::1', 0), family=socket.AF_INET6)
    except OSError as error:
        pytest.skip(f'no IPv6 here: {error}')
    seen = []

    def serve() -> None:
        connection, _ = listening.accept()
        with connection:
            seen.append(connection.recv(65536))
            connection.sendall(answer())

    thread = threading.Thread(target=serve)
    thread.start()
    port = listening.getsockname()[1]
    assert direct.send(WireRequest('GET', f'http://[::1]:{port}/', {})).status == 200
    thread.join()
    listening.close()
    assert f'Host: [::1]:{port}\r\n'.encode() in seen[0]


@pytest.mark.parametrize(
    ('url', 'authority'),
    [
        *(('https://a.example/', 'a.example'), ('https://a.example:443/', 'a.example')),
        *(('http://a.example:80', 'a.example'), ('http://a.example:443', 'a.example:443')),
        *(('https://[::1]:80/', '[::1]:80'), ('https://[::1]', '[::1]')),
    ],
)
def test_usual_port_is_not_written_in_the_header(url: str, authority: str) -> None:
    # No test may listen at these ports.
    assert usual_urls.take_apart(url).origin.authority == authority


@pytest.mark.parametrize(
    'change',
    [
        *({'method': 'get'}, {'method': 'GE T'}, {'body': 'ü'.encode()}),
        *({'headers': {name: 'x'}} for name in ('Host', 'cookie', 'Connection', 'Content-length')),
        *({'headers': {'X': value}} for value in ('a\nb', 'a\r\n b', 'ü', ' a', '\x00', 'a\x7f')),
        *({'headers': {name: 'x'}} for name in ('', 'a b', 'ü', 'a:', 'a\n')),
    ],
)
def test_unusual_request_is_left_to_a_session(
    direct: DirectTransport, server: RawServer, change: Mapping[str, Any]
) -> None:
    with pytest.raises(NeedsSession):
        direct.send(get(server)._replace(**change))
    assert not server.seen


@pytest.mark.parametrize('timeout', [0, -1, float('nan'), float('inf'), 1e12])
def test_odd_time_is_left_to_a_session(server: RawServer, timeout: float) -> None:
    with pytest.raises(NeedsSession):
        DirectTransport(timeout, True, None, None, {}).send(get(server))
    assert not server.accepted


def test_cloud_that_sets_a_cookie_is_left_to_a_session(direct: DirectTransport) -> None:
    with RawServer(Step(answer(b'{}', 'Set-Cookie: node=1; path=/'))) as server:
        assert direct.send(get(server)).headers['set-cookie'] == 'node=1; path=/'
        with pytest.raises(NeedsSession):
            direct.send(get(server))
    assert len(server.seen) == 1


@pytest.mark.parametrize(
    'name', ['http_proxy', 'https_proxy', 'all_proxy', 'HTTP_PROXY', 'All_Proxy']
)
def test_variable_of_a_proxy_is_known_in_any_case(name: str) -> None:
    assert proxies_are_set({name: 'http://proxy.example:3128'})
    assert not proxies_are_set({name: '', 'no_proxy': '*', 'ftp_proxy': 'http://x'})


@pytest.mark.parametrize('platform', ['darwin', 'win32'])
def test_system_may_know_a_proxy(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import urllib.request

    for settings in ({}, {'https': 'http://proxy.example'}):
        monkeypatch.setattr(urllib.request, 'getproxies', lambda settings=settings: settings)
        monkeypatch.setattr(transports.sys, 'platform', 'linux')
        assert not proxies_are_set({})
        monkeypatch.setattr(transports.sys, 'platform', platform)
        assert proxies_are_set({}) is bool(settings)


# -- connections


@pytest.mark.parametrize(
    'content',
    [
        *(answer(b'{}', 'Connection: close'), answer().replace(b'1.1', b'1.0')),
        *(answer(b'{}', 'Connection: close, TE'), answer() + b'HTTP/1.1 200 OK\r\n\r\n'),
        answer(b'{}', status='204 No Content'),
    ],
)
@pytest.mark.parametrize('kind', KINDS)
def test_connection_that_may_hold_something_else_is_not_used_again(
    kind: str, content: bytes
) -> None:
    with (
        RawServer(Step(content), Step(answer(b'[]'))) as server,
        both_transports.transport(kind) as carrier,
    ):
        carrier.send(get(server))
        assert carrier.send(get(server)).body == b'[]'
    assert [request.connection for request in server.seen] == [1, 2]


@pytest.mark.parametrize('kind', KINDS)
def test_connection_is_used_again_behind_early_hints_and_a_trailer(kind: str) -> None:
    hints = b'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'
    head = answer(b'', 'Transfer-Encoding: chunked', length=False)
    with (
        RawServer(Step(hints + head + b'2\r\n[]\r\n0\r\nX: y\r\nZ: y\r\n\r\n')) as server,
        both_transports.transport(kind) as carrier,
    ):
        assert [carrier.send(get(server)).body for _ in range(2)] == [b'[]', b'[]']
    assert [request.connection for request in server.seen] == [1, 1]


def test_connection_is_not_used_again_after_a_broken_answer(direct: DirectTransport) -> None:
    with RawServer(Step(answer(b'spam', 'Content-Encoding: gzip')), Step(answer())) as server:
        with pytest.raises(errors.CloudError):
            direct.send(get(server))
        direct.send(get(server))
    assert [request.connection for request in server.seen] == [1, 2]


@pytest.mark.parametrize('kind', KINDS)
def test_write_goes_once_where_the_cloud_has_closed_an_idle_connection(kind: str) -> None:
    with (
        RawServer(Step(answer(), 'close'), Step(answer())) as server,
        both_transports.transport(kind) as carrier,
    ):
        carrier.send(get(server))
        assert server.ended.acquire(timeout=PATIENCE)
        outcome = both_transports.outcome(carrier, server, 'POST /things')
    assert (outcome.kind, outcome.slept) == ('answer', ())
    assert [request.connection for request in server.seen] == [1, 2]


@pytest.mark.parametrize('operation', ['GET /things', 'POST /things'])
@pytest.mark.parametrize('end', ['close', 'reset'])
def test_connection_that_ends_when_it_is_used_again_is_told_as_by_a_session(
    end: str, operation: str
) -> None:
    outcomes = []
    for kind in KINDS:
        with (
            RawServer(Step(answer()), Step(b'', end), Step(answer())) as server,
            both_transports.transport(kind) as carrier,
        ):
            carrier.send(get(server))
            outcomes.append(both_transports.outcome(carrier, server, operation))
    assert outcomes[1] == outcomes[0]
    expected = 'answer' if operation.startswith('GET') else 'WriteUncertain'
    assert (outcomes[1].kind, len(outcomes[1].seen)) == (expected, 3 if expected == 'answer' else 2)


def test_threads_share_connections(direct: DirectTransport, server: RawServer) -> None:
    begun = threading.Barrier(4)

    def work(number: int) -> list[bytes]:
        begun.wait(PATIENCE)
        return [direct.send(get(server, f'/{number}/{time}')).body for time in range(20)]

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(4))) == [[b'{}'] * 20] * 4
    assert sorted(server.lines) == sorted(
        f'GET /{n}/{time}' for n in range(4) for time in range(20)
    )
    assert server.accepted <= 4


def test_connections_are_not_opened_all_at_once(
    direct: DirectTransport, server: RawServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins: list[float] = []
    connect = connecting.connected

    def watched(*args: Any, **kwargs: Any) -> socket.socket:
        begins.append(time.monotonic())
        return connect(*args, **kwargs)

    monkeypatch.setattr(connecting, 'connected', watched)
    together = threading.Barrier(6)

    def ask(_: int) -> None:
        together.wait(PATIENCE)
        direct.send(WireRequest('GET', server.url, {}))

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(ask, range(6)))
    # A thread that comes late finds a connection of another, and needs none of its own.
    assert max(begins) - min(begins) >= (len(begins) - 2) * 0.002


def test_connections_are_closed_with_the_transport(server: RawServer) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter('error', ResourceWarning)
        # All that is there already is not looked through.
        gc.freeze()
        transport = DirectTransport(PATIENCE, True, None, None, {})
        transport.send(get(server))
        transport.close()
        assert server.ended.acquire(timeout=PATIENCE)
        # What is asked later is answered, and nothing stays open for more.
        transport.send(get(server))
        assert server.ended.acquire(timeout=PATIENCE)
        del transport
        gc.collect()
    assert server.accepted == 2
