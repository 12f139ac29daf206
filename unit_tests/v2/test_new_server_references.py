"""Names in options of a new server: sent as typed, looked up where the cloud refuses them."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import Answer, Request, ScriptedCloud, StartCloud, fault
from unit_tests.v2 import exchange

ID = '0a1b2c3d-0000-4000-8000-00000000000a'
OTHER = '0a1b2c3d-0000-4000-8000-00000000000b'
NAMED = {
    '/volume/volumes': 'volumes',
    '/volume/snapshots': 'snapshots',
    '/image/v2/images': 'images',
    '/network/v2.0/networks': 'networks',
    '/network/v2.0/ports': 'ports',
    '/os-server-groups': 'server_groups',
}
"""Lists in which something has the name ``data``."""
DEVICE = '--block-device=id={},source={},dest=volume,size=1,bootindex=0'
CASES = {
    'volume': (['--boot-volume', '{}'], '/volume/volumes'),
    'snapshot': (['--snapshot', '{}'], '/volume/snapshots'),
    'volume of a device': ([DEVICE.format('{}', 'volume')], '/volume/volumes'),
    'snapshot of a device': ([DEVICE.format('{}', 'snapshot')], '/volume/snapshots'),
    'image of a device': ([DEVICE.format('{}', 'image')], '/image/v2/images'),
    'port': (['--boot-volume', OTHER, '--nic', 'port-id={}'], '/network/v2.0/ports'),
    'network': (['--boot-volume', OTHER, '--nic', 'net-id={}'], '/network/v2.0/networks'),
    'group': (
        ['--boot-volume', OTHER, '--nic', 'none', '--hint', 'group={}'],
        '/os-server-groups',
    ),
}


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud that takes ids only, in which everything has the same name."""
    catalog = {'image': '/image', 'network': '/network', 'block-storage': '/volume'}
    cloud = start_cloud(maximum=NEWEST, catalog=catalog)
    cloud.on('GET', '/flavors', {'flavors': [{'id': '1', 'name': 'm1.tiny'}]})
    cloud.on('GET', '/flavors/1', {'flavor': records.flavor()})
    for path, key in NAMED.items():
        cloud.on('GET', path, {key: [{'id': ID, 'name': 'data'}]})
    cloud.on('GET', f'/os-server-groups/{ID}', {'server_group': {'id': ID, 'name': 'data'}})
    records.add_server(cloud, records.server(1))
    cloud.on('POST', '/servers', created)
    return cloud


def created(request: Request) -> Answer:
    if "'data'" in str(request.body):
        return fault(400, 'Invalid input')
    return Answer(202, {'server': {'id': records.server_id(1), 'links': []}})


def words(options: list[str], reference: str) -> list[str]:
    filled = [option.replace('{}', reference) for option in options]
    return ['server-create', 'web', '--flavor', '1', *filled]


def lookups(cloud: ScriptedCloud) -> list[str]:
    """The lists of :data:`NAMED` that were read before the last create."""
    wire = [each.split('?')[0] for each in cloud.wire()]
    last = max(number for number, each in enumerate(wire) if each.startswith('POST'))
    return [path for path in NAMED if any(each.endswith(path) for each in wire[:last])]


@pytest.mark.parametrize('case', CASES)
def test_name_is_looked_up_where_the_cloud_refuses_it(
    nova: Nova, cloud: ScriptedCloud, case: str
) -> None:
    options, path = CASES[case]
    assert nova(*words(options, 'data'), cloud=cloud).status == 0
    refused, taken = exchange.bodies(cloud)
    assert str(refused).replace("'data'", f"'{ID}'") == str(taken)
    assert lookups(cloud) == [path]


@pytest.mark.parametrize('case', CASES)
def test_id_is_sent_once_and_nothing_is_looked_up(
    nova: Nova, cloud: ScriptedCloud, case: str
) -> None:
    options, _ = CASES[case]
    assert nova(*words(options, ID), cloud=cloud).status == 0
    assert len(exchange.bodies(cloud)) == 1
    assert not lookups(cloud)


@pytest.mark.parametrize('status', [403, 409, 500, 502])
def test_create_that_may_have_been_taken_is_not_sent_again(
    nova: Nova, cloud: ScriptedCloud, status: int
) -> None:
    cloud.on('POST', '/servers', lambda request: fault(status, 'no'))
    assert nova(*words(['--boot-volume', '{}'], 'data'), cloud=cloud).status
    assert len(exchange.bodies(cloud)) == 1


def test_refusal_says_that_nothing_has_the_name(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/volume/volumes', {'volumes': []})
    result = nova(*words(['--boot-volume', '{}'], 'data'), cloud=cloud)
    assert (result.status, 'There is no volume' in result.err) == (5, True)
    assert len(exchange.bodies(cloud)) == 1


def test_several_of_a_name_are_refused(nova: Nova, cloud: ScriptedCloud) -> None:
    snapshots: list[Any] = [{'id': id, 'name': 'data'} for id in (ID, OTHER)]
    cloud.on('GET', '/volume/snapshots', {'snapshots': snapshots})
    result = nova(*words(['--snapshot', '{}'], 'data'), cloud=cloud)
    assert '2 snapshots have the name' in result.err
    assert len(exchange.bodies(cloud)) == 1


def test_files_are_read_once(nova: Nova, cloud: ScriptedCloud) -> None:
    line = words(['--boot-volume', '{}', '--user-data', '-'], 'data')
    assert nova(*line, cloud=cloud, stdin=b'words').status == 0
    first, second = exchange.bodies(cloud)
    assert first['server']['user_data'] == second['server']['user_data'] != ''
