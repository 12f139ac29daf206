"""Sessions of requests to a sandbox in this process, large bodies, and writers that are killed."""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import random
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

from functional_tests.drawn_requests.drawing import Draw
from functional_tests.trust.bodies import operations, spoiling, writers
from functional_tests.trust.bodies.spoiling import Wire
from functional_tests.trust.bodies.state import START, logged_in
from functional_tests.trust.bodies.things import Things
from functional_tests.trust.frame import Outcome, Part, Trial
from novaclient_mv import sandbox
from novaclient_mv.sandbox.http import in_process
from novaclient_mv.sandbox.state import image_store

SESSION = 250
"""Requests to a sandbox; the next ones go to a new one."""
LONGEST = 2.0
"""Seconds of the processor that an answer may take."""
_UNITS = (b'[],', b'{"a":1},', b'1,', b'"\\u00e9",')
TARGETS = {
    '/v2.1': '/servers',
    '/v2': '/servers',
    '/identity': '/v3/auth/tokens',
    '/image': '/v2/images',
    '/network': '/v2.0/networks',
    '/volume': '/v3/volumes',
    '/placement': '/resource_providers',
    '/baremetal': '/v1/nodes',
}
"""A path of each service that takes a body."""


def _trials(folder: Path, seed: int, is_sample: bool) -> Iterator[Trial]:
    template = folder / 'template.db'
    tokens = logged_in(template)
    for sync in (False,) if is_sample else (False, True):
        kind = 'with --sync' if sync else 'without --sync'
        sizes = (8, 3) if is_sample else (64, 20)
        state = folder / f'writers-{sync}.db'
        yield Trial(f'writers {kind}', functools.partial(_writers, state, sync, *sizes))
        state, count = folder / f'kills-{sync}.db', 20 if is_sample else 500
        yield Trial(f'kills {kind}', functools.partial(_kills, state, sync, count, seed))
    if not is_sample:
        for mount, path in TARGETS.items():
            target = f'{mount}{path}'
            yield Trial(f'sizes of {target}', functools.partial(_sizes, template, tokens, target))
        yield Trial('image of 64 MiB', functools.partial(_large_image, template, tokens))
    for number in itertools.count(seed):
        session = functools.partial(_session, folder, template, number, tokens)
        yield Trial(f'session {number}', session)


def _writers(path: Path, sync: bool, count: int, writes: int) -> Outcome:
    there, complaints = writers.at_once(path, count, writes, sync)
    lost = [] if there == count * writes else [f'{there} of {count * writes} writes are there']
    return Outcome([*complaints, *lost], ['writers at once'] * count)


def _kills(path: Path, sync: bool, count: int, seed: int) -> Outcome:
    kills = writers.kill(path, count, seed, sync)
    problems = [f'{len(kills.lost)} acknowledged writes are lost'] if kills.lost else []
    tags = ['acknowledged before a kill'] * kills.acknowledged + ['kills midway'] * kills.midway
    return Outcome([*problems, *kills.broken], tags)


def _sizes(path: Path, tokens: dict[str, str], target: str) -> Outcome:
    """Send what is as large as it may be, and larger."""
    cloud, problems = _Cloud(path, tokens), []
    for unit in _UNITS:
        statuses = []
        for size in (1 << 16, (4 << 20) - 100, 5 << 20, 70 << 20):
            body = b'[' + unit * ((size - 3) // len(unit)) + b'1]'
            kind = (('Content-Type', 'application/json'),)
            statuses.append(cloud.send(Wire('', 'POST', target, kind, body, 'admin'))[0])
        if not all(400 <= each < 500 for each in statuses) or statuses[2:] != [413, 413]:
            problems.append(f'{unit!r}: {statuses}')
    return Outcome(problems)


def _large_image(template: Path, tokens: dict[str, str]) -> Outcome:
    path = template.with_name('large.db')
    path.write_bytes(template.read_bytes())
    cloud = _Cloud(path, tokens)
    body = {'name': 'large', 'disk_format': 'raw', 'container_format': 'bare'}
    made = writers.send(cloud.application, tokens['admin'], 'POST', '/image/v2/images', body)
    kind = (('Content-Type', 'application/octet-stream'),)
    content = bytes(image_store.MOST_OCTETS)
    target = f'/image/v2/images/{made["id"]}/file'
    status = cloud.send(Wire('', 'PUT', target, kind, content, 'admin'))[0]
    return Outcome([] if status == 204 else [f'it is answered with {status}'])


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


def _session(folder: Path, template: Path, seed: int, tokens: dict[str, str]) -> Outcome:
    """Requests of a seed to a new sandbox."""
    draw, things = Draw(random.Random(seed)), Things()
    path = folder / 'session.db'
    path.write_bytes(template.read_bytes())
    cloud = _Cloud(path, tokens)
    for wire in _openings():
        things.learn(json.loads(cloud.send(wire)[2]))
    # Sessions are mostly about one service, so that its resources come together.
    names = tuple(operations.SERVICES)
    main = names[seed % len(names)]
    for asked in operations.opening(draw, main, things):
        with contextlib.suppress(Exception):
            status, _, body = cloud.send(spoiling.plain(draw, asked))
            if status < 300:
                _learn(things, body)
    problems: list[str] = []
    tags: list[str] = []
    for number in range(SESSION):
        service = main if draw.chance(0.7) else draw.one_of(names)
        wire = spoiling.spoiled(draw, operations.draw(draw, service, things))
        cloud.now += draw.one_of((0.0, 0.1, 3.0, 20.0))
        status, found = _judged(cloud, wire, things)
        tags += [service, f'answered with {status}']
        problems += [
            f'request {number}: {wire.method} {wire.target[:200]} {wire.role} '
            f'{wire.headers!r:.300} {wire.body[:200]!r}: {words}'
            for words in found
        ]
    return Outcome(problems, tags)


def _openings() -> Iterator[Wire]:
    for path in (
        '/v2.1/servers/detail', '/v2.1/flavors', '/image/v2/images', '/network/v2.0/networks',
        '/network/v2.0/subnets', '/network/v2.0/ports', '/network/v2.0/security-groups',
        '/identity/v3/projects', '/identity/v3/users', '/identity/v3/roles', '/baremetal/v1/nodes',
        '/placement/resource_providers', '/v2.1/os-hypervisors', '/v2.1/os-services',
    ):  # fmt: skip
        yield Wire('', 'GET', path, (('OpenStack-API-Version', 'compute 2.90'),), b'', 'admin')


def _judged(cloud: _Cloud, wire: Wire, things: Things) -> tuple[int, list[str]]:
    """The status of an answer, and what is wrong with it."""
    before = time.process_time()
    try:
        status, headers, body = cloud.send(wire)
    except Exception:
        return 0, [traceback.format_exc()[-600:]]
    problems = []
    seconds = time.process_time() - before
    if seconds > LONGEST:
        problems.append(f'it takes {seconds:.1f} s')
    # Nova has no driver for some requests, and says so.
    if status >= 500 and (status, wire.service) not in ((501, 'compute'), (501, 'legacy')):
        problems.append(f'{status}: {body[:600]!r}')
    for name, text in headers:
        if not text.isprintable() or not text.isascii() or not name.isascii():
            problems.append(f'the header {name} is none: {text!r}')
    if status < 300:
        _learn(things, body)
    return status, problems


def _learn(things: Things, body: bytes) -> None:
    try:
        things.learn(json.loads(body))
    except ValueError:
        return


PART = Part(412, _trials, patience=600, memory=1 << 30)
