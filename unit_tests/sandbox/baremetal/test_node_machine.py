"""The states that nodes go through, by themselves and by verbs."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv.sandbox.baremetal import node_machine
from unit_tests.sandbox.baremetal.operator import Operator, words

FAILING = node_machine.FAILING_DRIVER
TO = {
    'enroll': (),
    'manageable': ('manage',),
    'available': ('manage', 'provide'),
    'active': ('manage', 'provide', 'active'),
}
RESCUE = {'rescue_password': 'secret'}
STEPS = [{'interface': 'bios', 'step': 'apply_configuration', 'args': {'settings': []}}]


@pytest.mark.parametrize(
    ('state', 'verb', 'more', 'states'),
    [
        ('enroll', 'manage', {}, ['verifying', 'manageable']),
        ('manageable', 'inspect', {}, ['inspecting', 'manageable']),
        ('manageable', 'provide', {}, ['cleaning', 'available']),
        ('manageable', 'clean', {'clean_steps': STEPS}, ['cleaning', 'manageable']),
        ('manageable', 'adopt', {}, ['adopting', 'active']),
        ('available', 'manage', {}, ['manageable']),
        ('available', 'active', {}, ['deploying', 'active']),
        ('available', 'deploy', {}, ['deploying', 'active']),
        ('active', 'rebuild', {}, ['deploying', 'active']),
        ('active', 'rescue', RESCUE, ['rescuing', 'rescue']),
        ('active', 'service', {'service_steps': STEPS}, ['servicing', 'active']),
        ('active', 'deleted', {}, ['deleting', 'cleaning', 'available']),
        ('active', 'undeploy', {}, ['deleting', 'cleaning', 'available']),
    ],
)
def test_verb_leads_through_states(
    metal: Operator, state: str, verb: str, more: dict[str, Any], states: list[str]
) -> None:
    node = metal.enroll()
    metal.move(node, *TO[state])
    answer = metal.order(node, verb, **more)
    assert answer.status == 202
    assert str(answer.headers['Location']).endswith(f'/v1/nodes/{node}/states')
    assert metal.seen(node) == states
    assert metal.node(node)['target_provision_state'] is None


ALLOWED = {
    'enroll': 'manage', 'manageable': 'adopt clean inspect provide',
    'available': 'active deploy manage', 'active': 'deleted rebuild rescue service undeploy',
    'adopt failed': 'adopt manage', 'inspect failed': 'inspect manage', 'inspect wait': 'abort',
    'clean failed': 'manage', 'clean hold': 'abort unhold', 'clean wait': 'abort',
    'deploy failed': 'active deleted deploy rebuild undeploy',
    'deploy hold': 'abort deleted undeploy unhold',
    'wait call-back': 'abort deleted rebuild undeploy', 'error': 'deleted rebuild undeploy',
    'rescue': 'deleted rescue undeploy unrescue', 'rescue wait': 'abort deleted undeploy',
    'rescue failed': 'deleted rescue undeploy unrescue',
    'unrescue failed': 'deleted rescue undeploy unrescue',
    'service failed': 'deleted service undeploy', 'service hold': 'abort unhold',
    'service wait': 'abort deleted undeploy',
}  # fmt: skip
"""The verbs that each state allows; a state that is not here allows none."""


def test_verbs_that_each_state_allows() -> None:
    allowed = {
        state: sorted(
            v for v in node_machine.VERBS if node_machine.process_of(v, state) is not None
        )
        for state in node_machine.STATES
    }
    assert {state: ' '.join(verbs) for state, verbs in allowed.items() if verbs} == ALLOWED


@pytest.mark.parametrize('state', TO)
def test_verb_that_a_state_does_not_allow_is_refused(metal: Operator, state: str) -> None:
    node = metal.enroll()
    metal.move(node, *TO[state])
    for verb in node_machine.VERBS:
        if node_machine.process_of(verb, state) is None:
            answer = metal.order(node, verb)
            assert answer.status == 400
            assert f'"{verb}" can not be performed' in words(answer)
            assert metal.states(node) == (state, None)


@pytest.mark.parametrize(
    ('state', 'verb', 'more', 'step', 'failed'),
    [
        ('enroll', 'manage', {}, 'verify', 'enroll'),
        ('manageable', 'inspect', {}, 'inspect', 'inspect failed'),
        ('manageable', 'provide', {}, 'provide', 'clean failed'),
        ('manageable', 'clean', {'clean_steps': STEPS}, 'clean', 'clean failed'),
        ('manageable', 'adopt', {}, 'adopt', 'adopt failed'),
        ('available', 'active', {}, 'deploy', 'deploy failed'),
        ('active', 'rescue', RESCUE, 'rescue', 'rescue failed'),
        ('active', 'service', {'service_steps': STEPS}, 'service', 'service failed'),
        ('active', 'deleted', {}, 'delete', 'error'),
    ],
)
def test_step_fails_on_demand_and_is_recovered(
    metal: Operator, state: str, verb: str, more: dict[str, Any], step: str, failed: str
) -> None:
    node = metal.enroll(driver=FAILING, driver_info={'failing_steps': []})
    metal.move(node, *TO[state])
    at_fault = [{'op': 'add', 'path': '/driver_info/failing_steps', 'value': [step]}]
    assert metal.ask('PATCH', f'/nodes/{node}', at_fault).status == 200
    assert metal.order(node, verb, **more).status == 202
    assert metal.seen(node)[-1] == failed
    error = metal.node(node)['last_error']
    assert step in error
    history = metal.ask('GET', f'/nodes/{node}/history').body['history']
    assert [each['event'] for each in history if each['severity'] == 'ERROR'] == [error]

    repaired = [{'op': 'remove', 'path': '/driver_info/failing_steps'}]
    repaired += [{'op': 'replace', 'path': '/driver', 'value': 'fake-hardware'}]
    assert metal.ask('PATCH', f'/nodes/{node}', repaired).status == 200
    again = 'manage' if failed == 'clean failed' else verb
    if again == 'service':
        assert metal.order(node, again, **more).status == 400
        assert metal.ask('DELETE', f'/nodes/{node}/maintenance').status == 202
    assert metal.order(node, again, **({} if again == 'manage' else more)).status == 202
    metal.now += 10
    assert metal.node(node)['provision_state'] in ('manageable', 'active', 'rescue', 'available')
    kept = metal.ask('GET', f'/nodes/{node}/history').body['history']
    assert error in [each['event'] for each in kept]


def test_failing_hardware_fails_deployments_where_nothing_is_said(metal: Operator) -> None:
    node = metal.enroll(driver=FAILING)
    metal.move(node, 'manage', 'provide', 'active')
    assert metal.states(node) == ('deploy failed', 'active')
    metal.move(node, 'deleted')
    assert metal.states(node) == ('available', None)
