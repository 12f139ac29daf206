"""Commands, their arguments at each version, and the global options, against those recorded."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from functional_tests.contract import facts, replay, traced_cloud
from novaclient_mv import api_versions, shell
from novaclient_mv.cli.arguments import Argument
from novaclient_mv.cli.reading import commands, tokenizer, tree, window
from novaclient_mv.clouds import options as globals
from novaclient_mv.clouds import settings
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.global_option import GlobalOption
from unit_tests import cases

NEWEST = api_versions.APIVersion('2.96')
"""The newest version that the recorded client spoke."""

_HELP = ('-h', '--help')

ENDED: dict[tuple[str, str], tuple[str, str]] = {
    ('hypervisor-stats', ''): ('2.88..', 'the API has no statistics from 2.88 on'),
    ('flavor-create', '--rxtx-factor'): ('2.102..', 'the API refuses it from 2.102 on'),
}
"""Commands and options that end here before they do in the record: where, and why."""

DIFFERENT: dict[tuple[str, str], tuple[str, str]] = {
    ('keypair-add', '--key-type'): ('2.2..', 'it names its choices; the API takes no others'),
    ('keypair-add', '--pub-key'): ('2.92..', 'the API needs it from 2.92 on'),
    ('flavor-access-list', '--flavor'): ('2.0..', 'nothing was listed without it'),
    ('ssh', '--address-type'): ('2.0..', 'it names its choices, of which others are refused'),
}
"""Options described in another way than recorded: the versions where they are, and why."""


def _range(start: str | None, end: str | None) -> api_versions.VersionRange:
    """A recorded range; the newest recorded version means that it goes on."""
    if end is not None and (end.endswith('latest') or api_versions.APIVersion(end) >= NEWEST):
        end = None
    return api_versions.VersionRange(start, end)


def _recorded() -> dict[str, Any]:
    return dict(facts.read('commands.json')['commands']) if facts.is_present() else {}


def _ranges(name: str) -> list[api_versions.VersionRange]:
    """The versions that have a command."""
    return [_range(*each) for each in facts.read('commands.json')['effective'][name]['versions']]


def _boundaries(name: str) -> list[api_versions.APIVersion]:
    """The versions on both sides of each change of a command, recorded or ours."""
    effective = facts.read('commands.json')['effective'][name]
    ranges = [
        *effective['versions'],
        *(each for one in effective['arguments'].values() for each in one),
    ]
    found = {api_versions.NO_MICROVERSION, NEWEST}
    for epoch in window.epochs(commands.find(name)):
        found |= {min(epoch.start, NEWEST), min(epoch.end, NEWEST)}
    for start, end in ranges:
        first, last = api_versions.APIVersion(start), api_versions.APIVersion(end)
        found |= {first, last}
        if first > api_versions.NO_MICROVERSION:
            found.add(api_versions.previous_version(first))
        if last < NEWEST:
            found.add(api_versions.next_version(last))
    return sorted(found)


def _arguments(name: str, version: api_versions.APIVersion) -> list[dict[str, Any]]:
    """The recorded arguments of a command at a version."""
    for variant in _recorded()[name]['variants']:
        if version in _range(variant['start_version'], variant['end_version']):
            return [
                each
                for each in variant['arguments']
                if version in _range(each['start_version'], each['end_version'])
            ]
    return []


def _is_ended(name: str, flag: str, version: api_versions.APIVersion) -> bool:
    versions, _ = ENDED.get((name, flag), (None, None))
    return versions is not None and version in api_versions.VersionRange.parse(versions)


def _ours(name: str, version: api_versions.APIVersion) -> list[Argument] | None:
    return tree.arguments_at(commands.find(name), version)


def _everywhere() -> list[str]:
    return [name for name in _recorded() if replay.is_there(name)]


@cases.one_test_of('name', _everywhere())
def test_command_exists_at_the_recorded_versions(name: str) -> None:
    for version in _boundaries(name):
        is_recorded = any(version in each for each in _ranges(name))
        is_recorded = is_recorded and not _is_ended(name, '', version)
        assert (_ours(name, version) is not None) == is_recorded, version


@cases.one_test_of('name', _everywhere())
def test_recorded_options_are_there_at_each_version(name: str) -> None:
    assert not list(_different_options(name))


def _different_options(name: str) -> Iterator[str]:
    for version in _boundaries(name):
        ours = _ours(name, version)
        if ours is None:
            continue
        recorded = {
            flag
            for each in _arguments(name, version)
            if each['kind'] == 'option'
            for flag in (flag.replace('_', '-') for flag in each['flags'])
            if flag not in _HELP and not _is_ended(name, flag, version)
        }
        # Options of our own are promised elsewhere, and judged by no other program.
        accepted = {flag for each in ours for flag in (*each.flags, *each.hidden_flags)}
        if recorded - accepted:
            yield f'{version}: lacks {sorted(recorded - accepted)}'


@cases.one_test_of('name', _everywhere())
def test_arguments_take_what_was_recorded(name: str) -> None:
    assert not list(_different_shapes(name))


_ONE, _MAYBE = (1, False, (), False), ('?', False, (), False)
_SOME, _ANY = ('+', False, (), False), ('*', False, (), False)
_SET, _DELETE = ((1, False, ('set', verb), False) for verb in ('unset', 'delete'))
WIDER = (
    ('help', [_MAYBE], [_ANY]),
    ('aggregate-set-metadata', [_ONE, _SOME], [_ONE, _ANY]),
    ('flavor-key', [_ONE, _SET, _SOME], [_ONE, _SET, _ANY]),
    ('interface-detach', [_ONE, _ONE], [_ONE, _MAYBE]),
    ('meta', [_ONE, _DELETE, _SOME], [_ONE, _DELETE, _ANY]),
    ('rebuild', [_ONE, _ONE], [_ONE, _MAYBE]),
    *(
        (f'service-{verb}', [_ONE], [_ONE, _MAYBE])
        for verb in ('delete', 'disable', 'enable', 'force-down')
    ),
)
"""Commands whose positionals take more than was recorded: ``help server list`` is ``help
server-list``, and where an option stands for all of them they may be missing.
"""


def _different_shapes(name: str) -> Iterator[str]:
    for version in _boundaries(name):
        ours = _ours(name, version)
        if ours is None:
            continue
        recorded = _arguments(name, version)
        theirs = [_recorded_shape(each) for each in recorded if each['kind'] == 'positional']
        found = [_shape(each) for each in ours if each.is_positional]
        if found != theirs and (name, theirs, found) not in WIDER:
            yield f'{version}: positionals {found}, recorded {theirs}'
        for each in recorded:
            flag = each['flags'][0].replace('_', '-')
            option = next((one for one in ours if flag in (*one.flags, *one.hidden_flags)), None)
            if each['kind'] == 'positional' or option is None:
                continue
            versions, _ = DIFFERENT.get((name, flag), (None, None))
            if versions and version in api_versions.VersionRange.parse(versions):
                continue
            if _shape(option) != _recorded_shape(each):
                yield f'{version}: {flag} {_shape(option)}, recorded {_recorded_shape(each)}'


def _shape(argument: Argument) -> tuple[Any, ...]:
    """Return the number of an argument's values, whether it may be repeated, and its choices."""
    options = argument.options
    action = str(options.get('action', 'store'))
    return (
        argument.takes_value and (options.get('nargs') or 1),
        action in ('append', 'extend') and not argument.is_positional,
        tuple(options.get('choices') or ()),
        bool(options.get('required')),
    )


