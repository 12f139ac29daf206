"""Commands, fields and operations of the Bare Metal API have the versions that were measured."""

from __future__ import annotations

import importlib.resources
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from functional_tests.contract import facts
from novaclient_mv import resources, versions
from novaclient_mv.cli.reading import columns, commands, tree
from novaclient_mv.services import BAREMETAL
from novaclient_mv.versions import APIVersion
from unit_tests import cases

FOLDER = 'baremetal'
VIEWS = {
    'node': 'baremetal.v1.nodes:Node',
    'node_in_list': 'baremetal.v1.nodes:Node',
    'node_states': 'baremetal.v1.nodes:Node',
    'port': 'baremetal.v1.ports:Port',
    'port_in_list': 'baremetal.v1.ports:Port',
    'portgroup': 'baremetal.v1.portgroups:PortGroup',
    'chassis': 'baremetal.v1.chassis:Chassis',
    'driver': 'baremetal.v1.drivers:Driver',
    'driver_in_list': 'baremetal.v1.drivers:Driver',
    'conductor': 'baremetal.v1.conductors:Conductor',
    'allocation': 'baremetal.v1.allocations:Allocation',
    'volume_connector': 'baremetal.v1.volume_connectors:VolumeConnector',
    'volume_target': 'baremetal.v1.volume_targets:VolumeTarget',
    'deploy_template': 'baremetal.v1.deploy_templates:DeployTemplate',
    'runbook': 'baremetal.v1.runbooks:Runbook',
    'inspection_rule': 'baremetal.v1.inspection_rules:InspectionRule',
}
"""Measured view to the class of resources that shows it."""

PARTS = ('node_in_list', 'node_states', 'port_in_list', 'driver_in_list')
"""Views that have some of the fields only."""

# A config drive is older than the dictionary that it may be; nodes have names from 1.5 on.
_OPTIONS = re.compile(r'((?:--[\w-]+(?: \([a-z]+\))?(?: ?/ ?| and )?)+) (1\.\d+)')
_REFUSALS = (404, 405, 406, 500)


def _recorded_commands() -> list[dict[str, Any]]:
    if not facts.is_present():
        return []
    found: list[dict[str, Any]] = facts.read(f'{FOLDER}/baremetal-commands.json')
    return found


def _name(row: dict[str, Any]) -> str:
    return str(row['command']).removeprefix('openstack ').replace(' ', '-')


def _first(version: APIVersion) -> APIVersion:
    """A version, or the service's lowest where everything has it."""
    return max(version.bound_like(BAREMETAL.range.start), BAREMETAL.range.start)


@cases.one_test_of('row', _recorded_commands(), ids=_name)
def test_command_is_here_and_begins_at_the_version_that_was_measured(row: dict[str, Any]) -> None:
    command = commands.find(_name(row))
    starts = [each.range.start for each in versions.variants_of(command.function)]
    assert _first(min(starts)) == BAREMETAL.version(row['minimum'])


def _recorded_options() -> Iterator[tuple[str, str, str]]:
    """Command, option, and the version that the option needs."""
    for row in _recorded_commands():
        for flags, version in _OPTIONS.findall(row['note']):
            for flag in re.findall(r'--[\w-]+', flags):
                yield _name(row), flag, version


@cases.one_test_of('name, flag, version', _recorded_options())
def test_option_begins_at_the_version_that_was_measured(name: str, flag: str, version: str) -> None:
    ranges = [
        span
        for argument, span in tree.every_argument(commands.find(name))
        if flag in argument.flags
    ]
    # The notes are on all commands of a resource; not each of them has the option.
    if ranges:
        assert _first(min(each.start for each in ranges)) == BAREMETAL.version(version)


def test_notes_tell_of_options_that_are_here() -> None:
    known = {
        (name, flag)
        for name, flag, _ in _recorded_options()
        for argument, _ in tree.every_argument(commands.find(name))
        if flag in argument.flags
    }
    assert len(known) > 12


def _fields(resource: type[resources.Resource]) -> dict[str, APIVersion]:
    return {field.key: _first(field.range.start) for field in resource.fields}


