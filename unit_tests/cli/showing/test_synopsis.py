"""The synopsis of a command names what a line needs, and nothing else is needed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from novaclient_mv.cli.reading import commands, declarations, tree
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.read import split
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import example_lines
from novaclient_mv.cli.showing import help_of_command
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.errors import CommandError
from novaclient_mv.versions import APIVersion
from unit_tests import cases

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
