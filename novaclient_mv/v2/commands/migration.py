"""The command that lists migrations."""

from __future__ import annotations

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading import list_filters
from novaclient_mv.cli.reading.declarations import Args, arg, returns_resource, within_limit
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts import paging
from novaclient_mv.v2.migrations import FILTERS

_MIGRATION = 'v2.migrations:Migration'
_PLACES = ('source_node', 'dest_node', 'source_compute', 'dest_compute', 'dest_host')
_COLUMNS = (
    *(*_PLACES, 'status', 'instance_uuid', 'old_flavor', 'new_flavor'),
    *('created_at', 'updated_at'),
)


@versions.wraps('2.0', '2.22')
def _columns(client: v2.Client) -> tuple[str, ...]:
    """Keys of the columns of tables."""
    return _COLUMNS


@versions.wraps('2.23')
def _columns(client: v2.Client) -> tuple[str, ...]:
    """Keys of the columns of tables."""
    return ('id', 'uuid', *_COLUMNS, 'migration_type', 'project_id', 'user_id')


@list_filters.options(FILTERS)
@arg('--marker', start_version='2.59', help='Start after the migration of this uuid.')
@paging.limit('2.59')
@returns_resource(_MIGRATION)
def do_migration_list(client: v2.Client, args: Args) -> results.Shown:
    """List migrations of all projects (administrators)."""
    filters = {**list_filters.arguments(args, FILTERS), **within_limit(args, 'marker', 'limit')}
    rows = client.migrations.iterate(**filters)
    return results.Table(v2.migrations.Migration, rows, _columns(client))
