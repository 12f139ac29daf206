"""The commands of python-openstackclient on servers, against a served sandbox."""

from __future__ import annotations

import json

import pytest

from evidence.interop.conftest import Client
from unit_tests.newest import NEWEST

CREATE = 'server create --flavor m1.tiny --image cirros --network private --wait'
VERSIONS = ['2.1', '2.53', '2.79', '2.96', NEWEST]


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
    created = openstack.shown(f'{CREATE} life')
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


@pytest.fixture(scope='module')
def server(openstack: Client) -> str:
    """A server that several tests use, and leave ACTIVE."""
    openstack(f'{CREATE} used')
    return 'used'


@pytest.mark.parametrize(
    ('there', 'status', 'back'),
    [
        ('stop', 'SHUTOFF', 'start'),
        ('pause', 'PAUSED', 'unpause'),
        ('suspend', 'SUSPENDED', 'resume'),
        ('rescue', 'RESCUE', 'unrescue'),
        ('shelve --offload', 'SHELVED_OFFLOADED', 'unshelve'),
    ],
)
def test_states_are_entered_and_left(
    openstack: Client, server: str, there: str, status: str, back: str
) -> None:
    openstack(f'server {there} {server}')
    await_status(openstack, server, status)
    openstack(f'server {back} {server}')
    await_status(openstack, server, 'ACTIVE')


def test_server_is_rebooted_locked_and_written_on(openstack: Client, server: str) -> None:
    openstack(f'server reboot --soft --wait {server}')
    openstack(f'server reboot --hard --wait {server}')
    openstack(f'server lock --reason moving {server}', version='2.73')
    assert openstack.shown(f'server show {server}', version='2.73')['locked'] is True
    openstack(f'server unlock {server}')
    openstack(f'server set --property a=b --description d --tag t {server}', version='2.26')
    shown = openstack.shown(f'server show {server}', version='2.26')
    assert (shown['properties'], shown['description'], shown['tags']) == ({'a': 'b'}, 'd', ['t'])
    assert names(openstack, 'server list --tags t') == {server}
    openstack(f'server unset --property a --tag t {server}', version='2.26')
    assert openstack.shown(f'server show {server}', version='2.26')['tags'] == []
    openstack(f'server dump create {server}', version='2.17')


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


def test_server_is_saved_as_an_image(openstack: Client, server: str) -> None:
    assert openstack.shown(f'server image create --name snap --wait {server}')['status'] == 'active'
    openstack(f'server backup create --name back --type daily --rotate 1 --wait {server}')
    assert {'snap', 'back'} <= names(openstack, 'image list')
    openstack('image delete snap')
    openstack('image delete back')
    assert not {'snap', 'back'} & names(openstack, 'image list')


def test_events_and_consoles_are_shown(openstack: Client, server: str) -> None:
    events = openstack.shown(f'server event list {server}', version='2.58')
    (created,) = (each['Request ID'] for each in events if each['Action'] == 'create')
    shown = openstack.shown(f'server event show {server} {created}', version='2.84')
    assert shown['action'] == 'create'
    assert openstack('console log show', server)
    assert openstack.shown(f'console url show {server}')['url'].startswith('http')
    assert openstack.shown(f'console url show --serial {server}', version='2.8')['url']
    assert openstack.shown(f'server show --topology {server}', version='2.78')
    assert openstack.shown(f'server show --diagnostics {server}')


@pytest.mark.parametrize(
    ('version', 'words'),
    [
        ('2.1', '--property a=b --config-drive true --password secret --network private'),
        ('2.37', '--nic none --hint a=b'),
        ('2.52', '--tag one --description d --no-network'),
        ('2.60', '--availability-zone nova:host2 --no-network'),
        ('2.74', '--host host1 --hypervisor-hostname host1 --no-network'),
        ('2.90', '--hostname elsewhere --no-network'),
        ('2.96', '--boot-from-volume 1 --no-network'),
    ],
)
def test_server_is_made_with_what_its_version_has(
    openstack: Client, version: str, words: str
) -> None:
    line = 'server create made --flavor m1.tiny --image cirros --wait'
    try:
        assert openstack.shown(f'{line} {words}', version=version)['status'] == 'ACTIVE'
    finally:
        openstack('server delete --wait made')


def test_keypairs(openstack: Client) -> None:
    # The client makes the key itself where the cloud only imports.
    assert 'PRIVATE KEY' in openstack('keypair create mine')
    assert names(openstack, 'keypair list') == {'mine'}
    assert openstack('keypair show --public-key mine').startswith('ssh-')
    assert openstack.shown('keypair list --user admin', version='2.10')
    openstack('keypair delete mine')
    openstack('keypair show mine', fails=True)


def test_server_groups(openstack: Client) -> None:
    line = 'server group create --policy anti-affinity --rule max_server_per_host=2 apart'
    assert openstack.shown(line, version='2.64')['rules'] == {'max_server_per_host': 2}
    assert names(openstack, 'server group list --long') == {'apart'}
    assert openstack.shown('server group show apart')['members'] == []
    openstack('server group delete apart')


@pytest.mark.parametrize('version', VERSIONS)
@pytest.mark.parametrize(
    'line',
    [
        'server list',
        'server list --long',
        'server list --all-projects --name web',
        'server list --limit 1',
        'server show web-1',
        'flavor list',
        'flavor show m1.tiny',
        'hypervisor list',
        'compute service list',
        'availability zone list --compute',
    ],
)
def test_reads_at_several_versions(openstack: Client, line: str, version: str) -> None:
    assert openstack.shown(line, version=version)


def test_members_have_their_own_servers(member: Client) -> None:
    assert 'app-1' in names(member, 'server list')
    shown = member.shown(f'{CREATE} mine')
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
