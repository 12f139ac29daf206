"""The commands of python-openstackclient against a served sandbox."""

from __future__ import annotations

import json
from typing import Any

import pytest

from functional_tests.interop.conftest import Run

CREATE = 'server create --flavor m1.tiny --image cirros --network private --wait'


def shown(openstack: Run, line: str) -> Any:
    """What a command shows, decoded."""
    return json.loads(openstack(f'{line} -f json'))


def test_life_of_a_server(openstack: Run) -> None:
    created = json.loads(openstack(f'{CREATE} life -f json'))
    assert created['status'] == 'ACTIVE'
    assert 'life' in {each['Name'] for each in shown(openstack, 'server list')}
    openstack('server stop life')
    wait(openstack, 'life', 'SHUTOFF')
    openstack('server start life')
    wait(openstack, 'life', 'ACTIVE')
    openstack('server resize --flavor m1.small --wait life')
    openstack('server resize confirm life')
    wait(openstack, 'life', 'ACTIVE')
    openstack('server rebuild --wait life')
    openstack('server set --name other life')
    assert shown(openstack, 'server show other')['id'] == created['id']
    assert shown(openstack, 'server event list other')
    openstack('server image create --name snapshot --wait other')
    assert 'snapshot' in {each['Name'] for each in shown(openstack, 'image list')}
    openstack('server delete --wait other')
    assert 'other' not in {each['Name'] for each in shown(openstack, 'server list')}


def wait(openstack: Run, server: str, status: str) -> None:
    """Look until a server has a status; each look takes seconds."""
    found = ''
    for _ in range(10):
        found = shown(openstack, f'server show {server}')['status']
        if found == status:
            return
    assert found == status


def test_volumes_are_attached_and_detached(openstack: Run) -> None:
    volume = shown(openstack, 'volume create --size 1 disk')['id']
    openstack('server add volume web-1 disk')
    (attached,) = shown(openstack, 'server volume list web-1')
    assert attached['Volume ID'] == volume
    assert shown(openstack, 'volume show disk')['status'] == 'in-use'
    openstack('server remove volume web-1 disk')
    assert shown(openstack, 'server volume list web-1') == []


def test_keypairs(openstack: Run) -> None:
    # The client makes the key itself where the cloud only imports.
    assert 'PRIVATE KEY' in openstack('keypair create mine')
    assert [each['Name'] for each in shown(openstack, 'keypair list')] == ['mine']
    openstack('keypair delete mine')


def test_aggregates(openstack: Run) -> None:
    openstack('aggregate create --zone east things')
    assert shown(openstack, 'aggregate add host things host1')['hosts'] == ['host1']
    openstack('aggregate set --property a=b things')
    assert shown(openstack, 'aggregate show things')['properties'] == {'a': 'b'}
    openstack('aggregate remove host things host1')
    openstack('aggregate delete things')


def test_quotas(openstack: Run) -> None:
    openstack('quota set --cores 31 admin')
    found = {each['Resource']: each['Limit'] for each in shown(openstack, 'quota show admin')}
    assert (found['cores'], found['volumes'], found['networks']) == (31, 10, 100)
    openstack('quota show --usage')
    openstack('limits show --absolute')


@pytest.mark.parametrize('version', ['2.1', '2.53', '2.96'])
@pytest.mark.parametrize(
    'line', ['server list', 'server list --long', 'server show web-1', 'flavor list']
)
def test_reads_at_several_versions(openstack: Run, line: str, version: str) -> None:
    assert shown(openstack, f'--os-compute-api-version {version} {line}')


@pytest.mark.parametrize(
    'line',
    [
        'hypervisor list',
        'hypervisor show host1',
        'compute service list',
        'availability zone list',
        'network list',
        'port list',
        'security group list',
        'catalog list',
        'versions show',
        'usage list',
    ],
)
def test_other_reads_show_something(openstack: Run, line: str) -> None:
    assert shown(openstack, line)
