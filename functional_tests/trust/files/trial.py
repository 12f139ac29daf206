"""Whether what reads files takes time in proportion to their size, and bounded memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from functional_tests.trust.files import reading, shapes

MOST = 2.5
"""The most times of the time a file of twice the size may take."""
NOTICED = 0.5
"""Seconds of the processor; less is mostly noise."""
_TRIES = 3


class Tried(NamedTuple):
    """A shape that was read by a run.

    :ivar ratio: of the times for the size and its half; 0 where too little was taken to tell.
    """

    reader: str
    shape: str
    seconds: float
    ratio: float
    octets: int
    problems: tuple[str, ...]


def run(folder: Path, size: int, readers: Iterable[str], every: int = 1) -> Iterator[Tried]:
    """Read every shape by some readers.

    :param every: of how many shapes one is tried.
    """
    home, marker = folder / 'home', folder / 'marker'
    home.mkdir(exist_ok=True)
    for reader in readers:
        reading.prepare(home, reader)
        for number, (name, shape) in enumerate(shapes.all_shapes(str(marker))):
            if number % every == 0:
                yield _tried(home, marker, reader, name, shape, size)


def _tried(
    home: Path, marker: Path, reader: str, name: str, shape: shapes.Shape, size: int
) -> Tried:
    content = shape(size)
    whole = reading.measured(home, reader, content)
    ratio, seconds = 0.0, whole.seconds
    problems = [*whole.problems]
    if seconds > NOTICED and not problems:
        # The least of several counts: what else runs only adds to it.
        half = min(_seconds(home, reader, shape(size // 2)) for _ in range(_TRIES))
        if seconds > MOST * half:
            seconds = min(seconds, *(_seconds(home, reader, content) for _ in range(_TRIES)))
        ratio = seconds / half
        if ratio > MOST:
            problems.append(f'twice the size takes {ratio:.1f} times the time')
    if marker.exists():
        marker.unlink()
        problems.append('something in it was run')
    return Tried(reader, name, seconds, ratio, whole.octets, tuple(problems))


def _seconds(home: Path, reader: str, content: bytes) -> float:
    return reading.measured(home, reader, content).seconds
