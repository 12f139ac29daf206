"""Server actions: resize, migrate, live-migrate and evacuate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv import resources, versions
from novaclient_mv.v2.servers import action

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server


class ServerMoves(action.ServerActions[resources.R]):
    """Resize, migration and evacuation of one server (asynchronous)."""

    def resize(
        self, server: Server | str, flavor: resources.Resource | str, disk_config: str | None = None
    ) -> resources.TupleWithMeta:
        """Resize a server to another flavor, to be confirmed or reverted.

        :param flavor: flavor or its id.
        :param disk_config: ``AUTO`` or ``MANUAL``.
        :raises BadRequest: the server has this flavor, or cannot have it.

        ``POST /servers/{id}/action resize``
        """
        size = {'flavorRef': resources.getid(flavor), 'OS-DCF:diskConfig': disk_config}
        return self._action('resize', server, resources.without_none(size))

    def confirm_resize(self, server: Server | str) -> resources.TupleWithMeta:
        """Confirm a resize or cold migration: ``POST /servers/{id}/action confirmResize``."""
        return self._action('confirmResize', server)

    def revert_resize(self, server: Server | str) -> resources.TupleWithMeta:
        """Revert a resize or cold migration: ``POST /servers/{id}/action revertResize``."""
        return self._action('revertResize', server)

    @versions.wraps('2.0', '2.55')
    def migrate(self, server: Server | str) -> resources.TupleWithMeta:
        """Cold-migrate a server to a host that the scheduler chooses.

        ``POST /servers/{id}/action migrate``
        """
        return self._action('migrate', server)

    @versions.newest
    @versions.wraps('2.56')
    def migrate(self, server: Server | str, host: str | None = None) -> resources.TupleWithMeta:
        """Cold-migrate a server: ``POST /servers/{id}/action migrate``.

        :param host: where to; the scheduler chooses where none is given.
        :raises BadRequest: the host does not exist.
        """
        return self._action('migrate', server, resources.without_none({'host': host}))

    @versions.parameters(disk_over_commit='..2.24', force='2.30..2.67')
    def live_migrate(
        self,
        server: Server | str,
        host: str | None,
        block_migration: bool | str | None,
        disk_over_commit: bool | None = versions.REQUIRED,
        force: bool | None = None,
    ) -> resources.TupleWithMeta:
        """Live-migrate a server: ``POST /servers/{id}/action os-migrateLive``.

        :param host: where to; the scheduler chooses for ``None``.
        :param block_migration: copy its disks; ``auto`` (from 2.25, also for ``None``) to copy what
            is not shared.
        :param disk_over_commit: allow more than the target's disks have (up to 2.24).
        :param force: do not ask the scheduler about the host (2.30 to 2.67).
        :raises BadRequest: the host does not exist, or it cannot take the server.
        """
        options = self._disks(block_migration, disk_over_commit)
        if force:
            options['force'] = force
        return self._action('os-migrateLive', server, {'host': host, **options})

    @versions.wraps('2.0', '2.24')
    def _disks(
        self, block_migration: bool | str | None, disk_over_commit: bool | None
    ) -> dict[str, Any]:
        return {
            'block_migration': block_migration or False,
            'disk_over_commit': disk_over_commit or False,
        }

    @versions.newest
    @versions.wraps('2.25')
    def _disks(
        self, block_migration: bool | str | None, disk_over_commit: bool | None
    ) -> dict[str, Any]:
        return {'block_migration': 'auto' if block_migration is None else block_migration}

    @versions.parameters(on_shared_storage='..2.13', force='2.29..2.67')
    def evacuate(
        self,
        server: Server | str,
        host: str | None = None,
        on_shared_storage: bool = True,
        password: str | None = None,
        force: bool | None = None,
    ) -> resources.TupleWithMeta:
        """Evacuate a server from a failed host; from 2.95 it stays stopped.

        :param host: where to; the scheduler chooses where none is given.
        :param on_shared_storage: its disks are on storage that outlives the host (up to 2.13; later
            the cloud finds out).
        :param password: new password of the administrator in it.
        :param force: do not ask the scheduler about the host (2.29 to 2.67).
        :returns: the response and its body, with ``adminPass`` up to 2.13.
        :raises BadRequest: its host is not down, or there is no such target.

        ``POST /servers/{id}/action evacuate``
        """
        target = {
            'host': host,
            'onSharedStorage': on_shared_storage,
            'adminPass': password,
            'force': force or None,
        }
        return self._answered_action('evacuate', server, resources.without_none(target))

    def names_on(self, hypervisor_hostname: str) -> dict[str, str]:
        """Id to name of the servers on a hypervisor, in all projects (administrators); there may be
        others among them.

        ``GET /servers``
        """
        query = {'all_tenants': 1, 'node': hypervisor_hostname}
        servers = self._pages('GET /servers', 'servers', query=query)
        return {str(server.id): str(server._info.get('name')) for server in servers}


class ServerMovesMethods(action.ServerMethods):
    """The actions above, as methods of a server."""

    confirm_resize = resources.manager_method(ServerMoves.confirm_resize)
    revert_resize = resources.manager_method(ServerMoves.revert_resize)
    evacuate = resources.manager_method(ServerMoves.evacuate)

    # Type checkers see no variants that share a name, so that this one has a signature of its own.
    @versions.parameters(host='2.56..')
    def migrate(self, host: str | None = None) -> resources.TupleWithMeta:
        """Cold-migrate this server: ``POST /servers/{id}/action migrate``.

        :param host: the target host (from 2.56); the scheduler chooses where none is given.
        :raises BadRequest: the host does not exist.
        :raises UnsupportedAttribute: an argument that this version lacks.
        """
        return self._do('migrate', **resources.without_none({'host': host}))

    def resize(
        self, flavor: resources.Resource | str, *, disk_config: str | None = None
    ) -> resources.TupleWithMeta:
        """Give it another flavor: ``POST /servers/{id}/action resize``."""
        return self._do('resize', flavor, disk_config)

    @versions.wraps('2.0', '2.24')
    def live_migrate(
        self,
        host: str | None = None,
        block_migration: bool = False,
        disk_over_commit: bool | None = None,
    ) -> resources.TupleWithMeta:
        """Move it while it runs: ``POST /servers/{id}/action os-migrateLive``."""
        return self._do('live_migrate', host, block_migration, disk_over_commit)

    @versions.newest
    @versions.wraps('2.25')
    @versions.parameters(force='2.30..2.67')
    def live_migrate(
        self,
        host: str | None = None,
        block_migration: bool | str | None = None,
        force: bool | None = None,
    ) -> resources.TupleWithMeta:
        """Move it while it runs: ``POST /servers/{id}/action os-migrateLive``.

        :param block_migration: copy its disks; ``None`` to copy what is not shared.
        :param force: do not ask the scheduler about the host (2.30 to 2.67).
        """
        return self._do(
            'live_migrate', host, block_migration, **resources.without_none({'force': force})
        )
