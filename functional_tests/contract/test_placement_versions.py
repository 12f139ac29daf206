"""Compares the library of Placement with the operations of the API: what each needs."""

from __future__ import annotations

import importlib.resources
import inspect
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from functional_tests.contract import facts
from novaclient_mv import versions
from novaclient_mv.placement.v1.client import Client
from novaclient_mv.services import PLACEMENT
from unit_tests import cases

_OPERATION = re.compile(r'``([A-Z]+ /\S*)``')


def _operations() -> list[dict[str, Any]]:
    if not facts.is_present():
        return []
    found: list[dict[str, Any]] = facts.read('placement/operations.json')['operations']
    # The document of versions is read by what negotiates.
    return [each for each in found if each['id'] != 'GET /']


def _methods() -> Iterator[tuple[str, versions.VersionRange]]:
    """The one operation of each method, and the versions of the method."""
    for name in Client.MANAGERS:
        manager = Client.manager_class(name)
        for attribute, method in vars(manager).items():
            if attribute.startswith('_') or not inspect.isfunction(method):
                continue
            for variant in versions.variants_of(method):
                named = _OPERATION.findall(inspect.getdoc(variant.func) or '')
                if len(named) == 1:
                    yield named[0], variant.range.bound_like(PLACEMENT.range)


@cases.one_test_of('operation', _operations(), ids=lambda each: each['id'])
def test_each_operation_has_a_method_from_its_version_on(operation: dict[str, Any]) -> None:
    ranges = [span for name, span in _methods() if name == operation['id']]
    assert ranges, 'no method sends it'
    first = PLACEMENT.version(operation['min'])
    assert any(first in span for span in ranges)
    newest = PLACEMENT.range.end
    assert any(newest in span for span in ranges)
    if operation['min'] != '1.0':
        before = PLACEMENT.version(f'1.{first.ver_minor - 1}')
        assert not any(before in span for span in ranges)


def test_table_of_operations_is_that_of_the_facts() -> None:
    file = importlib.resources.files('novaclient_mv') / 'data' / 'placement' / 'operations.json'
    shipped = json.loads(file.read_text(encoding='utf-8'))
    assert shipped == [
        {
            'id': operation['id'],
            'min': None if operation['min'] == '1.0' else operation['min'],
            'max': operation['max'],
            'removed': operation['removed'] is not None,
        }
        for operation in facts.read('placement/operations.json')['operations']
    ]


def test_no_method_names_an_operation_that_there_is_not() -> None:
    known = {each['id'] for each in _operations()}
    assert {name for name, _ in _methods()} <= known


def test_versions_are_those_of_the_service() -> None:
    meta = facts.read('placement/operations.json')['meta']
    assert (str(PLACEMENT.range.start), str(PLACEMENT.range.end)) == (meta['min'], meta['max'])
    rows = facts.read('placement/microversions.json')
    for row in rows['microversions']:
        version = PLACEMENT.version(row['version'])
        assert PLACEMENT.releases.introduced(version) == row['release']
    for row in rows['releases']:
        assert PLACEMENT.releases.newest_of(row['release']) == row['max_microversion']


@pytest.mark.parametrize(
    ('operation', 'manager', 'method', 'parameters'),
    [
        ('GET /resource_providers', 'resource_providers', 'list', {'required': 'required_traits'}),
        (
            'GET /allocation_candidates',
            'allocation_candidates',
            'list',
            {'required': 'required_traits'},
        ),
        ('GET /usages', 'usages', 'of_project', {}),
    ],
)
def test_parameters_of_queries_have_their_versions(
    operation: str, manager: str, method: str, parameters: dict[str, str]
) -> None:
    (row,) = (each for each in _operations() if each['id'] == operation)
    function = getattr(Client.manager_class(manager), method)
    (variant,) = versions.variants_of(function)
    ranges = getattr(variant.func, 'parameter_ranges', {})
    for query in row['query']:
        name = parameters.get(query['name'], query['name'])
        # Those of groups are together in one parameter.
        if name.endswith('N'):
            continue
        if name not in ranges:
            assert query['min'] == row['min'], name
            continue
        (span,) = ranges[name]
        assert str(span.start) == query['min'], name
