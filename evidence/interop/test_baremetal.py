"""The commands of python-ironicclient, against a served sandbox."""

from __future__ import annotations

import json

import pytest

from evidence.interop.conftest import Client

WAIT = '--wait 30'


def state(baremetal: Client, node: str) -> str:
    """The provision state of a node."""
    return str(baremetal.shown(f'node show {node}')['provision_state'])


@pytest.fixture
def node(baremetal: Client) -> str:
    """A node that was just enrolled, and is deleted afterwards by the test."""
    baremetal('node create --driver fake-hardware --name one --resource-class gold')
    return 'one'


def test_nodes_are_listed_and_shown(baremetal: Client) -> None:
    listed = {each['name']: each for each in baremetal.shown('node list')}
    assert {name: each['provision_state'] for name, each in listed.items()} == {
        'metal-1': 'available',
        'metal-2': 'active',
        'metal-3': 'enroll',
    }
    shown = baremetal.shown('node show metal-2')
    assert shown['uuid'] == listed['metal-2']['uuid']
    assert shown['power_state'] == 'power on'
    assert len(baremetal.shown('port list')) == 3
    assert 'fake-hardware' in baremetal('driver list')
    assert baremetal.shown('conductor list')[0]['alive'] is True


def test_life_of_a_node(baremetal: Client, node: str) -> None:
    assert state(baremetal, node) == 'enroll'
    baremetal(f'node manage {WAIT} {node}')
    baremetal(f'node provide {WAIT} {node}')
    assert state(baremetal, node) == 'available'
    baremetal(f'node power on {node}')
    baremetal.until(
        f'node show {node} -f json', lambda text: json.loads(text)['power_state'] == 'power on'
    )
    baremetal(f'node add trait {node} CUSTOM_FAST')
    assert 'CUSTOM_FAST' in baremetal(f'node trait list {node}')
    baremetal('allocation create --name mine --resource-class gold --trait CUSTOM_FAST --wait 30')
    baremetal(f'node deploy {WAIT} {node}')
    assert state(baremetal, node) == 'active'
    refused = baremetal(f'node delete {node}', fails=True)
    assert 'is associated with instance' in refused
    baremetal(f'node rescue {WAIT} --rescue-password secret {node}')
    baremetal(f'node unrescue {WAIT} {node}')
    baremetal(f'node undeploy {WAIT} {node}')
    assert 'deployment_end' in baremetal(f'node history list --long {node}')
    baremetal(f'node delete {node}')
    baremetal(f'node show {node}', fails=True)


def test_failure_is_told_and_recovered_from(baremetal: Client) -> None:
    baremetal('node create --driver fake-failing --name bad')
    baremetal(f'node manage {WAIT} bad')
    baremetal(f'node provide {WAIT} bad')
    refused = baremetal(f'node deploy {WAIT} bad', fails=True)
    assert 'as its driver_info says' in refused
    assert state(baremetal, 'bad') == 'deploy failed'
    baremetal('node set bad --driver-info failing_steps=none')
    baremetal(f'node deploy {WAIT} bad')
    baremetal(f'node undeploy {WAIT} bad')
    baremetal('node delete bad')


@pytest.mark.parametrize('version', ['1.1', '1.46', 'latest'])
def test_each_version_is_spoken(baremetal: Client, version: str) -> None:
    words = f'--os-baremetal-api-version {version} node list -f value -c uuid'
    assert len(baremetal(words).split()) == 3
