"""Tests of URLs of a service catalog that name no version, with clients of programs."""

from __future__ import annotations

import pytest

from novaclient_mv import client, exceptions
from novaclient_mv.v2.client import Client
from unit_tests import records
from unit_tests.scripted import Answer, ScriptedCloud


def connect(cloud: ScriptedCloud) -> Client:
    """A client as programs make it."""
    return client.Client('2.53', **cloud.credentials())


def answer_as_a_stranger(cloud: ScriptedCloud) -> None:
    """Have no answer say which version it is in, as those of proxies do."""
    cloud.nova.stamp = lambda answer, version: None  # type: ignore[method-assign]


@pytest.mark.parametrize('path', ['/compute', '/nova/PROJECT'])
@pytest.mark.parametrize('status', [300, 404])
def test_url_of_the_catalog_is_used_as_it_is_where_nothing_serves_a_version_below_it(
    path: str, status: int
) -> None:
    with ScriptedCloud(path) as cloud:
        where = cloud.compute_path
        answer_as_a_stranger(cloud)
        cloud.on('GET', '*/servers/detail', Answer(status, {}, []))
        cloud.on('GET', f'{where}/servers/detail', {'servers': [records.server(1)]})
        library = connect(cloud)
        assert [server.name for server in library.servers.list()] == ['web1']
        assert library.client.get_endpoint() == cloud.url + where
        assert [server.name for server in library.servers.list()] == ['web1']
        lines = [line for line in cloud.wire() if line.endswith('/servers/detail')]
        assert lines[1:] == [f'GET {where}/servers/detail'] * 2
        assert '/v2.1/' in lines[0]


def test_service_that_has_answered_is_asked_nowhere_else() -> None:
    with ScriptedCloud('/compute') as cloud:
        library = connect(cloud)
        assert list(library.servers.list()) == []
        answer_as_a_stranger(cloud)
        cloud.on('GET', '*/servers/detail', Answer(404, {}, []))
        with pytest.raises(exceptions.NotFound):
            library.servers.list()
        assert cloud.wire()[-2:] == ['GET /compute/v2.1/servers/detail'] * 2


def test_write_that_nothing_serves_is_sent_to_each_url_once() -> None:
    with ScriptedCloud('/compute') as cloud:
        answer_as_a_stranger(cloud)
        cloud.on('POST', '*', Answer(404, {}, []))
        library = connect(cloud)
        with pytest.raises(exceptions.NotFound):
            library.keypairs.create('k')
        assert [line for line in cloud.wire() if 'os-keypairs' in line] == [
            'POST /compute/v2.1/os-keypairs',
            'POST /compute/os-keypairs',
        ]
