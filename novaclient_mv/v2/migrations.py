"""Migrations of all servers: resizes, moves and evacuations, done and under way."""

from __future__ import annotations

from novaclient_mv import errors, resources
from novaclient_mv.resources import Time, field
from novaclient_mv.services.filters import Filters, changed, for_everybody

HOSTS = ('source_node', 'dest_node', 'source_compute', 'dest_compute', 'dest_host')

FILTERS = Filters(
    for_everybody(
        'instance_uuid', 'Migrations of the server of this id.', metavar='<instance_uuid>'
    ),
    for_everybody('host', 'Migrations from or to this host.'),
    for_everybody('status', 'Status, as in finished.'),
    for_everybody(
        'migration_type',
        'Migration type: resize, migration, live-migration or evacuation.',
        values='migration type',
        metavar='<migration_type>',
    ),
    for_everybody('source_compute', 'Migrations from this host.', metavar='<source_compute>'),
    for_everybody(
        'hidden',
        'Hidden (true) or visible (false) migrations.',
        values='boolean',
        metavar='<boolean>',
        encode=int,
        sends_false=True,
    ),
    *changed('Migrations', since='2.59'),
    for_everybody(
        'project_id',
        'Migrations of servers of this project, by name or id.',
        '2.80',
        values='project',
        metavar='<project_id>',
    ),
    for_everybody(
        'user_id',
        'Migrations by this user, by name or id.',
        '2.80',
        values='user',
        metavar='<user_id>',
    ),
)


class ServerMove(resources.Resource):
    """Fields that all migrations have."""

    failed_states = frozenset({'ERROR', 'FAILED', 'CANCELLED'})

    id: int = field()
    uuid: str = field('UUID', start_version='2.59')
    source_node: str | None = field()
    dest_node: str | None = field()
    source_compute: str | None = field()
    dest_compute: str | None = field()
    dest_host: str | None = field()
    status: str = field()
    created_at: Time = field()
    updated_at: Time | None = field()
    project_id: str = field('Project ID', start_version='2.80')
    user_id: str = field('User ID', start_version='2.80')


class Migration(ServerMove):
    """One move of a server from a host to a host."""

    repr_keys = ('id',)
    hidden_by = dict.fromkeys(HOSTS, 'os_compute_api:os-migrations:index:host')
    manager: MigrationManager

    instance_uuid: str = field('Instance UUID', before='created_at')
    old_instance_type_id: int = field(key='old_flavor', before='created_at')
    new_instance_type_id: int = field(key='new_flavor', before='created_at')
    migration_type: str = field('Type', start_version='2.23', before='project_id')

    def renewed(self) -> Migration:
        """This migration as the cloud has it now, which is in the list of those of its server.

        :raises NotFound: it is not there any more.
        """
        server = self._info.get('instance_uuid')
        for migration in self.manager.iterate(instance_uuid=server):
            if migration.id == self.id:
                return migration
        raise errors.NotFound(404, f'Server {server} has no migration {self.id}.')


class MigrationManager(resources.ManagerWithFind[Migration]):
    """Migrations of all projects (administrators)."""

    kind = 'migration'
    resource_class = Migration

    @resources.by_page
    @FILTERS.parameters(marker='2.59..', limit='2.59..')
    def list(
        self,
        host: str | None = None,
        status: str | None = None,
        instance_uuid: str | None = None,
        marker: str | None = None,
        limit: int | None = None,
        changes_since: str | None = None,
        changes_before: str | None = None,
        migration_type: str | None = None,
        source_compute: str | None = None,
        user_id: str | None = None,
        project_id: str | None = None,
        hidden: bool | None = None,
    ) -> resources.Listing[Migration]:
        """Migrations, newest first; from 2.59 one page as the cloud cuts it.

        :param host: source or target.
        :param status: as in ``finished``.
        :param marker: uuid of the migration before the first (from 2.59).
        :param limit: number of migrations (from 2.59).
        :param changes_since: ISO 8601 time of the earliest change (from 2.59).
        :param changes_before: ISO 8601 time of the latest change (from 2.66).
        :param migration_type: ``resize``, ``migration``, ``live-migration`` or ``evacuation``.
        :param source_compute: service that it comes from.
        :param user_id: who asked for it (from 2.80).
        :param project_id: owner of the server (from 2.80).
        :param hidden: ``True`` for those that the cloud has put out of sight, ``False`` for others.
        :raises BadRequest: the marker does not exist, or a time is malformed.

        ``GET /os-migrations``
        """
        query = {**FILTERS.query(locals()), 'marker': marker or None}
        return self._listing(
            'GET /os-migrations',
            'migrations',
            query=query,
            limit=limit,
            marker_of=lambda row: row.get('uuid') or row.get('id'),
        )

    iterate = resources.every_page(list)
