"""Commands that can be watched, and the refusal of ``--watch`` for others."""

from __future__ import annotations

from novaclient_mv import errors
from novaclient_mv.cli.reading import declarations
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.output_options import OutputOptions
from novaclient_mv.clouds.settings import Settings

_NOT_READING = ('writes', 'end', 'is_offline', 'is_about_login', 'takes_command_line')
_SHOWING = ('resource', 'columns', 'columns_by')
"""Declarations of commands that change something, or ask no cloud; and of those that show rows."""


def can_be(command: Command) -> bool:
    """Whether a command can be watched: it shows rows or a record of a cloud, and only reads."""
    if any(declarations.declared(command.function, name) for name in _NOT_READING):
        return False
    return any(declarations.declared(command.function, name) is not None for name in _SHOWING)


def check(command: Command, output: OutputOptions, settings: Settings) -> None:
    """Refuse to watch what cannot be watched, before any cloud is asked.

    :raises CommandError: the command shows no rows of a cloud or may write, the format is no
        stream of rows and no table on a terminal, or several clouds are named.
    """
    if not can_be(command):
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
