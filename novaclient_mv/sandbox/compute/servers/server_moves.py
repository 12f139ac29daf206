"""Moves of a server: resize, migrate, live migration and evacuation."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import compute_hosts, migration_records, scheduler
from novaclient_mv.sandbox.compute.flavors import find_flavor
from novaclient_mv.sandbox.compute.schemas import server_life as schemas
from novaclient_mv.sandbox.compute.servers import server_builder, server_fit, server_work
from novaclient_mv.sandbox.compute.servers import server_states as states
from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.declarations import api_version, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

# What a move changes, and a reverted one restores.
_MOVED = ('host', 'availability_zone', 'flavor_id', 'flavor')


class ServerMoves(server_work.ServerWork):
    """The actions that take a server to another host."""

    usual_status = 202

    # -- resize

    @schema(schemas.resize)
    def resize(self, id: str, attributes: Document) -> Response:
        row = self.server_to_change(id)
        states.require(row.document, id, 'resize', ('active', 'stopped'))
        states.require_host(row)
        try:
            flavor = find_flavor(self, str(attributes['flavorRef']))
        except Fault as fault:
            raise Fault(400, fault.message) from None
        if flavor.id == row.document['flavor_id']:
            raise Fault(400, 'When resizing, instances must change flavor!')
        server_fit.require_larger_disk(row.document, flavor.document)
        self._require_up(row.document['host'])
        self._move(row, 'resize', None, flavor, attributes.get('OS-DCF:diskConfig'))
        return self.answer()

    @success(204)
    def confirm_resize(self, id: str, body: Document) -> Response:
        row, record = self._resized(id, 'confirmResize')
        migration_records.plan(
            record.document, self.now, (0.0, 'confirming'), (states.CHANGE_SECONDS, 'confirmed')
        )
        self.db.save(record)
        # Nova shows no task while it confirms.
        self.work(
            row, 'confirmResize', None, (states.CHANGE_SECONDS, {'vm_state': _rest(row.document)})
        )
        return self.answer()

    def revert_resize(self, id: str, body: Document) -> Response:
        row, record = self._resized(id, 'revertResize')
        migration_records.plan(
            record.document, self.now, (0.0, 'reverting'), (states.CHANGE_SECONDS, 'reverted')
        )
        self.db.save(record)
        changes = {
            'vm_state': _rest(row.document),
            'launched': self.now + states.CHANGE_SECONDS,
            **row.document.get('before_move', {}),
        }
        self.work(row, 'revertResize', 'resize_reverting', (states.CHANGE_SECONDS, changes))
        return self.answer()

    def _resized(self, id: str, action: str) -> tuple[Row, Row]:
        """A server that waits for a decision, with the record of its move."""
        row = self.server_to_change(id)
        states.require(row.document, id, action, ('resized',))
        record = migration_records.finished_move(self.db, id)
        if record is None:
            raise Fault(400, 'Instance has not been resized.')
        return row, record

    # -- migrate

    # Up to 2.55 nobody looked at what the action's key holds.

    @api_version('2.1', '2.55')
    def migrate(self, id: str, body: Document) -> Response:
        return self._migrate(id, None)

    @api_version('2.56')
    @schema(schemas.migrate_2_56, '2.56')
    def migrate(self, id: str, body: Document) -> Response:
        return self._migrate(id, (body['migrate'] or {}).get('host'))

    def _migrate(self, id: str, host: str | None) -> Response:
        row = self.server_to_change(id)
        states.require(row.document, id, 'migrate', ('active', 'stopped'))
        states.require_host(row)
        if host is not None:
            compute_hosts.require_known(self.db, host)
        self._require_up(row.document['host'])
        if host == row.document['host']:
            raise Fault(400, 'Cannot migrate to the host where the server exists.')
        self._move(row, 'migrate', host, None, None)
        return self.answer()

    def _move(
        self, row: Row, action: str, host: str | None, flavor: Row | None, disk_config: str | None
    ) -> None:
        """Start a cold move, to another flavor or with the same one."""
        facts = row.document
        kind = 'migration' if flavor is None else 'resize'
        destination = scheduler.choose(
            self.db,
            facts,
            flavor=None if flavor is None else flavor.document,
            server=row.id,
            host=host,
            without=(facts['host'],),
        )
        if destination is None:
            failed = {'fault': _without_host(self.now)}
            migration_records.begin(self, row, kind, None, (0.0, 'error'), flavor=flavor)
            steps = ((states.CHANGE_SECONDS, failed),)
            self.work(row, action, 'resize_prep', *steps, failure=scheduler.NO_HOST)
            return
        facts['before_move'] = {key: facts[key] for key in _MOVED}
        launched = self.now + states.MOVE_SECONDS
        # It stays so, whatever becomes of the move.
        facts['disk_config'] = disk_config or 'MANUAL'
        changes = {'vm_state': 'resized', 'launched': launched, **self._place(destination)}
        if flavor is not None:
            changes['flavor_id'] = flavor.id
            changes['flavor'] = server_builder.flavor_snapshot(flavor)
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

    def _require_up(self, host: str) -> None:
        if not compute_hosts.is_up(self.db, host):
            raise Fault(409, 'Service is unavailable at this time.')

    def _place(self, host: str) -> Document:
        return {'host': host, 'availability_zone': compute_hosts.zone_of(self.db, host)}

    # -- live migration

    # A host that is named is taken without asking whether it may be up to 2.29, from 2.30 to 2.67
    # when that is asked for, and never later.

    @api_version('2.0', '2.29')
    @schema(schemas.migrate_live, '2.0', '2.24')
    @schema(schemas.migrate_live_2_25, '2.25', '2.29')
    def migrate_live(self, id: str, body: Document) -> Response:
        return self._migrate_live(id, body['os-migrateLive']['host'], is_forced=True)

    @api_version('2.30', '2.67')
    @schema(schemas.migrate_live_2_30, '2.30', '2.67')
    def migrate_live(self, id: str, attributes: Document) -> Response:
        return self._migrate_live(
            id, attributes['host'], schema_parts.is_true(attributes.get('force', False))
        )

    @api_version('2.68')
    @schema(schemas.migrate_live_2_25, '2.68')
    def migrate_live(self, id: str, body: Document) -> Response:
        return self._migrate_live(id, body['os-migrateLive']['host'], is_forced=False)

    def _migrate_live(self, id: str, host: str | None, is_forced: bool) -> Response:
        row = self.server_to_change(id)
        facts = row.document
        states.require(facts, id, 'os-migrateLive', ('active', 'paused'))
        if host is not None:
            compute_hosts.require_known(self.db, host)
        source = facts['host']
        forced = host if is_forced else None
        if forced == source:
            words = f'Unable to migrate instance ({id}) to current host ({host}).'
            self._fail_live(row, forced, words)
            return self.answer()
        for compute_host in (source, forced):
            if compute_host is not None and not compute_hosts.is_up(self.db, compute_host):
                words = f'Compute service of {compute_host} is unavailable at this time.'
                self._fail_live(row, forced, words)
                return self.answer()
        destination = forced or scheduler.choose(
            self.db, facts, server=id, host=host, without=(source,)
        )
        if destination is None:
            self._fail_live(row, None, scheduler.NO_HOST)
            return self.answer()
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

    # That there is nowhere to go is answered up to 2.33, and is to be read from the records later.

    @api_version('2.0', '2.33')
    def _fail_live(self, row: Row, host: str | None, words: str) -> None:
        raise Fault(400, words)

    @api_version('2.34')
    def _fail_live(self, row: Row, host: str | None, words: str) -> None:
        migration_records.begin(self, row, migration_records.LIVE, host, (0.0, 'error'))
        step: server_work.Step = (states.CHANGE_SECONDS, {})
        self.work(row, 'live-migration', 'migrating', step, failure=words)

    # -- evacuation

    # A host that is named is taken without asking whether it may be up to 2.28, from 2.29 to 2.67
    # when that is asked for, and never later.

    @api_version('2.0', '2.13')
    @schema(schemas.evacuate, '2.0', '2.13')
    @success(200)
    def evacuate(self, id: str, attributes: Document) -> Response:
        self.find_server(id)
        password, on_shared = attributes.get('adminPass'), attributes['onSharedStorage']
        if password is not None and schema_parts.is_true(on_shared):
            raise Fault(400, "admin password can't be changed on existing disk")
        self._evacuate(id, attributes, is_forced=True)
        return self.answer({'adminPass': password or server_work.new_password()})

    @api_version('2.14', '2.28')
    @schema(schemas.evacuate_2_14, '2.14', '2.28')
    @success(200)
    def evacuate(self, id: str, body: Document) -> Response:
        self._evacuate(id, body['evacuate'], is_forced=True)
        return self.answer()

    @api_version('2.29', '2.67')
    @schema(schemas.evacuate_2_29, '2.29', '2.67')
    @success(200)
    def evacuate(self, id: str, attributes: Document) -> Response:
        self.find_server(id)
        is_forced = schema_parts.is_true(attributes.get('force', False))
        if is_forced and attributes.get('host') is None:
            raise Fault(400, "Can't force to a non-provided destination")
        self._evacuate(id, attributes, is_forced)
        return self.answer()

    @api_version('2.68', '2.94')
    @schema(schemas.evacuate_2_14, '2.68', '2.94')
    @success(200)
    def evacuate(self, id: str, body: Document) -> Response:
        self._evacuate(id, body['evacuate'])
        return self.answer()

    @api_version('2.95')
    @schema(schemas.evacuate_2_14, '2.95')
    @success(200)
    def evacuate(self, id: str, body: Document) -> Response:
        self._evacuate(id, body['evacuate'], is_kept_running=False)
        return self.answer()

    def _evacuate(
        self, id: str, attributes: Document, is_forced: bool = False, is_kept_running: bool = True
    ) -> None:
        """Rebuild the server elsewhere, because its host is down.

        :param is_forced: go where the request says, if it does, whether or not that host is fit.
        :param is_kept_running: a server that ran runs again; from 2.95 all are stopped.
        """
        row = self.server_to_change(id)
        facts, host = row.document, attributes.get('host')
        if host is not None and host not in compute_hosts.services(self.db):
            raise Fault(404, f'Compute host {host} not found.')
        source = facts['host']
        # A server without a host is, in a way, where it is when nobody names one.
        if host == source:
            raise Fault(400, "The target host can't be the same one.")
        states.require(facts, id, 'evacuate', ('active', 'stopped', 'error'), None, False)
        if compute_hosts.is_up(self.db, source):
            raise Fault(400, f'Compute service of {source} is still in use.')
        destination = host if is_forced else None
        if destination is None:
            destination = scheduler.choose(self.db, facts, server=id, host=host, without=(source,))
        if destination is None:
            migration_records.begin(self, row, 'evacuation', host, (0.0, 'error'))
            failed = {'vm_state': 'error', 'fault': _without_host(self.now)}
            steps = ((states.CHANGE_SECONDS, failed),)
            self.work(row, 'evacuate', 'rebuilding', *steps, failure=scheduler.NO_HOST)
            return
        runs = is_kept_running and facts['vm_state'] != 'stopped'
        changes = {
            'vm_state': 'active' if runs else 'stopped',
            'power_state': states.RUNNING if runs else states.SHUTDOWN,
            'launched': self.now + states.MOVE_SECONDS,
            **self._place(destination),
        }
        statuses = ((0.0, 'accepted'), (states.MOVE_SECONDS / 2, 'pre-migrating'))
        done = (states.MOVE_SECONDS, 'done')
        migration_records.begin(self, row, 'evacuation', destination, *statuses, done)
        self.work(row, 'evacuate', 'rebuilding', (states.MOVE_SECONDS, changes), host=destination)


def _without_host(now: float) -> Document:
    return states.fault(scheduler.NO_HOST, now, details=scheduler.NO_HOST)


def _rest(facts: Document) -> str:
    """The vm_state of a server whose move is over: its power says whether it runs."""
    return 'stopped' if facts['power_state'] == states.SHUTDOWN else 'active'
