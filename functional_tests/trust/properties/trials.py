"""The properties of the test command, with other seeds."""

from __future__ import annotations

import functools
import itertools
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterator

from functional_tests.trust.frame import Outcome, Part, Trial

ROOT = pathlib.Path(__file__).parents[3]


def modules() -> list[str]:
    """The modules of tests that draw their inputs."""
    found = (ROOT / 'unit_tests').rglob('test_*.py')
    return sorted(str(path) for path in found if 'hypothesis' in path.read_text(encoding='utf-8'))


def _trials(folder: pathlib.Path, seed: int, is_sample: bool) -> Iterator[Trial]:
    for number in itertools.count(seed):
        yield Trial(f'seed {number}', functools.partial(_outcome, number))


def _outcome(seed: int) -> Outcome:
    words = ['-q', '-p', 'no:cacheprovider', f'--hypothesis-seed={seed}', *modules()]
    done = subprocess.run(
        [sys.executable, '-m', 'pytest', *words], cwd=ROOT, capture_output=True, text=True
    )
    passed = re.search(r'\d+ passed', done.stdout)
    problems = [done.stdout[-20_000:]] if done.returncode or passed is None else []
    return Outcome(problems, [passed[0] if passed else 'none passed'])


PART = Part(20, _trials, patience=3600)
