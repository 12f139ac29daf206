"""Patches that the Bare Metal service refuses or fails over, and what it looks at first."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.baremetal.operator import Operator, words

MISSING = 'Node nosuch could not be found.'


def _replaced(field: str, *value: Any) -> dict[str, Any]:
    return {'op': 'replace', 'path': f'/{field}', **({'value': value[0]} if value else {})}


@pytest.mark.parametrize(
    ('fields', 'status', 'message'),
    [
        (('automated_clean', 'description', 'driver', 'network_data'), 500, "'value'"),
        (('name', 'owner', 'parent_node', 'extra', 'lessee'), 404, MISSING),
    ],
)
def test_only_some_new_values_of_a_node_are_read_before_it_is_looked_for(
    metal: Operator, fields: tuple[str, ...], status: int, message: str
) -> None:
    for field in fields:
        refused = metal.ask('PATCH', '/nodes/nosuch', [_replaced(field)])
        assert (refused.status, words(refused)) == (status, message), field


@pytest.mark.parametrize(
    ('patch', 'status', 'message'),
    [
        ([_replaced('name')], 500, "'value'"),
        ([_replaced('extra/a')], 400, "The operation does not contain a 'value' member"),
        ([_replaced('name'), _replaced('parent_node', 'nosuch')], 400, "parent_node 'nosuch'"),
        ([_replaced('owner'), _replaced('parent_node', 'nosuch')], 400, "parent_node 'nosuch'"),
        ([_replaced('name', 'a b'), _replaced('owner')], 500, "'value'"),
        ([_replaced('name', 'a b'), _replaced('name', 'c')], 400, "to invalid name 'a b'"),
        ([_replaced('name', 5), _replaced('extra/a')], 400, "to invalid name '5'"),
        ([_replaced('name', 'detail'), _replaced('extra/a')], 400, 'The word "detail" is reserved'),
    ],
)
def test_new_values_of_a_node_are_refused_before_the_patch_is_applied(
    metal: Operator, patch: list[dict[str, Any]], status: int, message: str
) -> None:
    refused = metal.ask('PATCH', f'/nodes/{metal.enroll("one")}', patch)
    assert (refused.status, message in words(refused)) == (status, True)


NODE = '11111111-2222-4333-8444-555555555555'
OTHER = '22222222-2222-4333-8444-555555555555'
ADDRESS = '52:54:00:12:34:56'
STEPS = [{'interface': 'bios', 'step': 'x', 'args': {}, 'priority': 1}]
BODIES = {
    '/ports': {'node_uuid': NODE, 'address': ADDRESS},
    '/portgroups': {'node_uuid': NODE},
    '/volume/connectors': {'node_uuid': NODE, 'type': 'iqn', 'connector_id': 'x'},
    '/deploy_templates': {'name': 'CUSTOM_T', 'steps': STEPS},
    '/allocations': {'resource_class': 'x'},
    '/nodes': {'driver': 'fake-hardware'},
    '/inspection_rules': {
        'actions': [{'op': 'log', 'args': {'msg': 'x'}}], 'conditions': [], 'sensitive': True,
    },
}  # fmt: skip
NO_NODE = 'Unable to apply the requested node_uuid'
REMOVED = {'op': 'remove'}


@pytest.mark.parametrize(
    ('url', 'field', 'change', 'status', 'message'),
    [
        ('/ports', 'node_uuid', {'value': 5}, 400, f"{NO_NODE} '5'."),
        ('/ports', 'node_uuid', {'value': None}, 400, f"{NO_NODE} 'None'."),
        ('/ports', 'node_uuid', {'value': 'one'}, 200, ''),
        ('/ports', 'node_uuid', {'value': OTHER}, 500, "'address'"),
        ('/ports', 'node_uuid', {'value': NODE.replace('-', '')}, 400, NO_NODE),
        ('/ports', 'portgroup_uuid', {'value': 5}, 400, 'Portgroup 5 could not be found.'),
        ('/ports', 'portgroup_uuid', {'value': 'x'}, 400, 'Portgroup x could not be found.'),
        ('/ports', 'portgroup_uuid', {'value': ''}, 400, 'Expected UUID for portgroup_uuid: '),
        ('/ports', 'local_link_connection', {'value': None}, 200, ''),
        ('/ports', 'pxe_enabled', REMOVED, 500, "Field `pxe_enabled' cannot be None"),
        ('/ports', 'address', {'value': None}, 400, "None is not of type 'string'"),
        ('/portgroups', 'node_uuid', REMOVED, 200, ''),
        ('/portgroups', 'name', {'value': 5}, 400, "Cannot change name to invalid name '5'"),
        ('/portgroups', 'name', {'value': ''}, 200, ''),
        ('/portgroups', 'mode', REMOVED, 400, "'mode' is a mandatory attribute"),
        ('/portgroups', 'physical_network', REMOVED, 500, 'list index out of range'),
        ('/portgroups', 'standalone_ports_supported', REMOVED, 500, 'cannot be None'),
        ('/volume/connectors', 'node_uuid', {'value': 5}, 400, 'Expected a UUID for node_uuid'),
        ('/deploy_templates', 'steps', {'value': None}, 500, "'NoneType' object is not iterable"),
        ('/deploy_templates', 'steps', {'value': [5]}, 500, "'int' object is not iterable"),
        ('/deploy_templates', 'steps', {'value': 'x'}, 500, "'str' object has no attribute 'pop'"),
        ('/deploy_templates', 'steps', {'value': ''}, 400, "'' is not of type 'array'"),
        ('/allocations', 'name', {'value': 'a b'}, 400, 'Cannot update allocation with invalid'),
        ('/allocations', 'name', {'value': ''}, 200, ''),
        ('/nodes', 'driver', {'value': None}, 400, "None is not of type 'string'"),
        ('/nodes', 'driver', REMOVED, 400, "'driver' is a required property"),
        ('/nodes', 'bios_interface', {'value': ''}, 400, 'Could not find the following interface'),
        ('/inspection_rules', 'priority', {'value': None}, 400, "None is not of type 'integer'"),
        ('/inspection_rules', 'sensitive', {'value': False}, 400, 'cannot have the sensitive flag'),
        ('/inspection_rules', 'uuid', {'value': ''}, 400, 'Expected UUID for uuid: '),
    ],
)
def test_values_that_a_patch_sets_or_takes_away(
    metal: Operator, url: str, field: str, change: dict[str, Any], status: int, message: str
) -> None:
    metal.enroll('one', uuid=NODE)
    metal.enroll('two', uuid=OTHER)
    created = metal.ask('POST', url, BODIES[url])
    patch = [{'op': 'add', 'path': f'/{field}', **change}]
    answer = metal.ask('PATCH', f'{url}/{created.body["uuid"]}', patch)
    assert answer.status == status
    if message:
        assert message in words(answer)
