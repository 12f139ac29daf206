"""The HTTP server of a sandbox: where it listens, what it is called, how it ends."""

from __future__ import annotations

import contextlib
import errno
import http.client
import logging
import os
import signal
import socket
import ssl
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from novaclient_mv.sandbox.http import server, tls
from unit_tests.patience import PATIENCE


def _application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answers the URL of a request and its body; drops the connection of ``/drop``."""
    if environ['PATH_INFO'] == '/drop':
        raise ConnectionResetError
    url = f'{environ["wsgi.url_scheme"]}://{environ["HTTP_HOST"]}{environ["PATH_INFO"]}'
    body = f'{url} '.encode() + environ['wsgi.input'].read()
    start_response('200 OK', [('Content-Type', 'text/plain'), ('Content-Length', str(len(body)))])
    return [body]


Start = Callable[..., server.Server]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts servers, and ends them."""
    running: list[tuple[server.Server, threading.Thread]] = []

    def start(**options: Any) -> server.Server:
        one = server.Server(_application, **options)
        thread = threading.Thread(target=one.run, daemon=True)
        thread.start()
        running.append((one, thread))
        return one

    yield start
    for one, thread in running:
        one.stop()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def _ask(
    host: str, port: int, path: str = '/x', body: bytes = b'', file: str | None = None
) -> tuple[bytes, str | None]:
    """The body of an answer, and what the server calls itself."""
    if file is None:
        connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    else:
        context = ssl.create_default_context(cafile=file)
        connection = http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=context)
    connection.request('POST', path, body)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return content, answer.getheader('Server')


def test_server_says_where_it_listens(start: Start) -> None:
    one, other = start(), start(host='localhost')
    assert one.url == f'http://127.0.0.1:{one.port}'
    assert _ask('127.0.0.1', one.port) == (f'{one.url}/x '.encode(), 'nova-mv sandbox')
    assert other.url == f'http://localhost:{other.port}'
    assert _ask('localhost', other.port)[0] == f'{other.url}/x '.encode()
    assert 0 not in (one.port, other.port)


def test_address_of_version_6_stands_in_brackets(start: Start) -> None:
    try:
        socket.create_server(('::1', 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip('this computer has no IPv6')
    one = start(host='::1')
    assert one.url == f'http://[::1]:{one.port}'
    assert _ask('::1', one.port)[0] == f'{one.url}/x '.encode()


def test_large_bodies_pass_tls_both_ways(start: Start, certificate: tls.Certificate) -> None:
    one = start(certificate=certificate)
    body = os.urandom(300_000)
    content, _ = _ask('127.0.0.1', one.port, body=body, file=certificate.file)
    assert content == f'{one.url}/x '.encode() + body


def test_client_that_speaks_no_tls_leaves_no_trace(
    start: Start, certificate: tls.Certificate, capfd: pytest.CaptureFixture[str]
) -> None:
    one = start(certificate=certificate)
    with socket.create_connection(('127.0.0.1', one.port)) as plain:
        plain.sendall(b'GET / HTTP/1.1\r\n\r\n')
        plain.settimeout(PATIENCE)
        # It may end in an alert, or at once.
        with contextlib.suppress(ConnectionResetError):
            while plain.recv(100):
                pass
    assert _ask('127.0.0.1', one.port, file=certificate.file)[0]
    assert capfd.readouterr() == ('', '')


def test_dropped_request_gets_no_answer(
    start: Start, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    logging.getLogger('waitress').setLevel(logging.NOTSET)
    one = start()
    with pytest.raises(http.client.RemoteDisconnected):
        _ask('127.0.0.1', one.port, '/drop')
    assert _ask('127.0.0.1', one.port)[0]
    assert capfd.readouterr() == ('', '')
    assert caplog.records == []
    assert logging.getLogger('waitress').level == logging.ERROR


@pytest.mark.parametrize('is_secure', [False, True])
def test_taken_address_is_named_with_the_reason(
    certificate: tls.Certificate, is_secure: bool
) -> None:
    with socket.create_server(('127.0.0.1', 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(server.NotListening) as caught:
            server.Server(_application, port=port, certificate=certificate if is_secure else None)
    reason = os.strerror(errno.EADDRINUSE)
    assert str(caught.value) == f'Cannot listen on 127.0.0.1 port {port}: {reason}.'


def test_host_that_is_unknown_is_named() -> None:
    with pytest.raises(server.NotListening, match=r'^Cannot listen on nowhere\.invalid port 0: \w'):
        server.Server(_application, host='nowhere.invalid')


def test_missing_server_package_is_named_with_what_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, 'waitress', None)
    with pytest.raises(server.ServerMissing) as caught:
        server.Server(_application)
    assert str(caught.value) == (
        'Serving the sandbox needs one more package. Install it with: '
        'pip install "nova-mv[sandbox]"'
    )


@pytest.mark.parametrize('is_secure', [False, True])
def test_stopped_server_listens_no_more(certificate: tls.Certificate, is_secure: bool) -> None:
    one = server.Server(_application, certificate=certificate if is_secure else None)
    threads = set(threading.enumerate())
    one.start()
    (thread,) = [thread for thread in threading.enumerate() if thread not in threads]
    assert thread.daemon
    assert _ask('127.0.0.1', one.port, file=certificate.file if is_secure else None)[0]
    one.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(('127.0.0.1', one.port)).close()


@pytest.mark.parametrize('is_secure', [False, True])
@pytest.mark.parametrize('number', [signal.SIGTERM, signal.SIGINT])
def test_serving_ends_with_a_signal_and_leaves_the_handler_of_before(
    certificate: tls.Certificate, number: signal.Signals, is_secure: bool
) -> None:
    urls: list[str] = []

    def ready(url: str) -> None:
        urls.append(url)
        os.kill(os.getpid(), number)

    def handler(*_: Any) -> None:
        raise AssertionError('It is not for this signal.')

    before = signal.signal(signal.SIGTERM, handler)
    try:
        server.serve(_application, '127.0.0.1', 0, ready, certificate if is_secure else None)
        assert signal.getsignal(signal.SIGTERM) is handler
    finally:
        signal.signal(signal.SIGTERM, before)
    (url,) = urls
    scheme, _, port = url.rpartition(':')
    assert scheme == f'http{"s" * is_secure}://127.0.0.1'
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(('127.0.0.1', int(port))).close()


def test_serving_in_another_thread_takes_no_signals(path: Path) -> None:
    before = signal.getsignal(signal.SIGTERM)
    handlers: list[Any] = []

    def ready(url: str) -> None:
        handlers.append(signal.getsignal(signal.SIGTERM))
        raise KeyboardInterrupt

    def serve() -> None:
        server.serve(_application, '127.0.0.1', 0, ready)

    thread = threading.Thread(target=serve)
    thread.start()
    thread.join(PATIENCE)
    assert handlers == [before]
