"""Creation from files: what belongs together, what is refused, and what becomes of failures."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest

from unit_tests.baremetal.v1.rack import UUIDS, Rack, node, refusal
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

CHASSIS, NODE, GROUP, PORT = UUIDS
FILE: dict[str, Any] = {
    'chassis': [
        {
            'description': 'rack 1',
            'nodes': [
                {
                    'driver': 'ipmi',
                    'name': 'rack-1',
                    'portgroups': [{'name': 'bond', 'ports': [{'address': '52:54:00:00:00:01'}]}],
                    'ports': [{'address': '52:54:00:00:00:02'}],
                }
            ],
        }
    ]
}


@pytest.fixture
def rack(rack: Rack) -> Rack:
    """A service that creates everything."""
    rack.answers_to('POST /chassis', {'uuid': CHASSIS})
    rack.answers_to('POST /nodes', node(1))
    rack.answers_to('POST /portgroups', {'uuid': GROUP})
    rack.answers_to('POST /ports', {'uuid': PORT})
    return rack


def written(folder: pathlib.Path, content: Any) -> str:
    file = folder / 'rack.json'
    file.write_text(json.dumps(content))
    return str(file)


def test_all_is_created_with_what_it_belongs_to(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, tmp_path: pathlib.Path
) -> None:
    result = nova('baremetal-create', written(tmp_path, FILE), '-f', 'csv', cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert rack.sent == [
        ('POST /chassis', {'description': 'rack 1'}),
        ('POST /nodes', {'driver': 'ipmi', 'name': 'rack-1', 'chassis_uuid': CHASSIS}),
        ('POST /portgroups', {'name': 'bond', 'node_uuid': NODE}),
        (
            'POST /ports',
            {'address': '52:54:00:00:00:01', 'node_uuid': NODE, 'portgroup_uuid': GROUP},
        ),
        ('POST /ports', {'address': '52:54:00:00:00:02', 'node_uuid': NODE}),
    ]
    assert result.lines == [
        'kind,uuid,name',
        f'chassis,{CHASSIS},rack 1',
        f'nodes,{NODE},rack-1',
        f'portgroups,{GROUP},bond',
        f'ports,{PORT},52:54:00:00:00:01',
        f'ports,{PORT},52:54:00:00:00:02',
    ]


def test_what_belongs_to_a_failure_is_left_out_and_the_rest_created(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, tmp_path: pathlib.Path
) -> None:
    rack.answers_to('POST /nodes', refusal(400, 'No valid host was found.'))
    result = nova('baremetal-create', written(tmp_path, FILE), cloud=cloud)
    assert result.status == 8
    assert [sent for sent, _ in rack.sent] == ['POST /chassis', 'POST /nodes']
    assert 'chassis[0]: nodes[0]: No valid host was found' in result.err
    assert '4 of 5 failed' in result.err
    assert CHASSIS in result.out


@pytest.mark.parametrize(
    ('content', 'said'),
    [
        ({'nodes': [{'name': 'a'}]}, 'nodes[0] needs driver.'),
        ({'nodes': 'a'}, 'nodes is not a list.'),
        ({'nodes': ['a']}, 'nodes[0] is not a mapping.'),
        ({'servers': []}, 'servers is neither chassis nor nodes.'),
        ({'nodes': []}, 'nothing in these files'),
        ({'nodes': [{'driver': 'a', 'ports': [{}]}]}, 'nodes[0]: ports[0] needs address.'),
        ({'nodes': [{'driver': 'a', 'ports': [{'address': 1}]}]}, 'in quotation marks'),
        ({'chassis': [{'colour': 1}]}, 'has unknown fields: colour.'),
    ],
)
def test_file_is_checked_before_anything_is_created(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, tmp_path: pathlib.Path, content: Any, said: str
) -> None:
    result = nova('baremetal-create', written(tmp_path, content), cloud=cloud)
    assert (result.status, result.out) == (2, '')
    assert said in result.err
    assert rack.sent == []
