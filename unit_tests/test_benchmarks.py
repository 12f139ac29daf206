"""Tests of what the benchmark makes of its runs; it measures itself in ``tox -e bench`` only."""

from __future__ import annotations

import contextlib
import importlib
import pathlib
from types import ModuleType

import pytest

BENCHMARKS = pathlib.Path(__file__).parent.parent / 'benchmarks'


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Imports as ``compare.py`` has them: its folder comes first."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return monkeypatch


@pytest.fixture
def figures(load: pytest.MonkeyPatch) -> ModuleType:
    return importlib.import_module('figures')


@pytest.fixture
def cases(load: pytest.MonkeyPatch) -> ModuleType:
    return importlib.import_module('cases')


def pair(figures: ModuleType, other: float | None, ours: float, requests: int = 1) -> object:
    """A pair of runs that took so many seconds."""
    runs = [
        None if seconds is None else figures.Run(seconds, seconds * 2, int(seconds * 1e7), requests)
        for seconds in (other, ours)
    ]
    return figures.Pair(*runs)


def test_every_case_has_goals_and_every_goal_a_case(cases: ModuleType) -> None:
    assert [case.name for case in cases.CASES] == list(cases.GOALS)
    assert all(cases.GOALS.values())
    for case in cases.CASES:
        # What is relative needs something that it is relative to.
        assert case.other is not None or not set(case.goals) & set(cases.RATIOS)


def test_ratio_is_the_median_of_the_pairs(figures: ModuleType) -> None:
    # The machine became slow: the ratio of the medians would be 2.
    pairs = [pair(figures, 1, 0.5), pair(figures, 1, 0.5), pair(figures, 10, 2)]
    assert figures.ratio(pairs, 'processor') == 0.5
    assert figures.ratio(pairs, 'clock') == 0.5


@pytest.mark.parametrize(
    ('reached', 'is_within', 'is_far'),
    [(0.20, True, False), (0.201, False, False), (0.22, False, False), (0.221, False, True)],
)
def test_goal_may_be_missed_by_a_tenth(
    figures: ModuleType, reached: float, is_within: bool, is_far: bool
) -> None:
    verdict = figures.Verdict('processor', 0.20, reached)
    assert (verdict.is_within, verdict.is_far) == (is_within, is_far)


@pytest.mark.parametrize(('is_checked', 'status'), [(True, 1), (False, 0)])
def test_only_a_check_fails(
    load: pytest.MonkeyPatch,
    figures: ModuleType,
    capsys: pytest.CaptureFixture[str],
    is_checked: bool,
    status: int,
) -> None:
    compare = importlib.import_module('compare')
    measuring = importlib.import_module('measuring')
    sides = importlib.import_module('programs').Sides(None, None, None, 'wheels', {})
    load.setattr(compare, 'both', lambda *_: contextlib.nullcontext(sides))
    load.setattr(measuring, 'measure_pairs', lambda *_: [pair(figures, 1, 0.5)])
    load.setattr(measuring, 'count_unmappings', lambda *_: 7)
    words = ['--only', 'version', *(['--check'] if is_checked else [])]
    assert compare.main(words) == status
    out = capsys.readouterr().out
    assert 'More than a tenth above its goal: --version: processor 0.5, goal 0.09' in out
    assert 'nova 7, nova-mv 7' in out
