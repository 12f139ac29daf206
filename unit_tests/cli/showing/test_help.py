"""Help: by version, and without a login."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import pytest

from novaclient_mv import api_versions
from novaclient_mv.cli.reading import commands, declarations, tree
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.read import split
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import example_lines
from novaclient_mv.cli.showing import help_of_command, help_of_several
from novaclient_mv.clouds import options
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.errors import CommandError
from novaclient_mv.versions import APIVersion
from unit_tests import cases
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

PAGES = tuple(command.name for command in commands.our_commands())


def test_no_line_is_wider_than_the_terminal(nova: Nova) -> None:
    for name in PAGES:
        for width in (60, 80):
            lines = nova('help', name, env={'COLUMNS': str(width)}).lines
            assert [row for row in lines if len(row) > width and ' ' in row.strip()] == [], name


def test_every_command_and_shown_option_is_in_the_help(nova: Nova) -> None:
    overview = nova('help').out
    for command in commands.our_commands():
        assert re.search(rf'^  {command.name}\b', overview, re.MULTILINE), command.name
        page = nova('help', command.name).out
        for argument, _ in tree.every_argument(command):
            if not argument.is_hidden:
                assert argument.name in page, (command.name, argument.name)
    for option in options.OPTIONS:
        for flag in option.flags:
            assert (flag in overview) is not option.is_hidden or flag == '--os-cache'
        if not option.takes_word and option.without_value is None:
            assert help_of_several.option_name(option) == ', '.join(option.flags)


def test_help_never_logs_in(nova: Nova, cloud: ScriptedCloud) -> None:
    for words in (
        ('help',),
        (),
        ('server-create', '-h'),
        ('server-create', '--hel', '--nic', 'auto'),
    ):
        result = nova(*words, cloud=cloud)
        assert (result.status, result.err) == (0, ''), words
    assert cloud.wire() == []


@pytest.mark.parametrize(
    'words',
    [
        ('server-create', '--help'),
        ('server-create', '-h'),
        ('-h', 'server-create'),
        ('boot', '--help'),
        ('help', 'boot'),
        ('server-create', '--image', 'x', '--help'),
    ],
)
def test_each_way_to_ask_shows_the_same_page(nova: Nova, words: tuple[str, ...]) -> None:
    assert nova(*words) == nova('help', 'server-create')


def test_only_leaves_out_what_the_named_version_lacks(nova: Nova) -> None:
    page = nova('help', 'server-lock', '--only', version='2.72').out
    assert '--reason' not in page
    assert '<server>' in page
    assert '--reason' in nova('help', 'server-lock', '--only', version='2.73').out
    overview = nova('help', '--only', version='2.25').out
    assert 'server-tag-add' not in overview
    assert 'not in' not in overview
    assert 'server-tag-add' in nova('help', '--only', version='2.26').out


def test_only_without_a_named_version_leaves_nothing_out(nova: Nova) -> None:
    for version in (None, 'latest', '2.latest'):
        assert nova('help', 'server-lock', '--only', version=version) == nova('help', 'server-lock')


def test_only_at_every_version_is_what_its_parser_takes(nova: Nova) -> None:
    command = commands.find('server-create')
    for version in ('2.0', '2.31', '2.32', '2.56', '2.57', '2.90'):
        page = nova('help', command.name, '--only', version=version).out
        shown = set(re.findall(r'^  (--[a-z0-9-]+)', page, re.MULTILINE))
        declared = tree.arguments_at(command, api_versions.APIVersion(version)) or []
        taken = {each.name for each in declared if not each.is_positional and not each.is_hidden}
        assert shown == taken, version


def test_colour_is_for_terminals_only(nova: Nova) -> None:
    bold = '\x1b['
    assert bold not in nova('help').out
    assert bold in nova('help', is_terminal=True).out
    assert bold not in nova('help', is_terminal=True, env={'NO_COLOR': '1'}).out
    assert bold in nova('help', is_terminal=True, env={'NO_COLOR': ''}).out
    assert bold not in nova('help', is_terminal=True, env={'TERM': 'dumb'}).out
    # The option is for terminals, and wins over the variable of all programs.
    assert bold not in nova('help', '--color', 'always').out
    assert bold not in nova('help', '--color', 'never', is_terminal=True).out
    always = ('--color', 'always')
    assert bold in nova('help', *always, is_terminal=True, env={'NO_COLOR': '1'}).out
    assert bold not in nova('help', is_terminal=True, env={'NOVA_MV_COLOR': 'never'}).out
    assert bold not in nova('--color', 'never', is_terminal=True).out
    # Colours add nothing but themselves.
    plain = re.sub('\x1b\\[[0-9;]*m', '', nova('help', is_terminal=True).out)
    assert plain == nova('help').out


def test_help_of_a_word_that_is_no_topic_names_the_topics(nova: Nova) -> None:
    result = nova('help', 'nonsense')
    assert result.status == 2
    assert result.message.startswith(
        'nova-mv: There is no command nonsense. Topics are: servers, access, volumes,'
    )


def test_help_works_whatever_the_login_settings_are(nova: Nova) -> None:
    assert nova('help', env={'OS_AUTH_TYPE': 'nope', 'OS_AUTH_URL': 'nowhere'}).status == 0


# -- the synopsis --


COMMANDS = [
    command
    for command in commands.our_commands()
    if not declarations.declared(command.function, 'takes_command_line')
]


def is_taken(command: Command, version: APIVersion, arguments: list[Argument]) -> bool:
    """Whether a line of these arguments is taken, by the parser and by the command's check."""
    tokens = split([command.name, *(example_lines.words_for(arguments) or [])])
    line = CommandLine(command, tokens.around, OptionTable())
    try:
        tree.check(command, line.arguments_at(version))
    except CommandError:
        return False
    return True


