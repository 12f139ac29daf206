"""Calls of the whole library come out as with python-novaclient, with the same requests."""

from __future__ import annotations

import pathlib

import pytest

from evidence.dependents import report, run

SHARE = 0.99
"""Of the calls that work with python-novaclient."""

SHARE_OF_ALL = 0.95
"""Of all calls: of those that fail, what catches the error, and what was written before."""


@pytest.mark.parametrize('calls', report.LIVE)
def test_calls_come_out_the_same(calls: str, tmp_path: pathlib.Path) -> None:
    comparison = report.compared_live(calls, tmp_path)
    assert run.STOPPED not in comparison.labels
    lines = '\n'.join(map(str, comparison.differences))
    assert comparison.working_same >= SHARE * len(comparison.working), lines
    assert comparison.same >= SHARE_OF_ALL * len(comparison.labels), lines
