"""Whether what reads files takes time in proportion to their size, and bounded memory."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from pathlib import Path

from functional_tests.trust.files import reading, shapes
from functional_tests.trust.frame import Outcome, Part, Trial

SAMPLE = ('script.sh', 'policy.yaml', 'api.log')
SIZE = 300_000
"""Octets of a file."""

MOST = 2.5
"""The most times of the time a file of twice the size may take."""
NOTICED = 0.5
"""Seconds of the processor; less is mostly noise."""
_TRIES = 3


def _trials(folder: Path, seed: int, is_sample: bool) -> Iterator[Trial]:
    home, marker = folder / 'home', folder / 'marker'
    home.mkdir()
    shapes_of_all = [
        (reader, name, shape)
        for reader in (SAMPLE if is_sample else reading.READERS)
        for name, shape in shapes.all_shapes(str(marker))
    ]
    if is_sample:
        random.Random(seed).shuffle(shapes_of_all)
    prepared: set[str] = set()
    for reader, name, shape in shapes_of_all:
        if reader not in prepared:
            reading.prepare(home, reader)
            prepared.add(reader)
        size = 4000 if is_sample else SIZE
        tried = functools.partial(_outcome, home, marker, reader, shape, size)
        yield Trial(f'{reader}: {name}', tried)


def _outcome(home: Path, marker: Path, reader: str, shape: shapes.Shape, size: int) -> Outcome:
    content = shape(size)
    whole = reading.measured(home, reader, content)
    seconds = whole.seconds
    problems = [*whole.problems]
    if seconds > NOTICED and not problems:
        # The least of several counts: what else runs only adds to it.
        half = min(_seconds(home, reader, shape(size // 2)) for _ in range(_TRIES))
        if seconds > MOST * half:
            seconds = min(seconds, *(_seconds(home, reader, content) for _ in range(_TRIES)))
        if seconds > MOST * half:
            problems.append(f'twice the size takes {seconds / half:.1f} times the time')
    if whole.octets >= reading.MEMORY:
        problems.append(f'it takes {whole.octets >> 20} MiB')
    if marker.exists():
        marker.unlink()
        problems.append('something in it was run')
    return Outcome(problems, [reader])


def _seconds(home: Path, reader: str, content: bytes) -> float:
    return reading.measured(home, reader, content).seconds


PART = Part(100_000, _trials, patience=900)
