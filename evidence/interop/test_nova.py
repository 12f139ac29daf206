"""The commands of python-novaclient against a served sandbox."""

from __future__ import annotations

import re

import pytest

from evidence.interop.conftest import Client

BOOT = 'boot --flavor m1.tiny --image cirros --nic auto --poll'


def field(table: str, name: str) -> str:
    """The value in a row of a printed table."""
    found = re.search(rf'^\| {re.escape(name)} +\| (.*?) *\|$', table, re.MULTILINE)
    assert found is not None, table
    return found[1]


def first_column(table: str) -> list[str]:
    """The cells of the first column, without its title."""
    rows = [line.split('|')[1].strip() for line in table.splitlines() if line.startswith('|')]
    return rows[1:]


def statuses(table: str) -> dict[str, str]:
    """Name to status, from the table of ``list``."""
    rows = [line.split('|')[2:4] for line in table.splitlines() if line.startswith('| ')]
    return {name.strip(): status.strip() for name, status in rows}


def await_status(nova: Client, server: str, status: str) -> None:
    """Look until a server has a status, and nothing is under way."""
    nova.until(
        f'show {server}',
        lambda table: (
            (field(table, 'status'), field(table, 'OS-EXT-STS:task_state')) == (status, '-')
        ),
    )


def test_life_of_a_server(nova: Client) -> None:
    nova(f'{BOOT} life')
    assert field(nova('show life'), 'status') == 'ACTIVE'
    assert statuses(nova('list'))['life'] == 'ACTIVE'
    nova('reboot --poll life')
    nova('resize --poll life m1.small')
    await_status(nova, 'life', 'VERIFY_RESIZE')
    nova('resize-confirm life')
    await_status(nova, 'life', 'ACTIVE')
    nova('resize --poll life m1.tiny')
    nova('resize-revert life')
    await_status(nova, 'life', 'ACTIVE')
    nova('rebuild --poll life cirros')
    nova('update --name other life')
    nova('delete other')
    nova.until('list', lambda table: 'other' not in table)


@pytest.fixture(scope='module')
def server(nova: Client) -> str:
    """A server that several tests use, and leave ACTIVE."""
    nova(f'{BOOT} used')
    return 'used'


@pytest.mark.parametrize(
    ('there', 'status', 'back'),
    [
        ('stop', 'SHUTOFF', 'start'),
        ('pause', 'PAUSED', 'unpause'),
        ('suspend', 'SUSPENDED', 'resume'),
        ('rescue', 'RESCUE', 'unrescue'),
        ('shelve', 'SHELVED_OFFLOADED', 'unshelve'),
        ('migrate --poll', 'VERIFY_RESIZE', 'resize-confirm'),
    ],
)
def test_states_are_entered_and_left(
    nova: Client, server: str, there: str, status: str, back: str
) -> None:
    nova(f'{there} {server}')
    await_status(nova, server, status)
    nova(f'{back} {server}')
    await_status(nova, server, 'ACTIVE')


def test_server_is_written_on_and_looked_at(nova: Client, server: str) -> None:
    nova(f'lock {server}')
    assert field(nova(f'show {server}'), 'locked') == 'True'
    nova(f'unlock {server}')
    nova(f'meta {server} set purpose=test')
    assert '"purpose": "test"' in nova(f'show {server}')
    nova(f'server-tag-add {server} one')
    assert first_column(nova(f'server-tag-list {server}')) == ['one']
    nova(f'server-tag-delete-all {server}')
    for command in ('instance-action-list', 'interface-list', 'volume-attachments', 'diagnostics'):
        nova(f'{command} {server}')
    nova(f'console-log {server}')
    assert 'http' in nova(f'get-vnc-console {server} novnc')
    nova(f'live-migration {server}')
    await_status(nova, server, 'ACTIVE')
    nova(f'image-create --poll {server} snapshot')
    nova(f'backup {server} backup daily 1')
    nova(f'reset-state --active {server}')


def test_volume_and_interface_are_attached_and_detached(
    nova: Client, openstack: Client, server: str
) -> None:
    volume = openstack.shown('volume create --size 1 disk')['id']
    nova(f'volume-attach {server} {volume}')
    assert volume in nova(f'volume-attachments {server}')
    nova(f'volume-detach {server} {volume}')
    nova.until(f'volume-attachments {server}', lambda table: volume not in table)
    openstack('volume delete disk')
    network = openstack.shown('network show private')['id']
    nova(f'interface-attach --net-id {network} {server}')
    ports = [
        line.split('|')[2].strip() for line in nova(f'interface-list {server}').splitlines()[3:-1]
    ]
    assert len(ports) == 2
    nova(f'interface-detach {server} {ports[1]}')
    nova.until(f'interface-list {server}', lambda table: ports[1] not in table)


def test_version_that_is_not_served_is_refused(nova: Client) -> None:
    refused = nova('list', version='2.200', fails=True)
    # This client knows the versions up to 2.96.
    assert '2.96' in refused
