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


KINDS: list[tuple[str, str, dict[str, Any], dict[str, Any], int]] = [
    ('ports', 'ports', {'node_uuid': NODE, 'address': '52:54:00:12:34:56'}, {'extra': {'a': 1}}, 1),
    ('portgroups', 'portgroups', {'node_uuid': NODE, 'name': 'bond'}, {'mode': '802.3ad'}, 23),
    ('chassis', 'chassis', {'description': 'rack'}, {'description': 'other'}, 1),
    ('allocations', 'allocations', {'resource_class': 'x', 'name': 'a'}, {'name': 'b'}, 52),
    (
        'deploy_templates',
        'deploy_templates',
        {'name': 'CUSTOM_T', 'steps': [{**STEP, 'priority': 1}]},
        {'name': 'CUSTOM_U'},
        55,
    ),
    (
        'runbooks',
        'runbooks',
        {'name': 'CUSTOM_R', 'steps': [{**STEP, 'order': 1}]},
        {'public': True},
        92,
    ),
    (
        'inspection_rules',
        'inspection_rules',
        {'actions': [{'op': 'fail', 'args': {'msg': 'x'}}]},
        {'priority': 7},
        96,
    ),
    (
        'volume/connectors',
        'connectors',
        {'node_uuid': NODE, 'type': 'iqn', 'connector_id': 'iqn.x'},
        {'connector_id': 'iqn.y'},
        32,
    ),
    (
        'volume/targets',
        'targets',
        {'node_uuid': NODE, 'volume_type': 'iscsi', 'volume_id': 'v', 'boot_index': 0},
        {'boot_index': 1},
        32,
    ),
]


@pytest.mark.parametrize(('url', 'key', 'body', 'change', 'least'), KINDS)
def test_life_of_a_resource(
    metal: Operator, url: str, key: str, body: dict[str, Any], change: dict[str, Any], least: int
) -> None:
    node = metal.enroll('owner')
    created = metal.ask('POST', f'/{url}', filled(body, node))
    assert created.status == 201, created.body
    own = f'/{url}/{created.body["uuid"]}'
    assert str(created.headers['Location']).endswith(f'/baremetal/v1{own}')
    metal.now += 1
    listed = metal.ask('GET', f'/{url}').body[key]
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


@pytest.mark.parametrize(('url', 'key', 'body', 'change', 'least'), KINDS)
def test_collection_is_not_there_below_its_version(
    metal: Operator, url: str, key: str, body: dict[str, Any], change: dict[str, Any], least: int
) -> None:
    assert metal.ask('GET', f'/{url}', version=f'1.{least}').status == 200
    if least > 1:
        assert metal.ask('GET', f'/{url}', version=f'1.{least - 1}').status == 404


@pytest.mark.parametrize(('url', 'key', 'body', 'change', 'least'), KINDS)
def test_body_and_query_with_unknown_names_are_refused(
    metal: Operator, url: str, key: str, body: dict[str, Any], change: dict[str, Any], least: int
) -> None:
    sent = filled({**body, 'bogus': 1}, metal.enroll())
    refused = metal.ask('POST', f'/{url}', sent)
    assert refused.status == 400
    assert "'bogus' was unexpected" in words(refused)
    query = metal.ask('GET', f'/{url}?bogus=1')
    assert (query.status, words(query)) == (400, 'Unexpected arguments: bogus')


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


@pytest.mark.parametrize(
    ('query', 'names'),
    [
        ('provision_state=enroll', ['metal-3', 'one']),
        ('maintenance=true', ['one']),
        ('associated=true', ['metal-2']),
        ('resource_class=gold', ['one']),
        ('owner=me', ['one']),
        ('project=me', ['one']),
        ('shard=s1,s2', ['one']),
        ('sharded=false', ['metal-1', 'metal-2', 'metal-3']),
        ('description_contains=tall', ['one']),
        ('sort_key=name&sort_dir=desc&limit=2', ['one', 'metal-3']),
        ('driver=nosuch', []),
    ],
)
def test_nodes_are_filtered_and_sorted(metal: Operator, query: str, names: list[str]) -> None:
    fields = {'resource_class': 'gold', 'owner': 'me', 'shard': 's1', 'description': 'a tall one'}
    metal.enroll('one', **fields)
    assert metal.ask('PUT', '/nodes/one/maintenance', {'reason': 'r'}).status == 202
    body = metal.ask('GET', f'/nodes?{query}').body
    assert [each['name'] for each in body['nodes']] == names


