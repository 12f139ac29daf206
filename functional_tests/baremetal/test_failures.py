"""Failures show the node's own error, are recorded in its history, and can be mended."""

from __future__ import annotations

from functional_tests.baremetal.operator import Operator, Rack
from functional_tests.things import unique

CLEAN = ('--clean-steps', '[{"interface": "deploy", "step": "erase_devices"}]')
"""A step that fake hardware has not."""


def test_node_that_fails_to_be_cleaned_recovers(operator: Operator, rack: Rack) -> None:
    name = rack.enroll()
    operator('baremetal-node-manage', name, '--wait').checked()
    failed = operator('baremetal-node-clean', name, *CLEAN, '--wait')
    node = operator.node(name)
    assert (failed.status, node['provision_state']) == (1, 'clean failed')
    assert f'{name} went into clean failed: ' in failed.err
    assert 'does not support this clean step' in failed.err
    refused = operator('baremetal-node-provide', name, '--wait')
    assert refused.status == 1
    assert '"clean failed"' in refused.err
    for verb, state in (('manage', 'manageable'), ('provide', 'available'), ('deploy', 'active')):
        operator(f'baremetal-node-{verb}', name, '--wait').checked()
        assert operator.provision_state(name) == state
    assert operator.node(name)['last_error'] is None


def test_history_has_what_failed(operator: Operator, rack: Rack) -> None:
    name = rack.enroll()
    operator('baremetal-node-manage', name, '--wait').checked()
    assert operator('baremetal-node-clean', name, *CLEAN, '--wait').status == 1
    history = operator.json('baremetal-node-history-list', name, '--long')
    events = [row for row in history if 'does not support this clean step' in row['event']]
    assert [row['severity'] for row in events] == ['ERROR']
    line = ('baremetal-node-history-get', name, events[0]['uuid'])
    assert operator.json(*line)['event'] == events[0]['event']


def test_one_target_that_is_missing_leaves_the_others_done(operator: Operator, rack: Rack) -> None:
    nodes = [rack.enroll(), rack.enroll()]
    missing = unique('missing')
    result = operator('baremetal-node-manage', nodes[0], missing, nodes[1], '--wait')
    assert result.status == 8
    assert f'{missing}: Node {missing} could not be found.' in result.err
    assert {operator.provision_state(name) for name in nodes} == {'manageable'}


def test_one_target_that_fails_leaves_the_others_done(operator: Operator, rack: Rack) -> None:
    ready, raw = rack.enroll(), rack.enroll()
    operator('baremetal-node-manage', ready, '--wait').checked()
    result = operator('baremetal-node-provide', raw, ready, '--wait')
    assert result.status == 8
    assert operator.provision_state(ready) == 'available'
    assert operator.provision_state(raw) == 'enroll'


def test_active_node_is_not_deleted(operator: Operator, rack: Rack) -> None:
    name = rack.provide()
    operator('baremetal-node-deploy', name, '--wait').checked()
    refused = operator('baremetal-node-delete', name)
    assert (refused.status, refused.out) == (6, '')
    assert 'while it is in provision state "active"' in refused.err
    assert operator.provision_state(name) == 'active'


def test_name_that_is_taken_is_a_conflict(operator: Operator, rack: Rack) -> None:
    name = rack.enroll()
    line = ('baremetal-node-create', '--driver', 'fake-hardware', '--name', name)
    assert operator(*line).status == 6


def test_driver_that_nobody_runs_is_refused(operator: Operator) -> None:
    refused = operator('baremetal-node-create', '--driver', 'no-such-driver')
    assert refused.status == 1
    assert 'no-such-driver' in refused.err