def _recorded_shape(argument: dict[str, Any]) -> tuple[Any, ...]:
    return (
        not argument['action'].startswith('store_') and (argument['nargs'] or 1),
        argument['action'] == 'append' and argument['kind'] == 'option',
        tuple(argument['choices'] or ()),
        argument['required'],
    )


@cases.one_test_of('name', _everywhere())
def test_options_that_exclude_each_other_are_those_recorded(name: str) -> None:
    for version in _boundaries(name):
        ours = _ours(name, version)
        if ours is None:
            continue
        groups: dict[str, set[str]] = {}
        for each in _arguments(name, version):
            if each['exclusive_group']:
                groups.setdefault(each['exclusive_group'], set()).update(each['flags'])
        for flags in groups.values():
            found = {each.group for each in ours if flags & set(each.flags)}
            assert len(found) == 1, flags
            assert None not in found, flags


@cases.one_test_of('name', _everywhere())
def test_options_may_be_spelt_with_underscores(name: str) -> None:
    command = commands.find(name)
    flags = {
        flag
        for variant in _recorded()[name]['variants']
        for each in variant['arguments']
        for flag in each['flags']
        if flag.startswith('--')
    }
    for flag in sorted(flags):
        old = '--' + flag.removeprefix('--').replace('-', '_')
        table = globals.OptionTable()
        line = window.CommandLine(
            command, tokenizer.tokenize([name, old, 'value'], table).around, table
        )
        assert line.tokens[0].text in (flag, flag.replace('_', '-'))


