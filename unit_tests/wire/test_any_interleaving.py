"""Retries as a machine: whatever interleaving of faults meets them, a write that may have been
carried out is not sent again, and every read ends.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from novaclient_mv import errors, services
from novaclient_mv.compat.caller_options import CallerOptions
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire.connection import Connection
from novaclient_mv.wire.logins.access import Endpoint
from novaclient_mv.wire.logins.token_facts import TokenFacts
from novaclient_mv.wire.request import Request, request
from novaclient_mv.wire.transport import Headers, WireAnswer, WireRequest

ROOTS = ('http://a.example', 'http://b.example/cloud')
MOST_REQUESTS = 300
"""More than any call may send: 30 tries against a lock, each behind a few faults."""
MOST_SECONDS = 1000
VERSIONS = {services.COMPUTE: '2.53', services.BAREMETAL: '1.58', services.PLACEMENT: '1.20'}


class Fault(NamedTuple):
    """The outcome of one request on the wire.

    :ivar name: for a reader of a failing example.
    :ivar is_refusal: whether it is certain that the service did not carry the request out.
    """

    name: str
    outcome: WireAnswer | BaseException
    is_refusal: bool = False

    @property
    def is_answer(self) -> bool:
        return isinstance(self.outcome, WireAnswer)

    @property
    def status(self) -> int:
        """Of an answer; 999 where there was none."""
        return self.outcome.status if isinstance(self.outcome, WireAnswer) else 999


def _answered(
    status: int, body: bytes = b'{}', own: bool = True, is_refusal: bool = False, **headers: str
) -> Fault:
    """An answer.

    :param own: it is of the service that was asked, and says so.
    """
    pairs = [(name.replace('_', '-'), value) for name, value in headers.items()]
    pairs += [('X-OpenStack-Request-ID', 'req-1')] if own else []
    owner = 'own' if own else "a stranger's"
    return Fault(
        f'{owner} {status} {headers} {body[:20]!r}',
        WireAnswer(status, Headers(pairs), body),
        is_refusal,
    )


def _lost(is_sent: bool, is_lasting: bool) -> Fault:
    error = errors.CloudError('It broke.', url='')
    error.may_be_sent, error.retryable = is_sent, not is_lasting
    return Fault(f'lost, sent: {is_sent}, lasting: {is_lasting}', error, not is_sent)


LOCKED = _answered(
    409,
    b'{"error_message": "Node 1 is locked by host a, please retry after the current operation"}',
    is_refusal=True,
)
FAULTS = (
    *(_answered(status) for status in (200, 202, 204)),
    *(_answered(status, own=False) for status in (200, 202)),
    *(_answered(200, body) for body in (b'', b'{', b'<html>', b'[' * 5000, b'7')),
    *(_answered(status, Location='/other') for status in (301, 302, 303, 307, 308)),
    _answered(302, Location='http://elsewhere.example/'),
    _answered(302, Location='http://['),
    # A service that does not know the path has carried out nothing, and neither has a stranger.
    *(
        _answered(status, own=own, is_refusal=True)
        for status in (300, 404)
        for own in (True, False)
    ),
    _answered(401, is_refusal=True),
    _answered(401, own=False, is_refusal=True),
    *(_answered(status) for status in (400, 403, 406, 409, 413, 500, 501, 502, 503, 504, 599)),
    *(_answered(status, own=False) for status in (403, 500, 502, 503, 504)),
    *(_answered(status, Retry_After='2') for status in (413, 500, 503)),
    _answered(429, is_refusal=True),
    _answered(429, Retry_After='7', is_refusal=True),
    _answered(429, own=False, Retry_After='later', is_refusal=True),
    LOCKED,
    *(_lost(is_sent, is_lasting) for is_sent in (True, False) for is_lasting in (True, False)),
    Fault('more than there is memory for', MemoryError()),
    Fault('a value of another type', TypeError('odd')),
    Fault('Ctrl-C', KeyboardInterrupt()),
)
READS = ('GET /things/{id}', 'HEAD /things/{id}', 'POST /servers/{id}/action os-getConsoleOutput')
WRITES = (
    'POST /things/{id}',
    'PUT /things/{id}',
    'DELETE /things/{id}',
    'GET /os-hosts/{id}/reboot',
)


class ProgramConnection(CallerOptions, Connection):
    """A connection with the options of programs."""


class Sent(NamedTuple):
    """A request that went over the wire, with its outcome."""

    wire: WireRequest
    fault: Fault


class Cloud:
    """Transport, login and clock: each request meets the next fault, and without one succeeds."""

    def __init__(self, service: Service, roots: Sequence[str], moves: int) -> None:
        self.service = service
        self.roots = list(roots)
        self.moves = moves
        self.script: list[Fault] = []
        self.last: Fault | None = None
        self.sent: list[Sent] = []
        self.now = 0.0
        self.token = 0

    def play(self, script: Sequence[Fault], last: Fault | None) -> None:
        """Begin again with what meets the next requests.

        :param last: what meets every request behind these; nothing does without it.
        """
        self.script, self.last, self.sent = [*script], last, []

    def send(self, request: WireRequest) -> WireAnswer:
        """Meet the next fault."""
        fault = self.script.pop(0) if self.script else self.last or FAULTS[0]
        self.sent.append(Sent(request, fault))
        assert len(self.sent) <= MOST_REQUESTS, 'It does not end.'
        if isinstance(fault.outcome, BaseException):
            raise fault.outcome
        asked = dict(request.headers).get('OpenStack-API-Version')
        if asked is None or fault.name.startswith('a stranger'):
            return fault.outcome
        headers = {**fault.outcome.headers, 'OpenStack-API-Version': asked}
        return fault.outcome._replace(headers=Headers(headers.items()))

    def close(self) -> None:
        """Nothing is open."""

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def headers(self) -> Mapping[str, str]:
        return {'X-Auth-Token': str(self.token)}

    def renew(self, refused: Mapping[str, str]) -> bool:
        assert refused == self.headers()
        self.token += 1
        return True

    def endpoints_may_differ(self) -> bool:
        """A new login may tell another place, once."""
        if not self.moves:
            return False
        self.moves -= 1
        self.roots.reverse()
        return True

    def endpoint(
        self, service_type: str, interface: str, region: str | None, name: str | None = None
    ) -> str:
        return self.roots[0]

    def places(self, service_types: Sequence[str]) -> list[Endpoint] | None:
        return None

    def project_id(self) -> str | None:
        return 'project'

    def user_id(self) -> str | None:
        return 'user'

    def token_facts(self) -> TokenFacts | None:
        return None


ANY_FAULT = st.one_of(
    # What is rare otherwise, and decides on whether a write is sent again.
    st.just(LOCKED),
    st.sampled_from([fault for fault in FAULTS if fault.is_refusal]),
    st.sampled_from([fault for fault in FAULTS if not fault.is_answer]),
    st.sampled_from(FAULTS),
)
SCRIPT = st.lists(ANY_FAULT, max_size=6)
LAST = st.none() | ANY_FAULT
IS_OWN = st.sampled_from([True, True, True, False])
"""The step that meets every request behind a script; nothing does without it."""


class Interleavings(RuleBasedStateMachine):
    """One connection, and the requests of a program over it."""

    cloud: Cloud
    connection: ProgramConnection

    @initialize(
        service=st.sampled_from([*VERSIONS, services.BAREMETAL]),
        catalog=st.sampled_from(['without a version', 'with a version', 'override', 'completed']),
        moves=st.integers(0, 2),
        lock_timeout=st.sampled_from([30, 30, 0]),
        has_version=st.booleans(),
    )
    def connect(
        self, service: Service, catalog: str, moves: int, lock_timeout: float, has_version: bool
    ) -> None:
        is_whole = catalog == 'with a version' and service.major_path
        roots = [f'{root}/{service.major_path}' if is_whole else root for root in ROOTS]
        self.cloud = Cloud(service, roots, moves)
        version = APIVersion(VERSIONS[service]) if has_version else service.unversioned
        self.connection = ProgramConnection(
            self.cloud,
            self.cloud,
            service,
            version.bound_like(service.range.end),
            endpoint_override=roots[0] if catalog == 'override' else None,
            completes_url=catalog == 'completed',
            sleep=self.cloud.sleep,
            monotonic=lambda: self.cloud.now,
            warn=lambda line: None,
            lock_timeout=lock_timeout,
        )

    @rule(operation=st.sampled_from(READS), is_own=IS_OWN, script=SCRIPT, last=LAST)
    def read(self, operation: str, is_own: bool, script: list[Fault], last: Fault | None) -> None:
        """A read ends, whatever it meets, and however long that lasts."""
        call = request(operation, 'id', service=None if is_own else 'image')
        self._send(call, script, last)

    @rule(
        operation=st.sampled_from(WRITES),
        is_own=IS_OWN,
        kind=st.sampled_from(['usual', 'single', 'begun when locked']),
        script=SCRIPT,
        last=LAST,
    )
    def write(
        self, operation: str, is_own: bool, kind: str, script: list[Fault], last: Fault | None
    ) -> None:
        """A write is sent again only behind what was certainly not carried out."""
        call = request(operation, 'id', service=None if is_own else 'image')
        call = call._replace(
            is_single=kind == 'single', started_when_locked=kind == 'begun when locked'
        )
        sent = [one for one in self._send(call, script, last) if one.wire.call == call]
        for earlier, later in itertools.pairwise(sent):
            fault, body = earlier.fault, earlier.wire.body
            assert fault.is_refusal, f'{later.wire.url} after {fault.name}'
            assert not (call.started_when_locked and fault is LOCKED)
            assert not (call.is_single and fault.is_answer and fault.status not in (300, 401, 404))
            assert (later.wire.method, later.wire.body) == (earlier.wire.method, body)

    @rule(script=SCRIPT, last=LAST)
    def ask_for_versions(self, script: list[Fault], last: Fault | None) -> None:
        """Version documents are read within an end as well."""
        self.cloud.play(script, last)
        with contextlib.suppress(errors.Error, KeyboardInterrupt):
            self.connection.server_range()

    def _send(self, call: Request, script: list[Fault], last: Fault | None) -> list[Sent]:
        """Carry out a call; return all requests that were sent for it."""
        self.cloud.play(script, last)
        start = self.cloud.now
        try:
            self.connection.send(call)
        except (errors.Error, KeyboardInterrupt):
            pass
        else:
            assert self.cloud.sent[-1].fault.status < 300
        assert self.cloud.now - start <= MOST_SECONDS
        return self.cloud.sent


TestInterleavings = Interleavings.TestCase
TestInterleavings.settings = settings(max_examples=220, stateful_step_count=5, deadline=None)
