"""A server on a local port that answers each request with the bytes that a function gives."""

from __future__ import annotations

import contextlib
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import NamedTuple, Self

_HANDSHAKE = b'\x16'
"""The first octet of a client that speaks TLS."""


class Reply(NamedTuple):
    """The bytes that are sent, and the end of the connection.

    ``end`` is ``keep``, ``close``, ``reset``, ``stall`` (nothing more comes, until the client goes)
    or ``garble`` (what comes below TLS is not TLS).

    :ivar pieces: what is sent, piece by piece; it may be endless.
    :ivar pause: seconds of the wall between two pieces.
    """

    pieces: Iterable[bytes]
    end: str = 'keep'
    pause: float = 0.0


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


class ByteServer:
    """Serves while it is entered, a thread for each connection.

    :param reply: what is sent for a request.
    :param context: speaks TLS with these settings.
    :param is_hasty: answers whatever comes first, be it a request or not.
    :param refuses_tls: refuses a handshake, as servers of HTTP do; without it, waits for its end.
    :ivar seen: the requests.
    :ivar accepted: the number of connections.
    :ivar ended: released for each connection that the server has ended.
    """

    def __init__(
        self,
        reply: Callable[[Seen], Reply],
        *,
        context: ssl.SSLContext | None = None,
        is_hasty: bool = False,
        refuses_tls: bool = False,
    ) -> None:
        self.seen: list[Seen] = []
        self.accepted = 0
        self.ended = threading.Semaphore(0)
        self._reply, self._context = reply, context
        self._refuses_tls = refuses_tls
        self._until = b'' if is_hasty else b'\r\n\r\n'
        self._is_over = threading.Event()
        self._lock = threading.Lock()
        self._connections: set[socket.socket] = set()
        self._server = socket.create_server(('127.0.0.1', 0), backlog=50)
        self.port = self._server.getsockname()[1]
        self.url = f'{"http" if context is None else "https"}://127.0.0.1:{self.port}'

    def __enter__(self) -> Self:
        self.listen()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def lines(self) -> list[str]:
        """Method and target of each request."""
        return [request.line for request in self.seen]

    @property
    def is_refusing(self) -> bool:
        """Whether the port is closed."""
        return self._server.fileno() < 0

    def listen(self) -> None:
        """Take connections, on the same port as before."""
        if self.is_refusing:
            self._server = socket.create_server(('127.0.0.1', self.port), backlog=50)
        threading.Thread(target=self._accept, args=(self._server,), daemon=True).start()

    def refuse(self) -> None:
        """Take no more connections."""
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()

    def close(self) -> None:
        """Stop serving; what is being sent ends."""
        self._is_over.set()
        self.refuse()
        self.end_connections()

    def end_connections(self) -> None:
        """Close the connections that clients have left open."""
        with self._lock:
            left, self._connections = self._connections, set()
        for connection in left:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

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

    def _accept(self, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = server.accept()
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                with self._lock:
                    self.accepted += 1
                    self._connections.add(connection)
                talk = threading.Thread(
                    target=self._talk, args=(connection, self.accepted), daemon=True
                )
                talk.start()

    def _talk(self, connection: socket.socket, number: int) -> None:
        """Answer what comes over one connection."""
        bare, unread = connection, b''
        with contextlib.suppress(OSError):
            connection = self.secured(connection)
            while (whole := self._request(connection, unread)) is not None:
                head, body, unread = whole
                request = Seen(head, body, number)
                with self._lock:
                    self.seen.append(request)
                reply = self._reply(request)
                for place, piece in enumerate(reply.pieces):
                    if place and reply.pause and self._is_over.wait(reply.pause):
                        break
                    connection.sendall(piece)
                if reply.end == 'stall':
                    connection.recv(1)
                if reply.end == 'garble':
                    connection = socket.socket(fileno=connection.detach())
                    connection.sendall(b'spam' * 20)
                if reply.end == 'reset':
                    linger = struct.pack('ii', 1, 0)
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                if reply.end != 'keep':
                    break
        with self._lock:
            self._connections.discard(bare)
        connection.close()
        self.ended.release()

    def _request(
        self, connection: socket.socket, unread: bytes
    ) -> tuple[bytes, bytes, bytes] | None:
        """Head and body of the next request, whole, so that nothing unread turns an end into a
        reset; and what follows.
        """
        while not unread or self._until not in unread:
            content = connection.recv(65536)
            if not content:
                return None
            unread += content
            if self._refuses_tls and unread[:1] == _HANDSHAKE:
                connection.sendall(b'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n')
                return None
        if not self._until:
            return unread, b'', b''
        head, _, unread = unread.partition(self._until)
        length = int(Seen(head, b'', 0).headers.get('content-length', '0'))
        while len(unread) < length:
            content = connection.recv(65536)
            if not content:
                return None
            unread += content
        return head, unread[:length], unread[length:]
