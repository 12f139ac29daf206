"""Lists of the Bare Metal service: the link to the rest, and what narrows them."""

from __future__ import annotations

import pytest

from unit_tests.sandbox.baremetal.operator import LATEST, Operator, words

NODE = '11111111-2222-4333-8444-555555555555'
GROUP = '22222222-2222-4333-8444-555555555555'
CHASSIS = '33333333-2222-4333-8444-555555555555'
ADDRESS = '52:54:00:12:34:56'
FIRST = 'sort_key=id&sort_dir=asc'
NODES = 'instance_uuid,maintenance,power_state,provision_state,uuid,name'
PORTS = f'ports?{FIRST}&fields=uuid,address&limit=1&marker='
RULES = f'&{FIRST}&fields=uuid,priority,phase,description&limit=1&marker='
TARGET = {'node_uuid': NODE, 'volume_type': 'iscsi', 'boot_index': 0, 'volume_id': 'x'}
RULE = {'actions': [{'op': 'log', 'args': {'msg': 'x'}}], 'conditions': []}


@pytest.fixture
def stock(metal: Operator) -> Operator:
    """An administrator of a node with what belongs to it, and of a rule."""
    for url, body in (
        ('/chassis', {'uuid': CHASSIS}),
        ('/nodes', {'uuid': NODE, 'name': 'one', 'driver': 'fake-hardware'}),
        ('/portgroups', {'uuid': GROUP, 'node_uuid': NODE, 'address': ADDRESS}),
        ('/ports', {'node_uuid': NODE, 'address': ADDRESS, 'portgroup_uuid': GROUP}),
        ('/volume/targets', TARGET),
        ('/inspection_rules', RULE),
    ):
        assert metal.ask('POST', url, body).status == 201
    patch = [{'op': 'add', 'path': '/chassis_uuid', 'value': CHASSIS}]
    assert metal.ask('PATCH', f'/nodes/{NODE}', patch).status == 200
    return metal


@pytest.mark.parametrize(
    ('url', 'version', 'address'),
    [
        (f'/nodes/{NODE}/ports?limit=1', LATEST, PORTS),
        (f'/portgroups/{GROUP}/ports?limit=1', LATEST, PORTS),
        (f'/nodes/{NODE}/ports/detail?limit=1', LATEST, f'ports/detail?{FIRST}&limit=1&marker='),
        ('/nodes?limit=1', '1.1', f'nodes?{FIRST}&fields={NODES}&limit=1&marker='),
        (
            '/volume/targets?limit=1&detail=true',
            '1.42',
            f'volume/targets?{FIRST}&detail=True&limit=1&marker=',
        ),
        (
            '/inspection_rules?limit=1&phase=main',
            LATEST,
            f"inspection?filters={{'phase': 'main'}}{RULES}",
        ),
        (
            '/conductors?limit=1',
            LATEST,
            f'conductors?{FIRST}&fields=hostname,conductor_group,alive&limit=1&marker=sandbox-cond',
        ),
    ],
)
def test_rest_of_a_list_has_an_address(
    stock: Operator, url: str, version: str, address: str
) -> None:
    rest = stock.ask('GET', url, version=version).body['next']
    assert rest.partition('/v1/')[2].startswith(address)


NOT_PERMITTED = 'Operation not permitted.'
TWICE = 'Filtering by node, address, or shard simultaneously is not supported.'
OF_GROUPS = 'Filtering by conductor_groups cannot be combined'


