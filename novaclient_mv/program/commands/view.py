"""Commands on the views of the user."""

from __future__ import annotations

import shlex

from novaclient_mv import errors
from novaclient_mv.cli.reading import checked_output, commands, read, saved_command_lines, views
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    offline,
    returns_columns,
    without_settings,
)
from novaclient_mv.cli.reading.nested_command_lines import keeps_line
from novaclient_mv.cli.reading.output_options import OutputOptions
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running import results
from novaclient_mv.clouds.logins import plugins
from novaclient_mv.clouds.shortcuts import Shortcuts

_COLUMNS = ('command', 'name', 'options', 'file')


@offline
@without_settings
@keeps_line(2, is_of_first=True)
@arg('command', help='Command that shows rows or a record.')
@arg('view', help='Name of the view.')
@arg(
    'options',
    metavar='<option>',
    nargs='*',
    help='Options of the command and of the output, as they are typed: columns, sorting, filters.',
)
def do_view_save(invocation: Invocation, args: Args) -> results.Shown:
    """Save a view of a command: options that --view puts into its lines.

    Options that a line gives itself win over those of the view.
    """
    assert invocation.line is not None
    words = saved_command_lines.behind(invocation.line.tokens, args.options)
    saved_command_lines.check_name('view', args.view)
    command = commands.find(args.command)
    views.check_command(command)
    if not words:
        raise errors.CommandError('view-save needs <option>.')
    options = shlex.join(_checked(command, words, invocation))
    own = Shortcuts(invocation.environment)
    replaced = own.views().get(command.name, {}).get(args.view)
    own.change_views(command.name, lambda saved: {**saved, args.view: options})
    before = '' if replaced in (None, options) else f' It was {replaced} before.'
    form = {'command': command.name, 'name': args.view, 'options': options, 'file': own.file}
    line = f'View {args.view} of {command.name} is {options}.{before}'
    return results.Done([line], form)


@offline
@without_settings
@arg('command', nargs='?', help='Command whose views to list (default: all).')
@returns_columns(*_COLUMNS)
def do_view_list(invocation: Invocation, args: Args) -> results.Shown:
    """List the views of the user."""
    own = Shortcuts(invocation.environment)
    name = None if args.command is None else commands.find(args.command).name
    data = [
        {'command': command, 'name': view, 'options': saved[view], 'file': own.file}
        for command, saved in sorted(own.views().items())
        if name in (None, command)
        for view in sorted(saved)
    ]
    cells = [(row['command'], row['name'], row['options']) for row in data]
    return results.Rows(('Command', 'Name', 'Options'), cells, data=data)


@offline
@without_settings
@arg('command', help='Command whose views to delete.')
@arg('names', metavar='<view>', nargs='+', help='One or more views of the command.')
def do_view_delete(invocation: Invocation, args: Args) -> results.Shown:
    """Delete views of a command."""
    own = Shortcuts(invocation.environment)
    # A command that does not exist any more may have views.
    command = args.command if args.command in own.views() else commands.find(args.command).name
    own.change_views(
        command, lambda saved: saved_command_lines.without(saved, args.names, 'view', command)
    )
    names = [*dict.fromkeys(args.names)]
    return results.Done(
        [f'{name}: deleted' for name in names],
        [{'command': command, 'name': name, 'action': 'delete'} for name in names],
    )


def _checked(command: Command, words: tuple[str, ...], invocation: Invocation) -> list[str]:
    """The words of a view, options spelt out."""
    line = read.line_of([command.name, *words], invocation.environment, plugins.auth_options)
    view_options = views.kept_options(line)
    saved_command_lines.check_secrets(line)
    args = saved_command_lines.arguments(line)
    output = OutputOptions.of(line.options())
    checked_output.check(command, output, invocation.settings, args)
    return [word for option in view_options for word in option.words]
