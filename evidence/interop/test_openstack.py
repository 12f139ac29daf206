"""The commands of python-openstackclient on servers and around them, against a served sandbox."""

from __future__ import annotations

import json
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


def is_in(status: str, text: str) -> bool:
    """Whether a server that is shown has a status, and nothing is under way."""
    shown = json.loads(text)
    return (shown['status'], shown['OS-EXT-STS:task_state']) == (status, None)


def await_status(openstack: Client, server: str, status: str) -> None:
    """Look until a server has a status."""
    openstack.until(f'server show {server} -f json', lambda text: is_in(status, text))


def names(openstack: Client, line: str) -> set[str]:
    """The names in a list."""
    return {each['Name'] for each in openstack.shown(line)}


def test_life_of_a_server(openstack: Client) -> None:
    created = openstack.shown(f'{CREATE} --network private life')
    assert created['status'] == 'ACTIVE'
    assert 'life' in names(openstack, 'server list')
    openstack('server resize --flavor m1.small --wait life')
    openstack('server resize confirm life')
    await_status(openstack, 'life', 'ACTIVE')
    openstack('server resize --flavor m1.tiny --wait life')
    openstack('server resize revert life')
    await_status(openstack, 'life', 'ACTIVE')
    openstack('server rebuild --wait life')
    openstack('server set --name other life')
    assert openstack.shown('server show other')['id'] == created['id']
    openstack('server delete --wait other')
    assert 'other' not in names(openstack, 'server list')
    openstack('server show other', fails=True)


def test_server_is_moved_by_administrators(openstack: Client, server: str, member: Client) -> None:
    openstack(f'server migrate --wait {server}')
    openstack(f'server migration confirm {server}')
    await_status(openstack, server, 'ACTIVE')
    openstack(f'server migrate --wait {server}')
    openstack(f'server migration revert {server}')
    await_status(openstack, server, 'ACTIVE')
    openstack(f'server migrate --live-migration --wait {server}', version='2.30')
    await_status(openstack, server, 'ACTIVE')
    found = openstack.shown(f'server migration list --server {server}', version='2.80')
    assert {each['Type'] for each in found} == {'migration', 'live-migration'}
    assert openstack.shown('server migration list --type live-migration', version='2.59')
    for command in ('show', 'abort', 'force complete'):
        openstack(f'server migration {command} {server} 4711', version='2.59', fails=True)
    openstack(f'server evacuate {server}', fails=True)
    member('server migrate app-1', fails=True)


def test_members_have_their_own_servers(member: Client) -> None:
    assert 'app-1' in names(member, 'server list')
    shown = member.shown(f'{CREATE} --network private mine')
    assert shown['OS-EXT-SRV-ATTR:host'] is None
    member('server show web-1', fails=True)
    for line in (
        'server list --all-projects', 'hypervisor list', 'compute service list', 'aggregate list',
        'flavor create --ram 1 --disk 1 --vcpus 1 no', 'usage list',
    ):  # fmt: skip
        member(line, fails=True)
    for line in ('limits show --absolute', 'usage show', 'availability zone list', 'quota show'):
        assert member.shown(line)
    member('server delete --wait mine')


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
