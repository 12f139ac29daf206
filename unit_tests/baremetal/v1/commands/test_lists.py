"""Lists of bare metal resources: their parts, their order, the fields that they show."""

from __future__ import annotations

import json
from typing import Any

import pytest

from unit_tests.baremetal.v1.rack import UUIDS, Rack
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

PORTS: list[dict[str, Any]] = [
    {'uuid': UUIDS[1], 'address': '52:54:00:00:00:03', 'name': 'b', 'extra': {'rack': 7}},
    {'uuid': UUIDS[2], 'address': '52:54:00:00:00:02', 'name': None, 'extra': {}},
    {'uuid': UUIDS[3], 'address': '52:54:00:00:00:01', 'name': 'b', 'extra': {}},
]


@pytest.fixture
def rack(rack: Rack) -> Rack:
    """A service with three ports."""
    rack.answers_to('GET /ports/detail', {'ports': PORTS})
    rack.answers_to('GET /ports', {'ports': [{'name': each['name']} for each in PORTS]})
    return rack


def test_table_shows_what_is_asked_for_most(nova: Nova, cloud: ScriptedCloud, rack: Rack) -> None:
    result = nova('baremetal-port-list', cloud=cloud)
    assert result.lines[1].split() == ['|', 'UUID', '|', 'Address', '|']
    assert rack.read == ['/ports/detail']


def test_programs_get_all_fields_and_any_column(
    nova: Nova, cloud: ScriptedCloud, rack: Rack
) -> None:
    rows = json.loads(nova('baremetal-port-list', '-f', 'json', cloud=cloud).out)
    assert [row['extra'] for row in rows] == [{'rack': 7}, {}, {}]
    result = nova('baremetal-port-list', '-f', 'value', '-c', 'name', '-c', 'extra', cloud=cloud)
    assert result.lines[0] == 'b {"rack": 7}'


def test_long_shows_all_fields(nova: Nova, cloud: ScriptedCloud, rack: Rack) -> None:
    assert 'Is Smart NIC' in nova('baremetal-port-list', '--long', cloud=cloud).lines[1]


@pytest.mark.parametrize('words', [('name', 'uuid'), ('name,uuid',), ('name', '--fields', 'uuid')])
def test_chosen_fields_alone_are_asked_for_and_shown(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, words: tuple[str, ...]
) -> None:
    result = nova('baremetal-port-list', '--fields', *words, '-f', 'csv', cloud=cloud)
    assert result.lines[0] == 'name,uuid'
    assert rack.read == ['/ports?fields=name%2Cuuid']


def test_fields_and_long_exclude_each_other(nova: Nova, cloud: ScriptedCloud, rack: Rack) -> None:
    result = nova('baremetal-port-list', '--long', '--fields', 'uuid', cloud=cloud)
    assert (result.status, rack.read) == (2, [])


@pytest.mark.parametrize(
    ('words', 'query'),
    [
        (('--limit', '0'), ''),
        (('--limit', '-1'), ''),
        (('--limit', '2'), '?limit=2'),
        (('--sort', 'address'), '?sort_dir=asc&sort_key=address'),
        (('--sort', 'address:desc', '--marker', 'm'), '?marker=m&sort_dir=desc&sort_key=address'),
        (('--sort', 'name,address:desc', '--limit', '1'), ''),
    ],
)
def test_parts_and_order_are_the_clouds_where_it_has_them(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, words: tuple[str, ...], query: str
) -> None:
    assert nova('baremetal-port-list', *words, cloud=cloud).status == 0
    assert rack.read == [f'/ports/detail{query}']


def test_several_fields_are_sorted_by_here(nova: Nova, cloud: ScriptedCloud, rack: Rack) -> None:
    words = ('--sort', 'name:desc,address', '-f', 'value', '-c', 'address')
    result = nova('baremetal-port-list', *words, cloud=cloud)
    assert [line[-1] for line in result.lines] == ['1', '3', '2']
    result = nova('baremetal-port-list', *words, '--limit', '2', cloud=cloud)
    assert [line[-1] for line in result.lines] == ['1', '3']


@pytest.mark.parametrize(
    ('words', 'said'), [('name:up', 'neither asc'), ('no,uuid', 'unknown field no')]
)
def test_order_that_makes_no_sense_is_refused(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, words: str, said: str
) -> None:
    result = nova('baremetal-port-list', '--sort', words, cloud=cloud)
    assert result.status in (1, 2)
    assert said in result.err


def test_show_with_chosen_fields_shows_these_alone(
    nova: Nova, cloud: ScriptedCloud, rack: Rack
) -> None:
    rack.answers_to(f'GET /ports/{UUIDS[1]}', {'uuid': UUIDS[1], 'name': 'b', 'links': []})
    result = nova('baremetal-port-show', UUIDS[1], '--fields', 'name', '-f', 'json', cloud=cloud)
    assert json.loads(result.out) == {'name': 'b'}


def test_unknown_field_does_not_hide_the_extra_values_of_the_api(
    nova: Nova, cloud: ScriptedCloud, rack: Rack
) -> None:
    port = {**PORTS[0], 'colour': 'red', 'links': []}
    rack.answers_to(f'GET /ports/{UUIDS[1]}', port)
    shown = json.loads(nova('baremetal-port-show', UUIDS[1], '-f', 'json', cloud=cloud).out)
    assert (shown['extra'], shown['unknown']) == ({'rack': 7}, {'colour': 'red'})


def test_keys_that_only_link_are_not_shown(nova: Nova, cloud: ScriptedCloud, rack: Rack) -> None:
    links = [{'href': 'http://internal.example', 'rel': 'self'}]
    rack.answers_to('GET /portgroups/bond', {'uuid': UUIDS[1], 'ports': links, 'links': links})
    for format in ('table', 'json', 'csv'):
        result = nova('baremetal-port-group-show', 'bond', '-f', format, cloud=cloud)
        assert result.status == 0
        assert 'internal.example' not in result.out
