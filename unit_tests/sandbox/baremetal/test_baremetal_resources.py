"""Resources of the Bare Metal service besides nodes, and lists of all of it."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.baremetal.operator import Operator, words

STEP = {'interface': 'bios', 'step': 'apply_configuration', 'args': {}}
NODE = 'NODE'


def filled(body: dict[str, Any], node: str) -> dict[str, Any]:
    """A body with the id of a node."""
    return {key: node if value == NODE else value for key, value in body.items()}


KINDS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ('ports', {'node_uuid': NODE, 'address': '52:54:00:12:34:56'}, {'extra': {'a': 1}}),
    ('portgroups', {'node_uuid': NODE, 'name': 'bond'}, {'mode': '802.3ad'}),
    ('chassis', {'description': 'rack'}, {'description': 'other'}),
    ('allocations', {'resource_class': 'x', 'name': 'a'}, {'name': 'b'}),
    ('deploy_templates', {'name': 'CUSTOM_T', 'steps': [{**STEP, 'priority': 1}]},
     {'name': 'CUSTOM_U'}),
    ('runbooks', {'name': 'CUSTOM_R', 'steps': [{**STEP, 'order': 1}]}, {'public': True}),
    ('inspection_rules', {'actions': [{'op': 'fail', 'args': {'msg': 'x'}}], 'conditions': []},
     {'priority': 7}),
    ('volume/connectors', {'node_uuid': NODE, 'type': 'iqn', 'connector_id': 'iqn.x'},
     {'connector_id': 'iqn.y'}),
    ('volume/targets',
     {'node_uuid': NODE, 'volume_type': 'iscsi', 'volume_id': 'v', 'boot_index': 0},
     {'boot_index': 1}),
]  # fmt: skip


@pytest.mark.parametrize(('url', 'body', 'change'), KINDS)
def test_life_of_a_resource(
    metal: Operator, url: str, body: dict[str, Any], change: dict[str, Any]
) -> None:
    node = metal.enroll('owner')
    metal.ask('PUT', f'/nodes/{node}/states/power', {'target': 'power off'})
    metal.now += 5
    unknown = metal.ask('POST', f'/{url}', filled({**body, 'bogus': 1}, node))
    assert (unknown.status, 'bogus' in words(unknown)) == (400, True)
    assert metal.ask('GET', f'/{url}?bogus=1').status == 400
    if 'node_uuid' in body:
        assert metal.ask('POST', f'/{url}', filled(body, 'metal-1')).status == 400
    created = metal.ask('POST', f'/{url}', filled(body, node))
    assert created.status == 201, created.body
    own = f'/{url}/{created.body["uuid"]}'
    assert str(created.headers['Location']).endswith(f'/baremetal/v1{own}')
    metal.now += 1
    listed = metal.ask('GET', f'/{url}').body[url.rpartition('/')[2]]
    assert created.body['uuid'] in [each['uuid'] for each in listed]
    patch = [
        {'op': 'replace', 'path': f'/{name}', 'value': value} for name, value in change.items()
    ]
    changed = metal.ask('PATCH', own, patch)
    assert changed.status == 200, changed.body
    shown = metal.ask('GET', own).body
    assert {name: shown[name] for name in change} == change
    assert shown['updated_at'] is not None
    assert metal.ask('DELETE', own).status == 204
    assert metal.ask('GET', own).status == 404


def test_pages_lead_through_the_whole_list(metal: Operator) -> None:
    for number in range(7):
        metal.enroll(f'n{number}')
    whole = [each['uuid'] for each in metal.ask('GET', '/nodes').body['nodes']]
    path, seen = '/nodes?limit=3', []
    while path:
        body = metal.ask('GET', path).body
        seen += [each['uuid'] for each in body['nodes']]
        path = body.get('next', '').partition('/v1')[2]
    assert seen == whole
    assert len(whole) == 10


def test_node_has_at_most_50_traits(metal: Operator) -> None:
    url = f'/nodes/{metal.enroll()}/traits'
    traits = [f'CUSTOM_{number:02}' for number in range(51)]
    assert metal.ask('PUT', url, {'traits': traits}).status == 400
    assert metal.ask('PUT', url, {'traits': traits[:50]}).status == 204
    refused = metal.ask('PUT', f'{url}/CUSTOM_50')
    assert (refused.status, words(refused).endswith('has more than 50 traits.')) == (400, True)
    assert metal.ask('GET', url).body == {'traits': traits[:50]}


def test_what_is_not_known_of_a_rule_is_not_kept(metal: Operator) -> None:
    log = {'op': 'log', 'args': {'msg': 'x'}}
    check = {'op': 'is-true', 'args': {'value': 'x'}}
    rule = {
        'actions': [{**log, 'nope': 1, 'loop': []}, {**log, 'loop': [1], 'multiple': 'all'}],
        'conditions': [{**check, 'multiple': 'all'}, {**check, 'loop': [1]}],
    }
    created = metal.ask('POST', '/inspection_rules', rule).body
    assert created['actions'] == [log, {**log, 'loop': [1]}]
    assert created['conditions'] == [check, {**check, 'loop': [1], 'multiple': 'any'}]


class TestCompute:
    """Nodes in Compute."""

    def test_nodes_are_passed_on_until_2_36(self, metal: Operator) -> None:
        listed = metal('GET', '/v2.1/os-baremetal-nodes', '2.35').body['nodes']
        assert [each['task_state'] for each in listed] == ['available', 'active', 'enroll']
        one = metal('GET', f'/v2.1/os-baremetal-nodes/{listed[1]["id"]}', '2.35').body['node']
        assert one['instance_uuid'] == metal.node('metal-2')['instance_uuid']
        assert one['interfaces'] == [{'address': '52:54:00:00:00:02'}]
        assert metal('GET', '/v2.1/os-baremetal-nodes/none', '2.35').status == 404

    def test_nodes_are_hypervisors_of_the_host_that_manages_them(self, path: Any) -> None:
        seed = {'hosts': ['host1', 'ironic1']}
        metal = Operator(path, seed=seed)
        listed = metal('GET', '/v2.1/os-hypervisors/detail', '2.53').body['hypervisors']
        ironic = [each for each in listed if each['hypervisor_type'] == 'ironic']
        names = [each['hypervisor_hostname'] for each in ironic]
        assert names == [each['uuid'] for each in metal.ask('GET', '/nodes').body['nodes']]
        assert {each['service']['host'] for each in ironic} == {'ironic1'}
        assert len(listed) == len(ironic) + 1
