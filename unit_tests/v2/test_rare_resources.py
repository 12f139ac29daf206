"""Agents, extensions, logs of audits and tokens of consoles: what few people ask for."""

from __future__ import annotations

import json

import pytest

from novaclient_mv import exceptions
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud, fault
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect

AGENT = {
    'agent_id': 1,
    'hypervisor': 'kvm',
    'os': 'win',
    'architecture': 'x86',
    'version': '7.0',
    'md5hash': 'abc',
    'url': 'http://a/b',
}
KEYPAIRS = {
    'alias': 'os-keypairs',
    'name': 'Keypairs',
    'description': 'Keypair Support.',
    'namespace': 'http://docs.openstack.org/compute/ext/fake_xml',
    'updated': '2014-12-03T00:00:00Z',
}
LOG = {
    'hosts_not_run': ['h3'],
    'log': {'h1': {'state': 'DONE'}},
    'num_hosts': 2,
    'overall_status': '1 of 2 hosts done. 0 errors.',
}
TOKEN = 'b8c52d0a-4f1e-4c93-9e0d-1f3a7b0c2d11'
CONSOLE = {
    'instance_uuid': '0e44cc9c-e052-415d-afbf-469b0d384170',
    'host': 'host1',
    'port': 5900,
    'internal_access_path': None,
}


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud with one of each."""
    cloud = start_cloud(maximum=NEWEST)
    cloud.on('GET', '/os-agents', {'agents': [AGENT]})
    cloud.on('POST', '/os-agents', {'agent': AGENT})
    cloud.on('PUT', '/os-agents/1', {'agent': {**AGENT, 'version': '8.0'}})
    cloud.on('DELETE', '/os-agents/1')
    cloud.on('GET', '/extensions', {'extensions': [{**KEYPAIRS, 'links': []}]})
    cloud.on('GET', '/extensions/os-keypairs', {'extension': {**KEYPAIRS, 'links': []}})
    cloud.on('GET', '/os-instance_usage_audit_log', {'instance_usage_audit_logs': LOG})
    cloud.on('GET', '/os-instance_usage_audit_log/*', {'instance_usage_audit_log': LOG})
    cloud.on('GET', f'/os-console-auth-tokens/{TOKEN}', {'console': {**CONSOLE, 'tls_port': 5901}})
    return cloud


def test_agents_are_listed_by_hypervisor(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('agent-list', '--hypervisor', 'kvm', cloud=cloud)
    assert exchange.sent(cloud) == ['GET /os-agents?hypervisor=kvm']
    assert exchange.table(result) == [
        ['Agent_id', 'Hypervisor', 'OS', 'Architecture', 'Version', 'Md5hash', 'Url'],
        ['1', 'kvm', 'win', 'x86', '7.0', 'abc', 'http://a/b'],
    ]


def test_agents_are_created_and_modified(nova: Nova, cloud: ScriptedCloud) -> None:
    nova('agent-create', 'win', 'x86', '7.0', 'http://a/b', 'abc', 'kvm', cloud=cloud)
    changed = nova('agent-modify', '1', '8.0', 'http://a/c', 'def', cloud=cloud)
    fields = {key: value for key, value in AGENT.items() if key != 'agent_id'}
    assert exchange.bodies(cloud) == [
        {'agent': fields},
        {'para': {'version': '8.0', 'url': 'http://a/c', 'md5hash': 'def'}},
    ]
    assert exchange.properties(changed)['version'] == '8.0'


def test_agent_is_deleted_without_output(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova('agent-delete', '1', cloud=cloud).out == ''
    assert exchange.sent(cloud) == ['DELETE /os-agents/1']


def test_a_cloud_without_agents_answers_410(
    nova: Nova, cloud: ScriptedCloud, connect: Connect
) -> None:
    cloud.on('GET', '/os-agents', fault(410, 'This resource is no longer available.'))
    result = nova('agent-list', '--error-format', 'json', cloud=cloud)
    assert result.status == 1
    assert '"code": "gone"' in result.err
    with pytest.raises(exceptions.Gone):
        connect(cloud, '2.53').agents.list()


@pytest.mark.parametrize('version', ['2.0', '2.1', NEWEST])
def test_extensions_are_listed_and_shown(nova: Nova, cloud: ScriptedCloud, version: str) -> None:
    listed = nova('extension-list', version=version, cloud=cloud)
    assert exchange.table(listed)[0] == ['Name', 'Alias', 'Description', 'Updated']
    assert exchange.table(listed)[1][:2] == ['Keypairs', 'os-keypairs']
    shown = nova('extension-show', 'os-keypairs', '-f', 'json', version=version, cloud=cloud)
    assert json.loads(shown.out) == KEYPAIRS
    assert nova('extension-show', 'os-none', version=version, cloud=cloud).status == 5


def test_extensions_of_the_library(connect: Connect, cloud: ScriptedCloud) -> None:
    (found,) = connect(cloud, '2.1').extensions.list()
    assert (found.id, str(found)) == ('os-keypairs', '<Extension: os-keypairs>')
    found.get()
    assert exchange.sent(cloud)[-1] == 'GET /extensions/os-keypairs'


@pytest.mark.parametrize(
    ('words', 'path'),
    [
        ((), ''),
        (('--before', '2026-01-31 12:00:00.5'), '/2026-01-31 12:00:00.5'),
    ],
)
def test_time_of_an_audit_is_part_of_the_path(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], path: str
) -> None:
    result = nova('instance-usage-audit-log', *words, cloud=cloud)
    assert exchange.sent(cloud) == [f'GET /os-instance_usage_audit_log{path}']
    assert exchange.properties(result) == {
        'hosts_not_run': "['h3']",
        'log': '{"h1": {"state": "DONE"}}',
        'num_hosts': '2',
        'overall_status': '1 of 2 hosts done. 0 errors.',
    }


def test_machines_get_lists_of_an_audit_as_lists(nova: Nova, cloud: ScriptedCloud) -> None:
    found = json.loads(nova('instance-usage-audit-log', '-f', 'json', cloud=cloud).out)
    assert found['hosts_not_run'] == ['h3']
    assert found['total_errors'] is None


def test_what_is_no_time_is_refused_before_login(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova('instance-usage-audit-log', '--before', 'noon', cloud=cloud).status == 2
    assert cloud.requests == []


@pytest.mark.parametrize(('version', 'port'), [('2.31', None), ('2.98', None), ('2.99', 5901)])
def test_console_of_a_token_is_shown(
    nova: Nova, cloud: ScriptedCloud, version: str, port: int | None
) -> None:
    result = nova('console-token-show', TOKEN, '-f', 'json', version=version, cloud=cloud)
    assert json.loads(result.out) == {**CONSOLE, 'tls_port': port}


def test_unknown_token_is_not_found_and_not_told_when_debugging(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    secret = 'f0f0f0f0-0000-4000-8000-000000000000'
    result = nova('--debug', 'console-token-show', secret, cloud=cloud)
    assert result.status == 5
    assert secret not in result.err
