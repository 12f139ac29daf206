"""Calls of the whole library come out as with python-novaclient, with the same requests."""

from __future__ import annotations

import pathlib

import pytest

from functional_tests.dependents import comparing, measuring, run

MODULES = ('errors', 'keywords', 'methods', 'resources', 'services')
SHARE = 0.99
"""Of the calls that work with python-novaclient."""


@pytest.mark.parametrize('module', MODULES)
def test_calls_come_out_the_same(module: str, tmp_path: pathlib.Path) -> None:
    records = measuring.both('services', f'functional_tests.dependents.live.{module}', tmp_path)
    comparison = comparing.compare(*records)
    assert run.STOPPED not in comparison.labels
    lines = '\n'.join(map(str, comparison.differences))
    assert comparison.working_same >= SHARE * len(comparison.working), lines
