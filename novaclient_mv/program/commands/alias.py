"""Commands on the aliases of the user."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading import commands, read, saved_command_lines, user_aliases
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    offline,
    returns_columns,
    without_settings,
)
from novaclient_mv.cli.reading.nested_command_lines import keeps_line
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.tokenizer import OPENSTACK, PROGRAMS
from novaclient_mv.cli.running import results
from novaclient_mv.clouds import shortcuts
from novaclient_mv.clouds.logins import plugins
from novaclient_mv.clouds.shortcuts import Shortcuts
from novaclient_mv.knowledge.openstack import table

_COLUMNS = ('name', 'line', 'file')


@offline
@without_settings
@keeps_line(1)
@arg('name', metavar='<alias>', help='Name of the alias; no command begins with it.')
@arg(
    'line',
    metavar='<line>',
    nargs='+',
    help="Command line that it stands for, in quotes or not; options behind it are the line's.",
)
def do_alias_set(invocation: Invocation, args: Args) -> results.Shown:
    """Set an alias: a word of one's own for the beginning of a command line.

    Words behind the alias are added to those that it stands for. An alias never wins over a
    command, and stands for no other alias.
    """
    assert invocation.line is not None
    words = saved_command_lines.behind(invocation.line.tokens, args.line)
    words = words[words[:1] == ('--',) :]
    if not words:
        raise errors.CommandError('alias-set requires <line>.')
    if ' ' in words[0].strip() or not words[0].strip():
        if words[1:]:
            raise errors.CommandError(f'Unexpected argument: {" ".join(words[1:])}.')
        words = tuple(shortcuts.words_of(words[0], 'This'))
    words = words[words[0] in PROGRAMS :]
    _check_free(args.name)
    _check_line(words, invocation)
    line = shlex.join(words)
    own = Shortcuts(invocation.environment)
    replaced = own.aliases().get(args.name)
    own.change_aliases(lambda aliases: {**aliases, args.name: line})
    before = '' if replaced in (None, line) else f' It stood for {replaced} before.'
    form = {'name': args.name, 'line': line, 'file': own.file}
    return results.Done([f'{args.name} stands for {line}.{before}'], form)


@offline
@without_settings
@returns_columns(*_COLUMNS)
def do_alias_list(invocation: Invocation, args: Args) -> results.Shown:
    """List the aliases of the user."""
    own = Shortcuts(invocation.environment)
    aliases = own.aliases()
    data = [{'name': name, 'line': aliases[name], 'file': own.file} for name in sorted(aliases)]
    cells = [(row['name'], row['line']) for row in data]
    return results.Rows(('Name', 'Line'), cells, data=data)


@offline
@without_settings
@arg('names', metavar='<alias>', nargs='+', help='One or more aliases.')
def do_alias_delete(invocation: Invocation, args: Args) -> results.Shown:
    """Delete aliases of the user."""
    own = Shortcuts(invocation.environment)
    own.change_aliases(lambda aliases: saved_command_lines.without(aliases, args.names, 'alias'))
    names = [*dict.fromkeys(args.names)]
    return results.Done(
        [f'{name}: deleted' for name in names],
        [{'name': name, 'action': 'delete'} for name in names],
    )


def _check_free(name: str) -> None:
    """Refuse a name of a command, or one with which names of commands begin."""
    saved_command_lines.check_name('alias', name)
    try:
        command = commands.find(name)
    except errors.UnknownName:
        pass
    else:
        also = '' if command.name == name else f', the same as {command.name}'
        raise errors.CommandError(f'{name} is a command{also}: an alias never wins over one.')
    begun = [one.name for one in commands.every_command() if one.name.startswith(f'{name}-')]
    begun += [words for words in table.groups() if words.split(' ')[0] == name]
    if begun or name in (*PROGRAMS, OPENSTACK):
        example = f', as {begun[0]!r} does' if begun else ''
        raise errors.CommandError(f'Command lines begin with {name}{example}: choose another name.')


def _check_line(words: Sequence[str], invocation: Invocation) -> None:
    """Refuse what no version accepts as the beginning of a command line."""
    environment = invocation.environment
    name = read.split(words).name
    try:
        line = read.line_of(words, environment, plugins.auth_options)
    except errors.UnknownName as error:
        if error.kind == 'command' and name and user_aliases.is_alias(name, environment):
            raise errors.CommandError(
                f'{name} is an alias itself; an alias stands for the line of a command.'
            ) from error
        raise
    saved_command_lines.check_secrets(line)
    saved_command_lines.arguments(line)
