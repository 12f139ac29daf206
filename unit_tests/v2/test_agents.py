"""Agents in guests, on a cloud that still has them and on one that answers 410."""

from __future__ import annotations

import pytest

from novaclient_mv import exceptions
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


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud with one build."""
    cloud = start_cloud()
    cloud.on('GET', '/os-agents', {'agents': [AGENT]})
    cloud.on('POST', '/os-agents', {'agent': AGENT})
    cloud.on('PUT', '/os-agents/1', {'agent': {**AGENT, 'version': '8.0'}})
    cloud.on('DELETE', '/os-agents/1')
    return cloud


def test_list_filters_by_hypervisor(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('agent-list', '--hypervisor', 'kvm', cloud=cloud)
    assert exchange.sent(cloud) == ['GET /os-agents?hypervisor=kvm']
    assert exchange.table(result) == [
        ['Agent_id', 'Hypervisor', 'OS', 'Architecture', 'Version', 'Md5hash', 'Url'],
        ['1', 'kvm', 'win', 'x86', '7.0', 'abc', 'http://a/b'],
    ]


def test_create_and_modify_send_their_arguments(nova: Nova, cloud: ScriptedCloud) -> None:
    nova('agent-create', 'win', 'x86', '7.0', 'http://a/b', 'abc', 'kvm', cloud=cloud)
    changed = nova('agent-modify', '1', '8.0', 'http://a/c', 'def', cloud=cloud)
    fields = {key: value for key, value in AGENT.items() if key != 'agent_id'}
    assert exchange.bodies(cloud) == [
        {'agent': fields},
        {'para': {'version': '8.0', 'url': 'http://a/c', 'md5hash': 'def'}},
    ]
    assert exchange.properties(changed)['version'] == '8.0'


def test_delete_prints_nothing(nova: Nova, cloud: ScriptedCloud) -> None:
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
