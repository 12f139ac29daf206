"""A name that is looked up stands for itself, whatever a cloud makes of its filter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import errors
from unit_tests.newest import NEWEST
from unit_tests.scripted import StartCloud
from unit_tests.v2.conftest import Connect

OTHERS = ('db-10', 'xdb-1', 'DB-1', 'in:db-1', '')


@pytest.mark.parametrize('has_it', [True, False])
@pytest.mark.parametrize(
    ('path', 'key', 'find'),
    [
        ('/networks', 'networks', lambda nova: nova.neutron.find_network('db-1')),
        ('/ports', 'ports', lambda nova: nova.neutron.find_port('db-1')),
        ('/volumes', 'volumes', lambda nova: nova.neutron.find_volume('db-1')),
        ('/snapshots', 'snapshots', lambda nova: nova.neutron.find_snapshot('db-1')),
        ('/servers', 'servers', lambda nova: nova.servers.find_one('db-1')),
    ],
)
def test_others_that_a_cloud_lists_are_not_taken(
    start_cloud: StartCloud,
    connect: Connect,
    path: str,
    key: str,
    find: Callable[[Any], Any],
    has_it: bool,
) -> None:
    places = dict.fromkeys(('network', 'image', 'block-storage'), '')
    cloud = start_cloud(maximum=NEWEST, catalog=places)
    names = (*OTHERS, 'db-1') if has_it else OTHERS[:1]
    rows = [{'id': f'id-of-{name}', 'name': name} for name in names]
    for prefix in ('', '/v2', '/v2.0', '/v3'):
        cloud.on('GET', f'{prefix}{path}', {key: rows})
    if has_it:
        assert find(connect(cloud, '2.90')).id == 'id-of-db-1'
    else:
        with pytest.raises((errors.NotFound, errors.ResourceNotFound)):
            find(connect(cloud, '2.90'))


def test_a_name_is_no_operator_of_glance(start_cloud: StartCloud, connect: Connect) -> None:
    cloud = start_cloud(catalog={'image': ''})
    cloud.on('GET', '/v2/images', {'images': [{'id': '1', 'name': 'a'}, {'id': '2', 'name': 'b'}]})
    with pytest.raises(errors.NotFound):
        connect(cloud, '2.60').glance.find_image('in:a')
