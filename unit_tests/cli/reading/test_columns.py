"""Columns and queries that are asked for, checked before any cloud is."""

from __future__ import annotations

import pathlib

import pytest

from novaclient_mv import errors
from novaclient_mv.cli.reading import columns, queries, titles


@pytest.mark.parametrize(
    ('names', 'keys'),
    [
        (['id,name', 'status'], ['id', 'name', 'status']),
        (['ID', 'Name', 'nAmE'], ['id', 'name']),
        (['OS-EXT-STS:power_state'], ['power_state']),
        ([], []),
    ],
)
def test_columns_are_named_by_key_title_or_api_name(names: list[str], keys: list[str]) -> None:
    server = columns.resource_class('v2.servers:Server')
    assert columns.check_columns(server, names) == keys


def test_resource_of_another_package_is_named_in_whole() -> None:
    assert columns.resource_class('pathlib:Path') is pathlib.Path


def test_query_picks_or_says_what_is_wrong_with_it() -> None:
    assert queries.compiled('a[0]')({'a': [1]}) == 1
    with pytest.raises(
        errors.CommandError, match=r"^--query 'a\[' is not a valid JMESPath expression: \w"
    ):
        queries.compiled('a[')
    for query in ('a < `3`', 'contains(a, `1`)'):
        with pytest.raises(errors.CommandError, match='does not fit the output: '):
            queries.compiled(query)({'a': 'text'})
    with pytest.raises(errors.CommandError) as caught:
        queries.compiled('length(@)')(1)
    assert str(caught.value).startswith("--query 'length(@)' does not fit the output: ")


@pytest.mark.parametrize('query', ['(' * 3000, '!' * 3000 + 'a'])
def test_a_query_that_is_nested_too_deeply_is_refused(query: str) -> None:
    with pytest.raises(errors.CommandError, match='it is nested too deeply'):
        queries.condition(query, '--where').holds({'a': 'b'})
    with pytest.raises(errors.CommandError, match='it is nested too deeply'):
        queries.compiled(query)({'a': 'b'})


# -- titles --


@pytest.mark.parametrize(
    ('title', 'expected'),
    [
        ('Is_Public', 'Public'),
        ('DEVICE', 'Device'),
        ('ATTACHMENT ID', 'Attachment ID'),
        ('extra_specs', 'Extra Specs'),
        ('Memory_MiB', 'Memory MiB'),
        ('DELETE ON TERMINATION', 'Delete on Termination'),
        ('VCPUs', 'VCPUs'),
        ('os', 'OS'),
        ('Is', 'Is'),
        ('#', '#'),
        ('_', '_'),
        ('', ''),
        ('Access IPv4', 'Access IPv4'),
    ],
)
def test_title_has_no_letters_of_programs(title: str, expected: str) -> None:
    assert titles.for_people(title) == expected
    assert titles.for_people(expected) == expected
