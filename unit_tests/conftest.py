"""Fixtures that every test may use: a user who runs command lines, and scripted clouds."""

from __future__ import annotations

import contextlib
import pathlib
from collections.abc import Callable, Iterator

import pytest

from unit_tests import nova as nova_runner
from unit_tests import scripted
from unit_tests.testing_process import pytest_configure

__all__ = ['pytest_configure']


@pytest.fixture
def nova(tmp_path: pathlib.Path) -> nova_runner.Nova:
    """Runs a command line: ``result = nova('server-list', version='2.9', cloud=cloud)``."""
    home = tmp_path / 'home'
    home.mkdir()
    return nova_runner.Nova(home)


@pytest.fixture
def start_cloud() -> Iterator[Callable[..., scripted.ScriptedCloud]]:
    """Starts scripted clouds: ``cloud = start_cloud('/v2.1', maximum='2.90')``."""
    with contextlib.ExitStack() as stack:

        def start(*args: object, **options: object) -> scripted.ScriptedCloud:
            return stack.enter_context(scripted.ScriptedCloud(*args, **options))  # type: ignore[arg-type]

        yield start


@pytest.fixture
def cloud(start_cloud: Callable[..., scripted.ScriptedCloud]) -> scripted.ScriptedCloud:
    """A scripted cloud of 2.1 to 2.53 at ``/v2.1``."""
    return start_cloud()
