"""The frame of all parts: trials are drawn by a seed, run, counted and printed in one way."""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import itertools
import pathlib
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import NamedTuple

PARTS = ('bodies', 'caches', 'faults', 'files', 'lines', 'properties', 'secrets')
_RUNS_OF_GARBAGE = 100


class Outcome(NamedTuple):
    """The outcome of a trial.

    :ivar problems: a short sentence for each.
    :ivar tags: what is counted, as a status that a run ended with.
    """

    problems: Sequence[str] = ()
    tags: Sequence[str] = ()


class Trial(NamedTuple):
    """Something that is tried, with the name that tells how to see it again."""

    name: str
    run: Callable[[], Outcome]


class Part(NamedTuple):
    """A part; the module ``trials`` of its folder has it as ``PART``.

    :ivar count: trials without ``--count``.
    :ivar trials: yields the trials of a seed, in an empty folder; smaller ones for the usual tests.
    :ivar patience: seconds of the wall after which a trial hangs.
    :ivar memory: octets of address space that the process may take.
    """

    count: int
    trials: Callable[[pathlib.Path, int, bool], Iterator[Trial]]
    patience: float = 120
    memory: int | None = None


class Report(NamedTuple):
    """The trials of a run: how many, those with a problem, and what was counted."""

    count: int
    problems: dict[str, Sequence[str]]
    tags: Counter[str]


class Hang(BaseException):
    """A trial that took too long."""


def part_of(name: str) -> Part:
    """A part by the name of its folder."""
    part: Part = importlib.import_module(f'functional_tests.trust.{name}.trials').PART
    return part


def run(
    part: Part,
    folder: pathlib.Path,
    seed: int,
    count: int,
    only: str = '',
    is_sample: bool = False,
) -> Report:
    """Run trials; what is wrong with one is printed at once.

    :param only: what the names of the trials have in them.
    """
    named = (each for each in part.trials(folder, seed, is_sample) if only in each.name)
    number, problems, tags = 0, {}, Counter[str]()
    for number, trial in enumerate(itertools.islice(named, count), 1):
        try:
            with _patience(part.patience):
                outcome = trial.run()
        except Hang:
            outcome = Outcome(['it hung'])
        tags.update(outcome.tags)
        if outcome.problems:
            problems[trial.name] = outcome.problems
            _tell('\n    '.join([f'WRONG {trial.name}', *outcome.problems]))
        if number % _RUNS_OF_GARBAGE == 0 and not gc.isenabled():
            gc.collect()
    return Report(number, problems, tags)


def main(arguments: list[str]) -> int:
    """Run a part, or each of them, as the first word says, and print figures.

    :returns: 0, unless something was found.
    """
    parser = argparse.ArgumentParser(prog='python -m functional_tests.trust')
    parser.add_argument('part', choices=[*PARTS, 'all'])
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, help='trials of a part')
    parser.add_argument('--only', default='', help='only trials with this in their name')
    options = parser.parse_args(arguments)
    # As in the program. What is left of a run is collected between runs, not in the midst of one.
    gc.disable()
    memory = '/dev/shm' if pathlib.Path('/dev/shm').is_dir() else None
    wrong = 0
    for name in PARTS if options.part == 'all' else [options.part]:
        part, began = part_of(name), time.monotonic()
        most = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (part.memory or most, most))
        count = part.count if options.count is None else options.count
        with tempfile.TemporaryDirectory(prefix='trust-', dir=memory) as folder:
            report = run(part, pathlib.Path(folder), options.seed, count, options.only)
        seconds, wrong = time.monotonic() - began, wrong + len(report.problems)
        _tell(f'{name}: {report.count} trials by seed {options.seed} in {seconds:.0f} s, '
              f'{len(report.problems)} with a problem')  # fmt: skip
        for tag, number in sorted(report.tags.items()):
            _tell(f'  {number:7} {tag}')
    return int(wrong > 0)


def _tell(line: str) -> None:
    sys.stdout.write(f'{line}\n')
    sys.stdout.flush()


@contextlib.contextmanager
def _patience(seconds: float) -> Iterator[None]:
    """End what hangs."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
