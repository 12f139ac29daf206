"""Sends requests with the standard library alone, where nothing is asked that takes a session.

Unlike a session it adds no login of ``~/.netrc``, since tokens say who we are, and keeps no
cookies: from the first one that a cloud sets, requests are left to a session.
"""

from __future__ import annotations

import contextlib
import errno
import socket
import string
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from novaclient_mv import errors
from novaclient_mv.wire import (
    connection_errors,
    content_codings,
    redirects,
    tls_context,
    usual_urls,
)
from novaclient_mv.wire.headers import Headers
from novaclient_mv.wire.idle_connections import IdleConnections
from novaclient_mv.wire.proxies import proxies_are_set
from novaclient_mv.wire.transport import WireAnswer, WireRequest
from novaclient_mv.wire.unserved import Unserved

if TYPE_CHECKING:
    import ssl

__all__ = ['DirectTransport', 'Unserved', 'proxies_are_set']

_ErrorOf = Callable[[str, Sequence[BaseException]], errors.CloudError]

_LONGEST_TIMEOUT = 1e9
_METHOD = frozenset(string.ascii_uppercase)
_NAME = frozenset(f"{string.ascii_letters}{string.digits}!#$%&'*+.^_`|~-")
_VALUE = frozenset(map(chr, range(ord(' '), 0x7F)))
_OWN_HEADERS = frozenset(
    {'host', 'connection', 'accept-encoding', 'content-length', 'transfer-encoding', 'cookie'}
)
# A server may have answered before it closed its end: the answer is read all the same.
_CLOSED_WHILE_SENDING = (errno.EPIPE, errno.ECONNRESET, errno.EPROTOTYPE)


class DirectTransport:
    """Sends requests, and keeps connections open for the next ones; threads may share it.

    :param timeout: seconds for each step: to connect, and until something more of an answer comes.
    :param verify: the file or folder of authorities; or whether to check certificates.
    :param cert: files of a client's certificate and key, or one file of both.
    :param authorities: the file that a session would take where nothing names another.
    :param variables: of the environment, which may name authorities.
    """

    def __init__(
        self,
        timeout: float,
        verify: bool | str,
        cert: tls_context.Certificate,
        authorities: str | None,
        variables: Mapping[str, str],
    ) -> None:
        self.timeout = timeout
        self._certificates = (verify, cert, authorities, variables)
        self._idle = IdleConnections()
        self._context: ssl.SSLContext | None = None
        self._lock = threading.Lock()
        self._has_cookies = False

    def send(self, request: WireRequest) -> WireAnswer:
        """Send a request once.

        :raises Unserved: nothing was sent, since only a session can send it.
        :raises CloudError: no answer came.
        """
        url = usual_urls.take_apart(request.url)
        lines = _header_lines(request)
        if self._has_cookies or not 0 < self.timeout <= _LONGEST_TIMEOUT:
            raise Unserved('The cloud sets cookies, or the time is no time.')
        context = self._tls() if url.place.scheme == 'https' else None
        begin = time.perf_counter()
        connection = self._idle.take(url.place) or self._connect(url, context)
        is_reusable = False
        try:
            with _telling(url.called, connection_errors.disconnected):
                _write(connection, request, url.target, lines)
                response = connection.getresponse()
            seconds = time.perf_counter() - begin
            headers = Headers(map(_unfolded, response.headers.items()))
            body = _body(response, headers, url.called)
            is_reusable = not response.will_close and response.status >= 200
        finally:
            if is_reusable:
                self._idle.put(url.place, connection)
            else:
                connection.close()
        self._has_cookies = self._has_cookies or 'set-cookie' in headers
        _check_redirect(response.status, headers, url.called)
        return WireAnswer(response.status, headers, body, seconds)

    def close(self) -> None:
        """Let go of connections."""
        self._idle.close()

    def _tls(self) -> ssl.SSLContext:
        with self._lock:
            if self._context is None:
                self._context = tls_context.made(*self._certificates)
            return self._context

    def _connect(self, url: usual_urls.UsualUrl, context: ssl.SSLContext | None) -> HTTPConnection:
        """A new connection.

        :raises CloudError: there is none.
        """
        connection = HTTPConnection(url.place.host, url.place.port, timeout=self.timeout)
        connection.auto_open = 0
        try:
            connection.sock = _socket(url.place.host, url.place.port, self.timeout)
        except OSError as error:
            connection.close()
            raise connection_errors.disconnected(
                url.called, connection_errors.chain(error)
            ) from error
        if context is not None:
            # The header Host leaves out the port that is usual for the scheme.
            connection.default_port = usual_urls.PORTS[url.place.scheme]
            try:
                with _telling(url.called, connection_errors.disconnected):
                    connection.sock = context.wrap_socket(
                        connection.sock, server_hostname=url.place.host.encode()
                    )
            except BaseException:
                connection.close()
                raise
        return connection


