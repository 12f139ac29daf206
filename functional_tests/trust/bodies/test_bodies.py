"""Requests of any kind to the sandbox and its neighbours, and writers that are killed."""

from __future__ import annotations

from pathlib import Path

import pytest

from functional_tests.trust.bodies import operations, trial, writers
from unit_tests import processes

ROOT = Path(__file__).parents[3]
MODULE = 'functional_tests.trust.bodies.figures'


def test_no_request_breaks_a_service(tmp_path: Path) -> None:
    tally = trial.run(tmp_path, 1, 400)
    assert [problem[:2] for problem in tally.problems] == []
    assert set(tally.by_service) == set(operations.SERVICES)


def test_acknowledged_write_outlives_kill_9_of_any_moment(tmp_path: Path) -> None:
    kills = writers.kill(tmp_path / 'state.db', 20, 1)
    assert (kills.lost, kills.broken) == ((), ())
    assert kills.acknowledged


def test_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    assert writers.at_once(tmp_path / 'state.db', 8, 3) == (24, [])


@pytest.mark.slow
def test_figures_are_without_a_fault() -> None:
    # It bounds the memory of its process.
    done = processes.python('-m', MODULE, '--seed', '20000', env={'PYTHONPATH': str(ROOT)})
    assert done.returncode == 0, done.stdout
