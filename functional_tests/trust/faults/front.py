"""The sandbox behind sockets of our own, which let a fault stand in for an answer."""

from __future__ import annotations

import random
import threading
from typing import NamedTuple

from functional_tests.trust.faults import paging, roles
from functional_tests.trust.faults.exchange import Exchange, Kind, whole
from novaclient_mv.sandbox.http import in_process
from novaclient_mv.sandbox.http.wsgi import Application
from novaclient_mv.sandbox.state import seed
from unit_tests.byte_server import ByteServer, Reply, Seen

MOST_REQUESTS = 400
"""After so many requests of a run it is taken for endless, and gets no answer any more."""
PASSWORD = 'p4ssw0rd-of-the-cloud'
"""The password of the user, which no run may show or keep."""


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


class Front(ByteServer):
    """Serves an application on a local port; runs come one after the other.

    :param application: what answers where nothing goes wrong.
    :param elsewhere: the URL of a server that is none of the cloud's.
    """

    def __init__(self, application: Application, elsewhere: str) -> None:
        super().__init__(self._answered)
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
        self._turn = threading.Lock()
        self.listen()

    def begin(self, plan: Plan | None = None) -> None:
        """Begin with another run."""
        self.end_connections()
        with self._turn:
            self.asked, self.carried_out, self.faulted, self._role = [], [], 0, ''
            self.seen.clear()
            self._plan = plan
        if plan is not None and plan.kind.is_refused and plan.place == 0:
            self.refuse()
        elif self.is_refusing:
            self.listen()

    # -- answers ---------------------------------------------------------------

    def _answered(self, seen: Seen) -> Reply:
        method, _, target = seen.line.partition(' ')
        with self._turn:
            return self._reply_to(method, target, seen.headers, seen.body)

    def _reply_to(self, method: str, target: str, headers: dict[str, str], body: bytes) -> Reply:
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
            self.refuse()
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


class Stranger(ByteServer):
    """A server that is none of the cloud's, and should not be asked anything."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        super().__init__(self._hear, is_hasty=True)
        self.listen()

    def _hear(self, seen: Seen) -> Reply:
        self.heard.append(seen.head)
        return whole(b'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}', 'close')
