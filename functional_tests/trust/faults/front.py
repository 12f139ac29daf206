"""The sandbox behind sockets of our own, which let a fault stand in for an answer."""

from __future__ import annotations

import contextlib
import itertools
import random
import socket
import struct
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from functional_tests.trust.faults import paging, roles
from functional_tests.trust.faults.exchange import Exchange, Kind, Reply, whole
from novaclient_mv.sandbox.http import in_process
from novaclient_mv.sandbox.http.wsgi import Application
from novaclient_mv.sandbox.state import seed

MOST_REQUESTS = 400
"""After so many requests of a run it is taken for endless, and gets no answer any more."""
PASSWORD = 'p4ssw0rd-of-the-cloud'
"""The password of the user, which no run may show or keep."""
_LINGER = struct.pack('ii', 1, 0)


class Plan(NamedTuple):
    """The fault of a run.

    :ivar place: the number of the first request that goes wrong.
    :ivar is_lasting: whether all requests of that role go wrong from there on.
    """

    kind: Kind
    place: int
    is_lasting: bool
    seed: int


class Asked(NamedTuple):
    """A request as it came, its role and the status of its answer (0: a fault's)."""

    method: str
    target: str
    body: bytes
    role: str
    headers: dict[str, str]
    status: int

    @property
    def line(self) -> str:
        """Method and target."""
        return f'{self.method} {self.target}'


