"""Users of a list's filters, as requirements, lint, the matrix and help show them alike."""

from __future__ import annotations

import json
import os
import pathlib

import pytest

from novaclient_mv.cli.reading import commands, tree
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.knowledge import capabilities, command_lines, filter_needs, lint
from novaclient_mv.services import COMPUTE, SERVICES
from novaclient_mv.services.filters import IGNORED
from novaclient_mv.v2.servers.filter_table import FILTERS
from novaclient_mv.versions import VersionRange
from unit_tests import cases
from unit_tests.nova import Nova

ALL = [
    (command.name, argument)
    for command in commands.commands_of(SERVICES)
    for argument, _ in tree.every_argument(command)
    if argument.filter is not None
]


_VALUES = {'--locked-by': 'owner', '--vm-state': 'active', '--task-state': 'pausing'}
"""Values of filters that know what there is."""


def line_of(command: str, argument: Argument) -> list[str]:
    value = _VALUES.get(argument.name, '1')
    return [command, argument.name, *([value] if argument.takes_value else [])]


def judged(script: str, first: str, last: str) -> list[lint.Finding]:
    return lint.lint(script, lambda service: lint.Target(service, VersionRange(first, last)))


def test_no_version_at_all_is_said_to_be_none() -> None:
    assert filter_needs.described((), (), COMPUTE) == 'none'


def test_declarations_are_there() -> None:
    assert len(ALL) > 30
    assert {name for name, _ in ALL} >= {'server-list', 'flavor-list', 'server-group-list'}


def test_server_filters_are_those_of_the_contract() -> None:
    folder = os.environ.get('NOVA_MV_CONTRACT')
    if folder is None:
        pytest.skip('NOVA_MV_CONTRACT does not say where the facts are')
    facts = json.loads((pathlib.Path(folder) / 'policies' / 'server_filters.json').read_text())
    always = {name for name, version in facts['open_from'].items() if version == '2.0'}
    opened = {name: filter.open_from for name, filter in FILTERS.items() if filter.open_from}
    assert {**dict.fromkeys(always, '2.0'), **opened} == facts['open_from']


@cases.one_test_of('command, argument', ALL, ids=lambda value: getattr(value, 'name', value))
def test_filter_is_told_everywhere(command: str, argument: Argument) -> None:
    filter = argument.filter
    assert filter is not None
    assert f'({filter.note})' in argument.help
    needs = command_lines.requirements(line_of(command, argument)).as_mapping()['filters']
    assert [need['part'] for need in needs] == [argument.name]
    feature = capabilities.feature(' '.join(line_of(command, argument)))
    assert 'for an administrator' in str(feature)
    script = ' '.join(['nova-mv', *line_of(command, argument)])
    last = '2.4' if argument.name == '--ip6' else '2.20'
    findings = judged(script, '2.1', last)
    (told,) = [finding for finding in findings if finding.code == 'filter-ignored']
    is_ignored = filter.otherwise == IGNORED
    assert f'{argument.name} needs {filter.who}; at {last} the cloud ' in told.message
    assert ('ignores it' in told.message) is is_ignored
    assert told.severity == ('note' if filter.open_from is None else 'warning')


def test_filter_that_everybody_has_there_is_not_told() -> None:
    script = 'nova list --ip6 fd00\nnova-mv --os-compute-api-version 2.4 server-list --ip6 fd00\n'
    findings = judged(script, '2.1', '2.60')
    assert [(finding.line, finding.code) for finding in findings] == [(2, 'filter-ignored')]


def test_reader_sees_who_may_use_it_at_which_version(nova: Nova) -> None:
    out = nova('version-requires', '--', 'server-list', '--ip6', 'x').out
    assert '--ip6: 2.5 or later, or an administrator' in out
    assert '2.5 (Liberty) or later; for an administrator any version' in out
    assert (
        'any version, for an administrator'
        in nova('version-requires', '--', 'server-list', '--ip6', 'x', '--host', 'h').out
    )
    help = ' '.join(nova('help', 'server-list').out.split())
    assert 'regular expression (2.5 or later, or an administrator).' in help


def test_cloud_that_leaves_it_to_administrators_has_it_for_some() -> None:
    feature = capabilities.feature('server-list --ip6 x')
    has = [
        feature.is_on(capabilities.Offer('x', None, status, None, span))
        for status, span in (
            ('ok', VersionRange('2.1', '2.4')),
            ('ok', VersionRange('2.1', '2.5')),
            ('no-microversions', None),
            ('unreachable', None),
        )
    ]
    assert has == [None, True, None, None]
