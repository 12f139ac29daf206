"""The tests that programs have pass with this library as they pass with python-novaclient."""

from __future__ import annotations

import pathlib

import pytest

from evidence.dependents import own_tests, program_results
from evidence.dependents.original_tests import Result

SHARE = 0.8
"""Of the modules' tests, what has to pass with python-novaclient: else a library lacks."""


@pytest.mark.parametrize('tests', own_tests.TESTS, ids=str)
def test_own_tests_pass(tests: own_tests.OwnTests, tmp_path: pathlib.Path) -> None:
    if not program_results.is_installed(tests):
        pytest.skip(f'{tests} cannot be installed')
    outcome = program_results.compared(tests, tmp_path)
    assert len(outcome.passing) >= SHARE * outcome.total
    lines = [f'{name}: {reason}' for name, reason in outcome.differences.items()]
    assert not lines, '\n'.join(lines)


def test_most_programs_are_installed() -> None:
    assert 2 * sum(map(program_results.is_installed, own_tests.TESTS)) > len(own_tests.TESTS)


def test_difference_is_noticed() -> None:
    original = [Result('a', 'passed'), Result('b', 'passed'), Result('c', 'Error: 1')]
    ours = [Result('a', 'Error: 2'), Result('c', 'Error: 1')]
    outcome = program_results.outcome(original, ours)
    assert (outcome.total, outcome.passing) == (3, ['a', 'b'])
    assert outcome.differences == {'a': 'Error: 2', 'b': 'not run'}
    assert outcome.same == 0


def test_each_exclusion_says_why() -> None:
    assert all(reason for reason in own_tests.EXCLUDED.values())
