"""A server that several tests act on."""

from __future__ import annotations

import pytest

from unit_tests.sandbox.caller import Caller


@pytest.fixture
def server(cloud: Caller) -> str:
    """A server that has been built."""
    id = cloud.boot()
    cloud.now += 5
    return id
