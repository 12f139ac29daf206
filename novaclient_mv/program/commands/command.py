"""The command that shows the command line itself as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv.cli.reading import index
from novaclient_mv.cli.reading.declarations import Args, offline, returns_columns
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.types.services import service_option
from novaclient_mv.cli.running import results
from novaclient_mv.services import Service

if TYPE_CHECKING:
    from novaclient_mv.knowledge import command_catalog


@offline
@service_option('Service whose commands to list (default: all services).')
@returns_columns('name', 'service', 'does', 'summary')
def do_command_list(invocation: Invocation, args: Args) -> results.Shown:
    """List the commands; JSON includes their arguments, versions, fields and operations."""
    service_names = [args.service] if args.service else None
    _, rows = index.overview()
    cells = [
        (
            row.name,
            row.service.name,
            ', '.join(['writes'] * row.writes + ['waits'] * row.waits),
            row.summary,
        )
        for row in rows
        if service_names is None or row.service in service_names
    ]
    return results.Rows(
        ('Name', 'Service', 'Does', 'Summary'), cells, data=lambda: _everything(service_names)
    )


def _everything(services: list[Service] | None) -> command_catalog.CommandCatalog:
    """Return the value of machine formats; loads the modules of all commands."""
    from novaclient_mv.knowledge import command_catalog

    return command_catalog.command_catalog(services)
