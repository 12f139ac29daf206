"""Allocations on the command line: what is asked for, and how they are waited for."""

from __future__ import annotations

import json

from unit_tests.baremetal.v1.rack import UUIDS, Rack
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud


def test_allocation_tells_its_node_when_it_is_waited_for(
    nova: Nova, cloud: ScriptedCloud, rack: Rack
) -> None:
    asked = {'uuid': UUIDS[1], 'name': 'db', 'state': 'allocating', 'node_uuid': None}
    rack.answers_to('POST /allocations', asked)
    rack.answers_to(
        f'GET /allocations/{UUIDS[1]}', asked, {**asked, 'state': 'active', 'node_uuid': UUIDS[2]}
    )
    words = ('--resource-class', 'bm', '--trait', 'CUSTOM_A', '--name', 'db', '--wait')
    result = nova('baremetal-allocation-create', *words, '-f', 'json', cloud=cloud)
    assert result.status == 0
    assert json.loads(result.out)['node_uuid'] == UUIDS[2]
    body = {'resource_class': 'bm', 'traits': ['CUSTOM_A'], 'name': 'db'}
    assert rack.sent == [('POST /allocations', body)]


def test_allocation_needs_something_to_go_by(nova: Nova, cloud: ScriptedCloud, rack: Rack) -> None:
    result = nova('baremetal-allocation-create', '--name', 'db', cloud=cloud)
    assert (result.status, rack.requests) == (2, [])
    assert 'requires --resource-class or --node.' in result.err
