"""Refuses output options that do not suit the command, before any cloud is asked."""

from __future__ import annotations

from collections.abc import Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading import columns, declarations, queries
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import Args
from novaclient_mv.cli.reading.output_options import OutputOptions
from novaclient_mv.clouds.options import SPECIAL_FORMATS
from novaclient_mv.clouds.settings import Settings


def check(command: Command, output: OutputOptions, settings: Settings, args: Args) -> None:
    """Refuse unknown columns, invalid expressions, and formats that the command lacks."""
    own = declarations.declared(command.function, 'formats', ())
    if output.format in SPECIAL_FORMATS and output.format not in own:
        raise errors.CommandError(f'{command.name} has no format {output.format}.')
    if output.interval is not None:
        _check_watched(command, output, settings)
    is_dry_run = getattr(args, 'dry_run', None) is not None
    if output.query is not None:
        queries.compiled(output.query)
        if output.format in SPECIAL_FORMATS:
            raise errors.CommandError(f'The format {output.format} has no --query.')
        if columns.shows_nothing(command.function) and not is_dry_run:
            raise errors.CommandError(f'{command.name} shows nothing to pick from.')
    if not output.columns:
        return
    if is_dry_run:
        raise errors.CommandError(columns.NONE.format(f'{command.name} --dry-run'))
    fields = columns.fields_of(command.function, args)
    if fields is None or output.format in SPECIAL_FORMATS:
        raise errors.CommandError(columns.NONE.format(command.name))
    names: Sequence[str] = output.columns
    from novaclient_mv.clouds import selection

    if selection.several(settings) is not None:
        names = columns.behind_leading(fields, names)
    if fields:
        columns.check_names(fields, names)


_NOT_READING = ('writes', 'end', 'is_offline', 'is_about_login', 'takes_command_line')
_SHOWING = ('resource', 'columns', 'columns_by')
"""Declarations of commands that change something, or ask no cloud; and of those that show rows."""


def can_be_watched(command: Command) -> bool:
    """Whether a command can be watched: it shows rows or a record of a cloud, and only reads."""
    if any(declarations.declared(command.function, name) for name in _NOT_READING):
        return False
    return any(declarations.declared(command.function, name) is not None for name in _SHOWING)


def _check_watched(command: Command, output: OutputOptions, settings: Settings) -> None:
    """Refuse to watch what cannot be watched, before any cloud is asked.

    :raises CommandError: the command shows no rows of a cloud or may write, the format is no
        stream of rows and no table on a terminal, or several clouds are named.
    """
    if not can_be_watched(command):
        raise errors.CommandError(
            f'{command.name} cannot be watched: --watch is for what lists and shows.'
        )
    is_table = output.shown_format == 'table' and settings.environment.is_terminal
    if not is_table and output.shown_format != 'ndjson':
        raise errors.CommandError(
            '--watch shows a table on a terminal, and anywhere a row for each change with -f '
            'ndjson; no other output can be watched.'
        )
    from novaclient_mv.clouds import selection

    clouds = selection.several(settings)
    if clouds is not None:
        raise errors.CommandError(
            f'--watch is for one cloud at a time, not for {", ".join(clouds.names)}.'
        )
