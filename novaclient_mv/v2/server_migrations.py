"""Live migrations of one server that are under way (from 2.22)."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

from novaclient_mv import resources, versions
from novaclient_mv.resources import field
from novaclient_mv.v2 import migrations

if TYPE_CHECKING:
    from novaclient_mv.v2 import servers


class ServerMigration(migrations.ServerMove):
    """One live migration that is under way."""

    hidden_by = dict.fromkeys(migrations.HOSTS, 'os_compute_api:servers:migrations:index:host')

    server_uuid: str = field('Server UUID', before='created_at')
    memory_total_bytes: int = field('Total Memory Bytes')
    memory_processed_bytes: int = field('Processed Memory Bytes')
    memory_remaining_bytes: int = field('Remaining Memory Bytes')
    disk_total_bytes: int = field('Total Disk Bytes')
    disk_processed_bytes: int = field('Processed Disk Bytes')
    disk_remaining_bytes: int = field('Remaining Disk Bytes')

    def renewed(self) -> ServerMigration:
        """This migration as the cloud has it now.

        :raises NotFound: it is not under way any more.
        """
        migration: ServerMigration = self.manager.get(self._info['server_uuid'], self.id)
        return migration

    def __repr__(self) -> str:
        return '<ServerMigration>'


class ServerMigrationsManager(resources.ManagerWithFind[ServerMigration]):
    """Live migrations of one server (administrators)."""

    kind = 'migration'
    resource_class = ServerMigration

    @versions.wraps('2.22')
    def live_migrate_force_complete(
        self, server: servers.Server | str, migration: ServerMigration | str | int
    ) -> resources.TupleWithMeta:
        """Finish a live migration now: the server may stop for the rest of it.

        :raises NotFound: the server has no such migration under way.
        :raises BadRequest: it is not running.

        ``POST /servers/{server_id}/migrations/{id}/action force_complete``
        """
        return self._done(
            self.send(
                'POST /servers/{server_id}/migrations/{id}/action force_complete',
                server,
                migration,
                body={'force_complete': None},
            )
        )

    @versions.wraps('2.23')
    def get(
        self, server: servers.Server | str, migration: ServerMigration | str | int
    ) -> ServerMigration:
        """One live migration by its id: ``GET /servers/{server_id}/migrations/{id}``.

        :raises NotFound: the server has no such migration under way.
        """
        return self._show(
            'GET /servers/{server_id}/migrations/{id}', 'migration', server, migration
        )

    @versions.wraps('2.23')
    def list(self, server: servers.Server | str) -> builtins.list[ServerMigration]:  # type: ignore[override]
        """The live migrations of a server.

        ``GET /servers/{server_id}/migrations``
        """
        return self._read_list('GET /servers/{server_id}/migrations', 'migrations', server)

    iterate = resources.every_row(list)

    @versions.wraps('2.24')
    def live_migration_abort(
        self, server: servers.Server | str, migration: ServerMigration | str | int
    ) -> resources.TupleWithMeta:
        """Stop a live migration: the server stays where it is; from 2.65 also one that has not
        begun.

        :raises NotFound: the server has no such migration under way.
        :raises BadRequest: it can no longer be stopped.

        ``DELETE /servers/{server_id}/migrations/{id}``
        """
        return self._done(
            self.send('DELETE /servers/{server_id}/migrations/{id}', server, migration)
        )
