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
    """Refuse unknown columns, invalid expressions, and formats and ``--watch`` that the command
    lacks.
    """
    own = declarations.declared(command.function, 'formats', ())
    if output.format in SPECIAL_FORMATS and output.format not in own:
        raise errors.CommandError(f'{command.name} has no format {output.format}.')
    if output.interval is not None:
        from novaclient_mv.cli.reading import watch_options

        watch_options.check(command, output, settings)
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
