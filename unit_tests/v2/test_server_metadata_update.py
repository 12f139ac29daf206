"""One key of a server's metadata is changed by a request of its own."""

from __future__ import annotations

import pytest

from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import StartCloud
from unit_tests.v2 import exchange

ID = 'aaaaaaaa-0000-4000-8000-000000000001'


@pytest.mark.parametrize('version', ['2.0', '2.1', NEWEST])
def test_one_key_is_changed(nova: Nova, start_cloud: StartCloud, version: str) -> None:
    cloud = start_cloud(maximum=NEWEST)
    cloud.on('GET', '/servers', {'servers': [{'id': ID, 'name': 'web'}]})
    cloud.on('PUT', f'/servers/{ID}/metadata/a b', exchange.echo('meta'))
    result = nova('server-metadata-update', 'web', 'a b', '2', version=version, cloud=cloud)
    assert result.status == 0, result.err
    assert exchange.writes(cloud) == [f'PUT /servers/{ID}/metadata/a b']
    assert exchange.bodies(cloud) == [{'meta': {'a b': '2'}}]
    assert exchange.properties(result) == {'a b': '2'}
