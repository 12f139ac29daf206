"""Tests of flavors: listing, finding and showing them."""

from __future__ import annotations

import json

import pytest

from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud, fault


@pytest.fixture
def new_cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud up to the newest version with two flavors, one of them private."""
    cloud = start_cloud(maximum=NEWEST)
    rows = [records.flavor(), records.flavor('secret', '9', swap=512)]
    cloud.on('GET', '/flavors/detail', {'flavors': rows})
    cloud.on('GET', '/flavors', {'flavors': [{'id': '1', 'name': 'm1.tiny'}, *rows[1:]]})
    for row in rows:
        cloud.on('GET', f'/flavors/{row["id"]}', {'flavor': row})
    cloud.on('GET', '/flavors/*/os-extra_specs', {'extra_specs': {'hw:cpu': '2'}})
    return cloud


@pytest.mark.parametrize(
    ('words', 'query'),
    [
        ((), []),
        (('--all',), [('is_public', 'None')]),
        (('--min-disk', '5', '--min-ram', '9'), [('minDisk', '5'), ('minRam', '9')]),
        (('--sort-key', 'name', '--sort-dir', 'asc'), [('sort_dir', 'asc'), ('sort_key', 'name')]),
        (('--name', 'tiny'), [('name', 'tiny')]),
        (('--limit', '1'), [('limit', '1')]),
    ],
)
def test_filters_on_the_wire(
    nova: Nova, new_cloud: ScriptedCloud, words: tuple[str, ...], query: list[tuple[str, str]]
) -> None:
    assert nova('flavor-list', *words, cloud=new_cloud).status == 0
    assert new_cloud.wire()[-1] == 'GET /v2.1/flavors/detail'
    assert new_cloud.requests[-1].query == query


@pytest.mark.parametrize('swap', ['', 0, None])
def test_no_swap_is_zero(nova: Nova, new_cloud: ScriptedCloud, swap: object) -> None:
    # Nova sends "" up to 2.74 and 0 from 2.75.
    new_cloud.on('GET', '/flavors/detail', {'flavors': [records.flavor(swap=swap)]})
    shown = nova('flavor-list', '-f', 'json', '-c', 'swap', cloud=new_cloud).out
    assert json.loads(shown) == [{'swap': 0}]


@pytest.mark.parametrize(('version', 'cell'), [('2.74', ''), ('2.75', '0')])
@pytest.mark.parametrize(
    'words',
    [
        ('flavor-list',),
        ('flavor-create', 'm1.tiny', '1', '1', '1', '1'),
        ('flavor-update', '1', 'd'),
    ],
)
def test_table_shows_no_swap_as_nova_of_the_version_does(
    nova: Nova, new_cloud: ScriptedCloud, words: tuple[str, ...], version: str, cell: str
) -> None:
    row = records.flavor(swap=0 if cell else '')
    new_cloud.on('GET', '/flavors/detail', {'flavors': [row]})
    new_cloud.on('POST', '/flavors', {'flavor': row})
    new_cloud.on('PUT', '/flavors/1', {'flavor': row})
    lines = nova(*words, version=version, cloud=new_cloud).lines
    titles, cells = ([cell.strip() for cell in line.split('|')] for line in (lines[1], lines[3]))
    assert dict(zip(titles, cells, strict=True))['Swap'] == cell


def test_private_flavor_is_found_by_name(nova: Nova, new_cloud: ScriptedCloud) -> None:
    new_cloud.on('GET', '/flavors/secret', lambda request: fault(404, 'None.'))
    result = nova('flavor-show', 'secret', '-f', 'json', cloud=new_cloud)
    assert json.loads(result.out)['id'] == '9'
    assert 'GET /v2.1/flavors?is_public=None' in new_cloud.wire(query=True)


def test_extra_specs_are_asked_for_below_2_61_only(nova: Nova, new_cloud: ScriptedCloud) -> None:
    old = {key: value for key, value in records.flavor().items() if key != 'extra_specs'}
    new_cloud.on('GET', '/flavors/1', {'flavor': old})
    shown = nova('flavor-show', '1', '-f', 'json', version='2.60', cloud=new_cloud)
    assert json.loads(shown.out)['extra_specs'] == {'hw:cpu': '2'}
    new_cloud.on('GET', '/flavors/1', {'flavor': records.flavor(extra_specs={'a': 'b'})})
    before = len(new_cloud.requests)
    shown = nova('flavor-show', '1', '-f', 'json', version='2.61', cloud=new_cloud)
    assert json.loads(shown.out)['extra_specs'] == {'a': 'b'}
    assert not [each for each in new_cloud.wire()[before:] if 'os-extra_specs' in each]


def test_private_flavors_alone_are_listed(nova: Nova, new_cloud: ScriptedCloud) -> None:
    assert nova('flavor-list', '--private', cloud=new_cloud).status == 0
    assert new_cloud.requests[-1].query == [('is_public', 'False')]
    assert nova('flavor-list', '--private', '--all', cloud=new_cloud).status == 2


@pytest.mark.parametrize('version', ['2.0', NEWEST])
def test_one_extra_spec_is_shown_and_set(
    nova: Nova, new_cloud: ScriptedCloud, version: str
) -> None:
    path = '/flavors/1/os-extra_specs'
    new_cloud.on('GET', f'{path}/hw:cpu', {'hw:cpu': '2'})
    new_cloud.on('PUT', f'{path}/hw:cpu', lambda request: request.body)
    new_cloud.on('GET', f'{path}/none', fault(404, 'No such key'))
    words = ('flavor-extra-spec-show', 'm1.tiny')
    shown = nova(*words, 'hw:cpu', '-f', 'json', version=version, cloud=new_cloud)
    assert json.loads(shown.out) == {'hw:cpu': '2'}
    assert nova(*words, 'none', version=version, cloud=new_cloud).status == 5
    update = ('flavor-extra-spec-update', '1', 'hw:cpu', '4', '-f', 'json')
    assert json.loads(nova(*update, version=version, cloud=new_cloud).out) == {'hw:cpu': '4'}
    assert new_cloud.requests[-1].body == {'hw:cpu': '4'}
