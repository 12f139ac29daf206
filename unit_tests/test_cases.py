"""A test of many cases tries all of them, and names those that fail."""

from __future__ import annotations

import inspect

import pytest

from unit_tests import cases


@cases.one_test_of(
    'number, word', [(1, 'a'), (2, 'b'), (3, 'c'), (4, 'd')], ids=lambda case: case[1]
)
def check(limit: int, number: int, word: str) -> None:
    """Some of these fail, each in a way of its own."""
    if word == 'a':
        pytest.xfail('as expected')
    if word == 'b':
        pytest.skip('not here')
    if word == 'c':
        pytest.fail('by its own words')
    assert number < limit


def test_failed_cases_are_named_and_others_are_not() -> None:
    with pytest.raises(pytest.fail.Exception) as caught:
        check(limit=4)
    first, second, *rest = str(caught.value).splitlines()
    assert (first[:3], second[:3], rest[-1]) == ('[c]', '[d]', '2 of 4 cases failed.')
    assert 'by its own words' in first
    assert 'AssertionError' in second


def test_fixtures_are_what_no_case_gives() -> None:
    assert [*inspect.signature(check).parameters] == ['limit']
    assert check.__name__ == 'check'


def test_no_case_is_skipped() -> None:
    with pytest.raises(pytest.skip.Exception):
        cases.one_test_of('case', [])(lambda case: None)()


def test_all_that_pass_are_no_failure() -> None:
    seen: list[int] = []
    cases.one_test_of('case', iter([1, 2]))(lambda case: seen.append(case))()
    assert seen == [1, 2]
