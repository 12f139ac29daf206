"""Counts logs on the workers of a Dask cluster, each where it lies."""

from __future__ import annotations

import functools
import glob
import importlib
import os
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from novaclient_mv import errors
from novaclient_mv.knowledge.usage import logs
from novaclient_mv.knowledge.usage.logs import Answer, LogUsage
from novaclient_mv.services import COMPUTE, Service

INSTALL = 'pip install "nova-mv[fleet]"'

_SECONDS_TO_CONNECT = 10


class _Place(NamedTuple):
    """A log on a worker, and what identifies its file to all workers that share a file system."""

    path: str
    identity: tuple[int, int, int]


def usage_of_fleet(
    scheduler: str,
    patterns: Sequence[str],
    service: Service = COMPUTE,
    max_lines: int | None = None,
) -> Answer:
    """Count the requests that a fleet's logs tell.

    :param scheduler: address of a Dask scheduler, as ``tcp://host:8786``. This package must be
        installed where its workers run.
    :param patterns: paths, or patterns of paths, which each worker's host looks up on its own.
    :param max_lines: read no more lines of each log than these, the first ones.
    :raises CommandError: no worker has such a file, or one that has it cannot read it.
    :raises Error: Dask is missing, or the scheduler cannot be reached.
    """
    try:
        distributed = importlib.import_module('distributed')
    except ImportError:
        raise errors.Error(f'Dask is missing, which speaks to the scheduler: {INSTALL}') from None
    try:
        client = distributed.Client(scheduler, timeout=_SECONDS_TO_CONNECT)
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise errors.Error(f'The scheduler {scheduler} cannot be reached: {reason}') from None
    with client:
        return logs.merged(_counted(client, patterns, service, max_lines), service)


def _counted(
    client: Any, patterns: Sequence[str], service: Service, max_lines: int | None
) -> Iterator[LogUsage]:
    """Yield the usage of each log of the fleet, counted by a worker of the host that has it."""
    places: dict[_Place, list[str]] = {}
    for worker, own_places in client.run(_places, list(patterns)).items():
        for place in own_places:
            places.setdefault(place, []).append(worker)
    if not places:
        raise errors.CommandError(f'No worker has a file {" or ".join(patterns)}.')
    count = functools.partial(logs.usage_of_file, max_lines=max_lines)
    running = [
        client.submit(count, place.path, service, workers=workers, pure=False)
        for place, workers in places.items()
    ]
    for future in running:
        yield future.result()


def _places(patterns: Sequence[str]) -> list[_Place]:
    """The logs that the host of this process has; runs on a worker."""
    places = []
    for pattern in patterns:
        for path in sorted(glob.glob(os.path.expanduser(pattern))):
            status = os.stat(path)
            identity = (status.st_ino, status.st_size, status.st_mtime_ns)
            places.append(_Place(os.path.abspath(path), identity))
    return list(dict.fromkeys(places))
