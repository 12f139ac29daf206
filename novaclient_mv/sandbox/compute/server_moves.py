"""Moves of a server: resize, migrate, live migration and evacuation."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import (
    compute_hosts,
    migration_records,
    server_builder,
    server_work,
)
from novaclient_mv.sandbox.compute import server_states as states
from novaclient_mv.sandbox.compute.flavors import find_flavor
from novaclient_mv.sandbox.compute.schemas import server_life as schemas
from novaclient_mv.sandbox.database import Row
from novaclient_mv.sandbox.wsgi import (
    Fault,
    Response,
    api_version,
    expected_errors,
    schema,
    success,
)

Document = dict[str, Any]

NO_HOST = 'No valid host was found. There are not enough hosts available.'

# What a move changes, and a reverted one restores.
_MOVED = ('host', 'availability_zone', 'flavor_id', 'flavor', 'disk_config')


class ServerMoves(server_work.ServerWork):
    """The actions that take a server to another host."""

    # -- resize

    @success(202)
    @expected_errors(400, 401, 403, 404, 409)
    @schema(schemas.resize)
    def resize(self, id: str, body: Document) -> Response:
        """``POST /servers/{id}/action`` with ``resize``"""
        row = self.server_to_change(id, 'os_compute_api:servers:resize')
        given = body['resize']
        states.require(row.document, id, 'resize', ('active', 'stopped'))
        try:
            flavor = find_flavor(self, str(given['flavorRef']))
        except Fault as fault:
            raise Fault(400, fault.message) from None
        if flavor.id == row.document['flavor_id']:
            raise Fault(400, 'When resizing, instances must change flavor!')
        self._move(row, 'resize', None, flavor, given.get('OS-DCF:diskConfig'))
        return self.answer()

    @success(204)
    @expected_errors(400, 404, 409)
    @schema(schemas.confirm_resize)
    def confirm_resize(self, id: str, body: Document) -> Response:
        """``POST /servers/{id}/action`` with ``confirmResize``"""
        row, record = self._resized(id, 'confirm_resize', 'confirmResize')
        migration_records.plan(
            record.document, self.now, (0.0, 'confirming'), (states.CHANGE_SECONDS, 'confirmed')
        )
        self.db.save(record)
        # Nova shows no task while it confirms.
        self.work(
            row, 'confirmResize', None, (states.CHANGE_SECONDS, {'vm_state': _rest(row.document)})
        )
        return self.answer()

    @success(202)
    @expected_errors(400, 404, 409)
    @schema(schemas.revert_resize)
    def revert_resize(self, id: str, body: Document) -> Response:
        """``POST /servers/{id}/action`` with ``revertResize``"""
        row, record = self._resized(id, 'revert_resize', 'revertResize')
        migration_records.plan(
            record.document, self.now, (0.0, 'reverting'), (states.CHANGE_SECONDS, 'reverted')
        )
        self.db.save(record)
        changes = {'vm_state': _rest(row.document), **row.document.get('before_move', {})}
        self.work(row, 'revertResize', 'resize_reverting', (states.CHANGE_SECONDS, changes))
        return self.answer()

    def _resized(self, id: str, rule: str, action: str) -> tuple[Row, Row]:
        """A server that waits for a decision, with the record of its move."""
        row = self.server_to_change(id, f'os_compute_api:servers:{rule}')
        states.require(row.document, id, action, ('resized',))
        record = migration_records.finished_move(self.db, id)
        if record is None:
            raise Fault(400, 'Instance has not been resized.')
        return row, record

    # -- migrate

    # Up to 2.55 nobody looked at what the action's key holds.

    @api_version('2.1', '2.55')
    @success(202)
    @expected_errors(400, 403, 404, 409)
    def migrate(self, id: str, body: Document) -> Response:
        """``POST /servers/{id}/action`` with ``migrate``"""
        return self._migrate(id, None)

    @api_version('2.56')
    @success(202)
    @expected_errors(400, 403, 404, 409)
    @schema(schemas.migrate_2_56, '2.56')
    def migrate(self, id: str, body: Document) -> Response:
        """``POST /servers/{id}/action`` with ``migrate``"""
        return self._migrate(id, (body['migrate'] or {}).get('host'))

    def _migrate(self, id: str, host: str | None) -> Response:
        rule = 'os_compute_api:os-migrate-server:migrate'
        row = self.server_to_change(id, rule, role='manager')
        if host is not None:
            self.require(f'{rule}:host', self.context.is_admin)
            compute_hosts.require_known(self.db, host)
        states.require(row.document, id, 'migrate', ('active', 'stopped'))
        if host == row.document['host']:
            raise Fault(400, 'Cannot migrate to the host where the server exists.')
        self._move(row, 'migrate', host, None, None)
        return self.answer()

    def _move(
        self,
        row: Row,
        action: str,
        host: str | None,
        flavor: Row | None,
        disk_config: str | None,
    ) -> None:
        """Start a cold move, to another flavor or with the same one."""
        facts = row.document
        kind = 'migration' if flavor is None else 'resize'
        destination = host or compute_hosts.choose(self.db, without=(facts['host'],))
        if destination is None:
            failed = {'fault': self._fault(NO_HOST)}
            migration_records.begin(self, row, kind, None, (0.0, 'error'), flavor=flavor)
            steps = ((states.CHANGE_SECONDS, failed),)
            self.work(row, action, 'resize_prep', *steps, failure=NO_HOST)
            return
        facts['before_move'] = {key: facts[key] for key in _MOVED}
        changes = {'vm_state': 'resized', **self._place(destination)}
        if flavor is not None:
            changes['flavor_id'] = flavor.id
            changes['flavor'] = server_builder.flavor_snapshot(flavor)
        if disk_config is not None:
            changes['disk_config'] = disk_config
        half, whole = states.MOVE_SECONDS / 2, states.MOVE_SECONDS
        statuses = ((0.0, 'pre-migrating'), (half, 'migrating'), (whole, 'finished'))
        migration_records.begin(self, row, kind, destination, *statuses, flavor=flavor)
        self.work(
            row,
            action,
            'resize_prep',
            (half, {'task_state': 'resize_migrating'}),
            (whole, changes),
            host=destination,
        )

    def _place(self, host: str) -> Document:
        zone = compute_hosts.takers(self.db).get(host, 'nova')
        return {'host': host, 'availability_zone': zone}

    def _fault(self, message: str) -> Document:
        return {'code': 500, 'message': message, 'details': message, 'created': self.now}

    # -- live migration

    @success(202)
    @expected_errors(400, 403, 404, 409)
    @schema(schemas.migrate_live, '2.0', '2.24')
    @schema(schemas.migrate_live_2_25, '2.25', '2.29')
    @schema(schemas.migrate_live_2_30, '2.30', '2.67')
    @schema(schemas.migrate_live_2_25, '2.68')
    def migrate_live(self, id: str, body: Document) -> Response:
        """``POST /servers/{id}/action`` with ``os-migrateLive``"""
        rule = 'os_compute_api:os-migrate-server:migrate_live'
        row = self.server_to_change(id, rule, role='manager')
        host = body['os-migrateLive']['host']
        if host is not None:
            self.require(f'{rule}:host', self.context.is_admin)
            compute_hosts.require_known(self.db, host)
        facts = row.document
        states.require(facts, id, 'os-migrateLive', ('active', 'paused'))
        source = facts['host']
        if host == source:
            raise Fault(400, f'Unable to migrate instance ({id}) to current host ({host}).')
        for each in (source, host):
            if each is not None and not compute_hosts.is_up(self.db, each):
                raise Fault(400, f'Compute service of {each} is unavailable at this time.')
        destination = host or compute_hosts.choose(self.db, without=(source,))
        if destination is None:
            return self._fail_live(row)
        seconds = states.LIVE_SECONDS
        migration_records.begin(
            self,
            row,
            migration_records.LIVE,
            destination,
            (0.0, 'queued'),
            (seconds / 8, 'preparing'),
            (seconds / 4, 'running'),
            (seconds, 'completed'),
        )
        self.work(row, 'live-migration', 'migrating', (seconds, self._place(destination)))
        return self.answer()

    def _fail_live(self, row: Row) -> Response:
        """There is no other host: known at once up to 2.33, later to be read from the record."""
        if not self.is_at_least('2.34'):
            raise Fault(400, NO_HOST)
        migration_records.begin(self, row, migration_records.LIVE, None, (0.0, 'error'))
        failed = (states.CHANGE_SECONDS, {'fault': self._fault(NO_HOST)})
        self.work(row, 'live-migration', 'migrating', failed, failure=NO_HOST)
        return self.answer()

    # -- evacuation

    @api_version('2.0', '2.13')
    @expected_errors(400, 403, 404, 409)
    @schema(schemas.evacuate, '2.0', '2.13')
    def evacuate(self, id: str, body: Document) -> Response:
        """``POST /servers/{id}/action`` with ``evacuate``"""
        self._evacuate(id, body['evacuate'].get('host'), is_kept_running=True)
        password = body['evacuate'].get('adminPass') or server_work.new_password()
        return self.answer({'adminPass': password})

    @api_version('2.14', '2.94')
    @expected_errors(400, 403, 404, 409)
    @schema(schemas.evacuate_2_14, '2.14', '2.28')
    @schema(schemas.evacuate_2_29, '2.29', '2.67')
    @schema(schemas.evacuate_2_14, '2.68', '2.94')
    def evacuate(self, id: str, body: Document) -> Response:
        """``POST /servers/{id}/action`` with ``evacuate``"""
        self._evacuate(id, body['evacuate'].get('host'), is_kept_running=True)
        return self.answer()

    @api_version('2.95')
    @expected_errors(400, 403, 404, 409)
    @schema(schemas.evacuate_2_14, '2.95')
    def evacuate(self, id: str, body: Document) -> Response:
        """``POST /servers/{id}/action`` with ``evacuate``"""
        self._evacuate(id, body['evacuate'].get('host'), is_kept_running=False)
        return self.answer()

    def _evacuate(self, id: str, host: str | None, is_kept_running: bool) -> None:
        """Build the server anew elsewhere, because its host is down.

        :param is_kept_running: a server that ran runs again; from 2.95 all are stopped.
        """
        row = self.server_to_change(id, 'os_compute_api:os-evacuate', role='admin')
        facts = row.document
        if host is not None and host not in compute_hosts.services(self.db):
            raise Fault(404, f'Compute host {host} not found.')
        source = facts['host']
        if host is not None and host == source:
            raise Fault(400, "The target host can't be the same one.")
        states.require(facts, id, 'evacuate', ('active', 'stopped', 'error'), None)
        if compute_hosts.is_up(self.db, source):
            raise Fault(400, f'Compute service of {source} is still in use.')
        destination = host or compute_hosts.choose(self.db, without=(source,))
        if destination is None:
            migration_records.begin(self, row, 'evacuation', None, (0.0, 'error'))
            failed = {'vm_state': 'error', 'fault': self._fault(NO_HOST)}
            steps = ((states.CHANGE_SECONDS, failed),)
            self.work(row, 'evacuate', 'rebuilding', *steps, failure=NO_HOST)
            return
        runs = is_kept_running and facts['vm_state'] != 'stopped'
        changes = {
            'vm_state': 'active' if runs else 'stopped',
            'power_state': states.RUNNING if runs else states.SHUTDOWN,
            **self._place(destination),
        }
        statuses = ((0.0, 'accepted'), (states.MOVE_SECONDS / 2, 'pre-migrating'))
        done = (states.MOVE_SECONDS, 'done')
        migration_records.begin(self, row, 'evacuation', destination, *statuses, done)
        self.work(row, 'evacuate', 'rebuilding', (states.MOVE_SECONDS, changes), host=destination)


def _rest(facts: Document) -> str:
    """The vm_state of a server whose move is over: its power says whether it runs."""
    return 'stopped' if facts['power_state'] == states.SHUTDOWN else 'active'
