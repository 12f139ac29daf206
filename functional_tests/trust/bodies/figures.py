"""The figures of this part: requests, writers at once, and kills."""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
from collections import Counter
from pathlib import Path

from functional_tests.trust.bodies import operations, trial, writers
from novaclient_mv import sandbox
from novaclient_mv.sandbox.http import in_process
from novaclient_mv.sandbox.state import image_store

COUNT = 100_000
"""Requests, without ``--count``."""
MEMORY = 1 << 30
"""Octets of address space that the process may take."""
_WRITERS, _WRITES = 64, 20


def main(arguments: list[str]) -> int:
    """Print what comes of requests, writers and kills.

    :returns: 0, unless something is wrong.
    """
    parser = argparse.ArgumentParser(prog='python -m functional_tests.trust bodies')
    parser.add_argument(
        '--count', type=int, default=COUNT, help='Requests; there is a kill for each hundred.'
    )
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args(arguments)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    count, wrong = options.count, 0
    with tempfile.TemporaryDirectory(prefix='trust-bodies-') as folder:
        tally = trial.run(Path(folder), options.seed, count)
        _tell_requests(tally)
        wrong += len(tally.problems)
        wrong += _tell_sizes(Path(folder, 'sizes.db'))
        for sync in (False, True):
            wrong += _tell_writers(Path(folder, f'writers-{sync}.db'), sync)
            wrong += _tell_kills(
                Path(folder, f'kills-{sync}.db'), max(2, count // 200), options.seed, sync
            )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    _tell(f'memory: {peak} MiB at most, of {MEMORY >> 20} MiB of address space')
    return int(wrong > 0)


def _tell(line: str) -> None:
    sys.stdout.write(f'{line}\n')
    sys.stdout.flush()


def _tell_requests(tally: trial.Tally) -> None:
    _tell(f'requests: {tally.count}, {len(tally.problems)} with something wrong')
    for name, number in sorted(tally.by_service.items()):
        table = {(name, each.method, each.path) for each in operations.all_operations(name)}
        asked, reached = len(table & tally.asked), len(table & tally.reached)
        _tell(f'  {name}: {number}, to {asked} of {len(table)} operations, {reached} with success')
    statuses = ', '.join(f'{status} {n}' for status, n in sorted(tally.by_status.items()))
    _tell(f'  statuses: {statuses}')
    _tell(f'  slowest answer: {tally.slowest:.2f} s of the processor')
    for words, number in Counter(problem.words for problem in tally.problems).most_common(20):
        first = next(problem for problem in tally.problems if problem.words == words)
        wire = first.wire
        _tell(f'  WRONG {number} times: {words}')
        _tell(f'    seed {first.seed}, request {first.number}: {wire.method} {wire.target[:200]}')
        _tell(f'    {wire.role} {wire.headers!r:.300} {wire.body[:200]!r}')
        _tell(f'    {first.details[-600:]}')


def _tell_sizes(path: Path) -> int:
    """Send what is as large as it may be, and larger."""
    token = trial.logged_in(path)['admin']
    cloud = sandbox.application(path, lambda: trial.START)

    def send(method: str, target: str, kind: str, body: bytes) -> int:
        headers = [('X-Auth-Token', token), ('Content-Type', kind)]
        url = f'{sandbox.BASE_URL}{target}'
        return int(in_process.call(cloud, method, url, headers, body)[0][:3])

    wrong = 0
    for mount, target in TARGETS.items():
        for unit in (b'[],', b'{"a":1},', b'1,', b'"\\u00e9",'):
            statuses = []
            for size in (1 << 16, (4 << 20) - 100, 5 << 20, 70 << 20):
                body = b'[' + unit * ((size - 3) // len(unit)) + b'1]'
                statuses.append(send('POST', mount + target, 'application/json', body))
            is_right = all(400 <= each < 500 for each in statuses) and statuses[2:] == [413, 413]
            wrong += not is_right
            if not is_right:
                _tell(f'  WRONG sizes of {unit!r} to {mount}{target}: {statuses}')
    image = send('PUT', f'/image/v2/images/{_image(cloud, token)}/file',
                 'application/octet-stream', bytes(image_store.MOST_OCTETS))  # fmt: skip
    wrong += image != 204
    _tell(f'sizes: {wrong} wrong of {4 * 4 * len(TARGETS)}; {image} for an image of 64 MiB')
    return wrong


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


def _image(cloud: object, token: str) -> str:
    body = {'name': 'large', 'disk_format': 'raw', 'container_format': 'bare'}
    return str(writers.send(cloud, token, 'POST', '/image/v2/images', body)['id'])


def _tell_writers(path: Path, sync: bool) -> int:
    there, complaints = writers.at_once(path, _WRITERS, _WRITES, sync)
    _tell(
        f'{_WRITERS} writers{_with(sync)}: {there} of {_WRITERS * _WRITES} writes are there, '
        f'{len(complaints)} complaints'
    )
    for complaint in complaints[:3]:
        _tell(f'  {complaint}')
    return len(complaints) + (there != _WRITERS * _WRITES)


def _tell_kills(path: Path, count: int, seed: int, sync: bool) -> int:
    told = writers.kill(path, count, seed, sync)
    _tell(
        f'kills{_with(sync)}: {told.kills}, {told.midway} pairs of them in the middle of a write; '
        f'{told.acknowledged} acknowledged changes, {len(told.lost)} lost, '
        f'{len(told.broken)} files broken'
    )
    return len(told.lost) + len(told.broken)


def _with(sync: bool) -> str:
    return ' with --sync' if sync else ''


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
