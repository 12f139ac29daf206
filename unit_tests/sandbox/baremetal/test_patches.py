"""Patches that the Bare Metal service refuses or fails over, and what it looks at first."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.baremetal.operator import Operator, words

MISSING = 'Node nosuch could not be found.'


def _replaced(field: str, *value: Any) -> dict[str, Any]:
    return {'op': 'replace', 'path': f'/{field}', **({'value': value[0]} if value else {})}


def _added(field: str, value: Any) -> dict[str, Any]:
    return {'op': 'add', 'path': f'/{field}', 'value': value}


def _removed(field: str) -> dict[str, Any]:
    return {'op': 'remove', 'path': f'/{field}'}


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


LOST = _removed('extra/a')
EMPTIED = [_removed('maintenance'), _removed('conductor_group'), _replaced('maintenance', None)]


@pytest.mark.parametrize('emptied', EMPTIED)
@pytest.mark.parametrize(
    ('other', 'message'),
    [
        (LOST, "can't remove a non-existent object 'a'"),
        (_replaced('extra', 5), "5 is not of type 'object', 'null'"),
        (_replaced('chassis_uuid', 'x'), 'Expected UUID for chassis_uuid: x'),
        (_replaced('retired', 'maybe'), "Unrecognized value 'maybe'"),
        (_replaced('parent_node', 'nosuch'), "parent_node 'nosuch'"),
    ],
)
def test_fields_without_a_value_fail_when_all_else_in_a_patch_of_a_node_is_right(
    metal: Operator, emptied: dict[str, Any], other: dict[str, Any], message: str
) -> None:
    refused = metal.ask('PATCH', f'/nodes/{metal.enroll("one")}', [emptied, other])
    assert (refused.status, message in words(refused)) == (400, True)


@pytest.mark.parametrize(
    ('patch', 'status', 'message'),
    [
        ([_removed('maintenance'), _replaced('driver', 'no')], 500, "Field `maintenance' cannot"),
        ([_removed('maintenance'), _removed('conductor_group')], 500, "'conductor_group'"),
        ([_replaced('conductor_group', None)], 500, "object has no attribute 'lower'"),
        ([_replaced('maintenance', None), _replaced('maintenance', False)], 200, ''),
        ([_removed('conductor_group'), _added('conductor_group', '')], 200, ''),
    ],
)
def test_fields_of_a_node_need_a_value_when_the_whole_patch_is_applied(
    metal: Operator, patch: list[dict[str, Any]], status: int, message: str
) -> None:
    answer = metal.ask('PATCH', f'/nodes/{metal.enroll("one")}', patch)
    assert answer.status == status
    assert not message or message in words(answer)


@pytest.mark.parametrize(
    ('patch', 'version', 'status', 'message'),
    [
        ([_removed('maintenance')], '1.115', 404, MISSING),
        ([_removed('automated_clean')], '1.115', 500, "'value'"),
        ([_replaced('automated_clean/a')], '1.46', 500, "'value'"),
        ([{**_removed('automated_clean'), 'value': 5}], '1.115', 404, MISSING),
        ([_removed('automated_clean'), _replaced('network_data', 5)], '1.115', 400, 'Invalid netw'),
        ([_replaced('network_data'), _replaced('description', 5)], '1.115', 500, "type 'int' has"),
        ([_replaced('description', 'x' * 4097)], '1.115', 400, 'exceeding 4096 characters'),
        ([_replaced('description', 5), _replaced('driver')], '1.115', 500, "'value'"),
        ([_replaced('bios_interface')], '1.39', 500, "'value'"),
        ([_replaced('bios_interface')], '1.40', 404, MISSING),
        ([_replaced('boot_interface'), _replaced('shard', 'x')], '1.30', 406, 'not acceptable'),
        ([_replaced('owner'), _replaced('shard', 'x')], '1.30', 500, "'value'"),
        ([_replaced('shard/a', 'x'), _removed('owner')], '1.30', 404, MISSING),
    ],
)
def test_what_is_read_of_a_patch_before_its_node_is_looked_for(
    metal: Operator, patch: list[dict[str, Any]], version: str, status: int, message: str
) -> None:
    refused = metal.ask('PATCH', '/nodes/nosuch', patch, version)
    assert refused.status == status
    assert message in words(refused)


@pytest.mark.parametrize('driver', [_removed('driver'), _replaced('driver/a', 'x')])
def test_interfaces_are_reset_by_a_new_driver_alone(
    metal: Operator, driver: dict[str, Any]
) -> None:
    refused = metal.ask('PATCH', '/nodes/nosuch?reset_interfaces=true', [driver])
    assert refused.status == 400
    assert "only be used when changing the node's driver" in words(refused)


@pytest.mark.parametrize(
    ('field', 'version', 'status'),
    [
        ('is_smartnic', '1.115', 500),
        ('local_link_connection', '1.115', 500),
        ('physical_network', '1.115', 500),
        ('portgroup_uuid', '1.115', 500),
        ('pxe_enabled', '1.1', 500),
        ('node_uuid', '1.115', 404),
        ('name', '1.115', 404),
        ('is_smartnic/a', '1.1', 404),
    ],
)
def test_only_some_new_values_of_a_port_are_read_before_it_is_looked_for(
    metal: Operator, field: str, version: str, status: int
) -> None:
    patch = [_replaced('name', 'x'), _replaced(field)]
    assert metal.ask('PATCH', '/ports/nosuch', patch, version).status == status


@pytest.mark.parametrize('field', ['pxe_enabled', 'pxe_enabled/a'])
def test_a_removal_from_a_port_needs_the_version_of_the_field(metal: Operator, field: str) -> None:
    assert metal.ask('PATCH', '/ports/nosuch', [_removed(field)], '1.18').status == 406
    assert metal.ask('PATCH', '/ports/nosuch', [_removed(field)], '1.19').status == 404


@pytest.mark.parametrize(
    ('patch', 'status'),
    [
        ([_replaced('mode', 'x'), _replaced('nope', 'x')], 406),
        ([_replaced('nope', 'x'), _replaced('mode', 'x')], 400),
        ([_replaced('name', 'x'), _replaced('mode', '802.3ad')], 200),
        ([_replaced('name'), _replaced('mode', 'x')], 500),
    ],
)
def test_of_a_patch_of_a_port_group_the_first_field_alone_needs_its_version(
    metal: Operator, patch: list[dict[str, Any]], status: int
) -> None:
    created = metal.ask('POST', '/portgroups', {'node_uuid': metal.enroll('one')})
    answer = metal.ask('PATCH', f'/portgroups/{created.body["uuid"]}', patch, '1.25')
    assert answer.status == status


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