@pytest.mark.parametrize('is_patched', [False, True])
def test_reason_of_a_maintenance_goes_with_it(metal: Operator, is_patched: bool) -> None:
    node = metal.enroll()
    url = f'/nodes/{node}/maintenance'
    assert metal.ask('PUT', url, {'reason': 'a fan'}).status == 202
    facts = metal.node(node)
    assert (facts['maintenance'], facts['maintenance_reason']) == (True, 'a fan')
    if is_patched:
        patch = [{'op': 'replace', 'path': '/maintenance', 'value': False}]
        assert metal.ask('PATCH', f'/nodes/{node}', patch).status == 200
    else:
        assert metal.ask('DELETE', url).status == 202
    facts = metal.node(node)
    assert (facts['maintenance'], facts['maintenance_reason']) == (False, None)


def test_node_has_at_most_50_traits(metal: Operator) -> None:
    url = f'/nodes/{metal.enroll()}/traits'
    traits = [f'CUSTOM_{number:02}' for number in range(51)]
    assert metal.ask('PUT', url, {'traits': traits}).status == 400
    assert metal.ask('PUT', url, {'traits': traits[:50]}).status == 204
    refused = metal.ask('PUT', f'{url}/CUSTOM_50')
    assert (refused.status, words(refused).endswith('has more than 50 traits.')) == (400, True)
    assert metal.ask('GET', url).body == {'traits': traits[:50]}


def test_child_nodes_are_listed_where_asked_for(metal: Operator) -> None:
    parent = metal.enroll('parent')
    child = metal.enroll('child', parent_node='parent')
    names = [each['name'] for each in metal.ask('GET', '/nodes').body['nodes']]
    assert 'child' not in names
    query = '/nodes?include_children=True&fields=name'
    assert 'child' in [each['name'] for each in metal.ask('GET', query).body['nodes']]
    assert metal.ask('GET', f'/nodes/{parent}/children').body['children'] == [child]


class TestAllocations:
    """An allocation finds a node that fits."""

    def test_node_with_the_class_and_traits_is_taken(self, metal: Operator) -> None:
        nodes = {name: metal.enroll(name, resource_class='gold') for name in ('plain', 'fast')}
        for node in nodes.values():
            metal.ask('PUT', f'/nodes/{node}/states/power', {'target': 'power off'})
            metal.now += 1
            metal.move(node, 'manage', 'provide')
        assert metal.ask('PUT', '/nodes/fast/traits', {'traits': ['CUSTOM_FAST']}).status == 204
        body = {'name': 'a', 'resource_class': 'gold', 'traits': ['CUSTOM_FAST']}
        created = metal.ask('POST', '/allocations', body).body
        assert (created['state'], created['node_uuid']) == ('allocating', None)
        metal.now += 1
        shown = metal.ask('GET', '/allocations/a').body
        assert (shown['state'], shown['node_uuid']) == ('active', nodes['fast'])
        assert metal.node('fast')['instance_uuid'] == created['uuid']
        assert metal.ask('GET', '/nodes/fast/allocation').body == shown
        assert metal.ask('DELETE', '/nodes/fast').status == 409

        metal.move(nodes['fast'], 'active')
        kept = metal.ask('DELETE', '/allocations/a')
        assert (kept.status, 'deployed' in words(kept)) == (409, True)
        metal.move(nodes['fast'], 'deleted')
        assert metal.ask('GET', '/allocations/a').status == 404
        assert metal.node('fast')['instance_uuid'] is None

    def test_node_whose_power_is_unknown_is_not_taken(self, metal: Operator) -> None:
        node = metal.enroll('cold', resource_class='gold')
        metal.move(node, 'manage', 'provide')
        for power in (None, 'power off'):
            if power is not None:
                metal.ask('PUT', f'/nodes/{node}/states/power', {'target': power})
            name = f'a-{power is None}'.lower()
            metal.now += 1
            metal.ask('POST', '/allocations', {'name': name, 'resource_class': 'gold'})
            metal.now += 1
            shown = metal.ask('GET', f'/allocations/{name}').body
            assert shown['state'] == ('error' if power is None else 'active')

    def test_without_a_node_it_ends_in_error(self, metal: Operator) -> None:
        metal.ask('POST', '/allocations', {'name': 'a', 'resource_class': 'none'})
        metal.now += 1
        shown = metal.ask('GET', '/allocations/a').body
        assert shown['state'] == 'error'
        assert 'no available nodes match the resource class none' in shown['last_error']

    def test_deployed_node_is_backfilled(self, metal: Operator) -> None:
        node = metal.enroll('used', resource_class='gold')
        refused = metal.ask('POST', '/allocations', {'node': 'used'})
        assert refused.status == 500
        metal.move(node, 'manage', 'provide', 'active')
        created = metal.ask('POST', '/allocations', {'node': 'used', 'resource_class': 'gold'})
        assert (created.status, created.body['state']) == (201, 'active')
        assert created.body['node_uuid'] == node


