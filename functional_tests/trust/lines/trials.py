"""Trials with command lines that are drawn from what commands declare."""

from __future__ import annotations

import functools
import itertools
import pathlib
from collections.abc import Iterator, Sequence

from functional_tests.trust.frame import Outcome, Part, Trial
from functional_tests.trust.lines import mutated, running


def _trials(folder: pathlib.Path, seed: int, is_sample: bool) -> Iterator[Trial]:
    user = running.User(folder)
    for number in itertools.count():
        words = mutated.Drawing(f'{seed}:{number}').line()
        yield Trial(f'{number}: {words!r:.1500}', functools.partial(_outcome, user, words))


def _outcome(user: running.User, words: Sequence[str]) -> Outcome:
    with user.at_home():
        run = user(words)
    wrote = 'wrote' if run.writes else 'wrote nothing'
    return Outcome(running.problems(run), (f'ended with {run.status}', wrote))


PART = Part(100_000, _trials)
