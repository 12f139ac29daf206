"""Builds the parser of one command at one version, and parses a command line with it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

from novaclient_mv import errors, versions
from novaclient_mv.cli.reading import aliases, declarations
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import Args, Argument
from novaclient_mv.clouds import words
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.versions import APIVersion

_GLOBAL = 'global '

WAIT_ARGUMENTS = (
    Argument(
        ('--wait',),
        versions.EVERY_VERSION,
        'Wait until the work is done.',
        None,
        aliases.WAIT_SPELLINGS,
        False,
        {'action': 'store_true', 'dest': 'wait'},
    ),
    Argument(
        ('--wait-timeout',),
        versions.EVERY_VERSION,
        'How long to wait at most (600).',
        None,
        (),
        False,
        {'type': words.seconds, 'metavar': '<seconds>', 'default': 600.0},
    ),
)

DRY_RUN_ARGUMENT = Argument(
    ('--dry-run',),
    versions.EVERY_VERSION,
    'Show the requests that would change something, as text or as curl commands, and send none.',
    None,
    (),
    False,
    {
        'nargs': '?',
        'const': 'text',
        'choices': ('text', 'curl'),
        'dest': 'dry_run',
        'metavar': 'curl',
    },
    is_joined=True,
)


class UsageError(errors.CommandError):
    """The parser of one version does not take the command line."""


class Parsed(NamedTuple):
    """A parsed command line: the command's arguments, and the global options that were given."""

    args: Args
    globals: dict[str, Any]


class _Formatter(argparse.HelpFormatter):
    """Has a width, so that argparse does not import what asks the terminal for one."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=80)


class _Parser(argparse.ArgumentParser):
    """Raises where argparse would print and exit."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(_reworded(message, self.prog))


def _reworded(message: str, command: str) -> str:
    for start in ('the following arguments are required: ', 'one of the arguments '):
        if message.startswith(start):
            missing = message.removeprefix(start).removesuffix(' is required')
            return f'{command} needs {missing}.'
    match = re.match(r'argument (\S+): (.*)', message, re.DOTALL)
    if match:
        flags, rest = match[1].split('/') if match[1].startswith('-') else [match[1]], match[2]
        flag = next((spelling for spelling in flags if spelling.startswith('--')), flags[0])
        if rest.startswith('expected'):
            return f'{flag} needs a value.'
        return f'{flag}: {rest}.'
    return f'{message[:1].upper()}{message[1:]}.'


def arguments_at(command: Command, version: APIVersion) -> list[Argument] | None:
    """The arguments of a command at a version; ``None`` where it does not exist there."""
    variant = versions.variant_at(command.function, version)
    if variant is None:
        return None
    return _spelt(command, variant.func, version) + list(declared_arguments(command))


def _spelt(
    command: Command, func: Callable[..., Any], version: APIVersion | None = None
) -> list[Argument]:
    """The arguments of a variant of a command, with the spellings that they had before."""
    return [
        argument.also_spelt(aliases.spellings_of(command.name, argument.name))
        for argument in declarations.arguments_of(func, version)
    ]


def declared_arguments(command: Command) -> tuple[Argument, ...]:
    """The arguments that a command has because its work has an end or changes something."""
    waits = WAIT_ARGUMENTS if declarations.declared(command.function, 'end') else ()
    writes = declarations.declared(command.function, 'writes')
    return (*waits, DRY_RUN_ARGUMENT) if writes else waits


def every_argument(command: Command) -> list[tuple[Argument, versions.VersionRange]]:
    """The arguments of all variants of a command, each with the versions at which it is offered."""
    arguments = [
        (argument, argument.range.intersect(variant.range))
        for variant in versions.variants_of(command.function)
        for argument in _spelt(command, variant.func)
    ]
    return arguments + [
        (argument, versions.EVERY_VERSION) for argument in declared_arguments(command)
    ]


def parse(command: Command, version: APIVersion, tokens: list[str], table: OptionTable) -> Parsed:
    """Parse the tokens around a command's name with the parser of one version.

    :raises UsageError: they are not what this version takes.
    """
    declared = arguments_at(command, version)
    if declared is None:
        raise UsageError(f'{command.name} does not exist in API version {version}.')
    parser = build(command.name, declared, table)
    namespace, unknown = parser.parse_known_args(tokens, Args())
    if unknown:
        raise UsageError(f'Too much for {command.name}: {" ".join(unknown)}.')
    return _split(namespace)


def build(name: str, declared: list[Argument], table: OptionTable) -> argparse.ArgumentParser:
    """The one parser for a command's arguments and the global options."""
    parser = _Parser(prog=name, allow_abbrev=False, add_help=False, formatter_class=_Formatter)
    groups: dict[str, Any] = {}
    for argument in declared:
        target: Any = parser
        if argument.group:
            if argument.group not in groups:
                groups[argument.group] = parser.add_mutually_exclusive_group()
            target = groups[argument.group]
        options = dict(argument.options)
        if not argument.is_positional:
            options['dest'] = argument.dest
        target.add_argument(*argument.flags, *argument.hidden_flags, **options)
    for option in table.options:
        options = {'dest': _GLOBAL + option.dest, 'default': argparse.SUPPRESS}
        if option.kind == 'switch':
            options['action'] = 'store_true'
        else:
            options.update(action='append' if option.kind == 'list' else 'store')
            options.update(choices=option.choices, type=option.type, metavar=option.metavar)
        parser.add_argument(*option.flags, **options)
    return parser


def _split(namespace: Args) -> Parsed:
    values = vars(namespace)
    global_values = {
        name.removeprefix(_GLOBAL): values.pop(name)
        for name in list(values)
        if name.startswith(_GLOBAL)
    }
    return Parsed(namespace, global_values)