@pytest.mark.parametrize(
    ('item', 'status', 'message'),
    [
        ({'op': 'add', 'path': '/extra/a', 'value': 1}, 200, ''),
        ({'op': 'add', 'path': '/properties/capabilities', 'value': 'x:y'}, 200, ''),
        ({'op': 'remove', 'path': '/extra/none'}, 400, "can't remove a non-existent object"),
        ({'op': 'add', 'path': '/extra/a/b', 'value': 1}, 400, "member 'a' not found"),
        ({'op': 'add', 'path': '/uuid', 'value': 'x'}, 400, 'Cannot patch /uuid'),
        ({'op': 'remove', 'path': '/driver'}, 400, "'driver' is a required property"),
        ({'op': 'replace', 'path': '/driver', 'value': 'x'}, 400, 'No valid host was found'),
        ({'op': 'move', 'path': '/name'}, 400, "'move' is not one of"),
        ({'op': 'add', 'path': '/name', 'value': 'metal-1'}, 409, 'already exists'),
        ({'op': 'add', 'path': '/name', 'value': 'bad name'}, 400, 'invalid name'),
        ({'op': 'add', 'path': '/maintenance', 'value': 'zz'}, 400, 'Unrecognized value'),
        ({'op': 'add', 'path': '/bios_interface', 'value': 'zz'}, 400, 'Valid interfaces are'),
        ({'op': 'add', 'path': '/retired_reason', 'value': 'x'}, 400, 'when retired is True'),
    ],
)
def test_patch_of_a_node(metal: Operator, item: dict[str, Any], status: int, message: str) -> None:
    metal.enroll('one')
    answer = metal.ask('PATCH', '/nodes/one', [item])
    assert answer.status == status
    if message:
        assert message in words(answer)


def test_new_sandbox_has_three_nodes_with_ports(metal: Operator) -> None:
    nodes = metal.ask('GET', '/nodes?detail=True').body['nodes']
    assert {each['name']: each['provision_state'] for each in nodes} == {
        'metal-1': 'available',
        'metal-2': 'active',
        'metal-3': 'enroll',
    }
    ports = metal.ask('GET', '/ports?detail=True').body['ports']
    assert {each['node_uuid'] for each in ports} == {each['uuid'] for each in nodes}


def test_others_see_their_nodes_only_and_change_none(metal: Operator) -> None:
    demo = Operator(metal.path, 'demo')
    metal.enroll('lent', lessee=demo.project)
    assert [each['name'] for each in demo.ask('GET', '/nodes').body['nodes']] == ['lent']
    assert demo.ask('GET', '/nodes/metal-1').status == 404
    for method, path in (('DELETE', '/nodes/lent'), ('GET', '/conductors'), ('POST', '/nodes')):
        refused = demo.ask(method, path, {} if method == 'POST' else None)
        assert refused.status == 403
        assert 'Access was denied' in words(refused)


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


@pytest.mark.parametrize('kind', [kind for kind in KINDS if kind[0] != 'allocations'])
def test_list_in_detail_has_what_the_list_has(
    metal: Operator, kind: tuple[str, str, dict[str, Any], dict[str, Any], int]
) -> None:
    url, key, body, _, _ = kind
    created = metal.ask('POST', f'/{url}', filled(body, metal.enroll('owner')))
    listed = metal.ask('GET', f'/{url}?detail=True').body[key]
    (own,) = (row for row in listed if row['uuid'] == created.body['uuid'])
    assert set(own) == set(created.body)


