"""The versions that ``openstack`` sends, and what it refuses at them."""

from __future__ import annotations

import json
import shlex

import pytest

from novaclient_mv import errors
from novaclient_mv.knowledge.openstack import lines, table, version_rules
from novaclient_mv.versions import VersionRange
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova


def judged(line: str, last: str, first: str | None = None) -> tuple[str, bool, str]:
    """The version that a line sends, whether it is taken, and the pin that helps."""
    major = last.partition('.')[0]
    cloud = VersionRange(first or f'{major}.1', last)
    found = version_rules.judge(lines.read(line.split()), cloud)
    return str(found.version or ''), found.reason is None, str(found.pin or '')


def test_versions_are_those_of_the_program() -> None:
    pin = '--os-compute-api-version'
    wrong = [
        (line, last, found)
        for line, last, expected in [
            ('server list', NEWEST, ('2.100', True, '')),
            ('server list', '2.60', ('2.60', True, '')),
            ('flavor list', NEWEST, ('2.61', True, '')),
            ('compute service list', NEWEST, ('2.69', True, '')),
            ('keypair list', NEWEST, ('2.10', True, '')),
            ('keypair list --limit 3', NEWEST, ('2.10', False, NEWEST)),
            (f'keypair list --limit 3 {pin} 2.35', NEWEST, ('2.35', True, '')),
            (f'keypair list --limit 3 {pin} 2.34', NEWEST, ('2.34', False, NEWEST)),
            (f'flavor list {pin} 2.61', '2.60', ('', False, '')),
            (f'flavor list {pin} 2', '2.60', ('2.60', True, '')),
            (f'flavor create x {pin} 2.latest', '2.60', ('2.60', True, '')),
            ('flavor create --description x y', '2.54', ('2.54', False, '')),
            ('flavor create --description x y', '2.55', ('2.55', True, '')),
            ('flavor create --rxtx-factor 2 y', '2.101', ('2.61', True, '')),
            ('flavor create --rxtx-factor 2 y', '2.102', ('2.61', False, '2.101')),
            ('server backup create web', NEWEST, ('2.45', True, '')),
            ('server create --flavor a --file /a=/b web', '2.50', ('2.50', False, '')),
            ('aggregate cache image a b', '2.80', ('2.80', False, '')),
            ('baremetal node list', '1.38', ('1.38', True, '')),
            ('baremetal node trait list n', '1.36', ('1.36', False, '')),
            ('baremetal node trait list n', '1.37', ('1.37', True, '')),
            ('trait list', '1.39', ('1.29', True, '')),
        ]
        if (found := judged(line, last)) != expected
    ]
    assert not wrong


def test_a_pin_that_the_program_refuses_is_refused() -> None:
    with pytest.raises(errors.CommandError):
        version_rules.pin_of(lines.read(['--os-compute-api-version', 'latest', 'flavor', 'list']))


def test_recorded_versions_are_about_commands_and_options_that_are_declared() -> None:
    for name, entry in version_rules.versions()['commands'].items():
        options = {option.name for option in table.command(name).options}
        assert {*entry.get('bounds', {})} - {''} <= options


def test_a_bound_may_depend_on_another_option() -> None:
    cold, live = 'server migrate --host h web', 'server migrate --live-migration --host h web'
    assert [judged(cold, last)[1] for last in ('2.30', '2.55', '2.56')] == [False, False, True]
    assert [judged(live, last)[1] for last in ('2.29', '2.30', '2.55')] == [False, True, True]


@pytest.mark.parametrize(
    ('line', 'last', 'part', 'span'),
    [
        ('baremetal node set --owner o --shard s n', '1.34', '--owner', '1.50 or later'),
        ('baremetal node set --owner o --shard s n', '1.81', '--shard', '1.82 or later'),
        ('baremetal inspection rule list --long', '1.95', '', '1.96 or later'),
        ('baremetal inspection rule create --sensitive x --actions a', '1.95', '', '1.96 or later'),
        ('allocation candidate list --resource A=1 --limit 3', '1.15', '--limit', '1.16 or later'),
        ('allocation candidate list --resource A=1 --limit 3', '1.9', '', '1.10 or later'),
    ],
)
def test_part_that_the_service_lacks_is_blamed(line: str, last: str, part: str, span: str) -> None:
    parsed = lines.read(line.split())
    bound = version_rules.judge(parsed, VersionRange('1.0', last)).bound
    assert bound is not None
    assert (bound.part, bound.span) == (part or parsed.command.name, span)


def test_a_pin_that_the_program_does_not_know_fails() -> None:
    pin = '--os-placement-api-version'
    assert judged('trait list', '1.36') == ('1.29', True, '')
    assert judged(f'trait list {pin} 1.29', '1.36') == ('1.29', True, '')
    assert judged(f'trait list {pin} 1.30', '1.36') == ('', False, '1.29')
    assert judged(f'trait list {pin} 1.36', '1.39') == ('', False, '1.39')
    assert judged(f'trait list {pin} 1.37', '1.39') == ('1.37', True, '')


# -- requirements --


@pytest.mark.parametrize(
    ('line', 'bounds', 'status'),
    [
        ('server list', ('2.0', None), 0),
        ('server create --tag t --image i --flavor f web', ('2.52', None), 0),
        ('flavor create --description d --rxtx-factor 2 f', ('2.55', '2.101'), 0),
        ('server create --file a=b --image i --flavor f web', (None, None), 2),
        ('baremetal node list --owner x', ('1.50', None), 0),
        ('resource provider list --required T', ('1.18', None), 0),
    ],
)
def test_requirements_of_lines_of_openstack(
    nova: Nova, line: str, bounds: tuple[str | None, str | None], status: int
) -> None:
    result = nova('-f', 'json', 'version-requires', '--', 'openstack', *shlex.split(line))
    needs = json.loads(result.out)
    assert (needs['lowest'], needs['highest'], result.status) == (*bounds, status)
    assert (needs['conflict'] is None) == (status == 0)


def test_lines_that_openstack_refuses_are_refused(nova: Nova) -> None:
    for line in ('server frob', 'server list --nope', 'project cleanup'):
        result = nova('version-requires', '--', 'openstack', *line.split())
        assert (result.status, result.out) == (2, ''), line
