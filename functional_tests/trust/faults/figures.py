"""Carries out trials with faults, and prints figures of them."""

from __future__ import annotations

import argparse
import collections
import gc
import pathlib
import random
import sys
import tempfile
import time
from collections.abc import Sequence

from functional_tests.trust.faults import families, kinds
from functional_tests.trust.faults.stage import Stage
from functional_tests.trust.faults.trials import STATES, TRANSPORTS, Trials

_RUNS_OF_GARBAGE = 100


def main(arguments: Sequence[str]) -> int:
    """Carry out a sample of trials.

    :returns: 1 where one of them found something.
    """
    parser = argparse.ArgumentParser(prog='python -m functional_tests.trust faults')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=6_000)
    parser.add_argument('--kind', help='only kinds whose name contains this')
    parser.add_argument('--family', help='only command lines that contain this')
    options = parser.parse_args(arguments)
    chance = random.Random(options.seed)
    started = time.monotonic()
    # As in the program. What is left of a run is collected between runs, not in the midst of one.
    gc.disable()
    found: list[tuple[str, list[str]]] = []
    names: collections.Counter[str] = collections.Counter()
    memory = '/dev/shm' if pathlib.Path('/dev/shm').is_dir() else None
    with tempfile.TemporaryDirectory(dir=memory) as folder, Stage(pathlib.Path(folder)) as stage:
        trials = Trials(stage)
        while names.total() < options.count:
            trial = trials.drawn(chance)
            if (options.kind or '') not in trial.plan.kind.name:
                continue
            if (options.family or '') not in trial.setting.family.name:
                continue
            names[trial.plan.kind.name] += 1
            problems = trials.problems(trial)
            if names.total() % _RUNS_OF_GARBAGE == 0:
                gc.collect()
            if problems:
                found.append((trial.name, problems))
                sys.stdout.write('\n    '.join([trial.name, *problems]) + '\n')
                sys.stdout.flush()
    seconds = time.monotonic() - started
    sys.stdout.write(
        f'{names.total()} trials with {len(names)} of {len(kinds.all_kinds())} kinds of '
        f'faults, {len(families.FAMILIES)} command lines, {len(TRANSPORTS)} transports and '
        f'{len(STATES)} states of the cache: {len(found)} with a problem, '
        f'in {seconds:.0f} seconds (seed {options.seed}).\n'
    )
    return 1 if found else 0
