"""The original's own tests of its managers pass with this library in its place."""

from __future__ import annotations

import pathlib

from evidence.dependents import measuring, original_tests

SHARE = 0.99


def test_tests_of_managers_pass(tmp_path: pathlib.Path) -> None:
    results = original_tests.counted(measuring.original_results(tmp_path))
    passed = sum(result.is_passed for result in results)
    lines = [f'{count} {line} ({name})' for line, count, name in original_tests.groups(results)]
    assert passed >= SHARE * len(results), '\n'.join([f'{passed} of {len(results)}', *lines])


def test_each_exclusion_says_why() -> None:
    assert all(reason for reason in original_tests.EXCLUDED.values())
