"""Snapshots that the compute service makes for the volume service; the library alone has them."""

from __future__ import annotations

import json

from unit_tests.scripted import StartCloud
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect


def test_snapshots_are_made_and_deleted(start_cloud: StartCloud, connect: Connect) -> None:
    cloud = start_cloud()
    cloud.on('POST', '/os-assisted-volume-snapshots', {'snapshot': {'id': 's1', 'volumeId': 'v1'}})
    cloud.on('DELETE', '/os-assisted-volume-snapshots/s1', status=204)
    snapshots = connect(cloud, '2.53').assisted_volume_snapshots
    created = snapshots.create('v1', {'snapshot_id': 's1', 'type': 'qcow2', 'new_file': 'f'})
    created.delete()
    assert exchange.bodies(cloud)[0] == {
        'snapshot': {
            'volume_id': 'v1',
            'create_info': {'snapshot_id': 's1', 'type': 'qcow2', 'new_file': 'f'},
        }
    }
    (_, asked) = exchange.writes(cloud)
    path, _, info = asked.partition('?delete_info=')
    assert path == 'DELETE /os-assisted-volume-snapshots/s1'
    assert json.loads(info) == {'volume_id': 'v1'}
