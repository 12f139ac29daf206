"""A client of the library on a scripted cloud."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import client
from novaclient_mv.v2.client import Client
from unit_tests.scripted import ScriptedCloud


@pytest.fixture
def connect() -> Callable[..., Client]:
    """Makes clients: ``library = connect(cloud, '2.53')``."""

    def make(cloud: ScriptedCloud, version: str, **options: Any) -> Client:
        return client.Client(version, **cloud.credentials(), **options)

    return make
