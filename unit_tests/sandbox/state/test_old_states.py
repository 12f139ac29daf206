"""States that earlier releases wrote are carried on: ``old_states`` has a dump for each schema."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from novaclient_mv.sandbox.compute import routes
from novaclient_mv.sandbox.http.routing import Actions
from novaclient_mv.sandbox.state import database
from unit_tests.sandbox import caller
from unit_tests.sandbox.caller import Caller
from unit_tests.sandbox.newest import NEWEST

FOLDER = Path(__file__).parent / 'old_states'
NUMBERS = sorted(int(file.stem) for file in FOLDER.glob('*.sql'))
WRITTEN = caller.START + 145
STATUSES = {
    'whole': 'ACTIVE', 'stopped': 'SHUTOFF', 'paused': 'PAUSED', 'suspended': 'SUSPENDED',
    'resized': 'VERIFY_RESIZE', 'rescued': 'RESCUE', 'shelved': 'SHELVED_OFFLOADED',
    'error': 'ERROR', 'building': 'ACTIVE', 'locked': 'ACTIVE', 'late': 'ACTIVE',
}  # fmt: skip


def test_every_schema_has_a_state_of_its_time() -> None:
    assert list(range(1, database.SCHEMA_VERSION + 1)) == NUMBERS


@pytest.fixture(params=NUMBERS)
def old(path: Path, request: pytest.FixtureRequest) -> Caller:
    """The administrator of a cloud that an earlier release has left."""
    path.parent.mkdir()
    with sqlite3.connect(path) as connection:
        connection.executescript((FOLDER / f'{request.param}.sql').read_text())
        connection.execute(f'PRAGMA application_id = {database.APPLICATION_ID}')
        connection.execute(f'PRAGMA user_version = {request.param}')
    connection.close()
    cloud = Caller(path, user=None)
    cloud.now = WRITTEN + 60
    cloud.login('admin')
    return cloud


def test_servers_of_an_old_state_are_as_they_were_left(old: Caller) -> None:
    servers = {
        each['name']: each for each in old('GET', '/v2.1/servers/detail', '2.96').body['servers']
    }
    assert {name: servers[name]['status'] for name in STATUSES} == STATUSES
    whole = servers['whole']
    assert whole['tags'] == ['one', 'two']
    assert whole['metadata'] == {'a': 'b'}
    assert whole['key_name'] == 'key'
    assert len(whole['os-extended-volumes:volumes_attached']) == 1
    assert len(whole['addresses']['private']) == 2


@pytest.mark.parametrize('version', ['2.1', '2.53', NEWEST])
def test_all_of_an_old_state_can_be_read(old: Caller, version: str) -> None:
    ids = _ids(old)
    read = 0
    for route in routes.ROUTES:
        if isinstance(route, Actions) or 'GET' not in route.methods:
            continue
        for path in _paths(route.path, ids):
            answer = old('GET', f'/v2.1{path}', version)
            assert answer.status < 500, (path, answer.body)
            read += answer.status == 200
    assert read > 60


def _ids(cloud: Caller) -> dict[str, list[str]]:
    """Ids of all kinds of things: the kind of a path's first segment to ids."""
    with cloud.application.database.session() as session:
        kinds = {
            'servers': 'server', 'flavors': 'flavor', 'images': 'image',
            'os-aggregates': 'aggregate', 'os-server-groups': 'server_group',
            'os-networks': 'network', 'os-tenant-networks': 'network', 'os-volumes': 'volume',
            'os-security-groups': 'security_group', 'os-floating-ips': 'floating_ip',
            'os-snapshots': 'snapshot',
        }  # fmt: skip
        found = {name: [row.id for row in session.find(kind)] for name, kind in kinds.items()}
        found['os-keypairs'] = ['key']
        found['os-volumes_boot'] = found['servers']
        services = [row.id for row in session.find('service', name='nova-compute')]
        found['os-hypervisors'] = [*services, '1', 'host1']
        for name in ('os-quota-sets', 'os-simple-tenant-usage'):
            found[name] = [cloud.project]
    return found


def _paths(pattern: str, ids: dict[str, list[str]]) -> list[str]:
    """The paths of a route, with ids of the state in them; what is below one as it comes."""
    first = pattern.split('/')[1]
    if '{' not in pattern:
        return [pattern]
    known = ids.get(first, ['x'])
    return [re.sub(r'\{\w+\}', 'x', re.sub(r'\{\w+\}', id, pattern, count=1)) for id in known]


@pytest.mark.parametrize(
    ('name', 'action', 'status'),
    [
        ('resized', {'revertResize': None}, 'ACTIVE'),
        ('resized', {'confirmResize': None}, 'ACTIVE'),
        ('rescued', {'unrescue': None}, 'ACTIVE'),
        ('shelved', {'unshelve': None}, 'ACTIVE'),
        ('paused', {'unpause': None}, 'ACTIVE'),
        ('whole', {'rebuild': {'imageRef': 'IMAGE'}}, 'ACTIVE'),
        ('whole', {'os-migrateLive': {'host': None, 'block_migration': 'auto'}}, 'ACTIVE'),
        ('whole', {'shelve': None}, 'SHELVED_OFFLOADED'),
        ('late', {'resize': {'flavorRef': '2'}}, 'VERIFY_RESIZE'),
    ],
)
def test_servers_of_an_old_state_go_on(
    old: Caller, name: str, action: dict[str, object], status: str
) -> None:
    listed = old('GET', f'/v2.1/servers?name=^{name}$').body['servers']
    id = listed[0]['id']
    if action == {'rebuild': {'imageRef': 'IMAGE'}}:
        action = {'rebuild': {'imageRef': old.image()}}
    assert old.act(id, action).status in (202, 204)
    old.now += 60
    assert old.server(id)['status'] == status
    assert old('DELETE', f'/v2.1/servers/{id}').status == 204
