"""Fixtures: a cloud with a scripted Bare Metal service."""

from __future__ import annotations

import pytest

from unit_tests.baremetal.v1.rack import Rack
from unit_tests.scripted import ScriptedCloud, StartCloud


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud whose catalog has a Bare Metal service."""
    return start_cloud(catalog={'baremetal': '/baremetal'})


@pytest.fixture
def rack(cloud: ScriptedCloud) -> Rack:
    """The Bare Metal service of that cloud."""
    return Rack(cloud)
