"""A server that answers with given bytes, and breaks connections as scripted."""

from __future__ import annotations

import contextlib
import socket
import ssl
import struct
import threading
from collections.abc import Callable
from types import TracebackType
from typing import NamedTuple, Self


class Step(NamedTuple):
    """The answer to one request, and the end of its connection.

    ``end`` is ``keep``, ``close``, ``reset``, ``stall`` (nothing more comes, until the client goes)
    or ``garble`` (what comes below TLS is not TLS).
    """

    content: bytes
    end: str = 'keep'


class Seen(NamedTuple):
    """A request as it came, and the number of its connection."""

    head: bytes
    body: bytes
    connection: int

    @property
    def line(self) -> str:
        """Method and target."""
        return self.head.split(b'\r\n')[0].decode('latin-1').rpartition(' ')[0]

    @property
    def headers(self) -> dict[str, str]:
        """The headers, by their names in small letters."""
        lines = self.head.decode('latin-1').split('\r\n')[1:]
        pairs = (line.partition(': ') for line in lines if line)
        return {name.lower(): value for name, _, value in pairs}


def answer(
    body: bytes = b'{}', *headers: str, status: str = '200 OK', length: bool = True
) -> bytes:
    """An answer in bytes."""
    lines = [f'HTTP/1.1 {status}', 'OpenStack-API-Version: compute 2.53', *headers]
    lines += [f'Content-Length: {len(body)}'] if length else []
    return '\r\n'.join([*lines, '', '']).encode('latin-1') + body


class RawServer:
    """Takes a step for each request, whichever connection it comes over; the last one again and
    again.

    :param context: speaks TLS with these settings.
    """

    def __init__(self, *steps: Step, context: ssl.SSLContext | None = None) -> None:
        self.steps = list(steps)
        self.seen: list[Seen] = []
        self.accepted = 0
        self.ended = threading.Semaphore(0)
        """Released for each connection that the server has ended."""
        self._context = context
        self._lock = threading.Lock()
        self._server = socket.create_server(('127.0.0.1', 0), backlog=50)
        self.port = self._server.getsockname()[1]
        scheme = 'https' if context is not None else 'http'
        self.url = f'{scheme}://127.0.0.1:{self.port}'

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()

    @property
    def lines(self) -> list[str]:
        """Method and target of each request."""
        return [request.line for request in self.seen]

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._server.accept()
                self.accepted += 1
                talk: Callable[[], None] = _Talk(self, connection, self.accepted)
                threading.Thread(target=talk, daemon=True).start()

    def take(self, request: Seen) -> Step:
        """Note a request, and take its step."""
        with self._lock:
            self.seen.append(request)
            return self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]

    def secured(self, connection: socket.socket) -> socket.socket:
        """A connection after its handshake."""
        if self._context is None:
            return connection
        secure = self._context.wrap_socket(
            connection, server_side=True, do_handshake_on_connect=False
        )
        try:
            secure.do_handshake()
        except ssl.SSLError:
            # A client that is still writing is to read why, and not that its writing was in vain.
            with socket.socket(fileno=secure.detach()) as bare:
                bare.shutdown(socket.SHUT_WR)
                while bare.recv(65536):
                    pass
            raise
        return secure


class _Talk:
    """The exchange over one connection."""

    def __init__(self, server: RawServer, connection: socket.socket, number: int) -> None:
        self.server = server
        self.connection = connection
        self.number = number
        self.unread = b''

    def __call__(self) -> None:
        with contextlib.suppress(OSError):
            self.connection = self.server.secured(self.connection)
            while (request := self._read()) is not None:
                step = self.server.take(request)
                self.connection.sendall(step.content)
                if step.end == 'stall':
                    self.connection.recv(1)
                if step.end == 'garble':
                    assert isinstance(self.connection, ssl.SSLSocket)
                    self.connection = socket.socket(fileno=self.connection.detach())
                    self.connection.sendall(b'spam' * 20)
                if step.end == 'reset':
                    linger = struct.pack('ii', 1, 0)
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                if step.end != 'keep':
                    break
        self.connection.close()
        self.server.ended.release()

    def _read(self) -> Seen | None:
        """The next request, whole, so that nothing unread turns an end into a reset."""
        while b'\r\n\r\n' not in self.unread:
            if not self._more():
                return None
        head, _, self.unread = self.unread.partition(b'\r\n\r\n')
        length = int(Seen(head, b'', 0).headers.get('content-length', '0'))
        while len(self.unread) < length:
            if not self._more():
                return None
        body, self.unread = self.unread[:length], self.unread[length:]
        return Seen(head, body, self.number)

    def _more(self) -> bool:
        content = self.connection.recv(65536)
        self.unread += content
        return bool(content)
