"""Refuses output options that do not suit the command, before any cloud is asked."""

from __future__ import annotations

from collections.abc import Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading import columns, declarations, queries
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import Args
from novaclient_mv.cli.reading.wishes import Wishes
from novaclient_mv.clouds.options import SPECIAL_FORMATS
from novaclient_mv.clouds.settings import Settings


def check(command: Command, wishes: Wishes, settings: Settings, args: Args) -> None:
    """Refuse columns that do not exist, an expression that is none, what a command has no use for,
    formats that only other commands have, and to watch what cannot be watched.

    :raises CommandError: one of these was asked for.
    """
    own = declarations.declared(command.function, 'formats', ())
    if wishes.format in SPECIAL_FORMATS and wishes.format not in own:
        raise errors.CommandError(f'{command.name} has no format {wishes.format}.')
    if wishes.interval is not None:
        from novaclient_mv.cli.reading import watched

        watched.check(command, wishes, settings)
    is_dry_run = getattr(args, 'dry_run', None) is not None
    if wishes.query is not None:
        queries.compiled(wishes.query)
        if wishes.format in SPECIAL_FORMATS:
            raise errors.CommandError(f'The format {wishes.format} has no --query.')
        if columns.shows_nothing(command.function) and not is_dry_run:
            raise errors.CommandError(f'{command.name} shows nothing to pick from.')
    if not wishes.columns:
        return
    if is_dry_run:
        raise errors.CommandError(columns.NONE.format(f'{command.name} --dry-run'))
    fields = columns.fields_of(command.function, args)
    if fields is None or wishes.format in SPECIAL_FORMATS:
        raise errors.CommandError(columns.NONE.format(command.name))
    names: Sequence[str] = wishes.columns
    from novaclient_mv.clouds import selection

    if selection.several(settings) is not None:
        names = columns.behind_leading(fields, names)
    if fields:
        columns.check_names(fields, names)
