"""Allocations, deploy templates and runbooks: what chooses a node, and what is done to it."""

from __future__ import annotations

import json

from functional_tests.baremetal.operator import Operator, Rack, trait
from functional_tests.things import unique
from novaclient_mv import versions

STEP = {'interface': 'bios', 'step': 'apply_configuration', 'args': {'settings': []}}


def test_allocation_takes_a_node_that_fits(operator: Operator, rack: Rack) -> None:
    wanted, kind, name = trait(), unique('class'), unique('allocation')
    nodes = [rack.enroll('--resource-class', kind) for _ in range(2)]
    operator('baremetal-node-trait-set', nodes[1], wanted).checked()
    for verb in ('manage', 'power-off', 'provide'):
        operator(f'baremetal-node-{verb}', *nodes, '--wait').checked()
    rack.undo_by('baremetal-allocation-delete', name)
    line = ('--resource-class', kind, '--trait', wanted, '--name', name, '--wait')
    operator('baremetal-allocation-create', *line).checked()
    allocation = operator.json('baremetal-allocation-show', name)
    chosen = operator.node(nodes[1])
    assert (allocation['state'], allocation['last_error']) == ('active', None)
    assert allocation['node_uuid'] == chosen['uuid']
    assert chosen['allocation_uuid'] == chosen['instance_uuid'] == allocation['uuid']
    assert operator.json('baremetal-node-allocation-show', nodes[1])['name'] == name
    operator('baremetal-node-deploy', nodes[1], '--wait').checked()
    refused = operator('baremetal-allocation-delete', name)
    assert refused.status != 0
    operator('baremetal-node-undeploy', nodes[1], '--wait').checked()
    # With the instance goes its allocation.
    assert operator('baremetal-allocation-show', name).status == 5
    assert operator.node(nodes[1])['instance_uuid'] is None


def test_allocation_that_nothing_fits_tells_why(operator: Operator, rack: Rack) -> None:
    kind, name = unique('class'), unique('allocation')
    rack.undo_by('baremetal-allocation-delete', name)
    line = ('--resource-class', kind, '--name', name, '--wait')
    failed = operator('baremetal-allocation-create', *line)
    assert failed.status == 1
    assert f'no available nodes match the resource class {kind}' in failed.err
    assert operator.json('baremetal-allocation-show', name)['state'] == 'error'


def test_deploy_template_is_created_changed_and_deleted(operator: Operator) -> None:
    name = trait()
    steps = json.dumps([{**STEP, 'priority': 150}])
    made = operator.json('baremetal-deploy-template-create', name, '--steps', steps)
    try:
        assert made['steps'] == [{**STEP, 'priority': 150}]
        assert name in {row['name'] for row in operator.json('baremetal-deploy-template-list')}
        operator('baremetal-deploy-template-set', name, '--extra', 'a=1').checked()
        shown = operator.json('baremetal-deploy-template-show', name)
        assert (shown['uuid'], shown['extra']) == (made['uuid'], {'a': 1})
    finally:
        operator('baremetal-deploy-template-delete', name).checked()
    assert operator('baremetal-deploy-template-show', name).status == 5


def test_runbook_cleans_a_node_that_has_its_trait(
    operator: Operator, rack: Rack, shared: versions.VersionRange
) -> None:
    name, wanted = trait(), trait()
    node = rack.enroll()
    operator('baremetal-node-manage', node, '--wait').checked()
    operator('baremetal-node-power-off', node, '--wait').checked()
    steps = json.dumps([{**STEP, 'order': 1}])
    made = operator.json('baremetal-runbook-create', '--name', name, '--steps', steps)
    rack.undo_by('baremetal-runbook-delete', name)
    assert made['steps'] == [{**STEP, 'order': 1}]
    assert name in {row['name'] for row in operator.json('baremetal-runbook-list')}
    clean = ('baremetal-node-clean', node, '--runbook', name, '--wait')
    has_traits = shared.end >= versions.APIVersion('1.112', service='baremetal')
    if has_traits:
        refused = operator(*clean)
        assert (refused.status, 'has no traits configured' in refused.err) == (1, True)
        operator('baremetal-runbook-trait-add', name, wanted).checked()
        rows = operator.json('baremetal-runbook-trait-list', name)
        assert rows == [{'trait': wanted}]
    refused = operator(*clean)
    assert (refused.status, operator.provision_state(node)) == (1, 'manageable')
    assert 'has not been approved for use on this node' in refused.err
    # Until runbooks had traits, their name was the one.
    operator('baremetal-node-trait-set', node, wanted if has_traits else name).checked()
    operator(*clean).checked()
    assert operator.provision_state(node) == 'manageable'
