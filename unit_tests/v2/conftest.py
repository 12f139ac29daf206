"""A client of the library on a scripted cloud."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import client
from novaclient_mv.v2.client import Client
from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.scripted import ScriptedCloud, StartCloud

Connect = Callable[..., Any]
"""The fixture ``connect``, as tests of any attribute see it."""


@pytest.fixture
def connect() -> Callable[..., Client]:
    """Makes clients: ``library = connect(cloud, '2.53')``."""

    def make(cloud: ScriptedCloud, version: str, **options: Any) -> Client:
        return client.Client(version, **cloud.credentials(), **options)

    return make


@pytest.fixture
def new_cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud up to the newest version with one server, ``web``."""
    cloud = start_cloud(maximum=NEWEST, catalog={'image': '/image'})
    records.add_server(cloud, records.server(1, 'web'))
    cloud.on('POST', f'/servers/{records.server_id(1)}/action', None, 202)
    cloud.on('GET', '/image/v2/images/*', {'id': records.IMAGE, 'name': 'cirros'})
    cloud.on('GET', '/flavors/1', {'flavor': records.flavor()})
    return cloud
