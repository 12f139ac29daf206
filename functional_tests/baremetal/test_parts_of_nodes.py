"""Ports, port groups, volumes and VIFs of nodes, and the chassis that they are in."""

from __future__ import annotations

import pytest

from functional_tests.baremetal.operator import Operator, Rack, mac
from functional_tests.things import unique


def test_ports_are_created_listed_changed_and_deleted(operator: Operator, rack: Rack) -> None:
    name, address = rack.enroll(), mac()
    port = operator.json('baremetal-port-create', '--node', name, address)
    assert port['address'] == address
    other = operator.json('baremetal-port-create', '--node', name, mac())
    listed = operator.json('baremetal-port-list', '--node', name)
    assert {row['uuid'] for row in listed} == {port['uuid'], other['uuid']}
    by_address = operator.json('baremetal-port-list', '--address', address)
    assert [row['uuid'] for row in by_address] == [port['uuid']]
    operator('baremetal-port-set', port['uuid'], '--extra', 'vlans=[1, 2]').checked()
    assert operator.json('baremetal-port-show', port['uuid'])['extra'] == {'vlans': [1, 2]}
    operator('baremetal-port-unset', port['uuid'], '--extra', 'vlans').checked()
    assert operator.json('baremetal-port-show', port['uuid'])['extra'] == {}
    taken = operator('baremetal-port-create', '--node', name, address)
    assert (taken.status, 'already exists' in taken.err) == (6, True)
    operator('baremetal-port-delete', port['uuid'], other['uuid']).checked()
    assert operator.json('baremetal-port-list', '--node', name) == []


def test_port_group_holds_ports(operator: Operator, rack: Rack) -> None:
    name, bond = rack.enroll(), unique('bond')
    group = operator.json('baremetal-port-group-create', '--node', name, '--name', bond)
    line = ('--node', name, '--port-group', group['uuid'], mac())
    port = operator.json('baremetal-port-create', *line)
    assert port['portgroup_uuid'] == group['uuid']
    rows = operator.json('baremetal-port-list', '--port-group', bond)
    assert [row['uuid'] for row in rows] == [port['uuid']]
    refused = operator('baremetal-port-group-delete', bond)
    assert refused.status != 0
    operator('baremetal-port-delete', port['uuid']).checked()
    operator('baremetal-port-group-delete', bond).checked()
    assert operator('baremetal-port-group-show', group['uuid']).status == 5


def test_chassis_has_nodes(operator: Operator, rack: Rack) -> None:
    chassis = operator.json('baremetal-chassis-create', '--description', 'rack 1')['uuid']
    try:
        name = rack.enroll('--chassis-uuid', chassis)
        listed = operator.json('baremetal-node-list', '--chassis', chassis)
        assert [node['name'] for node in listed] == [name]
        assert operator('baremetal-chassis-delete', chassis).status != 0
        operator('baremetal-chassis-set', chassis, '--description', 'rack 2').checked()
        shown = operator.json('baremetal-chassis-show', chassis)
        assert shown['description'] == 'rack 2'
        operator('baremetal-node-delete', name).checked()
        rack.forget(name)
    finally:
        operator('baremetal-chassis-delete', chassis).checked()
    assert operator('baremetal-chassis-show', chassis).status == 5


def test_volumes_of_a_node(operator: Operator, rack: Rack) -> None:
    name, iqn = rack.enroll(), f'iqn.2017-01.{unique("host")}'
    operator('baremetal-node-manage', name, '--wait').checked()
    # Its volumes can be changed only while it is known to be off.
    operator('baremetal-node-power-off', name, '--wait').checked()
    line = ('--node', name, '--type', 'iqn', '--connector-id', iqn)
    connector = operator.json('baremetal-volume-connector-create', *line)['uuid']
    line = ('--node', name, '--type', 'iscsi', '--boot-index', '0', '--volume-id', 'one')
    target = operator.json('baremetal-volume-target-create', *line)['uuid']
    for kind, id in (('connector', connector), ('target', target)):
        rows = operator.json(f'baremetal-volume-{kind}-list', '--node', name)
        assert [row['uuid'] for row in rows] == [id]
        rows = operator.json(f'baremetal-node-volume-{kind}-list', name)
        assert [row['uuid'] for row in rows] == [id]
        operator(f'baremetal-volume-{kind}-set', id, '--extra', 'place=1').checked()
        assert operator.json(f'baremetal-volume-{kind}-show', id)['extra'] == {'place': 1}
        operator(f'baremetal-volume-{kind}-delete', id).checked()
        assert operator(f'baremetal-volume-{kind}-show', id).status == 5


@pytest.mark.parametrize('persistent', [False, True])
def test_boot_device_is_set(operator: Operator, rack: Rack, persistent: bool) -> None:
    name = rack.enroll()
    operator('baremetal-node-manage', name, '--wait').checked()
    words = ('--persistent',) if persistent else ()
    operator('baremetal-node-boot-device-set', name, 'pxe', *words).checked()
    assert operator.json('baremetal-node-boot-device-show', name)['boot_device'] == 'pxe'
