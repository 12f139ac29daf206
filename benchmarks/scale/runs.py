"""Runs this checkout's program once and follows its output line by line, in little memory."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from measuring import MEMORY_UNIT
from programs import Failed

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COMMAND = (sys.executable, '-m', 'novaclient_mv')


class Run(NamedTuple):
    """The figures of a run.

    :ivar first: seconds until the first line with the mark was out.
    :ivar clock: seconds until it ended.
    :ivar processor: seconds of processor time.
    :ivar megabytes: the most memory.
    :ivar marked: how many lines have the mark.
    """

    first: float
    clock: float
    processor: float
    megabytes: float
    marked: int


def run(words: Sequence[str], variables: Mapping[str, str], home: str, mark: bytes) -> Run:
    """Run a command line that must succeed.

    :param mark: what each line that counts has in it.
    :raises Failed: it did not.
    """
    environment = {**variables, 'PYTHONPATH': str(ROOT)}
    with tempfile.TemporaryFile() as err:
        started = time.perf_counter()
        process = subprocess.Popen(
            [*COMMAND, *words],
            cwd=home,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=err,
        )
        assert process.stdout is not None
        first, marked = 0.0, 0
        for line in process.stdout:
            if mark in line:
                first = first or time.perf_counter() - started
                marked += 1
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        clock = time.perf_counter() - started
        err.seek(0)
        complaint = err.read().decode(errors='replace')
    if process.returncode:
        raise Failed(f'{" ".join(words[:4])}: status {process.returncode}\n{complaint[-2000:]}')
    megabytes = usage.ru_maxrss * MEMORY_UNIT / 1e6
    return Run(first, clock, usage.ru_utime + usage.ru_stime, megabytes, marked)


class Figure(NamedTuple):
    """A figure beside its bound; without one it is only told."""

    title: str
    value: float
    unit: str
    most: float | None = None

    @property
    def is_beyond(self) -> bool:
        """Whether it is above its bound."""
        return self.most is not None and self.value > self.most


def tell(figures: Sequence[Figure]) -> int:
    """Print figures; 1 where one is beyond its bound."""
    for figure in figures:
        bound = '' if figure.most is None else f'at most {figure.most:,.6g}'
        verdict = 'BEYOND' if figure.is_beyond else 'ok' if bound else ''
        print(f'{figure.title:<52} {figure.value:>14,.2f} {figure.unit:<9} {bound:<18} {verdict}')
    return int(any(figure.is_beyond for figure in figures))
