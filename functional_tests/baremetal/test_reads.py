"""An operator's reads: drivers, conductors, lists in whole, and each listing command."""

from __future__ import annotations

import pytest

from functional_tests.baremetal.operator import DRIVER, Operator, Rack
from functional_tests.things import unique

LISTS = (
    'allocation',
    'chassis',
    'conductor',
    'deploy-template',
    'driver',
    'inspection-rule',
    'node',
    'port',
    'port-group',
    'runbook',
    'shard',
    'volume-connector',
    'volume-target',
)


@pytest.mark.parametrize('noun', LISTS)
def test_list_is_read(operator: Operator, noun: str) -> None:
    assert isinstance(operator.json(f'baremetal-{noun}-list'), list)


def test_driver_tells_its_interfaces_and_properties(operator: Operator) -> None:
    drivers = {row['name']: row for row in operator.json('baremetal-driver-list')}
    driver = operator.json('baremetal-driver-show', DRIVER)
    assert driver['hosts'] == drivers[DRIVER]['hosts'] != []
    assert operator('baremetal-driver-property-list', DRIVER).checked().out


def test_conductor_has_nodes(operator: Operator, rack: Rack) -> None:
    operator.json('baremetal-conductor-list')
    name = rack.enroll()
    conductor = operator.node(name)['conductor']
    assert operator.json('baremetal-conductor-show', conductor)['hostname'] == conductor
    rows = operator.json('baremetal-node-list', '--conductor', conductor)
    assert name in {row['name'] for row in rows}


def test_validation_names_interfaces(operator: Operator, rack: Rack) -> None:
    rows = operator.json('baremetal-node-validate', rack.enroll())
    assert {row['interface'] for row in rows} >= {'boot', 'deploy', 'management', 'power'}


def test_lists_are_sorted_limited_and_filtered(operator: Operator, rack: Rack) -> None:
    kind = unique('class')
    nodes = sorted(rack.enroll('--resource-class', kind) for _ in range(3))
    own = ('--resource-class', kind, '--sort', 'name:asc')
    listed = [row['name'] for row in operator.json('baremetal-node-list', *own)]
    assert listed == nodes
    listed = [row['name'] for row in operator.json('baremetal-node-list', *own, '--limit', '2')]
    assert listed == nodes[:2]
    fields = ('--fields', 'name', '--fields', 'driver')
    rows = operator.json('baremetal-node-list', *own, *fields)
    assert rows == [{'name': name, 'driver': DRIVER} for name in nodes]


def test_node_that_was_never_inspected_has_no_inventory(operator: Operator, rack: Rack) -> None:
    missing = operator('baremetal-node-inventory-save', rack.enroll())
    assert (missing.status, missing.out) == (5, '')