def least(command: Command, version: APIVersion) -> Iterator[list[Argument]]:
    """The arguments that the synopsis asks for, with each way to choose among the others."""
    arguments = tree.arguments_at(command, version) or []
    needed = [argument for argument in arguments if argument.is_needed]
    options = [
        argument
        for argument in tree.arguments_at(command, version) or ()
        if not argument.is_positional and argument not in tree.declared_arguments(command)
    ]
    ways = [names or options for names in help_of_command.choices(command, version)]
    for several in itertools.product(*ways):
        asked = [argument for argument in arguments if argument in (*needed, *several)]
        # Of a few types no value is known.
        if example_lines.words_for(asked) is not None or not asked:
            yield asked


@cases.one_test_of('command', COMMANDS, ids=lambda command: command.name)
def test_what_the_synopsis_asks_for_is_enough(command: Command) -> None:
    version = example_lines.newest(command)
    ways = [*least(command, version)]
    assert any(is_taken(command, version, arguments) for arguments in ways)


@cases.one_test_of('command', COMMANDS, ids=lambda command: command.name)
def test_nothing_that_the_synopsis_asks_for_may_be_missing(command: Command) -> None:
    version = example_lines.newest(command)
    needed = [
        argument for argument in tree.arguments_at(command, version) or [] if argument.is_needed
    ]
    for arguments in least(command, version):
        for argument in arguments:
            rest = [other for other in arguments if other is not argument]
            assert not is_taken(command, version, rest), argument.name
    if help_of_command.choices(command, version):
        assert not is_taken(command, version, needed)


@pytest.mark.parametrize(
    ('name', 'version', 'text'),
    [
        ('server-lock', '2.90', '[options] <server>'),
        ('flavor-list', '2.90', '[options]'),
        ('keypair-create', '2.92', '--pub-key <pub-key> [options] <name>'),
        ('keypair-create', '2.91', '[options] <name>'),
        ('server-meta', '2.90', '[options] <server> <action> (<key=value> ... | --all)'),
        ('server-stop', '2.90', '[options] (<server> [<server> ...] | --where <expression>)'),
        ('server-rebuild', '2.90', '[options] <server> (<image> | --same-image)'),
        ('baremetal-chassis-set', '1.50', '<options> <chassis>'),
        ('version-requires', '2.90', '[options] -- <word> [<word> ...]'),
    ],
)
def test_synopsis_is_as_people_write_it(name: str, version: str, text: str) -> None:
    command = commands.find(name)
    assert help_of_command.synopsis(command, APIVersion(version)) == f'nova-mv {name} {text}'


def test_server_needs_a_flavor_and_one_thing_to_start_from() -> None:
    command = commands.find('server-create')
    text = help_of_command.synopsis(command, APIVersion('2.90'))
    assert text.startswith('nova-mv server-create --flavor <flavor> (--image <image> | ')
    assert text.endswith(') [options] <name>')