@pytest.mark.parametrize(
    ('url', 'status', 'message'),
    [
        (f'/ports?node={NODE}&address={ADDRESS}', 200, ''),
        (f'/nodes/{NODE}/ports?portgroup={GROUP}', 403, NOT_PERMITTED),
        (f'/portgroups/{GROUP}/ports?portgroup={GROUP}', 200, ''),
        (f'/portgroups/{GROUP}/ports?node={NODE}', 403, NOT_PERMITTED),
        (f'/ports?conductor_groups=x&address={ADDRESS}', 400, OF_GROUPS),
        ('/ports?conductor_groups=x&shard=x', 200, ''),
        (f'/nodes/{NODE}/portgroups?address={ADDRESS}', 400, TWICE),
        (f'/portgroups?conductor_groups=x&address={ADDRESS}&shard=', 400, TWICE),
        (f'/portgroups?address={ADDRESS}&shard=', 200, ''),
        ('/nodes/one?fields=traits,ports,updated_at', 400, 'Field ports is not a valid field.'),
    ],
)
def test_lists_are_narrowed_in_one_way(
    stock: Operator, url: str, status: int, message: str
) -> None:
    answer = stock.ask('GET', url)
    assert answer.status == status
    if message:
        assert message in words(answer)


def test_an_owner_counts_more_than_an_address(stock: Operator) -> None:
    other = ADDRESS.replace('56', '57')
    assert len(stock.ask('GET', f'/ports?node={NODE}&address={other}').body['ports']) == 1
    assert len(stock.ask('GET', f'/nodes/{NODE}/ports?node=nosuch').body['ports']) == 1
    assert stock.ask('GET', f'/ports?address={other}').body == {'ports': []}


@pytest.mark.parametrize(
    ('url', 'version', 'status', 'fields'),
    [
        ('/portgroups?fields=category&limit=1', '1.65', 200, ['category', 'links']),
        (f'/portgroups/{GROUP}?fields=category', '1.65', 200, ['links']),
        ('/conductors?fields=', LATEST, 200, ['links']),
        (f'/chassis/{CHASSIS}?fields=uuid', '1.7', 406, []),
        (f'/chassis/{NODE}?fields=uuid', '1.8', 404, []),
    ],
)
def test_fields_that_are_told(
    stock: Operator, url: str, version: str, status: int, fields: list[str]
) -> None:
    answer = stock.ask('GET', url, version=version)
    assert answer.status == status
    if fields:
        listed = [value for value in answer.body.values() if isinstance(value, list)]
        item = answer.body if list(answer.body) == ['links'] else listed[0][0]
        assert sorted(item) == fields


def test_details_of_port_groups_are_those_of_the_newest_version(stock: Operator) -> None:
    listed = stock.ask('GET', f'/nodes/{NODE}/portgroups/detail', version='1.25').body
    (group,) = listed['portgroups']
    assert group['mode'] == 'active-backup'
    assert stock.ask('GET', '/portgroups?fields=mode', version='1.25').status == 406


def test_nodes_without_a_description_contain_nothing(stock: Operator) -> None:
    assert stock.ask('GET', '/nodes?description_contains=').body == {'nodes': []}
    assert stock.ask('GET', '/ports?description_contains=').body['ports']


@pytest.mark.parametrize('is_rescued', [False, True])
def test_only_an_active_node_keeps_its_allocation(metal: Operator, is_rescued: bool) -> None:
    node = metal.enroll('one', resource_class='x')
    metal.move(node, 'manage', 'provide')
    metal.ask('PUT', f'/nodes/{node}/states/power', {'target': 'power off'})
    metal.now += 10
    assert metal.ask('POST', '/allocations', {'name': 'a', 'resource_class': 'x'}).status == 201
    metal.now += 10
    metal.move(node, 'active')
    if is_rescued:
        assert metal.order(node, 'rescue', rescue_password='x').status == 202
        metal.now += 10
    answer = metal.ask('DELETE', '/allocations/a')
    assert answer.status == (204 if is_rescued else 409)
    if not is_rescued:
        assert words(answer).endswith('the node is active (and maintenance mode is off)')


def test_parents_are_named_by_their_uuid_alone(stock: Operator) -> None:
    stock.enroll('child', parent_node='one')
    assert len(stock.ask('GET', f'/nodes?parent_node={NODE}').body['nodes']) == 1
    assert stock.ask('GET', '/nodes?parent_node=one').body == {'nodes': []}
