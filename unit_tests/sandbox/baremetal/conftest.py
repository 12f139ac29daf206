"""An operator of bare metal for each test."""

from __future__ import annotations

from pathlib import Path

import pytest

from unit_tests.sandbox.baremetal import operator


@pytest.fixture
def metal(path: Path) -> operator.Operator:
    """An administrator of a new sandbox."""
    return operator.Operator(path)
