"""Requests that a locked node refuses, as seen on a real Ironic."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.baremetal.operator import Operator, words

ISO = {'device_type': 'cdrom', 'image_url': 'http://images.example/a.iso'}
RAID = {'logical_disks': [{'size_gb': 1, 'raid_level': '1'}]}
EXTRA = [{'op': 'add', 'path': '/extra/a', 'value': 1}]

REFUSED: list[tuple[str, str, Any]] = [
    ('PATCH', '', EXTRA),
    ('DELETE', '', None),
    ('PUT', '/states/power', {'target': 'power off'}),
    ('PUT', '/states/provision', {'target': 'manage'}),
    ('PUT', '/states/raid', RAID),
    ('PUT', '/states/console', {'enabled': True}),
    ('PUT', '/states/boot_mode', {'target': 'uefi'}),
    ('PUT', '/states/secure_boot', {'target': True}),
    ('PUT', '/maintenance', {}),
    ('DELETE', '/maintenance', None),
    ('GET', '/management/boot_device', None),
    ('PUT', '/management/boot_device', {'boot_device': 'pxe'}),
    ('PUT', '/management/inject_nmi', {}),
    ('GET', '/management/indicators/led@system', None),
    ('PUT', '/management/indicators/led@system', {'state': 'on'}),
    ('PUT', '/traits', {'traits': ['CUSTOM_B']}),
    ('PUT', '/traits/CUSTOM_B', None),
    ('DELETE', '/traits', None),
    ('POST', '/vifs', {'id': 'v'}),
    ('DELETE', '/vifs/v', None),
    ('POST', '/vmedia', ISO),
    ('DELETE', '/vmedia', None),
    ('POST', '/vendor_passthru?method=second_method', {'bar': 1}),
]
ALLOWED: list[tuple[str, str, Any]] = [
    ('GET', '', None),
    ('GET', '/states', None),
    ('GET', '/validate', None),
    ('GET', '/management/boot_device/supported', None),
    ('GET', '/management/indicators', None),
    ('GET', '/states/console', None),
    ('PUT', '/states/console', {'enabled': False}),
    ('GET', '/traits', None),
    ('GET', '/vifs', None),
    ('POST', '/vendor_passthru?method=fourth_method_shared_lock', {'bar': 1}),
]


@pytest.fixture
def locked(metal: Operator) -> str:
    """A node whose power changes for a while."""
    node = metal.enroll('slow', driver='fake-failing', driver_info={'seconds': 60})
    assert metal.ask('PUT', f'/nodes/{node}/states/power', {'target': 'power on'}).status == 202
    return node


def test_request_that_takes_a_lock_is_refused_while_another_has_it(
    metal: Operator, locked: str
) -> None:
    for method, path, body in REFUSED:
        answer = metal.ask(method, f'/nodes/slow{path}', body)
        assert (answer.status, words(answer)) == (
            409,
            f'Node {locked} is locked by host sandbox-conductor, please retry after the current '
            'operation is completed.',
        ), (method, path)
    for method, path, body in ALLOWED:
        answer = metal.ask(method, f'/nodes/slow{path}', body)
        assert answer.status < 300, (method, path, answer.body)
    metal.now += 60
    assert metal.ask('PATCH', '/nodes/slow', EXTRA).status == 200


def test_what_belongs_to_a_locked_node_stays_as_it_is(metal: Operator, locked: str) -> None:
    target = {'volume_type': 'iscsi', 'boot_index': 0, 'volume_id': 'v'}
    bodies: dict[str, dict[str, Any]] = {
        '/ports': {'address': '00:00:00:00:00:01'},
        '/portgroups': {},
        '/volume/connectors': {'type': 'ip', 'connector_id': 'c'},
        '/volume/targets': target,
    }
    for path, body in bodies.items():
        made = metal.ask('POST', path, {'node_uuid': locked, **body})
        assert made.status == 201, made.body
        place = f'{path}/{made.body["uuid"]}'
        assert metal.ask('PATCH', place, EXTRA).status == 409
        assert metal.ask('DELETE', place).status == 409


def test_a_short_lock_is_waited_for(metal: Operator, locked: str) -> None:
    metal.now += 58
    assert metal.ask('PATCH', '/nodes/slow', EXTRA).status == 200
