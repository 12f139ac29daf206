"""Values that no two may have, what a change leaves in its node, and where a list ends."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.baremetal.operator import Operator, words


def made(metal: Operator, path: str, **body: Any) -> dict[str, Any]:
    answer = metal.ask('POST', path, body)
    assert answer.status == 201
    resource: dict[str, Any] = answer.body
    return resource


def test_conflict_is_named(metal: Operator) -> None:
    node = metal.enroll('one')
    port = {'node_uuid': node, 'address': '52:54:00:12:34:56'}
    made(metal, '/ports', name='p', **port)
    refused = metal.ask('POST', '/ports', port)
    assert words(refused) == 'A port with MAC address 52:54:00:12:34:56 already exists.'
    group = {'node_uuid': node, 'name': 'g', 'address': '52:54:00:12:34:57'}
    made(metal, '/portgroups', **group)
    refused = metal.ask('POST', '/portgroups', group)
    assert (refused.status, 'already exists' in words(refused)) == (409, True)
    refused = metal.ask('POST', '/nodes', {'driver': 'fake-hardware', 'uuid': node})
    assert words(refused) == f'A node with UUID {node} already exists.'


@pytest.mark.parametrize(
    ('method', 'url', 'body'),
    [
        ('PUT', 'states/power', {'target': 'power on'}),
        ('PUT', 'states/provision', {'target': 'manage'}),
        ('PUT', 'states/boot_mode', {'target': 'uefi'}),
        ('PUT', 'management/boot_device', {'boot_device': 'pxe'}),
        ('POST', 'vifs', {'id': 'x'}),
        ('DELETE', 'vmedia', None),
    ],
)
def test_lock_is_a_change_of_the_node(
    metal: Operator, method: str, url: str, body: dict[str, Any] | None
) -> None:
    node = metal.enroll()
    assert metal.ask(method, f'/nodes/{node}/{url}', body).status in (202, 204)
    assert metal.node(node)['updated_at'] is not None


def test_end_of_an_instance_leaves_nothing_of_it(metal: Operator) -> None:
    node = metal.enroll()
    metal.move(node, 'manage', 'provide', 'active')
    patch = [
        {'op': 'add', 'path': '/instance_name', 'value': 'web'},
        {'op': 'add', 'path': '/instance_info', 'value': {'a': 1}},
    ]
    assert metal.ask('PATCH', f'/nodes/{node}', patch).body['instance_name'] == 'web'
    metal.move(node, 'deleted')
    shown = metal.node(node)
    assert [shown[name] for name in ('instance_name', 'instance_uuid', 'instance_info')] == [
        None, None, {},
    ]  # fmt: skip
