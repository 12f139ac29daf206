"""Every operation of the API is reached by a method and a command, or left out on purpose."""

from __future__ import annotations

import importlib
import json
import pathlib
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from novaclient_mv.api_versions import VersionRange
from novaclient_mv.services import COMPUTE, SERVICES, Service

ROOT = pathlib.Path(__file__).parents[1]

sys.path.append(str(ROOT / 'doc' / 'ext'))
coverage: Any = importlib.import_module('operation_coverage')


EVERY = pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)


def _without_reason(service: Service, *tables: Mapping[str, str]) -> list[Any]:
    """The operations of a service for which no table gives a reason."""
    return [
        each
        for each in coverage.operations(service)
        if not any(coverage.reason(table, each.id) for table in tables)
    ]


@EVERY
def test_every_operation_is_reached_by_a_method_at_all_its_versions(service: Service) -> None:
    said = coverage.EXCEPTIONS[service.name]
    operations = _without_reason(service, said.left_out)
    missing = {each.id: _gaps(each.versions, each.methods) for each in operations}
    assert {name: gaps for name, gaps in missing.items() if gaps} == {}


@EVERY
def test_every_operation_is_reached_by_a_command_at_all_its_versions(service: Service) -> None:
    operations = _without_reason(service, *coverage.EXCEPTIONS[service.name])
    missing = {each.id: _gaps(each.versions, each.commands) for each in operations}
    assert {name: gaps for name, gaps in missing.items() if gaps} == {}


def _gaps(versions: VersionRange, reached: Any) -> list[str]:
    ranges = [each for found in reached.values() for each in found]
    return [str(gap) for gap in coverage.uncovered(versions, ranges)]


@EVERY
def test_nothing_is_reached_that_is_said_to_be_left_out(service: Service) -> None:
    said = coverage.EXCEPTIONS[service.name]
    for each in coverage.operations(service):
        if coverage.reason(said.left_out, each.id):
            assert not each.methods, each.id
        if any(coverage.reason(table, each.id) for table in said):
            assert not each.commands, each.id


@EVERY
def test_every_reason_is_for_some_operation(service: Service) -> None:
    names = [each.id for each in coverage.operations(service)]
    for table in coverage.EXCEPTIONS[service.name]:
        for pattern, text in table.items():
            assert any(coverage.reason({pattern: text}, name) for name in names), pattern


def test_only_what_answers_410_or_is_said_to_be_else_is_left_out() -> None:
    table = coverage.EXCEPTIONS[COMPUTE.name].left_out
    left = [each for each in coverage.operations() if coverage.reason(table, each.id)]
    others = {each.id for each in left if not each.is_removed}
    assert {name for name in others if 'baremetal' not in name} == {
        'GET /versions/{id}',
        'GET /{anything}',
    }
    for each in left:
        if each.is_removed:
            assert '410 at every version' in coverage.reason(table, each.id)


@EVERY
def test_operations_that_the_source_names_are_operations_of_the_api(service: Service) -> None:
    reached = importlib.import_module('reached_operations')
    names = {each.id for each in coverage.operations(service)}
    # Those of the image, network and block storage services.
    neighbours = {'GET /v2/images', 'GET /v2/images/{id}', 'GET /volumes', 'GET /snapshots'}
    neighbours |= {'GET /v2.0/networks', 'GET /v2.0/ports'}
    neighbours |= {f'{operation}/{{id}}' for operation in neighbours if '{id}' not in operation}
    for found in (reached.of_methods(service), reached.of_commands(service)):
        assert {name for each in found.values() for name in each} <= names | neighbours


@pytest.mark.parametrize(
    ('operation', 'command', 'other'),
    [
        ('POST /servers/{id}/action pause', 'server-pause', 'server-unpause'),
        ('GET /flavors/{flavor_id}/os-extra_specs', 'flavor-show', 'flavor-delete'),
        ('DELETE /os-floating-ips/{id}', 'floating-ip-delete', 'floating-ip-show'),
        ('POST /servers/{id}/action migrate', 'host-servers-migrate', 'server-live-migrate'),
    ],
)
def test_command_is_found_behind_what_it_calls(operation: str, command: str, other: str) -> None:
    (found,) = [each for each in coverage.operations() if each.id == operation]
    assert command in found.commands
    assert other not in found.commands


@pytest.mark.parametrize(
    ('file', 'least'),
    [
        ('operations.json', 250),
        ('baremetal/operations.json', 120),
        ('placement/operations.json', 30),
    ],
)
def test_table_has_each_operation_once_and_nothing_else(file: str, least: int) -> None:
    rows = json.loads((ROOT / 'novaclient_mv' / 'data' / file).read_text(encoding='utf-8'))
    assert all(set(row) == {'id', 'min', 'max', 'removed'} for row in rows)
    assert len({row['id'] for row in rows}) == len(rows) > least
