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
        (f'/nodes/{NODE}/ports/detail?limit=1', LATEST, f'ports/detail?{FIRST}&limit=1&marker='),
        ('/nodes?limit=1', '1.1', f'nodes?{FIRST}&fields={NODES}&limit=1&marker='),
        ('/volume/targets?limit=1&detail=true', '1.42', f'volume/targets?{FIRST}&detail=True'),
        ('/inspection_rules?limit=1&phase=main', LATEST,
         f"inspection?filters={{'phase': 'main'}}&{FIRST}&fields=uuid,priority,phase"),
    ],
)  # fmt: skip
def test_rest_of_a_list_has_an_address(
    stock: Operator, url: str, version: str, address: str
) -> None:
    rest = stock.ask('GET', url, version=version).body['next']
    assert rest.partition('/v1/')[2].startswith(address)


@pytest.mark.parametrize(
    ('url', 'status'),
    [
        (f'/nodes/{NODE}/ports?portgroup={GROUP}', 403),
        (f'/portgroups/{GROUP}/ports?portgroup={GROUP}', 200),
        (f'/ports?conductor_groups=x&address={ADDRESS}', 400),
        ('/ports?conductor_groups=x&shard=x', 200),
    ],
)
def test_lists_are_narrowed_in_one_way(stock: Operator, url: str, status: int) -> None:
    assert stock.ask('GET', url).status == status


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