@pytest.fixture
def runbook(metal: Operator) -> str:
    """The name of a runbook."""
    steps = [{**STEP, 'order': 1}]
    assert metal.ask('POST', '/runbooks', {'name': 'CUSTOM_R', 'steps': steps}).status == 201
    return 'CUSTOM_R'


def test_traits_of_runbooks_begin_with_their_version(metal: Operator, runbook: str) -> None:
    url = f'/runbooks/{runbook}/traits'
    for method, path in (('GET', url), ('PUT', url), ('PUT', f'{url}/CUSTOM_A'), ('DELETE', url)):
        answer = metal.ask(method, path, version='1.111')
        assert answer.status == 404
        assert words(answer) == 'The API version does not allow runbook traits'
    assert metal.ask('GET', url, version='1.112').body == {'traits': []}


def test_traits_of_runbooks_are_set_added_and_removed(metal: Operator, runbook: str) -> None:
    url = f'/runbooks/{runbook}/traits'
    added = metal.ask('PUT', f'{url}/CUSTOM_B')
    assert (added.status, str(added.headers['Location'])[-15:]) == (204, 'traits/CUSTOM_B')
    assert metal.ask('PUT', f'{url}/CUSTOM_A').status == 204
    assert metal.ask('GET', url).body == {'traits': ['CUSTOM_A', 'CUSTOM_B']}
    assert metal.ask('PUT', f'{url}/bad').status == 400
    for _ in range(2):
        assert metal.ask('DELETE', f'{url}/CUSTOM_A').status == 204
    assert metal.ask('GET', url).body == {'traits': ['CUSTOM_B']}
    assert metal.ask('PUT', url, {'traits': ['CUSTOM_C']}).status == 204
    assert metal.ask('GET', f'/runbooks/{runbook}').body['traits'] == ['CUSTOM_C']
    assert metal.ask('PUT', url, {}).status == 400
    assert metal.ask('DELETE', url).status == 204
    assert metal.ask('GET', url).body == {'traits': []}
    assert metal.ask('GET', '/runbooks/CUSTOM_NONE/traits').status == 404


def clean(metal: Operator, node: str, runbook: str, version: str) -> Any:
    """The answer to a cleaning by a runbook."""
    body = {'target': 'clean', 'runbook': runbook}
    return metal.ask('PUT', f'/nodes/{node}/states/provision', body, version=version)


def test_runbook_is_for_nodes_with_a_trait_of_its_name(metal: Operator, runbook: str) -> None:
    node = metal.enroll('one')
    metal.move(node, 'manage')
    refused = clean(metal, node, runbook, '1.111')
    assert (refused.status, 'has not been approved' in words(refused)) == (400, True)
    assert metal.ask('PUT', f'/nodes/{node}/traits/{runbook}').status == 204
    assert clean(metal, node, runbook, '1.111').status == 202


def test_runbook_is_for_nodes_with_one_of_its_traits(metal: Operator, runbook: str) -> None:
    node = metal.enroll('one')
    metal.move(node, 'manage')
    metal.ask('PUT', f'/nodes/{node}/traits/{runbook}')
    assert 'has no traits configured' in words(clean(metal, node, runbook, '1.112'))
    metal.ask('PUT', f'/runbooks/{runbook}/traits', {'traits': ['CUSTOM_A', 'CUSTOM_B']})
    assert "any of the runbook's traits" in words(clean(metal, node, runbook, '1.112'))
    metal.ask('PUT', f'/nodes/{node}/traits/CUSTOM_B')
    assert clean(metal, node, runbook, '1.112').status == 202


def test_port_is_deleted_by_its_uuid_alone(metal: Operator) -> None:
    node = metal.enroll()
    body = {'node_uuid': node, 'address': '00:00:00:00:00:01', 'name': 'eth0'}
    port = metal.ask('POST', '/ports', body).body['uuid']
    refused = metal.ask('DELETE', '/ports/eth0')
    assert (refused.status, words(refused)) == (400, 'Expected UUID for port_uuid: eth0')
    assert metal.ask('DELETE', f'/ports/{port}').status == 204
