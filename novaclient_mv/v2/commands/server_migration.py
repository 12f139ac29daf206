"""Commands on the live migrations of one server."""

from __future__ import annotations

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts.server_arguments import find_server, one_server

_MIGRATION = 'v2.server_migrations:ServerMigration'
_COLUMNS = (
    *('id', 'source_node', 'dest_node', 'source_compute', 'dest_compute', 'dest_host', 'status'),
    *('server_uuid', 'created_at', 'updated_at', 'project_id', 'user_id'),
    *('memory_total_bytes', 'memory_processed_bytes', 'memory_remaining_bytes'),
    *('disk_total_bytes', 'disk_processed_bytes', 'disk_remaining_bytes'),
)


@versions.wraps('2.23')
@one_server
@returns_resource(_MIGRATION)
def do_server_migration_list(client: v2.Client, args: Args) -> results.Shown:
    """List the live migrations of a server in progress (managers)."""
    server = find_server(client, args)
    rows = client.server_migrations.list(server)
    return results.Table(v2.server_migrations.ServerMigration, rows, _COLUMNS)


@versions.wraps('2.23')
@one_server
@arg('migration', help='Id of the migration.')
@returns_resource(_MIGRATION)
def do_server_migration_show(client: v2.Client, args: Args) -> results.Shown:
    """Show a live migration of a server (administrators)."""
    server = find_server(client, args)
    return results.Record(client.server_migrations.get(server, args.migration))


@versions.wraps('2.24')
@one_server
@arg('migration', help='Id of the migration.')
@success_message('Aborting migration {migration} of server {server}.')
@writes
def do_server_migration_abort(client: v2.Client, args: Args) -> None:
    """Abort a live migration; the server stays on its host (managers)."""
    server = find_server(client, args)
    client.server_migrations.live_migration_abort(server, args.migration)


@versions.wraps('2.22')
@one_server
@arg('migration', help='Id of the migration.')
@success_message('Forcing migration {migration} of server {server} to complete.')
@writes
def do_server_migration_force_complete(client: v2.Client, args: Args) -> None:
    """Force a live migration to complete, with a pause of the server (managers)."""
    server = find_server(client, args)
    client.server_migrations.live_migrate_force_complete(server, args.migration)
