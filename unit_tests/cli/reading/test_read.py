"""A command line before any request: command, settings, output options, arguments."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import api_versions, errors, services
from novaclient_mv.cli.arguments import arg
from novaclient_mv.cli.reading import commands, declarations, parser, read, tree, window
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.output_options import OutputOptions
from novaclient_mv.clouds import environment, options
from novaclient_mv.services import SERVICES
from novaclient_mv.versions import APIVersion
from unit_tests import any_lines
from unit_tests.fictional.orchestra import ORCHESTRA
from unit_tests.newest import NEWEST


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
        (['--version', 'server-list'], read.Ask.PROGRAM_VERSION),
        (['server-list', '--version'], read.Ask.PROGRAM_VERSION),
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
    assert str(caught.value) == 'Arguments without a command.'


def test_version_that_is_named_holds_for_the_service_of_the_command() -> None:
    invocation = _read('--os-compute-api-version', '2.53', 'server-list')
    assert str(invocation.requested.version) == '2.53'
    assert invocation.requested_of(services.COMPUTE) is invocation.requested
    assert invocation.requested_of(ORCHESTRA).is_named is False
    assert [need.part for need in _read('server-tag-list', 'x').needs(APIVersion('2.25'))] == [
        'server-tag-list'
    ]


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
        (['--timeout', 'x'], "--timeout: 'x' is not a number of seconds."),
        (['server-list', '--help', '--timeout', 'x'], "--timeout: 'x' is not a number of seconds."),
        (['--os-nope', 'x'], ''),
        (['server-list', '--os-nope', 'x'], 'server-list has no option --os-nope.'),
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


# -- the parser of one command --


@arg('server', metavar='<server>')
@arg('device', metavar='<device>', nargs='?')
@arg('keys', metavar='<key>', nargs='*')
@arg('--host', metavar='<host>')
@arg('--all', action='store_true')
def do_thing_change(client: Any, args: Any) -> Any:
    """Do things."""


@pytest.mark.parametrize('words', ['a', 'a b', 'a b c d'])
def test_options_stand_anywhere_among_words_that_may_be_missing(words: str) -> None:
    command = Command('thing-change', do_thing_change, services.COMPUTE)

    def parse(*words: str) -> declarations.Args:
        return tree.parse(command, APIVersion(NEWEST), list(words), options.OptionTable()).args

    server, *rest = words.split()
    expected = parse(*words.split(), '--host', 'h', '--all')
    assert (expected.server, expected.device, expected.keys) == (
        'a',
        rest[0] if rest else None,
        rest[1:],
    )
    assert parse('--all', server, '--host', 'h', *rest) == expected
    assert parse(server, *rest[:1], '--all', '--host=h', *rest[1:]) == expected
    assert parse(server, '--all', *rest[:1], '--host=h', *rest[1:]) == expected


def test_every_parser_of_every_command_can_be_built() -> None:
    table = options.OptionTable()
    for command in commands.our_commands():
        for epoch in window.epochs(command):
            declared = tree.arguments_at(command, epoch.start)
            if declared is not None:
                parser.build(command.name, declared, table, table.by_flag)


def parsed_with_all(command: Command, version: APIVersion, words: list[str]) -> Any:
    """Return the result of a parser of all arguments."""
    declared = tree.arguments_at(command, version)
    assert declared is not None
    built = parser.build(command.name, declared, options.OptionTable(), words)
    try:
        args, unknown = built.parse_known_args(words, declarations.Args())
    except parser.Refusal as refusal:
        return refusal.args[0]
    noun = 'arguments' if unknown[1:] else 'argument'
    return f'Unexpected {noun}: {" ".join(unknown)}.' if unknown else texts(args)


def texts(args: declarations.Args) -> dict[str, Any]:
    """Arguments with the texts of moments, which equal only themselves."""
    return {name: getattr(value, 'text', value) for name, value in vars(args).items()}


@pytest.mark.parametrize('flag', [None, '--limit', '--all', '--wait', '--name', '--user'])
def test_arguments_that_no_word_concerns_are_what_a_parser_makes_of_them(flag: str | None) -> None:
    for command in commands.our_commands():
        version = any_lines.newest(command)
        declared = [
            flag for each in tree.arguments_at(command, version) or () for flag in each.flags
        ]
        if flag not in (None, *declared):
            continue
        words = [] if flag is None else ['a', flag, '5']
        expected = parsed_with_all(command, version, words)
        try:
            found: Any = texts(tree.parse(command, version, words, options.OptionTable()).args)
        except tree.UsageError as error:
            found = str(error)
        assert found == expected, (command.name, words)


def test_command_line_without_words_needs_no_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, 'build', None)
    args = tree.parse(
        commands.find('server-list'), APIVersion(NEWEST), [], options.OptionTable()
    ).args
    assert (args.limit, args.minimal, args.status) == (None, False, None)


def test_parser_has_no_more_global_options_than_the_words() -> None:
    words = ['--os-cloud=x', '-fjson', 'a', '--timings']
    built = parser.build('server-list', [], options.OptionTable(), words)
    flags = {flag for action in built._actions for flag in action.option_strings}
    assert flags == {'--os-cloud', '-f', '--format', '--timings'}


def test_options_that_are_given_nowhere_have_no_value_of_another_version() -> None:
    for command in commands.our_commands():
        for epoch in window.epochs(command):
            names = {each.dest for each in tree.arguments_at(command, epoch.start) or ()}
            offered = {
                argument.dest
                for argument, versions in tree.every_argument(command)
                if epoch.start in versions
            }
            waits = {each.dest for each in tree.declared_arguments(command)}
            exists = api_versions.variant_at(command.function, epoch.start) is not None
            assert names == (offered | waits if exists else set()), (command.name, str(epoch))


def needy(*choices: tuple[str, ...], sentence: str = '') -> Command:
    """A command that needs one of each of some arguments."""

    @arg('name', metavar='<name>', nargs='?')
    @arg('--keep', action='store_true')
    @arg('--drop', action='store_false', dest='has')
    @arg('--tag', action='append', default=[])
    @arg('--size', default='small')
    @arg('--late', start_version='2.10')
    @declarations.writes
    def do_needy(client: Any, args: Any) -> None:
        """Need something."""

    for names in choices:
        declarations.refuses_without(*names, sentence=sentence)(do_needy)
    return Command('needy', do_needy, services.COMPUTE)


@pytest.mark.parametrize(
    ('tokens', 'is_refused'),
    [
        ([], True),
        (['--size', 'small'], True),
        (['--dry-run=text'], True),
        (['it'], True),
        (['--keep'], False),
        (['--drop'], False),
        (['--tag', 'a'], False),
        (['--tag', ''], False),
        (['--size', ''], False),
        (['--late', 'x'], False),
    ],
)
def test_any_option_of_a_command_is_a_change(tokens: list[str], is_refused: bool) -> None:
    command = needy((), sentence='Nothing to change.')
    args = tree.parse(command, APIVersion('2.20'), tokens, options.OptionTable()).args
    if is_refused:
        with pytest.raises(errors.CommandError, match=r'^Nothing to change\.$'):
            tree.check(command, args)
    else:
        tree.check(command, args)


@pytest.mark.parametrize(
    ('version', 'names', 'text'),
    [
        ('2.20', ('--keep',), 'needy requires --keep.'),
        ('2.20', ('<name>', '--keep'), 'needy requires <name> or --keep.'),
        (
            '2.20',
            ('<name>', '--keep', '--late'),
            'needy requires one of <name>, --keep and --late.',
        ),
        ('2.9', ('--keep', '--late'), 'needy requires --keep.'),
    ],
)
def test_refusal_names_what_a_version_has(version: str, names: tuple[str, ...], text: str) -> None:
    command = needy(names)
    args = tree.parse(command, APIVersion(version), [], options.OptionTable()).args
    with pytest.raises(errors.CommandError) as caught:
        tree.check(command, args)
    assert str(caught.value) == text


def test_choice_of_what_the_version_lacks_is_none() -> None:
    command = needy(('--late',))
    tree.check(command, tree.parse(command, APIVersion('2.9'), [], options.OptionTable()).args)


def test_each_of_several_choices_is_needed() -> None:
    command = needy(('--keep',), ('--tag',))
    for tokens in (['--keep'], ['--tag', 'a']):
        args = tree.parse(command, APIVersion('2.20'), tokens, options.OptionTable()).args
        with pytest.raises(errors.CommandError):
            tree.check(command, args)