class Front:
    """Serves an application on a local port; runs come one after the other.

    :param application: what answers where nothing goes wrong.
    :param elsewhere: the URL of a server that is none of the cloud's.
    """

    def __init__(self, application: Application, elsewhere: str) -> None:
        self.application = application
        self.elsewhere = elsewhere
        self.asked: list[Asked] = []
        self.carried_out: list[str] = []
        """The writes that an application may have carried out."""
        self.tokens: set[str] = set()
        self.faulted = 0
        self.refuses_tokens = False
        """Whether every request with a token is refused, but for logins."""
        self._plan: Plan | None = None
        self._role = ''
        self._lock = threading.Lock()
        self._connections: set[socket.socket] = set()
        self._server = socket.create_server(('127.0.0.1', 0), backlog=50)
        self.port = self._server.getsockname()[1]
        self.url = f'http://127.0.0.1:{self.port}'
        self._listen()

    def begin(self, plan: Plan | None = None) -> None:
        """Begin with another run."""
        self.end_connections()
        with self._lock:
            self.asked, self.carried_out, self.faulted, self._role = [], [], 0, ''
            self._plan = plan
        if plan is not None and plan.kind.is_refused and plan.place == 0:
            self._stop_listening()
        elif self._server.fileno() < 0:
            self._server = socket.create_server(('127.0.0.1', self.port), backlog=50)
            self._listen()

    def close(self) -> None:
        """Stop serving."""
        self._stop_listening()
        self.end_connections()

    def end_connections(self) -> None:
        """Close the connections that a run has left."""
        with self._lock:
            left, self._connections = self._connections, set()
        for connection in left:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def _listen(self) -> None:
        server = self._server
        threading.Thread(target=self._accept, args=(server,), daemon=True).start()

    def _stop_listening(self) -> None:
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()

    def _accept(self, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = server.accept()
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                with self._lock:
                    self._connections.add(connection)
                talk: Callable[[], None] = _Talk(self, connection)
                threading.Thread(target=talk, daemon=True).start()

    # -- answers ---------------------------------------------------------------

    def reply(self, method: str, target: str, headers: dict[str, str], body: bytes) -> Reply:
        """The reply to a request."""
        with self._lock:
            return self._reply(method, target, headers, body)

    def _reply(self, method: str, target: str, headers: dict[str, str], body: bytes) -> Reply:
        number = len(self.asked)
        role = roles.role_of(method, target, body, [asked.line for asked in self.asked])
        plan = self._plan
        if number >= MOST_REQUESTS:
            return Reply((), 'reset')
        kind = None
        if plan is not None and not plan.kind.is_refused and self._goes_wrong(plan, number, role):
            kind = plan.kind
        may_change = kind is None or kind.is_carried_out or role != roles.WRITE
        status, pairs, content = self._healthy(method, target, headers, body, may_change)
        if role == roles.WRITE and may_change and status < 400:
            self.carried_out.append(f'{method} {target} {body.decode("utf-8", "replace")}')
        self.asked.append(Asked(method, target, body, role, headers, 0 if kind else status))
        self.tokens |= {value for name, value in pairs if name.lower() == 'x-subject-token'}
        exchange = Exchange(
            *(method, target, headers, body, status, tuple(pairs), content, role, self.url),
            self.elsewhere,
            random.Random(f'{0 if plan is None else plan.seed} {number}'),
            self.faulted,
        )
        if kind is not None:
            self.faulted += 1
            return kind.reply(exchange)
        if plan is not None and plan.kind.is_refused and number + 1 >= plan.place:
            self.faulted += 1
            self._stop_listening()
            return whole(exchange.answer(headers=(('Connection', 'close'),)), 'close')
        return whole(exchange.answer())

    def _goes_wrong(self, plan: Plan, number: int, role: str) -> bool:
        if self.refuses_tokens:
            return role not in (roles.LOGIN, roles.DOCUMENT)
        # A read that is sent again looks like a look.
        role = roles.READ if role == roles.LOOK else role
        if number == plan.place:
            self._role = role
            return True
        return plan.is_lasting and number > plan.place and role == self._role

    def _healthy(
        self, method: str, target: str, headers: dict[str, str], body: bytes, may_change: bool
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        if not may_change:
            return 200, [('Content-Type', 'application/json')], b'{}'
        url = self.url + paging.with_limit(method, target)
        body = body.replace(PASSWORD.encode(), seed.PASSWORD.encode())
        status, pairs, content = in_process.call(
            self.application, method, url, headers.items(), body
        )
        return int(status.partition(' ')[0]), pairs, content


class _Talk:
    """The exchange over one connection."""

    def __init__(self, front: Front, connection: socket.socket) -> None:
        self.front = front
        self.connection = connection
        self.unread = b''

    def __call__(self) -> None:
        with contextlib.suppress(OSError):
            while (request := self._read()) is not None:
                reply = self.front.reply(*request)
                for number, piece in enumerate(reply.pieces):
                    if number and reply.pause:
                        time.sleep(reply.pause)
                    self.connection.sendall(piece)
                if reply.end == 'stall':
                    self.connection.recv(1)
                if reply.end == 'reset':
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER)
                if reply.end != 'keep':
                    break
        with self.front._lock:
            self.front._connections.discard(self.connection)
        self.connection.close()

    def _read(self) -> tuple[str, str, dict[str, str], bytes] | None:
        """The next request, whole, so that nothing unread turns an end into a reset."""
        while b'\r\n\r\n' not in self.unread:
            if not self._more():
                return None
        head, _, self.unread = self.unread.partition(b'\r\n\r\n')
        first, *lines = head.decode('latin-1').split('\r\n')
        method, target, _ = first.split(' ', 2)
        headers = {
            name.lower(): value for name, _, value in (each.partition(': ') for each in lines)
        }
        length = int(headers.get('content-length', '0'))
        while len(self.unread) < length:
            if not self._more():
                return None
        body, self.unread = self.unread[:length], self.unread[length:]
        return method, target, headers, body

    def _more(self) -> bool:
        content = self.connection.recv(65536)
        self.unread += content
        return bool(content)


class Stranger:
    """A server that is none of the cloud's, and should not be asked anything."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self._server = socket.create_server(('127.0.0.1', 0), backlog=50)
        self.url = f'http://127.0.0.1:{self._server.getsockname()[1]}'
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Stop serving."""
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            for _ in itertools.count():
                connection, _ = self._server.accept()
                with connection:
                    self.heard.append(connection.recv(65536))
                    connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')
