"""Fixtures of comparisons with recorded facts."""

from __future__ import annotations

import pytest

from functional_tests.contract import facts


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what compares with facts where there are none."""
    if facts.is_present():
        return
    for item in items:
        if 'functional_tests/contract/' in str(item.path):
            item.add_marker(pytest.mark.skip(reason=facts.ABSENT))
