"""Traces of work in a node, changes that its state forbids, and markers of lists."""

from __future__ import annotations

import pytest

from unit_tests.sandbox.baremetal.operator import Operator


def test_a_marker_may_be_what_the_list_leaves_out(metal: Operator) -> None:
    first, second = metal.enroll('one', owner='x'), metal.enroll('two', owner='y')
    answer = metal.ask('GET', f'/nodes?owner=y&marker={first}')
    assert [node['uuid'] for node in answer.body['nodes']] == [second]


def test_traces_of_work_in_a_node(metal: Operator) -> None:
    node = metal.enroll()
    metal.move(node, 'manage')
    step = {'interface': 'bios', 'step': 'x'}
    metal.order(node, 'clean', clean_steps=[step])
    metal.now += 10
    assert metal.node(node)['driver_internal_info']['clean_steps'] == [step]
    metal.move(node, 'manage', 'provide', 'active')
    assert metal.node(node)['driver_internal_info']['deploy_steps'] is None
    metal.order(node, 'rescue', rescue_password='secret')
    metal.now += 10
    assert metal.node(node)['instance_info']['hashed_rescue_password'] == '******'
    metal.move(node, 'unrescue')
    metal.order(node, 'service', service_steps=[step])
    metal.now += 10
    shown = metal.node(node)
    assert (shown['provision_state'], shown['fault']) == ('service failed', 'service failure')


@pytest.mark.parametrize(
    ('state', 'field', 'value', 'status'),
    [
        (('manage', 'provide'), 'retired', True, 409),
        (('manage', 'provide'), 'raid_interface', 'no-raid', 200),
        (('manage', 'provide', 'active'), 'raid_interface', 'no-raid', 409),
        (('manage', 'provide', 'active'), 'raid_interface', 'fake', 200),
        (('manage', 'provide', 'active'), 'retired', True, 200),
        (('manage', 'provide', 'active'), 'resource_class', 'first', 200),
    ],
)
def test_state_of_a_node_forbids_changes(
    metal: Operator, state: tuple[str, ...], field: str, value: object, status: int
) -> None:
    node = metal.enroll()
    metal.move(node, *state)
    patch = [{'op': 'replace', 'path': f'/{field}', 'value': value}]
    assert metal.ask('PATCH', f'/nodes/{node}', patch).status == status


def test_a_removal_is_older_than_its_field(metal: Operator) -> None:
    node = metal.enroll()
    removal = [{'op': 'remove', 'path': '/shard'}]
    setting = [{'op': 'replace', 'path': '/shard', 'value': 'x'}]
    assert metal.ask('PATCH', f'/nodes/{node}', removal, '1.81').status == 200
    assert metal.ask('PATCH', f'/nodes/{node}', setting, '1.81').status == 406
