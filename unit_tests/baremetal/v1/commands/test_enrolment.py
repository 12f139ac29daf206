"""Providing of nodes that are enrolled: managed, validated, provided."""

from __future__ import annotations

import json
from typing import Any

import pytest

from unit_tests.baremetal.v1.rack import UUIDS, Rack, node
from unit_tests.nova import SANDBOX, Nova
from unit_tests.screens import drawings
from unit_tests.scripted import ScriptedCloud

PROVISION = 'PUT /nodes/rack-1/states/provision'
VALIDATE = 'GET /nodes/rack-1/validate'
LINE = ('baremetal-node-provide', 'rack-1', '--from-enroll')
GOOD = {
    'power': {'result': True},
    'management': {'result': None, 'reason': 'Not supported.'},
    'deploy': {'result': False, 'reason': 'No image.'},
}


@pytest.fixture
def rack(rack: Rack) -> Rack:
    """A service with a node that is enrolled, and goes the whole way."""
    rack.knows(
        node(provision_state='enroll'),
        node(provision_state='verifying', target_provision_state='manageable'),
        node(),
        node(provision_state='available'),
    )
    # The wait for manageable knows the node by its UUID.
    rack.answers[f'GET /nodes/{UUIDS[1]}'] = rack.answers['GET /nodes/rack-1']
    rack.answers_to(PROVISION)
    rack.answers_to(VALIDATE, GOOD)
    return rack


def verbs(rack: Rack) -> list[Any]:
    """The verbs that were sent."""
    return [body['target'] for _, body in rack.sent]


def test_enrolled_node_is_managed_validated_and_provided(
    nova: Nova, cloud: ScriptedCloud, rack: Rack
) -> None:
    result = nova(*LINE, '--wait', cloud=cloud)
    assert result.status == 0, result.err
    assert verbs(rack) == ['manage', 'provide']
    lines = [f'{each.method} {each.path.rpartition("/")[2]}' for each in rack.requests]
    assert lines.index('GET validate') > lines.index('PUT provision')
    assert lines.count('GET validate') == 1


def test_way_to_manageable_is_shown_on_a_terminal(
    nova: Nova, cloud: ScriptedCloud, rack: Rack
) -> None:
    way = {'provision_state': 'verifying', 'target_provision_state': 'manageable'}
    rack.knows(
        node(provision_state='enroll'),
        node(**way),
        node(**way, last_error='No answer.'),
        node(),
        node(
            provision_state='cleaning',
            target_provision_state='available',
            clean_step={'step': 'erase_devices'},
        ),
        node(provision_state='available'),
    )
    rack.answers[f'GET /nodes/{UUIDS[1]}'] = rack.answers['GET /nodes/rack-1']
    result = nova(*LINE, '--wait', cloud=cloud, is_terminal=True)
    assert (result.status, result.lines[-1]) == (0, 'rack-1: available')
    shown = [page[0] for page in drawings(result.err) if page]
    told = 'rack-1: verifying -> manageable'
    assert shown[:3] == [
        f'{told} (0 s)',
        f'{told} last error: No answer. (1 s)',
        f'{told} last error: No answer. (2 s)',
    ]


def test_managed_node_is_not_managed_again(nova: Nova, cloud: ScriptedCloud, rack: Rack) -> None:
    rack.knows(node(), node(provision_state='available'))
    assert nova(*LINE, '--wait', cloud=cloud).status == 0
    assert verbs(rack) == ['provide']


@pytest.mark.parametrize('interface', ['power', 'management', 'network'])
def test_validation_that_fails_stops_with_the_reason(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, interface: str
) -> None:
    rack.answers_to(VALIDATE, {**GOOD, interface: {'result': False, 'reason': 'No address.'}})
    result = nova(*LINE, '--wait', cloud=cloud)
    assert result.status == 1
    assert f'validation failed: {interface}: No address.' in result.err
    assert verbs(rack) == ['manage']


def test_node_that_cannot_be_managed_stops_with_its_last_error(
    nova: Nova, cloud: ScriptedCloud, rack: Rack
) -> None:
    rack.knows(node(provision_state='enroll', last_error='No such BMC.'))
    result = nova(*LINE, '--wait', cloud=cloud)
    assert result.status == 1
    assert 'No such BMC.' in result.err
    assert verbs(rack) == ['manage']


def test_without_a_wait_it_is_refused(nova: Nova, cloud: ScriptedCloud, rack: Rack) -> None:
    result = nova(*LINE, cloud=cloud)
    assert (result.status, rack.requests) == (2, [])
    assert '--from-enroll needs --wait' in result.err


def test_dry_run_changes_nothing(nova: Nova, cloud: ScriptedCloud, rack: Rack) -> None:
    assert nova(*LINE, '--wait', '--dry-run', cloud=cloud).status == 0
    assert rack.sent == []


def test_sandbox_provides_enrolled_nodes(nova: Nova) -> None:
    names = ('rack1-1', 'rack1-2')
    for name in names:
        words = ('baremetal-node-create', '--driver', 'fake-hardware', '--name', name)
        assert nova(*words, cloud=SANDBOX).status == 0
    result = nova('baremetal-node-provide', *names, '--from-enroll', '--wait', cloud=SANDBOX)
    assert result.status == 0, result.err
    rows = json.loads(nova('baremetal-node-list', '-f', 'json', cloud=SANDBOX).out)
    states = {row['name']: row['provision_state'] for row in rows}
    assert {states[name] for name in names} == {'available'}
