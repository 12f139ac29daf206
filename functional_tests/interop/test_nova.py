"""The commands of python-novaclient against a served sandbox."""

from __future__ import annotations

import re

import pytest

from functional_tests.interop.conftest import Run

BOOT = 'boot --flavor m1.tiny --image cirros --nic auto --poll'


def field(table: str, name: str) -> str:
    """The value in a row of a printed table."""
    found = re.search(rf'^\| {re.escape(name)} +\| (.*?) *\|$', table, re.MULTILINE)
    assert found is not None, table
    return found[1]


def statuses(table: str) -> dict[str, str]:
    """Name to status, from the table of ``list``."""
    rows = [line.split('|')[2:4] for line in table.splitlines() if line.startswith('| ')]
    return {name.strip(): status.strip() for name, status in rows}


def test_life_of_a_server(nova: Run) -> None:
    nova(f'{BOOT} life')
    assert field(nova('show life'), 'status') == 'ACTIVE'
    assert statuses(nova('list'))['life'] == 'ACTIVE'
    nova('stop life')
    wait(nova, 'life', 'SHUTOFF')
    nova('start life')
    wait(nova, 'life', 'ACTIVE')
    nova('reboot --poll life')
    nova('resize --poll life m1.small')
    wait(nova, 'life', 'VERIFY_RESIZE')
    nova('resize-confirm life')
    wait(nova, 'life', 'ACTIVE')
    nova('rebuild --poll life cirros')
    nova('update --name other life')
    nova('lock other')
    nova('unlock other')
    nova('meta other set purpose=test')
    assert '"purpose": "test"' in nova('show other')
    nova('server-tag-add other one')
    assert '| one |' in nova('server-tag-list other')
    for command in ('instance-action-list', 'interface-list', 'volume-attachments'):
        nova(f'{command} other')
    nova('console-log other')
    nova('get-vnc-console other novnc')
    nova('delete other')
    for _ in range(20):
        if 'other' not in nova('list'):
            break
    else:
        pytest.fail('the server is still there')


def wait(nova: Run, server: str, status: str) -> None:
    """Look until a server has a status; each look takes a second or so."""
    found = ''
    for _ in range(20):
        found = field(nova(f'show {server}'), 'status')
        if found == status:
            return
    assert found == status


def test_servers_are_listed_with_their_columns(nova: Run) -> None:
    found = nova('list')
    assert {'web-1', 'web-2', 'db-1', 'server-00003'} <= statuses(found).keys()
    assert 'app-1' in nova('list --all-tenants')
    assert '| Status ' in nova('list --fields name,status')


def test_keypairs(nova: Run) -> None:
    # From 2.92 on keys are imported only.
    private = nova('--os-compute-api-version 2.91 keypair-add mine')
    assert 'PRIVATE KEY' in private
    assert '| mine ' in nova('keypair-list')
    assert 'ssh-ed25519' in nova('keypair-show mine')
    nova('keypair-delete mine')
    assert '| mine ' not in nova('keypair-list')


def test_version_that_is_not_served_is_refused(nova: Run) -> None:
    refused = nova('--os-compute-api-version 2.200 list', fails=True)
    # This client knows the versions up to 2.96.
    assert '2.96' in refused


@pytest.mark.parametrize('version', ['2.1', '2.53', '2.latest'])
@pytest.mark.parametrize(
    'line',
    [
        'list',
        'show web-1',
        'flavor-list',
        'flavor-show m1.tiny',
        'keypair-list',
        'hypervisor-list',
        'quota-show',
        'limits',
    ],
)
def test_reads_at_several_versions(nova: Run, line: str, version: str) -> None:
    assert nova(f'--os-compute-api-version {version} {line}').startswith('+')


@pytest.mark.parametrize(
    'line',
    [
        'service-list',
        'aggregate-list',
        'aggregate-create things',
        'server-group-create group affinity',
        'server-group-list',
        'availability-zone-list',
        'migration-list',
        'usage',
        'usage-list',
        'quota-defaults',
        'quota-class-show default',
        'version-list',
    ],
)
def test_other_commands_have_a_table(nova: Run, line: str) -> None:
    assert '+--' in nova(line)


def test_quotas_are_changed(nova: Run, openstack: Run) -> None:
    project = openstack('project show admin -f value -c id').strip()
    nova(f'quota-update --cores 31 {project}')
    assert field(nova(f'quota-show --tenant {project}'), 'cores') == '31'
