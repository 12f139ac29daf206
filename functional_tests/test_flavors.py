"""Flavors: listed, in pages and in order, and shown."""

from __future__ import annotations

from typing import Any

import pytest

from functional_tests.nova import Inside, Nova, Reaches
from functional_tests.things import Things


@pytest.fixture(scope='module')
def flavors(user: Nova, version: str) -> list[dict[str, Any]]:
    """All public flavors."""
    found: list[dict[str, Any]] = user.json('flavor-list', version=version)
    return found


def ids(flavors: list[dict[str, Any]]) -> list[str]:
    """The ids, in order."""
    return [each['id'] for each in flavors]


def test_table_has_the_columns_of_its_version(user: Nova, version: str, reaches: Reaches) -> None:
    titles = user('flavor-list', version=version).table[0]
    own = ['Is_Public']
    if not reaches('2.102'):
        own.insert(0, 'RXTX_Factor')
    if reaches('2.55'):
        own.append('Description')
    assert titles == ['ID', 'Name', 'Memory_MiB', 'Disk', 'Ephemeral', 'Swap', 'VCPUs', *own]


def test_limit_and_marker_walk_through_the_list(
    user: Nova, flavors: list[dict[str, Any]], version: str
) -> None:
    first = user.json('flavor-list', '--limit', '1', version=version)
    rest = user.json('flavor-list', '--marker', first[0]['id'], version=version)
    assert len(first) == 1
    assert ids(first + rest) == ids(flavors)
    assert ids(user.json('flavor-list', '--limit', '-1', version=version)) == ids(flavors)


def test_sort_decides_the_order(
    inside: Inside, flavors: list[dict[str, Any]], version: str
) -> None:
    line = ('flavor-list', '--sort-key', 'memory_mb', '--sort-dir')
    expected = sorted(each['ram'] for each in flavors)
    for direction, rams in (('asc', expected), ('desc', expected[::-1])):
        found = inside.json(*line, direction, version=version)
        assert [each['ram'] for each in found] == rams


def test_minimum_drops_smaller_flavors(
    inside: Inside, flavors: list[dict[str, Any]], version: str
) -> None:
    for option, key in (('--min-ram', 'ram'), ('--min-disk', 'disk')):
        most = max(each[key] for each in flavors)
        found = inside.json('flavor-list', option, str(most), version=version)
        assert ids(found) == [each['id'] for each in flavors if each[key] >= most]


def test_all_lists_public_flavors_too(
    inside: Inside, flavors: list[dict[str, Any]], version: str
) -> None:
    found = inside.json('flavor-list', '--all', version=version)
    assert set(ids(flavors)) <= set(ids(found))


def test_extra_specs_are_shown_when_asked_for(user: Nova, version: str) -> None:
    line = ('flavor-list', '--extra-specs', '--limit', '2')
    assert 'extra_specs' in user(*line, version=version).table[0]
    for flavor in user.json(*line, version=version):
        assert isinstance(flavor['extra_specs'], dict)


def test_flavor_is_shown_by_name_and_by_id(
    user: Nova, things: Things, version: str, reaches: Reaches
) -> None:
    by_name = user.json('flavor-show', things.flavor, version=version)
    assert user.json('flavor-show', by_name['id'], version=version) == by_name
    assert isinstance(by_name['extra_specs'], dict)
    properties = dict(user('flavor-show', by_name['id'], version=version).table)
    assert properties['name'] == by_name['name']
    assert ('rxtx_factor' in properties) is (not reaches('2.102'))


def test_flavor_that_is_not_there_is_not_found(user: Nova, version: str) -> None:
    result = user('flavor-show', 'no-such-flavor', version=version)
    assert (result.out, result.status) == ('', 5)
    assert 'no-such-flavor' in result.err
