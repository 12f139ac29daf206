"""Some of the mutated command lines, the same ones each time, and all of them."""

from __future__ import annotations

import pathlib

import pytest

from functional_tests.trust.judging import Run
from functional_tests.trust.lines import figures, mutated, running


def test_refused_line_never_writes_and_no_line_crashes(tmp_path: pathlib.Path) -> None:
    user = running.User(tmp_path)
    with user.at_home():
        runs = [user(mutated.Drawing(f'0:{number}').line()) for number in range(100)]
    assert {run.words: found for run in runs if (found := running.problems(run))} == {}
    # Most are accepted, and many of them write.
    assert sum(run.status in (2, 3) for run in runs) < len(runs) / 2
    assert sum(bool(run.writes) for run in runs) > len(runs) / 10


def test_refused_line_that_wrote_is_noticed() -> None:
    run = Run(('server-delete', 'web'), '', 'nova-mv: No.\n', 2, ('DELETE /servers/1 ',))
    assert running.problems(run) == ['it was refused with 2 and wrote: DELETE /servers/1 ']


@pytest.mark.slow
def test_ten_thousand_lines() -> None:
    assert figures.main(['--count', '10000', '--seed', '5']) == 0
