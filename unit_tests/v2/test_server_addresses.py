"""Fixed and floating addresses of servers up to 2.43, and servers under their older path."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import exceptions
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect

ID = 'aaaaaaaa-0000-4000-8000-000000000001'
SERVER = {'id': ID, 'name': 'web', 'status': 'ACTIVE'}

LINES = [
    ('server-fixed-ip-add web n', {'addFixedIp': {'networkId': 'n'}}),
    ('server-fixed-ip-remove web 10.0.0.4', {'removeFixedIp': {'address': '10.0.0.4'}}),
    ('server-floating-ip-add web 172.16.0.1', {'addFloatingIp': {'address': '172.16.0.1'}}),
    (
        'server-floating-ip-add web 172.16.0.1 --fixed-address 10.0.0.4',
        {'addFloatingIp': {'address': '172.16.0.1', 'fixed_address': '10.0.0.4'}},
    ),
    ('server-floating-ip-remove web 172.16.0.1', {'removeFloatingIp': {'address': '172.16.0.1'}}),
]


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud with one server, under both paths."""
    made = start_cloud(maximum=NEWEST)
    for path in ('/servers', '/os-volumes_boot'):
        made.on('GET', path, {'servers': [SERVER]})
        made.on('GET', f'{path}/detail', {'servers': [SERVER]})
        made.on('GET', f'{path}/{ID}', {'server': SERVER})
        made.on('PUT', f'{path}/{ID}', {'server': SERVER})
        made.on('POST', path, {'server': SERVER}, 202)
        made.on('DELETE', f'{path}/{ID}', status=204)
        made.on('POST', f'{path}/{ID}/action', status=202)
    return made


@pytest.mark.parametrize('version', ['2.0', '2.1', '2.43'])
@pytest.mark.parametrize(('line', 'body'), LINES)
def test_command_sends_its_action(
    nova: Nova, cloud: ScriptedCloud, line: str, body: Any, version: str
) -> None:
    result = nova(*line.split(), version=version, cloud=cloud)
    assert result.status == 0, result.err
    assert exchange.writes(cloud) == [f'POST /servers/{ID}/action']
    assert exchange.bodies(cloud) == [body]


def test_server_has_the_same_methods(connect: Connect, cloud: ScriptedCloud) -> None:
    server = connect(cloud, '2.43').servers.get(ID)
    server.add_fixed_ip('n')
    server.remove_fixed_ip('10.0.0.4')
    server.add_floating_ip('172.16.0.1', '10.0.0.4')
    server.remove_floating_ip('172.16.0.1')
    assert [next(iter(body)) for body in exchange.bodies(cloud)] == [
        *('addFixedIp', 'removeFixedIp', 'addFloatingIp', 'removeFloatingIp')
    ]
    with pytest.raises(exceptions.VersionNotFoundForAPIMethod):
        connect(cloud, '2.44').servers.get(ID).add_fixed_ip('n')


@pytest.mark.parametrize('version', ['2.0', '2.1', '2.102'])
def test_servers_are_reached_under_their_older_path(
    connect: Connect, cloud: ScriptedCloud, version: str
) -> None:
    boot = connect(cloud, version).volumes_boot
    created = boot.create('web', None, '1', nics='auto' if version == '2.102' else None)
    boot.list()
    boot.list(detailed=False)
    boot.get(ID).start()
    boot.update(created, name='www')
    boot.reboot(created)
    boot.delete(created)
    assert exchange.sent(cloud) == [
        'POST /os-volumes_boot',
        'GET /os-volumes_boot/detail',
        'GET /os-volumes_boot',
        f'GET /os-volumes_boot/{ID}',
        f'POST /os-volumes_boot/{ID}/action',
        f'PUT /os-volumes_boot/{ID}',
        f'POST /os-volumes_boot/{ID}/action',
        f'DELETE /os-volumes_boot/{ID}',
    ]


def test_what_the_older_path_lacks_is_not_sent(connect: Connect, cloud: ScriptedCloud) -> None:
    boot = connect(cloud, '2.102').volumes_boot
    with pytest.raises(exceptions.NotFound, match='pause'):
        boot.pause(ID)
    assert exchange.sent(cloud) == []
