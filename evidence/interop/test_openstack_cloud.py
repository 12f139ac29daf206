"""The commands of python-openstackclient on the cloud and around servers."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

import pytest

from evidence.interop.conftest import Client

CREATE = 'server create --flavor m1.tiny --image cirros --wait'


@pytest.fixture(scope='module')
def server(openstack: Client) -> Iterator[str]:
    """A server on the network ``private``."""
    openstack(f'{CREATE} --network private used')
    yield 'used'
    openstack('server delete --wait used')


def test_volumes_are_attached_and_detached(openstack: Client, server: str) -> None:
    volume = openstack.shown('volume create --size 1 disk')['id']
    openstack(f'server add volume {server} disk')
    (attached,) = openstack.shown(f'server volume list {server}')
    assert attached['Volume ID'] == volume
    assert openstack.shown('volume show disk')['status'] == 'in-use'
    openstack('volume delete disk', fails=True)
    words = f'--delete-on-termination {server} disk'
    openstack(f'server volume set {words}', version='2.85')
    openstack(f'server remove volume {server} disk')
    assert openstack.shown(f'server volume list {server}') == []
    line = f'server add volume --tag t --enable-delete-on-termination {server} disk'
    assert openstack.shown(line, version='2.79')['Tag'] == 't'
    openstack(f'server remove volume {server} disk')
    openstack('volume delete disk')


def test_interfaces_come_and_go(openstack: Client, server: str) -> None:
    openstack('port create --network private spare')
    openstack(f'server add port {server} spare')
    assert len(openstack.shown(f'port list --server {server}')) == 2
    openstack(f'server add port {server} spare', fails=True)
    openstack(f'server remove port {server} spare')
    assert openstack.shown('port show spare')['device_id'] == ''
    openstack('port delete spare')

    openstack(f'server add network {server} private')
    assert len(openstack.shown(f'server show {server}')['addresses']['private']) == 2
    (newest, _) = openstack.shown(f'port list --server {server} --sort-column Name')
    openstack(f'server remove port {server}', newest['ID'])
    line = f'server add fixed ip --fixed-ip-address 10.0.9.9 {server} private'
    assert '10.0.9.9' in str(openstack.shown(line))
    openstack(f'server remove fixed ip {server} 10.0.9.9', version='2.43')


def test_floating_address_leads_to_a_server(openstack: Client, server: str) -> None:
    address = openstack.shown('floating ip create public')['floating_ip_address']
    openstack(f'server add floating ip {server} {address}')
    assert address in openstack.shown(f'server show {server}')['addresses']['private']
    openstack(f'server remove floating ip {server} {address}')
    assert address not in openstack.shown(f'server show {server}')['addresses']['private']
    openstack(f'floating ip delete {address}')


def test_network_of_ones_own(openstack: Client) -> None:
    for line in (
        'network create own',
        'subnet create --network own --subnet-range 192.168.77.0/24 own-subnet',
        'subnet set --dns-nameserver 192.0.2.1 own-subnet',
        'router create way',
        'router set --external-gateway public way',
        'router add subnet way own-subnet',
        'port create --network own --fixed-ip ip-address=192.168.77.50 one',
        'port set --description of-use one',
        'security group create web',
        'security group rule create --protocol tcp --dst-port 22 web',
        f'{CREATE} --network own --security-group web on-net',
        f'{CREATE} --port one on-port',
        'server add security group on-port web',
        'server remove security group on-port web',
    ):
        openstack(line)
    assert openstack.shown('server show on-port')['addresses'] == {'own': ['192.168.77.50']}
    assert openstack.shown('server show on-net')['security_groups'] == [{'name': 'web'}]
    assert len(openstack.shown('security group rule list web')) >= 1
    for line in ('network delete own', 'security group delete web', 'router delete way'):
        openstack(line, fails=True)
    for line in (
        'server delete --wait on-net on-port',
        'port delete one',
        'router remove subnet way own-subnet',
        'router delete way',
        'subnet delete own-subnet',
        'network delete own',
        'security group delete web',
    ):
        openstack(line)


def test_images_are_made_and_filled(openstack: Client, tmp_path: pathlib.Path) -> None:
    source, target = tmp_path / 'in', tmp_path / 'out'
    source.write_bytes(b'content')
    openstack(f'image create --disk-format raw --file {source} own')
    assert openstack.shown('image show own')['size'] == 7
    openstack(f'image save --file {target} own')
    assert target.read_bytes() == b'content'
    openstack('image set --property a=b --tag t --min-disk 1 own')
    shown = openstack.shown('image show own')
    assert (shown['properties']['a'], shown['tags'], shown['min_disk']) == ('b', ['t'], 1)
    openstack('image delete own')
    openstack('image show own', fails=True)


def test_aggregates(openstack: Client) -> None:
    openstack('aggregate create --property first=1 things')
    assert openstack.shown('aggregate add host things host1')['hosts'] == ['host1']
    openstack('aggregate add host things host1', fails=True)
    openstack('aggregate set --property a=b things')
    assert openstack.shown('aggregate show things')['properties'] == {'first': '1', 'a': 'b'}
    openstack('aggregate unset --property first things')
    openstack('aggregate set --name other things')
    openstack('aggregate cache image other cirros', version='2.81')
    openstack('aggregate delete other', fails=True)
    openstack('aggregate remove host other host1')
    openstack('aggregate delete other')
    openstack('aggregate create --zone east things')
    assert 'east' in openstack('aggregate list --long')
    openstack('aggregate delete things')


def test_flavors(openstack: Client) -> None:
    line = 'flavor create --ram 64 --disk 1 --vcpus 1 --ephemeral 1 --swap 8 --private'
    openstack(f'{line} --property hw:cpu_policy=shared --description d small', version='2.55')
    openstack(f'{line} small', fails=True)
    openstack('flavor set --project demo --property hw:cpu_threads=1 small')
    shown = openstack.shown('flavor show small')
    assert shown['properties'] == {'hw:cpu_policy': 'shared', 'hw:cpu_threads': '1'}
    assert len(shown['access_project_ids']) == 1
    openstack('flavor set --description other small', version='2.55')
    openstack('flavor unset --project demo --property hw:cpu_threads small')
    openstack('flavor set --no-property small')
    assert openstack.shown('flavor show small')['properties'] == {}
    openstack('flavor delete small')


def test_quotas(openstack: Client) -> None:
    openstack('quota set --cores 31 --key-pairs 50 demo')
    openstack('quota set --networks 105 demo')
    found = {each['Resource']: each['Limit'] for each in openstack.shown('quota show demo')}
    assert (found['cores'], found['key-pairs'], found['networks']) == (31, 50, 105)
    openstack('quota set --instances 0 --no-force demo', fails=True)
    openstack('quota delete --compute demo')
    found = {each['Resource']: each['Limit'] for each in openstack.shown('quota show demo')}
    assert found['cores'] == 20
    openstack('quota show --usage')
    openstack('limits show --absolute')
    assert openstack.shown('usage show --project admin')


def test_compute_services_are_switched(openstack: Client) -> None:
    line = 'compute service set'
    openstack(f'{line} --disable --disable-reason broken host2 nova-compute')
    (found,) = openstack.shown('compute service list --long --host host2')
    assert (found['Status'], found['Disabled Reason']) == ('disabled', 'broken')
    openstack(f'{line} --enable host2 nova-compute')
    openstack(f'{line} --down host2 nova-compute', version='2.53')
    (found,) = openstack.shown('compute service list --host host2')
    assert found['State'] == 'down'
    openstack(f'{line} --up host2 nova-compute', version='2.53')
    openstack('compute service delete 4711', fails=True)


@pytest.mark.parametrize(
    'line',
    [
        'hypervisor list --long',
        'hypervisor show host1',
        'compute service list',
        'availability zone list --long',
        'network list --long',
        'subnet list',
        'port list --long',
        'router list',
        'security group list',
        'extension list --compute',
        'extension list --network',
        'catalog list',
        'catalog show compute',
        'versions show',
        'token issue',
        'project list',
        'user list',
        'usage list',
        'image list --long',
        'volume type list',
    ],
)
def test_other_reads_show_something(openstack: Client, line: str) -> None:
    assert openstack.shown(line)


@pytest.mark.parametrize('version', ['2.1', '2.53', '2.79', '2.87'])
def test_sums_over_hypervisors(openstack: Client, version: str) -> None:
    assert openstack.shown('hypervisor stats show', version=version)['count'] == 2
