"""The fields of Bare Metal answers at each version, as they were measured, on the sandbox."""

from __future__ import annotations

from typing import Any

import pytest

from functional_tests.contract import baremetal_cloud, facts

STEP = {'interface': 'bios', 'step': 'apply_configuration', 'args': {}}
ACTION = {'op': 'set-attribute', 'args': {'path': '/extra/a', 'value': 'b'}}

# What each kind is made from; NODE is the id of a node.
MADE: dict[str, tuple[str, dict[str, Any]]] = {
    'port': ('ports', {'node_uuid': 'NODE', 'address': '52:54:00:00:00:01'}),
    'portgroup': ('portgroups', {'node_uuid': 'NODE', 'name': 'pg'}),
    'chassis': ('chassis', {}),
    'allocation': ('allocations', {'resource_class': 'x'}),
    'volume_connector': (
        'volume/connectors',
        {'node_uuid': 'NODE', 'type': 'iqn', 'connector_id': 'x'},
    ),
    'volume_target': (
        'volume/targets',
        {'node_uuid': 'NODE', 'volume_type': 'iscsi', 'volume_id': 'v', 'boot_index': 0},
    ),
    'deploy_template': (
        'deploy_templates',
        {'name': 'CUSTOM_T', 'steps': [{**STEP, 'priority': 1}]},
    ),
    'runbook': ('runbooks', {'name': 'CUSTOM_R', 'steps': [{**STEP, 'order': 1}]}),
    'inspection_rule': ('inspection_rules', {'actions': [ACTION], 'conditions': []}),
}
FACTS = 'baremetal/baremetal-fields.json'
VIEWS = list(facts.read(FACTS)['measured']) if facts.is_present() else []


@pytest.fixture(scope='module')
def cloud(tmp_path_factory: pytest.TempPathFactory) -> baremetal_cloud.BaremetalCloud:
    return baremetal_cloud.BaremetalCloud(tmp_path_factory.mktemp('fields') / 'state.db')


@pytest.fixture(scope='module')
def paths(cloud: baremetal_cloud.BaremetalCloud) -> dict[str, str]:
    """Where each view is read."""
    body: dict[str, Any] = {'driver': 'fake-hardware', 'name': 'one'}
    node = cloud.ask('POST', '/v1/nodes', body=body).body['uuid']
    conductor = cloud.ask('GET', '/v1/conductors').body['conductors'][0]['hostname']
    found = {
        'root_v1_links': '/v1',
        'node': f'/v1/nodes/{node}',
        'node_in_list': '/v1/nodes',
        'node_states': f'/v1/nodes/{node}/states',
        'port_in_list': '/v1/ports',
        'driver': '/v1/drivers/fake-hardware',
        'driver_in_list': '/v1/drivers',
        'conductor': f'/v1/conductors/{conductor}',
    }
    for kind, (path, fields) in MADE.items():
        body = {key: node if value == 'NODE' else value for key, value in fields.items()}
        made = cloud.ask('POST', f'/v1/{path}', body=body)
        assert made.status == 201, made.body
        found[kind] = f'/v1/{path}/{made.body["uuid"]}'
    return found


def minor(version: str) -> int:
    """The minor number of a version."""
    return int(version.partition('.')[2])


@pytest.mark.parametrize('view', VIEWS)
def test_fields_are_as_measured(
    cloud: baremetal_cloud.BaremetalCloud, paths: dict[str, str], view: str
) -> None:
    measured = facts.read(FACTS)['measured'][view]
    first_seen = {name: minor(version) for name, version in measured['first_seen'].items()}
    borders = {number - 1 for number in first_seen.values()} | set(first_seen.values())
    start = minor(measured['readable_since'])
    for number in sorted(number for number in borders if number >= start):
        answer = cloud.ask('GET', paths[view], f'1.{number}')
        assert answer.status == 200
        shown = answer.body
        if view.endswith('_in_list'):
            ((shown, *_),) = (value for value in shown.values() if isinstance(value, list))
        expected = {name for name, least in first_seen.items() if least <= number}
        assert set(shown) == expected, f'1.{number}'
