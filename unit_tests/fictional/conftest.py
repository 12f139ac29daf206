"""Fixtures: fictional services as an installed package brings them, and a cloud with them."""

from __future__ import annotations

import pathlib
from collections.abc import Callable

import pytest

from unit_tests.fictional import clouds, installed
from unit_tests.scripted import ScriptedCloud

CATALOG = {'orchestra': '/orchestra/v1', 'depot': '/depot/v2'}


@pytest.fixture(autouse=True)
def packages(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """An installed package that brings both services by entry points."""
    folder = installed.install(tmp_path / 'packages', installed.FICTIONAL)
    monkeypatch.syspath_prepend(str(folder))
    return folder


@pytest.fixture
def cloud(start_cloud: Callable[..., ScriptedCloud]) -> ScriptedCloud:
    """A scripted cloud whose catalog has both services."""
    return start_cloud(catalog=CATALOG)


@pytest.fixture
def orchestra(cloud: ScriptedCloud) -> clouds.Orchestra:
    """An orchestra that speaks all that we do."""
    return clouds.Orchestra(cloud)


@pytest.fixture
def depot(cloud: ScriptedCloud) -> clouds.Depot:
    """A depot that speaks all that we do."""
    return clouds.Depot(cloud)
