"""The list of nodes that somebody has to look at."""

from __future__ import annotations

import json
from typing import Any

import pytest

from novaclient_mv.baremetal.v1.nodes import Node, targets
from unit_tests.baremetal.v1.rack import UUIDS, Rack, node
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

LINE = ('baremetal-node-list', '--trouble')
NODES = [
    node(0),
    node(1, maintenance=True, maintenance_reason='Loud.', fault='clean failure'),
    node(2, provision_state='deploy failed', maintenance=False, last_error='No image.'),
    node(3, power_state='error', maintenance=False),
]


@pytest.fixture
def rack(rack: Rack) -> Rack:
    """A service with four nodes, three of which are in trouble."""
    rack.answers_to('GET /nodes', {'nodes': NODES})
    return rack


def test_nodes_in_trouble_are_listed_with_reason_and_error(
    nova: Nova, cloud: ScriptedCloud, rack: Rack
) -> None:
    result = nova(*LINE, '-f', 'csv', cloud=cloud)
    assert result.lines == [
        'uuid,name,provision_state,maintenance,fault,maintenance_reason,last_error',
        f'{UUIDS[1]},rack-1,manageable,True,clean failure,Loud.,',
        f'{UUIDS[2]},rack-2,deploy failed,False,,,No image.',
        f'{UUIDS[3]},rack-3,manageable,False,,,',
    ]
    assert rack.read == ['/nodes?detail=True']


@pytest.mark.parametrize(
    ('words', 'names'),
    [
        (('--limit', '2'), ['rack-1', 'rack-2']),
        (('--limit', '2', '--sort', 'power_state,name:desc'), ['rack-3', 'rack-2']),
        (('--limit', '0'), ['rack-1', 'rack-2', 'rack-3']),
    ],
)
def test_limit_counts_the_nodes_in_trouble(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, words: tuple[str, ...], names: list[str]
) -> None:
    rows = json.loads(nova(*LINE, *words, '-f', 'json', cloud=cloud).out)
    assert [row['name'] for row in rows] == names
    assert not [path for path in rack.read if 'limit' in path]


def test_long_shows_all_fields_of_them(nova: Nova, cloud: ScriptedCloud, rack: Rack) -> None:
    result = nova(*LINE, '--long', cloud=cloud)
    assert 'Target Power State' in result.lines[1]
    assert 'rack-0' not in result.out


def test_chosen_fields_are_refused(nova: Nova, cloud: ScriptedCloud, rack: Rack) -> None:
    result = nova(*LINE, '--fields', 'name', cloud=cloud)
    assert (result.status, rack.read) == (2, [])
    assert '--trouble and --fields exclude each other' in result.err


@pytest.mark.parametrize('state', sorted(targets.FAILURES))
def test_each_state_of_failure_is_trouble(state: str) -> None:
    assert Node(None, node(provision_state=state)).is_in_trouble()


@pytest.mark.parametrize('fields', [{}, {'last_error': 'Long ago.'}, {'fault': None}])
def test_node_at_work_is_in_no_trouble(fields: dict[str, Any]) -> None:
    assert not Node(None, node(maintenance=False, **fields)).is_in_trouble()
