"""A command line before any request: command, settings, output options, arguments."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import errors, services
from novaclient_mv.cli.reading import commands, read
from novaclient_mv.cli.reading.output_options import OutputOptions
from novaclient_mv.clouds import environment, global_option
from novaclient_mv.services import SERVICES
from novaclient_mv.versions import APIVersion
from unit_tests.fictional.orchestra import ORCHESTRA


def _read(*argv: str, **variables: str) -> read.Invocation:
    return read.read(list(argv), environment.Environment({'HOME': '/nowhere', **variables}))


def test_command_line_is_understood_without_a_cloud() -> None:
    invocation = _read('--debug', 'server-list', '--limit', '3', '--os-region-name', 'here')
    assert invocation.ask is read.Ask.RUN
    assert invocation.command == commands.find('server-list')
    assert invocation.service is services.COMPUTE
    assert invocation.options == {'debug': True, 'os_region_name': 'here'}
    assert (invocation.requested.is_named, [str(span) for span in invocation.window]) == (
        False,
        ['2.0 and later'],
    )
    assert vars(invocation.args_at(APIVersion('2.53')))['limit'] == 3
    assert invocation.environment is invocation.settings.environment
    assert invocation.needs(APIVersion('2.53')) == []


@pytest.mark.parametrize(
    ('argv', 'ask'),
    [
        ([], read.Ask.HELP),
        (['--debug'], read.Ask.HELP),
        (['--help'], read.Ask.HELP),
        (['server-list', '--help'], read.Ask.HELP),
        (['-h', 'server-list'], read.Ask.HELP),
        (['--show-availability', 'server-list'], read.Ask.AVAILABILITY),
        (['--version'], read.Ask.PROGRAM_VERSION),
        (['--version', 'server-list'], read.Ask.PROGRAM_VERSION),
        (['server-list', '--version'], read.Ask.PROGRAM_VERSION),
        (['--version', 'no-such-command'], read.Ask.PROGRAM_VERSION),
        (['--version', 'server-list', '--no-such-option'], read.Ask.PROGRAM_VERSION),
        (['server-list'], read.Ask.RUN),
        (['server-list', '--', '--help'], None),
        (['server-list', '--name', '--version'], None),
    ],
)
def test_help_and_versions_are_asked_for_by_options(argv: list[str], ask: read.Ask | None) -> None:
    if ask is not None:
        assert _read(*argv).ask is ask
        return
    with pytest.raises(errors.CommandError):
        _read(*argv)


def test_without_a_command_there_is_nothing_to_run() -> None:
    invocation = _read()
    assert (invocation.command, invocation.line, invocation.window) == (None, None, ())
    assert invocation.service is SERVICES[0]
    assert invocation.needs(APIVersion('2.1')) == []
    with pytest.raises(errors.CommandError) as caught:
        invocation.args_at(APIVersion('2.1'))
    assert str(caught.value) == 'There are no arguments without a command.'


def test_version_that_is_named_holds_for_the_service_of_the_command() -> None:
    invocation = _read('--os-compute-api-version', '2.53', 'server-list')
    assert str(invocation.requested.version) == '2.53'
    assert invocation.requested_of(services.COMPUTE) is invocation.requested
    assert invocation.requested_of(ORCHESTRA).is_named is False
    assert [need.part for need in _read('server-tag-list', 'x').needs(APIVersion('2.25'))] == [
        'server-tag-list'
    ]


@pytest.mark.parametrize(
    ('given', 'format', 'shown'),
    [
        ({}, 'table', 'table'),
        ({'format': 'json'}, 'json', 'json'),
        ({'query': 'a'}, 'table', 'json'),
        ({'query': 'a', 'format': 'yaml'}, 'yaml', 'yaml'),
    ],
)
def test_format_of_output_follows_from_the_options(
    given: dict[str, Any], format: str, shown: str
) -> None:
    output = OutputOptions.of(given)
    assert (output.format, output.shown_format) == (format, shown)


def test_output_options_are_those_of_the_global_options() -> None:
    assert OutputOptions.of({}) == OutputOptions('table', (), None, None, False, False)
    given = {'columns': ['a', 'b'], 'query': 'q', 'error_format': 'json', 'debug': True}
    expected = OutputOptions('table', ('a', 'b'), 'q', 'json', True, False)
    assert OutputOptions.of(given) == expected
    for name in ('timings', 'collect_timing'):
        assert OutputOptions.of({name: True}).has_timings
    invocation = _read('server-list', '-f', 'json', '-c', 'id', '--timings')
    assert invocation.output == OutputOptions('json', ('id',), None, None, False, True)


@pytest.mark.parametrize(
    ('argv', 'said'),
    [
        (['--format', 'nope'], "-f: 'nope' is none of table, json, yaml, csv, value, ndjson."),
        (['--timeout', 'x'], "--timeout: 'x' is not a number of seconds."),
        (['server-list', '--help', '--timeout', 'x'], "--timeout: 'x' is not a number of seconds."),
        (['--os-nope', 'x'], ''),
        (['server-list', '--os-nope', 'x'], 'server-list has no option --os-nope.'),
        (['--nope', 'server-list'], 'There is no option --nope.'),
        (['server-list', '-c', 'nope'], 'There is no column nope. There are: '),
        (['server-list', '--query', '['], "--query '[' is not a valid JMESPath expression: "),
        (
            ['host-update', 'h'],
            'host-update requires',
        ),
        (['server-list', '--min-disk'], 'server-list has no option --min-disk.'),
    ],
)
def test_what_can_be_refused_without_a_cloud_is(argv: list[str], said: str) -> None:
    if not said:
        # An option of an auth type is judged once there is a command.
        assert _read(*argv).ask is read.Ask.HELP
        return
    with pytest.raises(errors.CommandError) as caught:
        _read(*argv)
    assert str(caught.value).startswith(said)


def test_refusal_says_where_the_version_was_named() -> None:
    with pytest.raises(errors.OutsideVersion) as caught:
        _read('server-tag-list', 'x', OS_COMPUTE_API_VERSION='2.25')
    assert str(caught.value) == (
        'server-tag-list needs API version 2.26 (Newton) or later; '
        'OS_COMPUTE_API_VERSION named 2.25.'
    )
    assert str(caught.value.needed) == '2.26 and later'


def test_options_of_an_auth_type_are_asked_for_by_their_flag() -> None:
    asked: list[str] = []

    def auth_options(chosen: Any, flag: str) -> tuple[global_option.GlobalOption, ...]:
        asked.append(flag)
        return (
            global_option.GlobalOption(('--os-passcode',), 'os_passcode', '', global_option.LOGIN),
        )

    surroundings = environment.Environment({'HOME': '/nowhere'})
    argv = ['server-list', '--os_passcode', '1']
    invocation = read.read(argv, surroundings, auth_options)
    assert (asked, invocation.options) == (['--os-passcode'], {'os_passcode': '1'})
    with pytest.raises(errors.UnknownName):
        read.read(['server-list', '--os-other', '1'], surroundings, auth_options)


@pytest.mark.parametrize(
    ('argv', 'value'),
    [
        (['server-list', '--name=--'], '--'),
        (['server-list', '--name=--', '--limit', '3'], '--'),
        (['server-list', '--tags=--'], '--'),
    ],
)
def test_two_dashes_are_a_value_behind_an_equal_sign(argv: list[str], value: object) -> None:
    values = vars(_read(*argv).args_at(APIVersion('2.53')))
    assert values[argv[1].partition('=')[0].strip('-')] == value


def test_two_dashes_are_a_name_behind_two_dashes() -> None:
    assert _read('server-show', '--', '--').args_at(APIVersion('2.53')).server == '--'
    assert _read('server-show', 'web', '--').args_at(APIVersion('2.53')).server == 'web'


def test_two_dashes_are_checked_as_any_value() -> None:
    with pytest.raises(errors.CommandError, match="'--' is not of the form key=value"):
        _read('server-create', '--meta=--', 'x').args_at(APIVersion('2.53'))
