"""The command that lists the clouds of the cloud files."""

from __future__ import annotations

from novaclient_mv import errors, services
from novaclient_mv.cli.reading.declarations import Args, offline, returns_columns
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.types.services import service_option
from novaclient_mv.cli.running import results
from novaclient_mv.clouds import cloud_list

_KEYS = ('name', 'auth_url', 'user', 'project', 'regions', 'version', 'version_from', 'file')


@offline
@service_option('Service whose versions to show (default: compute).', services.COMPUTE)
@returns_columns(*_KEYS)
def do_cloud_list(invocation: Invocation, args: Args) -> results.Shown:
    """List the clouds that cloud files define, without a login."""
    clouds, mistakes = cloud_list.listing(invocation.settings, args.service)
    rows = [dict(cloud) for cloud in clouds]
    titles = ('Name', 'Auth URL', 'User', 'Project', 'Regions', 'Version', 'Version From', 'File')
    cells = [
        [', '.join(cell) if isinstance(cell, list) else cell for cell in map(row.get, _KEYS)]
        for row in rows
    ]
    table = results.Rows(titles, cells, rows, _KEYS)
    if mistakes:
        failed = errors.SomeFailed(mistakes, len(rows) + len(mistakes))
        failed.done = table if rows else None
        raise failed
    return table
