"""Fixtures that every test may use: a user who runs command lines, and scripted clouds."""

from __future__ import annotations

import contextlib
import pathlib
import socket
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from unit_tests import newest, records, scripted
from unit_tests import nova as nova_runner
from unit_tests.testing_process import pytest_collection_finish, pytest_configure

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http import tls

__all__ = ['pytest_collection_finish', 'pytest_configure']


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


@pytest.fixture
def new_cloud(start_cloud: Callable[..., scripted.ScriptedCloud]) -> scripted.ScriptedCloud:
    """A cloud of the newest version that creates servers."""
    cloud = start_cloud(maximum=newest.NEWEST)
    cloud.on('GET', '/flavors/1', {'flavor': records.flavor()})
    records.add_server(cloud, records.server(1, image=''))
    cloud.on('POST', '/servers', {'server': {'id': records.server_id(1), 'links': []}}, 202)
    return cloud


@pytest.fixture
def closed_port() -> Iterator[int]:
    """A port that refuses connections."""
    with socket.socket() as taken:
        taken.bind(('127.0.0.1', 0))
        yield taken.getsockname()[1]


@pytest.fixture(scope='session')
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tls.Certificate:
    """A certificate of this computer."""
    from novaclient_mv.sandbox.http import tls

    try:
        return tls.certificate(str(tmp_path_factory.mktemp('tls')), '127.0.0.1')
    except tls.NoCertificate as error:
        pytest.skip(str(error))
