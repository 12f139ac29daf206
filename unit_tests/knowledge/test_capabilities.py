"""Features of clouds' offers, compared with asking every version."""

from __future__ import annotations

import json
import os
import pathlib
import random
from collections.abc import Iterator

import pytest

from novaclient_mv import versions
from novaclient_mv.cli.reading import commands, tree
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.knowledge import capabilities, command_lines, filter_needs, lint
from novaclient_mv.knowledge.capabilities import Offer
from novaclient_mv.services import COMPUTE, SERVICES, Service
from novaclient_mv.services.filters import IGNORED
from novaclient_mv.v2.servers.filter_table import FILTERS
from novaclient_mv.versions import APIVersion, VersionRange
from unit_tests import cases
from unit_tests.nova import Nova


def every_version(service: Service) -> Iterator[APIVersion]:
    """The versions that this client speaks, the one without a header first."""
    if service.unversioned not in service.range:
        yield service.unversioned
    version = service.range.start
    while version <= service.range.end:
        yield version
        version = versions.next_version(version)


def offer(service: Service, start: str, end: str) -> Offer:
    return Offer(
        f'{start}-{end}',
        None,
        capabilities.OK,
        None,
        VersionRange(start, end).bound_like(service.range),
    )


def has_option(name: str, flag: str | None, version: APIVersion) -> bool:
    """Whether the parser of a version has a command with an option."""
    command = commands.find(name)
    arguments = tree.arguments_at(command, version)
    if arguments is None:
        return False
    return flag is None or any(argument.name == flag for argument in arguments)


def is_served(version: APIVersion, cloud: VersionRange, service: Service) -> bool:
    """Whether a cloud answers at a version; without a header at its first one."""
    if version == service.unversioned and version not in service.range:
        return cloud.start <= service.range.start
    return version in cloud


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_features_equal_what_the_parsers_of_all_versions_have(service: Service) -> None:
    random_choice = random.Random(7)
    numbers = list(every_version(service))[1:]
    clouds = []
    for _ in range(3):
        start, end = sorted(random_choice.sample(numbers, 2))
        clouds.append(offer(service, str(start), str(end)))
    features = list(capabilities.declared(service))
    for feature in random_choice.sample(features, min(len(features), 40)):
        name, _, flag = feature.text.partition(' ')
        having = [
            version for version in every_version(service) if has_option(name, flag or None, version)
        ]
        for cloud in clouds:
            assert cloud.range is not None
            expected = any(is_served(version, cloud.range, service) for version in having)
            assert cloud.has(feature.ranges, service) is expected, (feature.text, cloud.name)


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_what_differs_is_all_that_differs(service: Service) -> None:
    low, high = service.range.start, service.range.end
    clouds = [offer(service, str(low), str(low)), offer(service, str(low), str(high))]
    texts = {feature.text for feature in capabilities.differing(service, clouds)}
    for feature in capabilities.declared(service):
        values = {cloud.has(feature.ranges, service) for cloud in clouds}
        assert (feature.text in texts) is (len(values) > 1)
    assert capabilities.differing(service, clouds[:1]) == []


def test_a_cloud_without_microversions_has_the_features_of_the_first_version() -> None:
    cloud = Offer('old', None, capabilities.NO_MICROVERSIONS)
    for feature in capabilities.declared(COMPUTE):
        first = any(COMPUTE.unversioned in span for span in feature.ranges)
        assert cloud.has(feature.ranges, COMPUTE) is first


# -- filters and their users --


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
