"""The parser of one command at one version, with the global options wherever they stand."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import api_versions, errors, services
from novaclient_mv.api_versions import APIVersion
from novaclient_mv.cli.arguments import arg, ends_in
from novaclient_mv.cli.reading import commands, declarations, parser, tree, window
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.clouds import options
from unit_tests import any_lines
from unit_tests.newest import NEWEST


@api_versions.wraps('2.1', '2.9')
@arg('server', metavar='<server>')
@arg('--force', action='store_true', start_version='2.5')
@ends_in('ACTIVE')
def do_thing_do(client: Any, args: Any) -> Any:
    """Do some work."""


@api_versions.wraps('2.10')
@arg('server', metavar='<server>', nargs='+')
@arg('--host', metavar='<host>', hidden_flags=('--target-host',))
@arg('--secret', hidden=True)
@ends_in('ACTIVE')
def do_thing_do(client: Any, args: Any) -> Any:  # noqa: F811
    """Do things."""


@arg('server', metavar='<server>')
@arg('device', metavar='<device>', nargs='?')
@arg('keys', metavar='<key>', nargs='*')
@arg('--host', metavar='<host>')
@arg('--all', action='store_true')
def do_thing_change(client: Any, args: Any) -> Any:
    """Do things."""


THING = Command('thing-do', do_thing_do, services.COMPUTE)


def parsed(*words: str, version: str = NEWEST) -> tree.Parsed:
    return tree.parse(THING, APIVersion(version), list(words), options.OptionTable())


def refused(*words: str, version: str = NEWEST) -> str:
    with pytest.raises(tree.UsageError) as raised:
        parsed(*words, version=version)
    return str(raised.value)


def test_each_version_has_its_own_arguments() -> None:
    assert parsed('a', version='2.1').args.server == 'a'
    assert parsed('a', 'b').args.server == ['a', 'b']
    assert parsed('a', '--force', version='2.5').args.force
    assert refused('a', '--force', version='2.4') == 'Unexpected argument: --force.'
    assert refused('a', '--force', version='2.10') == 'Unexpected argument: --force.'
    assert refused('a', version='2.0') == 'thing-do does not exist in API version 2.0.'
    assert not hasattr(parsed('a', version='2.4').args, 'force')


def test_hidden_spellings_work() -> None:
    assert parsed('a', '--target-host', 'h').args.host == 'h'
    assert parsed('a', '--secret', 's').args.secret == 's'


def test_waiting_comes_from_the_declared_end() -> None:
    args = parsed('a', '--wait').args
    assert (args.wait, args.wait_timeout) == (True, 600.0)
    args = parsed('a', '--poll', '--wait-timeout', '5').args
    assert (args.wait, args.wait_timeout) == (True, 5.0)
    assert parsed('a').args.wait is False


def test_globals_and_arguments_are_kept_apart() -> None:
    found = parsed('--os-cloud', 'mine', 'a', '--debug', '-f', 'json')
    assert found.globals == {'os_cloud': 'mine', 'debug': True, 'format': 'json'}
    assert sorted(vars(found.args)) == ['host', 'secret', 'server', 'wait', 'wait_timeout']


def test_the_last_of_several_wins_and_lists_grow() -> None:
    found = parsed('a', '-f', 'json', '-c', 'id', '--format=yaml', '-cname', '-fvalue')
    assert found.globals == {'format': 'value', 'columns': ['id', 'name']}


@pytest.mark.parametrize('words', ['-fjson', '-f json', '--format json', '--format=json'])
def test_each_way_to_write_a_value_is_read(words: str) -> None:
    assert parsed('a', *words.split()).globals == {'format': 'json'}


@pytest.mark.parametrize(
    ('words', 'said'),
    [
        ((), 'thing-do requires <server>.'),
        (('a', '--host'), '--host needs a value.'),
        (('a', '-f', 'spam'), "--format: invalid choice: 'spam' (choose from"),
        (('a', '--timeout', 'x'), "--timeout: 'x' is not a number of seconds."),
        (('a', '--tls-min-version', '1.1'), "--tls-min-version: invalid choice: '1.1'"),
        (('a', '--hos', 'x'), 'Unexpected arguments: --hos x.'),
        (('a', '--debug=1'), '--debug: ignored explicit argument'),
    ],
)
def test_usage_errors_are_raised_in_our_words(words: tuple[str, ...], said: str) -> None:
    assert refused(*words).startswith(said)


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


def test_nothing_is_printed_and_nothing_exits(capsys: pytest.CaptureFixture[str]) -> None:
    refused('--no-such')
    refused()
    assert capsys.readouterr() == ('', '')


def test_parsing_again_gives_the_same() -> None:
    words = ('a', 'b', '-c', 'id')
    assert parsed(*words) == parsed(*words)


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
def test_refusal_names_what_the_version_has(
    version: str, names: tuple[str, ...], text: str
) -> None:
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
