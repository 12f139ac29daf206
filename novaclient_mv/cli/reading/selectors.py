"""Selects the targets of a command by an expression, in place of names: ``--where``."""

from __future__ import annotations

import itertools

from novaclient_mv import errors
from novaclient_mv.cli.reading import columns, commands, queries, tree
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import Args, declared
from novaclient_mv.cli.reading.queries import QueryCondition
from novaclient_mv.cli.reading.targets import Targets
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.clouds.environment import Environment

WHERE = '--where'


def targets_of(command: Command) -> Targets | None:
    """The targets of a command that works on several which a list has."""
    targets: Targets | None = declared(command.function, 'targets')
    return targets


def with_example(line: CommandLine) -> CommandLine:
    """The line with one made-up target in place of its expression."""
    targets = targets_of(line.command)
    if targets is None or WHERE not in line.flags:
        return line
    return line.filled(**{targets.argument: ['selected']})


def check(command: Command, args: Args, environment: Environment) -> None:
    """Refuse an invalid expression, one beside names, and changes that nobody can confirm."""
    targets = targets_of(command)
    if targets is None:
        return
    if args.where is None:
        if args.yes:
            raise errors.CommandError(f'--yes needs {WHERE}: nothing else is asked.')
        return
    if getattr(args, targets.argument):
        raise errors.CommandError(f'{WHERE} and {targets.metavar} do not go together.')
    condition(targets, args.where)
    dry_run = getattr(args, 'dry_run', None)
    if dry_run == tree.OFFLINE:
        raise errors.CommandError(
            f'{WHERE} asks the cloud, and --dry-run={tree.OFFLINE} asks for nothing.'
        )
    if dry_run is None and not args.yes and not environment.can_confirm:
        raise errors.CommandError(
            f'{WHERE} asks before anything is changed; where nobody can be asked it needs --yes.'
        )


def condition(targets: Targets, text: str) -> QueryCondition:
    """The condition of an expression over the rows of a list."""
    expression = queries.condition(text, WHERE)
    keys = [
        field.key for field in columns.fields_of(commands.find(targets.listing[0]).function) or ()
    ]
    for name in expression.names:
        if name not in itertools.chain(keys, ('extra', 'unknown')):
            from novaclient_mv.values import likeness

            close = likeness.closest(name, keys)
            ending = f' There are: {", ".join(keys)}.'
            raise errors.UnknownName('column', name, close, ending=ending)
    return expression