def _socket(host: str, port: int, timeout: float) -> socket.socket:
    """A connection to a host, whose name is in ASCII.

    :raises OSError: there is none.
    """
    # For a name that is no bytes, Python loads the tables of international names.
    address: Any = (host.encode(), port)
    connected = socket.create_connection(address, timeout)
    connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connected


def _header_lines(request: WireRequest) -> list[tuple[str, str]]:
    """The headers of a request as they are sent.

    :raises Unserved: one is unusual, or the request is.
    """
    headers = {name.lower(): (name, value) for name, value in request.headers.items()}
    if not _OWN_HEADERS.isdisjoint(headers) or not _METHOD.issuperset(request.method):
        raise Unserved('The request is unusual.')
    for name, value in headers.values():
        if not name or not _NAME.issuperset(name) or not _is_usual(value):
            raise Unserved('A header is unusual.')
    if request.body is not None and not request.body.isascii():
        raise Unserved('The body is unusual.')
    lines = [
        ('Accept-Encoding', content_codings.ASKED_FOR),
        ('Connection', 'keep-alive'),
        *headers.values(),
    ]
    if request.body or request.method not in ('GET', 'HEAD'):
        lines.append(('Content-Length', str(len(request.body or b''))))
    return lines


def _is_usual(value: str) -> bool:
    return _VALUE.issuperset(value) and value[:1] != ' '


def _write(
    connection: HTTPConnection, request: WireRequest, target: str, lines: list[tuple[str, str]]
) -> None:
    connection.putrequest(request.method, target, skip_accept_encoding=True)
    for name, value in lines:
        connection.putheader(name, value)
    try:
        connection.endheaders(request.body or None)
    except OSError as error:
        if error.errno not in _CLOSED_WHILE_SENDING:
            raise


@contextlib.contextmanager
def _telling(url: str, error_of: _ErrorOf) -> Iterator[None]:
    """Raise our errors for those of an open connection.

    :param error_of: makes an error of what went wrong.
    :raises CloudError: the request may have arrived, unless TLS was the reason.
    """
    try:
        yield
    except (OSError, HTTPException) as error:
        causes = connection_errors.chain(error)
        # Without TLS nothing has loaded it.
        tls = sys.modules.get('ssl')
        if tls is not None and isinstance(error, tls.SSLError):
            from novaclient_mv.wire import tls_errors

            message = tls_errors.explained(url, causes)
            raise connection_errors.permanent(message, url) from error
        raise connection_errors.sent(error_of(url, causes)) from error


def _body(response: HTTPResponse, headers: Headers, url: str) -> bytes:
    """The whole body of an answer.

    :raises CloudError: it is cut, or cannot be unpacked.
    """
    codings = _words(headers, 'transfer-encoding')
    if 'chunked' in codings and not response.chunked:
        # The standard library takes only a chunked body that nothing else was done to for one.
        response.chunked, response.chunk_left = True, None
    elif not response.chunked and _has_two_lengths(headers):
        raise connection_errors.sent(connection_errors.broken_off(url))
    try:
        with _telling(url, connection_errors.cut_short):
            body = response.read()
        return content_codings.unpacked(body, headers.get('content-encoding', ''))
    except ValueError as error:
        raise connection_errors.sent(connection_errors.broken_off(url)) from error


def _unfolded(header: tuple[str, str]) -> tuple[str, str]:
    """A header on one line."""
    name, value = header
    return name, ' '.join(map(str.strip, value.splitlines())) if '\n' in value else value


def _words(headers: Headers, name: str) -> set[str]:
    """What a header lists, each once."""
    return {word.strip().lower() for word in headers.get(name, '').split(',')}


def _has_two_lengths(headers: Headers) -> bool:
    try:
        return len({int(word) for word in _words(headers, 'content-length')}) > 1
    except ValueError:
        return False


def _check_redirect(status: int, headers: Headers, url: str) -> None:
    """Refuse a redirect to something that is not a URL, wherever it is to be followed.

    :raises CloudError: it is one.
    """
    if status not in redirects.STATUSES or 'location' not in headers:
        return
    try:
        urlsplit(headers['location'].encode('latin-1').decode())
    except ValueError as error:
        raise redirects.broken(url, str(error)) from error
