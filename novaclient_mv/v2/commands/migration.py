"""The command that lists migrations."""

from __future__ import annotations

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import Args, arg, shows, within_limit
from novaclient_mv.cli.reading.types import owners
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts import paging

_MIGRATION = 'v2.migrations:Migration'
_PLACES = ('source_node', 'dest_node', 'source_compute', 'dest_compute', 'dest_host')
_COLUMNS = (
    *(*_PLACES, 'status', 'instance_uuid', 'old_flavor', 'new_flavor'),
    *('created_at', 'updated_at'),
)
_HOST_HELP = 'Migrations from or to this host.'
_MIGRATION_TYPE = types.OneOf('resize', 'migration', 'live-migration', 'evacuation')
_TYPE_HELP = 'Migration type: resize, migration, live-migration or evacuation.'
_HIDDEN_HELP = 'Hidden (true) or visible (false) migrations.'


@versions.wraps('2.0', '2.22')
@arg('--instance-uuid', metavar='<instance_uuid>', help='Migrations of the server of this id.')
@arg('--host', help=_HOST_HELP)
@arg('--status', help='Status, as in finished.')
@arg('--migration-type', metavar='<migration_type>', type=_MIGRATION_TYPE, help=_TYPE_HELP)
@arg('--source-compute', metavar='<source_compute>', help='Migrations from this host.')
@arg('--hidden', metavar='<boolean>', type=types.boolean_number, help=_HIDDEN_HELP)
@shows(_MIGRATION)
def do_migration_list(client: v2.Client, args: Args) -> results.Shown:
    """List migrations of all projects (administrators)."""
    return _listed(client, args, _COLUMNS)


@versions.wraps('2.23')
@arg('--instance-uuid', metavar='<instance_uuid>', help='Migrations of the server of this id.')
@arg('--host', help=_HOST_HELP)
@arg('--status', help='Status, as in finished.')
@arg('--migration-type', metavar='<migration_type>', type=_MIGRATION_TYPE, help=_TYPE_HELP)
@arg('--source-compute', metavar='<source_compute>', help='Migrations from this host.')
@arg('--hidden', metavar='<boolean>', type=types.boolean_number, help=_HIDDEN_HELP)
@arg('--marker', start_version='2.59', help='Start after the migration of this uuid.')
@paging.limit('2.59')
@paging.changed('Migrations', since='2.59')
@arg(
    '--project-id',
    metavar='<project_id>',
    type=owners.project,
    start_version='2.80',
    help='Migrations of servers of this project, by name or id.',
)
@arg(
    '--user-id',
    metavar='<user_id>',
    type=owners.user,
    start_version='2.80',
    help='Migrations by this user, by name or id.',
)
@shows(_MIGRATION)
def do_migration_list(client: v2.Client, args: Args) -> results.Shown:
    """List migrations of all projects (administrators)."""
    columns = ('id', 'uuid', *_COLUMNS, 'migration_type', 'project_id', 'user_id')
    return _listed(client, args, columns)


def _listed(client: v2.Client, args: Args, columns: tuple[str, ...]) -> results.Table:
    filters = within_limit(
        args,
        *('instance_uuid', 'host', 'status', 'migration_type', 'source_compute', 'marker'),
        *('limit', 'changes_since', 'changes_before', 'project_id', 'user_id', 'hidden'),
    )
    return results.Table(v2.migrations.Migration, client.migrations.iterate(**filters), columns)
