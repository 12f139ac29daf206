"""The progress of work on a node, and the waits of the library for it."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import errors
from novaclient_mv.baremetal.v1.nodes import Node, targets
from novaclient_mv.resources import waiting, work_status
from unit_tests.baremetal.v1.rack import UUIDS, Rack, node, refusal

HISTORY = f'GET /nodes/{UUIDS[1]}/history'
END = waiting.States('active', 'provision_state')


@pytest.mark.parametrize(
    ('fields', 'outcome'),
    [
        ({'provision_state': 'active'}, work_status.DONE),
        ({'provision_state': 'active', 'reservation': 'host'}, work_status.PENDING),
        ({'provision_state': 'active', 'target_provision_state': 'active'}, work_status.PENDING),
        ({'provision_state': 'deploying', 'target_provision_state': 'active'}, work_status.PENDING),
        ({'provision_state': 'deploy hold', 'target_provision_state': 'active'}, 'pending'),
        ({'provision_state': 'deploy failed', 'target_provision_state': 'active'}, 'failed'),
        ({'provision_state': 'deploy failed', 'reservation': 'host'}, work_status.PENDING),
        ({'provision_state': 'error'}, work_status.FAILED),
        # The target was cleared: the work ended somewhere else.
        ({'provision_state': 'enroll'}, work_status.FAILED),
        ({'provision_state': 'enroll', 'reservation': 'host'}, work_status.PENDING),
    ],
)
def test_states_say_how_far_the_work_is(fields: dict[str, Any], outcome: str) -> None:
    assert Node(None, node(**fields)).work_status(END).outcome == outcome


@pytest.mark.parametrize('state', sorted(targets.FAILURES))
def test_failure_states_fail_while_there_is_still_a_target(state: str) -> None:
    failed = node(provision_state=state, target_provision_state='active')
    assert Node(None, failed).work_status(END).outcome == work_status.FAILED


def test_state_that_1_1_calls_null_is_available() -> None:
    end = waiting.States('available', 'provision_state')
    status = Node(None, node(provision_state=None)).work_status(end)
    assert status == ('available', work_status.DONE, '')


def test_power_has_a_target_of_its_own() -> None:
    class PowerOn:
        states = ('power on',)
        fault = None
        field = 'power_state'

    cases = [
        ({'power_state': 'power on'}, work_status.DONE),
        ({'power_state': 'power off', 'target_power_state': 'power on'}, work_status.PENDING),
        ({'power_state': 'power on', 'target_power_state': 'rebooting'}, work_status.PENDING),
        ({'power_state': 'power off'}, work_status.FAILED),
        ({'power_state': None, 'reservation': 'host'}, work_status.PENDING),
    ]
    for fields, outcome in cases:
        assert Node(None, node(**fields)).work_status(PowerOn()).outcome == outcome, fields


def test_wait_ends_when_nothing_works_on_the_node_any_more(rack: Rack) -> None:
    rack.knows(
        node(provision_state='deploying', target_provision_state='active'),
        node(provision_state='active', reservation='host'),
        node(provision_state='active'),
    )
    (seen,) = rack.client().nodes.wait_for_provision_state(UUIDS[1], 'active')
    assert seen.provision_state == 'active'
    assert rack.clock.sleeps == [1.0, 1.2]


def test_wait_takes_several_nodes_and_states(rack: Rack) -> None:
    rack.knows(node(1))
    rack.knows(node(2, provision_state='available'))
    client = rack.client()
    seen = client.nodes.wait_for_provision_state(
        [UUIDS[1], client.nodes.get('rack-2')], ('manageable', 'available')
    )
    assert [each.id for each in seen] == [UUIDS[1], UUIDS[2]]


def test_failure_says_the_last_error(rack: Rack) -> None:
    rack.knows(node(provision_state='clean failed', last_error='No such step.'))
    with pytest.raises(errors.ResourceInErrorState) as caught:
        rack.client().nodes.wait_for_provision_state('rack-1', 'manageable')
    assert str(caught.value) == 'rack-1 went into clean failed: No such step.'
    assert caught.value.resource.id == UUIDS[1]


@pytest.mark.parametrize(
    ('version', 'words'),
    [('1.77', r'clean failed\.$'), ('1.78', r'clean failed: Second\.$')],
)
def test_cleared_error_is_looked_for_in_the_history(rack: Rack, version: str, words: str) -> None:
    rack.knows(node(provision_state='clean failed'))
    events = [('ERROR', 'First.'), ('ERROR', 'Second.'), ('INFO', 'Third.')]
    rows = [
        {'uuid': str(number), 'severity': severity, 'event': event}
        for number, (severity, event) in enumerate(events)
    ]
    rack.answers_to(HISTORY, {'history': rows})
    with pytest.raises(errors.ResourceInErrorState, match=words):
        rack.client(version).nodes.wait_for_provision_state('rack-1', 'manageable')


def test_history_that_cannot_be_read_hides_no_failure(rack: Rack) -> None:
    rack.knows(node(provision_state='clean failed'))
    rack.answers_to(HISTORY, refusal(403, 'Not for you.'))
    with pytest.raises(errors.ResourceInErrorState, match=r'went into clean failed\.$'):
        rack.client().nodes.wait_for_provision_state('rack-1', 'manageable')


def test_wait_gives_up_when_its_time_is_over(rack: Rack) -> None:
    rack.knows(node(provision_state='cleaning', target_provision_state='manageable'))
    rack.knows(node(2, provision_state='manageable'))
    words = 'rack-1 is cleaning after 5 seconds; it was to be manageable'
    with pytest.raises(errors.WaitTimeout, match=words) as caught:
        rack.client().nodes.wait_for_provision_state(['rack-2', 'rack-1'], 'manageable', timeout=5)
    assert sum(rack.clock.sleeps) == pytest.approx(5)
    assert caught.value.resource.id == UUIDS[1]


def test_wait_for_a_node_that_is_not_there_says_so(rack: Rack) -> None:
    with pytest.raises(errors.NotFound):
        rack.client().nodes.wait_for_provision_state('rack-9', 'manageable')


@pytest.mark.parametrize(
    ('fields', 'words'),
    [
        ({}, ''),
        ({'clean_step': {}, 'deploy_step': None, 'service_step': {'step': ''}}, ''),
        ({'clean_step': {'step': 'erase'}}, 'clean step erase'),
        ({'clean_step': {}, 'deploy_step': {'step': 'write_image'}}, 'deploy step write_image'),
        ({'service_step': {'step': 'flash'}, 'driver_internal_info': None}, 'service step flash'),
        (
            {
                'clean_step': {'step': 'erase'},
                'driver_internal_info': {'clean_steps': [{}, {}, {}], 'clean_step_index': 1},
            },
            'clean step erase, 2 of 3',
        ),
        (
            {
                'clean_step': {'step': 'erase'},
                'driver_internal_info': {'clean_steps': [{}], 'clean_step_index': 1},
            },
            'clean step erase',
        ),
    ],
)
def test_step_of_a_node_is_named(fields: dict[str, Any], words: str) -> None:
    assert Node(None, node(**fields)).current_step() == words
