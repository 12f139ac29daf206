"""Commands on the usage of projects."""

from __future__ import annotations

from collections.abc import Iterable

from novaclient_mv import v2
from novaclient_mv.cli.reading.declarations import Args, arg, returns_resource
from novaclient_mv.cli.reading.types import owners, timestamps
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts.projects import project_of

_USAGE = 'v2.usage:Usage'
_COLUMNS = ('server_count', 'total_memory_mb_usage', 'total_vcpus_usage', 'total_local_gb_usage')
_START_HELP = (
    'First day or time (UTC), as in 2026-01-31, or how long ago, as in 2h or yesterday (default: '
    '28 days ago).'
)
_END_HELP = 'Last day or time (UTC), or how long ago (default: tomorrow).'


@arg('--start', type=timestamps.Timestamp, default='-28', help=_START_HELP)
@arg('--end', type=timestamps.Timestamp, default='+1', help=_END_HELP)
@arg(
    '--tenant',
    metavar='<tenant-id>',
    type=owners.project,
    rule='os_compute_api:os-simple-tenant-usage:show',
    help='Project, by name or id (default: the project of the login; another: administrators).',
)
@arg('--detailed', action='store_true', help='Include each server.')
@returns_resource(_USAGE)
def do_usage_show(client: v2.Client, args: Args) -> results.Shown:
    """Show the usage of a project."""
    project = project_of(client, args)
    used: v2.usage.Usage = client.usage.of_project(
        project, args.start.resolve(), args.end.resolve()
    )
    rows = [used] if used._info else []
    used._info.setdefault('tenant_id', project)
    table = results.Table(v2.usage.Usage, rows, _COLUMNS)
    return results.Views(results.Record(used), _heading(args), table, *_servers(args, rows))


@arg('--start', type=timestamps.Timestamp, default='-28', help=_START_HELP)
@arg('--end', type=timestamps.Timestamp, default='+1', help=_END_HELP)
@arg('--detailed', action='store_true', help='Include each server.')
@returns_resource(_USAGE)
def do_usage_list(client: v2.Client, args: Args) -> results.Shown:
    """List the usage of all projects (administrators)."""
    usages: list[v2.usage.Usage] = client.usage.everything(args.start.resolve(), args.end.resolve())
    table = results.Table(v2.usage.Usage, usages, ('project_id', *_COLUMNS))
    return results.Views(table, _heading(args), table, *_servers(args, usages))


def _servers(args: Args, usages: Iterable[v2.usage.Usage]) -> list[results.Table]:
    """A table of the servers of all projects, if that was asked for."""
    if not args.detailed:
        return []
    rows = [server for project_usage in usages for server in project_usage.servers()]
    return [results.Table(v2.usage.ServerUsage, rows)]


def _heading(args: Args) -> results.Text:
    return results.Text(f'From {args.start} to {args.end}:')
