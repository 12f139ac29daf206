"""Logs of several gigabytes, counted by a Dask cluster of two workers (needs ``distributed``)."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pathlib
import resource
import subprocess
import tempfile
import time
from typing import Any

from measuring import MEMORY_UNIT
from programs import Failed
from runs import COMMAND, ROOT, Figure, tell

BLOCK_LINES = 200_000
FILE_BYTES = 1 << 29
GROWTH_MEGABYTES = 20
"""The bound of a worker beyond what it took for one block of lines, however long logs are."""


def main(words: list[str]) -> int:
    """Measure logs; 1 where a figure is beyond its bound."""
    parser = argparse.ArgumentParser(prog='benchmarks/scale logs', description=__doc__)
    parser.add_argument('--gigabytes', type=float, default=10.0)
    parser.add_argument('--folder', help='where to write the logs')
    asked = parser.parse_args(words)
    os.environ['PYTHONPATH'] = str(ROOT)
    distributed = importlib.import_module('distributed')
    with (
        tempfile.TemporaryDirectory(dir=asked.folder) as folder,
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        # Both workers load what they need, and meet each user and project once.
        first = [pathlib.Path(folder, f'first-{number}.log') for number in range(4)]
        for path in first:
            path.write_bytes(_block())
        _count(cluster.scheduler_address, f'{folder}/first-*.log')
        for path in first:
            path.unlink()
        lines = _write(pathlib.Path(folder), int(asked.gigabytes * 1e9))
        size = sum(path.stat().st_size for path in pathlib.Path(folder).iterdir())
        before = _peaks(client)
        started = time.perf_counter()
        counted = _count(cluster.scheduler_address, f'{folder}/*.log')
        clock = time.perf_counter() - started
        growth = max(now - then for now, then in zip(_peaks(client), before, strict=True))
    if counted != lines:
        raise Failed(f'{counted} of {lines} requests were counted.')
    title = f'{size / 1e9:.1f} GB'
    return tell(
        [
            Figure(f'{title}: requests', counted, ''),
            Figure(f'{title}: clock', clock, 's'),
            Figure(f'{title}: requests a second', counted / clock, ''),
            Figure(f'{title}: megabytes a second', size / 1e6 / clock, ''),
            Figure(f'{title}: growth of a worker', growth, 'MB', GROWTH_MEGABYTES),
        ]
    )


def _write(folder: pathlib.Path, size: int) -> int:
    """Write logs of about so many bytes; the number of their lines.

    Each file is one block over and over, so that it takes no longer than the disk.
    """
    block = _block()
    left, lines, number = size, 0, 0
    while left > 0:
        with (folder / f'nova-api-{number:03d}.log').open('wb') as file:
            for _ in range(-(-min(left, FILE_BYTES) // len(block))):
                file.write(block)
                lines += BLOCK_LINES
        left -= FILE_BYTES
        number += 1
    return lines


def _block() -> bytes:
    return ''.join(map(_line, range(BLOCK_LINES))).encode()


def _line(number: int) -> str:
    """A line of Nova's request log: 900 users of 300 projects, each with a version of its own."""
    minute, user = number // 3600 % 60, number % 900
    project = user // 3
    path = ('servers/detail', f'servers/{number:08x}-5e11-4b0a-8c1d-0123456789ab', 'flavors')
    return (
        f'2026-11-22 0{number // 50_000}:{minute:02d}:34.123 17 INFO nova.api.openstack.requestlog '
        f'[None req-{number:08x}-0000-4000-8000-000000000001 {user:032x} {project:032x} '
        f'- - default default] 10.0.{project % 256}.{user % 256} "GET /v2.1/{path[number % 3]}" '
        f'status: 200 len: 1234 microversion: 2.{user % 97 + 1} time: 0.123456\n'
    )


def _count(scheduler: str, pattern: str) -> int:
    """The number of requests that the program tells of all logs."""
    words = ['version-usage', '--scheduler', scheduler, pattern, '-f', 'json']
    done = subprocess.run(
        [*COMMAND, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    if done.returncode:
        raise Failed(f'status {done.returncode}: {done.stderr[-2000:]}')
    requests: int = json.loads(done.stdout)['requests']
    return requests


def _peaks(client: Any) -> list[float]:
    """The most memory that each worker has taken so far, in megabytes."""
    return [*client.run(_peak).values()]


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * MEMORY_UNIT / 1e6
