"""Sessions of requests to one sandbox, in this process, and what is wrong with its answers."""

from __future__ import annotations

import contextlib
import json
import random
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from functional_tests.drawn_requests.drawing import Draw
from functional_tests.trust.bodies import operations, spoiling
from functional_tests.trust.bodies.spoiling import Wire
from functional_tests.trust.bodies.things import Things
from novaclient_mv import sandbox
from novaclient_mv.sandbox.http import in_process
from novaclient_mv.sandbox.state import seed

SESSION = 250
"""Requests to a sandbox; the next ones go to a new one."""
LONGEST = 2.0
"""Seconds of the processor that an answer may take."""
START = 1_800_000_000.0


class Problem(NamedTuple):
    """A problem of an answer.

    :ivar words: a short sentence, the same for the same cause.
    :ivar number: of the request in its session, which is the one of ``seed``.
    """

    words: str
    wire: Wire
    seed: int
    number: int
    details: str = ''


class Tally:
    """The result of a trial."""

    def __init__(self) -> None:
        self.by_service: Counter[str] = Counter()
        self.by_status: Counter[int] = Counter()
        self.asked: set[tuple[str, str, str]] = set()
        self.reached: set[tuple[str, str, str]] = set()
        self.problems: list[Problem] = []
        self.slowest = 0.0

    @property
    def count(self) -> int:
        """The number of requests."""
        return self.by_service.total()


def run(folder: Path, first: int, count: int, services: tuple[str, ...] = ()) -> Tally:
    """Send requests, in sessions that are drawn from a seed each.

    :param folder: where states are kept.
    :param first: the seed of the first session.
    :param services: which are asked; all of them without it.
    """
    tally = Tally()
    template = folder / 'template.db'
    tokens = logged_in(template)
    for number in range(-(-count // SESSION)):
        path = folder / 'session.db'
        path.write_bytes(template.read_bytes())
        length = min(SESSION, count - number * SESSION)
        _session(path, first + number, length, tokens, tally, services)
    return tally


def logged_in(path: Path) -> dict[str, str]:
    """Make a state, and return the tokens of those who send requests, by role."""
    cloud = sandbox.application(path, lambda: START)
    return {role: _token(cloud, *who) for role, who in _USERS.items()}


_USERS: dict[str, tuple[str, str | None]] = {
    'admin': ('admin', 'admin'),
    'member': ('demo', 'demo'),
    'reader': ('reader', 'demo'),
    'manager': ('manager', 'demo'),
    'service': ('service', 'demo'),
    'unscoped': ('demo', None),
}


def _token(cloud: Any, user: str, project: str | None) -> str:
    from unit_tests.sandbox.caller import password_login

    body = json.dumps(password_login(user, project, seed.PASSWORD)).encode()
    url = f'{sandbox.BASE_URL}/identity/v3/auth/tokens'
    kind = [('Content-Type', 'application/json')]
    _, headers, _ = in_process.call(cloud, 'POST', url, kind, body)
    return dict(headers)['X-Subject-Token']


class _Cloud:
    """A sandbox, whose clock goes on with each request."""

    def __init__(self, path: Path, tokens: dict[str, str]) -> None:
        self.tokens = tokens
        self.now = START
        self.application = sandbox.application(path, lambda: self.now)

    def send(self, wire: Wire) -> tuple[int, list[tuple[str, str]], bytes]:
        """The answer to a request."""
        headers = list(wire.headers)
        if wire.role != 'nobody' and all(name != 'X-Auth-Token' for name, _ in headers):
            headers.append(('X-Auth-Token', self.tokens.get(wire.role, 'unknown')))
        url = sandbox.BASE_URL + wire.target
        status, answered, body = in_process.call(
            self.application, wire.method, url, headers, wire.body
        )
        return int(status[:3]), answered, body


def _session(
    path: Path,
    seed: int,
    count: int,
    tokens: dict[str, str],
    tally: Tally,
    services: tuple[str, ...],
) -> None:
    draw, things = Draw(random.Random(seed)), Things()
    cloud = _Cloud(path, tokens)
    for wire in _openings():
        things.learn(json.loads(cloud.send(wire)[2]))
    # Sessions are mostly about one service, so that its resources come together.
    names = services or tuple(operations.SERVICES)
    main = names[seed % len(names)]
    for asked in operations.opening(draw, main, things):
        with contextlib.suppress(Exception):
            status, _, body = cloud.send(spoiling.plain(draw, asked))
            if status < 300:
                _learn(things, body)
    for number in range(count):
        service = main if draw.chance(0.7) else draw.one_of(names)
        wire = spoiling.spoiled(draw, operations.draw(draw, service, things))
        cloud.now += draw.one_of((0.0, 0.1, 3.0, 20.0))
        for words, details in _judged(cloud, wire, things, tally):
            tally.problems.append(Problem(words, wire, seed, number, details))


def _openings() -> Iterator[Wire]:
    for path in (
        '/v2.1/servers/detail', '/v2.1/flavors', '/image/v2/images', '/network/v2.0/networks',
        '/network/v2.0/subnets', '/network/v2.0/ports', '/network/v2.0/security-groups',
        '/identity/v3/projects', '/identity/v3/users', '/identity/v3/roles', '/baremetal/v1/nodes',
        '/placement/resource_providers', '/v2.1/os-hypervisors', '/v2.1/os-services',
    ):  # fmt: skip
        yield Wire('', 'GET', path, (('OpenStack-API-Version', 'compute 2.90'),), b'', 'admin')


def _judged(cloud: _Cloud, wire: Wire, things: Things, tally: Tally) -> Iterator[tuple[str, str]]:
    tally.by_service[wire.service] += 1
    tally.asked.add((wire.service, wire.method, wire.route))
    before = time.process_time()
    try:
        status, headers, body = cloud.send(wire)
    except Exception as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        tally.by_status[0] += 1
        yield f'{type(error).__name__} in {at.name}: {str(error)[:80]}', traceback.format_exc()
        return
    seconds = time.process_time() - before
    tally.slowest = max(tally.slowest, seconds)
    tally.by_status[status] += 1
    if seconds > LONGEST:
        yield 'it takes too long', f'{seconds:.1f} s'
    # Nova has no driver for some requests, and says so.
    if status >= 500 and (status, wire.service) not in ((501, 'compute'), (501, 'legacy')):
        yield f'{status}: {body[:160]!r}', body.decode('utf-8', 'replace')[:2000]
    for name, text in headers:
        if not text.isprintable() or not text.isascii() or not name.isascii():
            yield f'the header {name} is none', text
    if status < 300:
        tally.reached.add((wire.service, wire.method, wire.route))
        _learn(things, body)


def _learn(things: Things, body: bytes) -> None:
    try:
        things.learn(json.loads(body))
    except ValueError:
        return
