"""A test of many cases tries all of them, and names those that fail."""

from __future__ import annotations

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