@pytest.mark.parametrize('view', VIEWS)
def test_fields_begin_at_the_versions_that_were_measured(view: str) -> None:
    measured = facts.read(f'{FOLDER}/baremetal-fields.json')['measured'][view]
    resource = columns.resource_class(VIEWS[view])
    links = {'links', 'states', 'ports', 'portgroups', 'volume', 'nodes', *resource.link_keys}
    if resource.__name__ == 'Driver':
        links.add('properties')
    else:
        links.discard('properties')
    seen = {
        key: BAREMETAL.version(version)
        for key, version in measured['first_seen'].items()
        if key not in links
    }
    declared = _fields(resource)
    if view in PARTS:
        declared = {key: version for key, version in declared.items() if key in seen}
    assert declared == seen
    assert measured['disappeared'] == {}


def test_every_measured_view_is_compared() -> None:
    measured = facts.read(f'{FOLDER}/baremetal-fields.json')['measured']
    assert set(measured) - set(VIEWS) == {'root_v1_links'}


def _shipped() -> dict[str, dict[str, Any]]:
    file = importlib.resources.files('novaclient_mv') / 'data' / FOLDER / 'operations.json'
    return {row['id']: row for row in json.loads(file.read_text(encoding='utf-8'))}


def _operation_of(method: str, path: str, ids: list[str]) -> str | None:
    """The operation that a request is: the one of which most is spelt out."""
    bare = path.partition('?')[0].removeprefix('/v1') or '/'
    matching = [
        each for each in ids if re.fullmatch(re.sub(r'{\w+}', '[^/]+', each), f'{method} {bare}')
    ]
    return min(matching, key=lambda each: each.count('{'), default=None)


def _first_served(answers: list[dict[str, Any]]) -> str | None:
    """The version from which on a request is not refused as unknown.

    None for one that was only tried at a few versions.
    """
    if answers[0]['from'] != '1.1':
        return None
    served = [each for each in answers if each['status'] not in _REFUSALS]
    # What is served, and finds nothing, is a 404, too.
    return str((served or answers[-1:])[0]['from'])


def _measured() -> dict[str, APIVersion]:
    """Operation to the lowest version at which some request of it was served."""
    recorded = facts.read(f'{FOLDER}/operation-minimums.json')['operations']
    ids = [*_shipped()]
    found: dict[str, APIVersion] = {}
    for name, request in recorded.items():
        statuses = {each['status'] for each in request['answers']}
        operation = _operation_of(request['method'], request['path'], ids)
        if statuses == {405}:
            continue
        assert operation is not None, request
        first = _first_served(request['answers'])
        # Parameters, and names in place of UUIDs, have versions of their own.
        if first is not None and '?' not in request['path'] and 'by name' not in name:
            version = BAREMETAL.version(first)
            found[operation] = min(version, found.get(operation, version))
    return found


LATER_THAN_SERVED = {
    'GET /nodes/{id}/management/indicators': '1.63',
    'PUT /nodes/{id}/states/secure_boot': '1.76',
}
"""Operations that Ironic does not refuse below the version that its documents give, or refuses for
what they bring along only.
"""


def test_table_of_operations_has_the_versions_that_were_measured() -> None:
    shipped = _shipped()
    wrong = {}
    for operation, version in _measured().items():
        minimum = LATER_THAN_SERVED.get(operation) or shipped[operation]['min'] or '1.1'
        if operation in LATER_THAN_SERVED:
            assert shipped[operation]['min'] == minimum
        elif BAREMETAL.version(minimum) != version:
            wrong[operation] = (minimum, str(version))
    assert wrong == {}


def test_each_microversion_is_told_of_in_words() -> None:
    names = facts.read(f'{FOLDER}/baremetal-fields.json')['microversion_names']
    file = importlib.resources.files('novaclient_mv') / 'data' / FOLDER / 'microversions.json'
    rows = json.loads(file.read_text(encoding='utf-8'))['microversions']
    assert {row['version']: row['name'] for row in rows} == {
        version: name for version, name in names.items() if version != '1.0'
    }
    assert all(row['summary'] for row in rows)