# -- global options


def _global_options() -> list[Any]:
    if not facts.is_present():
        return []
    found = facts.read('commands.json')
    by_flag = {
        each['flags'][0]: each
        for each in (*found['global_options'], *found['global_options_with_os_token'])
    }
    return [pytest.param(each, id=flag) for flag, each in by_flag.items()]


def _option(recorded: dict[str, Any]) -> GlobalOption:
    return globals.OptionTable().by_flag[recorded['flags'][0]]


@pytest.mark.parametrize('recorded', _global_options())
def test_global_option_has_the_recorded_flags(recorded: dict[str, Any]) -> None:
    for flag in recorded['flags']:
        assert globals.OptionTable().by_flag[flag] is _option(recorded)


@pytest.mark.parametrize('recorded', _global_options())
def test_global_option_takes_what_was_recorded(recorded: dict[str, Any]) -> None:
    assert _option(recorded).takes_value == (recorded['nargs'] != 0)
    choices = [each for each in recorded['choices'] or () if each is not None]
    assert list(_option(recorded).choices or ()) == choices


CACHE = '--os-cache'  # Whether there is a cache is asked before any setting is.
WITH_VARIABLES = [each for each in _global_options() if each.values[0]['env'] and each.id != CACHE]


def _value(option: GlobalOption, name: str) -> str:
    if option.choices:
        return option.choices[0]
    return f'from {name}' if option.takes_value else '1'


@pytest.mark.parametrize('recorded', WITH_VARIABLES)
def test_environment_variables_count_in_the_recorded_order(recorded: dict[str, Any]) -> None:
    option = _option(recorded)
    is_switch = not option.takes_value
    variables = {name: _value(option, name) for name in recorded['env']}
    while variables:
        first = next(iter(variables))
        chosen = settings.Settings({}, globals.OptionTable(), Environment(variables))
        found = chosen.setting(option.dest)
        assert found is not None
        assert found.origin == first
        assert found.value == (True if is_switch else _value(option, first))
        del variables[first]


@pytest.mark.parametrize('recorded', WITH_VARIABLES)
def test_option_goes_before_its_environment_variables(recorded: dict[str, Any]) -> None:
    option = _option(recorded)
    variables = dict.fromkeys(recorded['env'], 'from the environment')
    given = {option.dest: 'given'}
    chosen = settings.Settings(given, globals.OptionTable(), Environment(variables))
    assert chosen.get(option.dest) == 'given'


@pytest.mark.parametrize(
    ('words', 'value', 'is_kept'),
    [([], '1', True), ([], '0', False), ([CACHE], '0', True)],
)
def test_cache_follows_its_variable_and_the_option_goes_before(
    words: list[str], value: str, is_kept: bool, tmp_path: Path
) -> None:
    cloud = traced_cloud.TracedCloud()
    variables = {**replay.LOGIN, 'HOME': str(tmp_path), 'OS_CACHE': value}
    environment = Environment(variables, stdout=io.StringIO(), transport=cloud.mount)
    assert shell.run([*words, 'flavor-list'], environment) == 0
    assert any(each.is_file() for each in tmp_path.rglob('*')) == is_kept
