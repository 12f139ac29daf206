"""A sandbox for each test."""

from __future__ import annotations

from pathlib import Path

import pytest

from unit_tests.sandbox import caller


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the state is."""
    return tmp_path / 'state' / 'sandbox.db'


@pytest.fixture
def cloud(path: Path) -> caller.Caller:
    """An administrator of a new sandbox."""
    return caller.Caller(path)
