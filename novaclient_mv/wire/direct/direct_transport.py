"""Sends requests with the standard library alone, where nothing is asked that takes a session.

Unlike a session it adds no login of ``~/.netrc``, since tokens say who we are, and keeps no
cookies: from the first one that a cloud sets, requests are left to a session.
"""

from __future__ import annotations

import contextlib
import errno
import select
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from novaclient_mv.wire import bounds, connecting, connection_errors, redirects
from novaclient_mv.wire.direct import (
    NeedsSession,
    content_codings,
    http_answers,
    tls_context,
    usual_urls,
)
from novaclient_mv.wire.direct.usual_urls import Origin
from novaclient_mv.wire.transport import Headers, WireAnswer, WireRequest

if TYPE_CHECKING:
    import ssl

_LONGEST_TIMEOUT = 1e9
_PAUSE = 0.002
"""Seconds between new connections. A small server has a short queue for them (Python's own: five)
and drops what comes all at once, which is sent again a whole second later.
"""
_METHOD = frozenset('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
_NAME = frozenset(map(chr, http_answers.NAME))
_VALUE = frozenset(map(chr, range(ord(' '), 0x7F)))
_OWN_HEADERS = frozenset(
    {'host', 'connection', 'accept-encoding', 'content-length', 'transfer-encoding', 'cookie'}
)
# A server may have answered before it closed its end: the answer is read all the same.
_CLOSED_WHILE_SENDING = (errno.EPIPE, errno.ECONNRESET, errno.EPROTOTYPE)


class DirectTransport:
    """Sends requests, and keeps connections open for the next ones; threads may share it.

    :param timeout: seconds for one try, from connecting to the last octet of the answer.
    :param verify: the file or folder of authorities; or whether to check certificates.
    :param cert: files of a client's certificate and key, or one file of both.
    :param authorities: the file that a session would take where nothing names another.
    :param variables: of the environment, which may name authorities.
    :param max_body: how many bytes the body of an answer may have, unpacked.
    """

    def __init__(
        self,
        timeout: float,
        verify: bool | str,
        cert: tls_context.Certificate,
        authorities: str | None,
        variables: Mapping[str, str],
        max_body: int = bounds.DEFAULT_MAX_BODY,
    ) -> None:
        self.timeout = timeout
        self.max_body = max_body
        self._certificates = (verify, cert, authorities, variables)
        self._idle = IdleConnections()
        self._context: ssl.SSLContext | None = None
        self._lock = threading.Lock()
        self._turns = threading.Lock()
        self._next_turn = 0.0
        self._has_cookies = False

    def send(self, request: WireRequest) -> WireAnswer:
        """Send a request once; ``NeedsSession`` where only a session can."""
        url = usual_urls.take_apart(request.url)
        head = _head(request, url)
        if self._has_cookies or not 0 < self.timeout <= _LONGEST_TIMEOUT:
            raise NeedsSession('The cloud sets cookies, or the timeout is malformed.')
        context = self._tls() if url.origin.scheme == 'https' else None
        begin = time.perf_counter()
        deadline = bounds.Deadline(self.timeout)
        connection = self._idle.take(url.origin) or self._connect(url, context, deadline)
        is_reusable = False
        try:
            with _telling(url.called):
                _write(connection, head + (request.body or b''), deadline)
                receive = bounds.receiver(connection, deadline)
                answer = http_answers.read(receive, request.method, self.max_body)
            is_reusable = answer.is_reusable
        finally:
            if is_reusable:
                self._idle.put(url.origin, connection)
            else:
                connection.close()
        seconds = time.perf_counter() - begin
        headers = answer.by_name
        self._has_cookies = self._has_cookies or 'set-cookie' in headers
        _check_redirect(answer.status, headers, url.called)
        return WireAnswer(answer.status, headers, answer.body, seconds)

    def close(self) -> None:
        self._idle.close()

    def _tls(self) -> ssl.SSLContext:
        with self._lock:
            if self._context is None:
                self._context = tls_context.new_context(*self._certificates)
            return self._context

    def _take_turn(self) -> None:
        """Wait until another connection may be opened."""
        with self._turns:
            wait = self._next_turn - time.monotonic()
            if wait > 0:
                time.sleep(wait)
            self._next_turn = time.monotonic() + _PAUSE

    def _connect(
        self, url: usual_urls.UsualUrl, context: ssl.SSLContext | None, deadline: bounds.Deadline
    ) -> socket.socket:
        """A new connection."""
        origin = url.origin
        self._take_turn()
        try:
            connection = connecting.connected(origin.host, origin.port, deadline)
        except OSError as error:
            causes = connection_errors.chain(error)
            raise connection_errors.disconnected(url.called, causes) from error
        try:
            with _telling(url.called):
                # What is sent next would wait until what was sent before has arrived.
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                if context is None:
                    return connection
                connection.settimeout(deadline.remaining())
                return context.wrap_socket(connection, server_hostname=origin.host.encode())
        except BaseException:
            connection.close()
            raise


def _head(request: WireRequest, url: usual_urls.UsualUrl) -> bytes:
    """Everything of a request but its body, as it is sent."""
    headers = {name.lower(): (name, value) for name, value in request.headers.items()}
    if not _OWN_HEADERS.isdisjoint(headers) or not _METHOD.issuperset(request.method):
        raise NeedsSession('The request is unusual.')
    for name, value in headers.values():
        if not name or not _NAME.issuperset(name) or not _is_usual(value):
            raise NeedsSession('A header is unusual.')
    if request.body is not None and not request.body.isascii():
        raise NeedsSession('The body is unusual.')
    lines = [
        ('Host', url.origin.authority),
        ('Accept-Encoding', content_codings.ASKED_FOR),
        ('Connection', 'keep-alive'),
        *headers.values(),
    ]
    if request.body or request.method not in ('GET', 'HEAD'):
        lines.append(('Content-Length', str(len(request.body or b''))))
    text = [f'{request.method} {url.target} HTTP/1.1', *(': '.join(line) for line in lines)]
    return '\r\n'.join([*text, '', '']).encode('ascii')


def _is_usual(value: str) -> bool:
    return _VALUE.issuperset(value) and value[:1] != ' '


def _write(connection: socket.socket, content: bytes, deadline: bounds.Deadline) -> None:
    try:
        bounds.send(connection, content, deadline)
    except OSError as error:
        if error.errno not in _CLOSED_WHILE_SENDING:
            raise


@contextlib.contextmanager
def _telling(url: str) -> Iterator[None]:
    """Raise our errors for those of an open connection."""
    try:
        yield
    except OSError as error:
        causes = connection_errors.chain(error)
        # Its class tells without the module, which another thread may be loading.
        if type(error).__module__ == 'ssl':
            raise connection_errors.tls_failed(url, causes) from error
        raise connection_errors.disconnected(url, causes).update(may_be_sent=True) from error


def _check_redirect(status: int, headers: Headers, url: str) -> None:
    """Refuse a redirect to something that is not a URL, wherever it is to be followed."""
    if status not in redirects.STATUSES or 'location' not in headers:
        return
    try:
        urlsplit(headers['location'].encode('latin-1').decode())
    except ValueError as error:
        raise redirects.broken(url, str(error)) from error


class IdleConnections:
    """Connections without a request on the way; threads may share them."""

    def __init__(self) -> None:
        self._idle: dict[Origin, list[socket.socket]] = {}
        self._lock = threading.Lock()
        self._is_closed = False

    def take(self, origin: Origin) -> socket.socket | None:
        """A connection that is still open, the one that was used last."""
        while True:
            with self._lock:
                waiting = self._idle.get(origin)
                connection = waiting.pop() if waiting else None
            if connection is None or _is_quiet(connection):
                return connection
            connection.close()

    def put(self, origin: Origin, connection: socket.socket) -> None:
        """Keep a connection for the next request."""
        with self._lock:
            if not self._is_closed:
                self._idle.setdefault(origin, []).append(connection)
                return
        connection.close()

    def close(self) -> None:
        """Close all, and those that come later."""
        with self._lock:
            self._is_closed = True
            connections = [one for waiting in self._idle.values() for one in waiting]
            self._idle.clear()
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.close()


def _is_quiet(connection: socket.socket) -> bool:
    """Whether nothing came meanwhile: not its end, and no answer that nobody asked for."""
    if hasattr(select, 'poll'):
        # Unlike select, it takes descriptors of any number.
        poll = select.poll()
        poll.register(connection, select.POLLIN)
        return not poll.poll(0)
    return not select.select([connection], [], [], 0)[0]
