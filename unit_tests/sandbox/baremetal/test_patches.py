"""Patches that the Bare Metal service accepts and refuses."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.baremetal.operator import Operator


def _replaced(field: str, *value: Any) -> dict[str, Any]:
    return {'op': 'replace', 'path': f'/{field}', **({'value': value[0]} if value else {})}


def _added(field: str, value: Any) -> dict[str, Any]:
    return {'op': 'add', 'path': f'/{field}', 'value': value}


def _removed(field: str) -> dict[str, Any]:
    return {'op': 'remove', 'path': f'/{field}'}


@pytest.mark.parametrize(
    ('patch', 'status'),
    [
        ([_replaced('parent_node', 'nosuch')], 400),
        ([_replaced('retired_reason', 'old')], 400),
        ([_replaced('maintenance', None), _replaced('maintenance', False)], 200),
        ([_removed('conductor_group'), _added('conductor_group', '')], 200),
    ],
)
def test_values_of_a_patch_of_a_node(
    metal: Operator, patch: list[dict[str, Any]], status: int
) -> None:
    node = metal.enroll('one')
    before = metal.node(node)
    assert metal.ask('PATCH', f'/nodes/{node}', patch).status == status
    if status == 400:
        assert metal.node(node) == before


@pytest.mark.parametrize('field', ['pxe_enabled', 'pxe_enabled/a'])
def test_a_removal_from_a_port_needs_the_version_of_the_field(metal: Operator, field: str) -> None:
    assert metal.ask('PATCH', '/ports/nosuch', [_removed(field)], '1.18').status == 406
    assert metal.ask('PATCH', '/ports/nosuch', [_removed(field)], '1.19').status == 404


NODE = '11111111-2222-4333-8444-555555555555'
OTHER = '22222222-2222-4333-8444-555555555555'
ADDRESS = '52:54:00:12:34:56'
STEPS = [{'interface': 'bios', 'step': 'x', 'args': {}, 'priority': 1}]
BODIES = {
    '/ports': {'node_uuid': NODE, 'address': ADDRESS},
    '/portgroups': {'node_uuid': NODE},
    '/deploy_templates': {'name': 'CUSTOM_T', 'steps': STEPS},
    '/allocations': {'resource_class': 'x'},
    '/nodes': {'driver': 'fake-hardware'},
    '/inspection_rules': {
        'actions': [{'op': 'log', 'args': {'msg': 'x'}}], 'conditions': [], 'sensitive': True,
    },
}  # fmt: skip
REMOVED = {'op': 'remove'}


@pytest.mark.parametrize(
    ('url', 'field', 'change', 'status'),
    [
        ('/ports', 'node_uuid', {'value': 'one'}, 200),
        ('/ports', 'node_uuid', {'value': OTHER}, 400),
        ('/ports', 'local_link_connection', {'value': None}, 200),
        ('/ports', 'address', REMOVED, 400),
        ('/deploy_templates', 'steps', REMOVED, 400),
        ('/portgroups', 'node_uuid', REMOVED, 200),
        ('/portgroups', 'name', {'value': ''}, 200),
        ('/allocations', 'name', {'value': ''}, 200),
        ('/nodes', 'driver', REMOVED, 400),
        ('/inspection_rules', 'sensitive', {'value': False}, 400),
    ],
)
def test_values_that_a_patch_sets_or_takes_away(
    metal: Operator, url: str, field: str, change: dict[str, Any], status: int
) -> None:
    metal.enroll('one', uuid=NODE)
    metal.enroll('two', uuid=OTHER)
    created = metal.ask('POST', url, BODIES[url])
    patch = [{'op': 'add', 'path': f'/{field}', **change}]
    answer = metal.ask('PATCH', f'{url}/{created.body["uuid"]}', patch)
    assert answer.status == status
