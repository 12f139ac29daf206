"""Live migrations of one server that are in progress: look at them, hurry or stop them."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import migration_records, migrations
from novaclient_mv.sandbox.compute.controller import Field
from novaclient_mv.sandbox.compute.schemas import server_life as schemas
from novaclient_mv.sandbox.compute.servers import server_states as states
from novaclient_mv.sandbox.compute.servers import server_work
from novaclient_mv.sandbox.http.declarations import api_version, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row

MEBI = 2**20


def _memory(share: str) -> Any:
    return lambda view, row: view.progress(row)[f'memory_{share}']


def _disk(share: str) -> Any:
    return lambda view, row: view.progress(row)[f'disk_{share}']


FIELDS = (
    *migrations.SHARED_FIELDS,
    Field('server_uuid', lambda view, row: row.parent),
    *[Field(f'memory_{share}_bytes', _memory(share)) for share in ('total', 'processed')],
    Field('memory_remaining_bytes', _memory('remaining')),
    *[Field(f'disk_{share}_bytes', _disk(share)) for share in ('total', 'processed')],
    Field('disk_remaining_bytes', _disk('remaining')),
)


class ServerMigrations(server_work.ServerWork):
    """``/servers/{server_id}/migrations``"""

    rule_of_hosts = 'os_compute_api:servers:migrations:index:host'

    @api_version('2.23')
    def index(self, server_id: str) -> Response:
        self.find_server(server_id)
        make = self.maker(FIELDS)
        records = migration_records.all_of(self.db, server_id)
        views = [make(self, row) for row in records if migrations.is_in_progress(row)]
        return self.answer({'migrations': views})

    @api_version('2.23')
    def show(self, server_id: str, id: str) -> Response:
        self.find_server(server_id)
        row = self._find(server_id, id)
        if row is None:
            raise Fault(
                404, f'In-progress live migration {id} is not found for server {server_id}.'
            )
        if row.document['migration_type'] != migration_records.LIVE:
            raise Fault(404, f'Migration {id} for server {server_id} is not live-migration.')
        if not migrations.is_in_progress(row):
            raise Fault(404, f'Live migration {id} for server {server_id} is not in progress.')
        return self.answer({'migration': self.maker(FIELDS)(self, row)})

    # From 2.65 a migration that has not begun to copy can be stopped too.

    @api_version('2.24', '2.64')
    @success(202)
    def delete(self, server_id: str, id: str) -> Response:
        return self._abort(server_id, id, ('running',))

    @api_version('2.65')
    @success(202)
    def delete(self, server_id: str, id: str) -> Response:
        return self._abort(server_id, id, ('queued', 'preparing', 'running'))

    def _abort(self, server_id: str, id: str, statuses: tuple[str, ...]) -> Response:
        words = 'abort live migration'
        self.server_to_change(server_id, locked=states.invalid_for(words))
        server, row = self._to_change(server_id, id, words, statuses)
        seconds = states.CHANGE_SECONDS
        migration_records.plan(row.document, self.now, (seconds, 'cancelled'))
        self.db.save(row)
        self.work(server, 'live_migration_cancel', 'migrating', (seconds, {}))
        return self.answer()

    @api_version('2.22')
    @success(202)
    @schema(schemas.force_complete, '2.22')
    def force_complete(self, server_id: str, id: str, body: dict[str, Any]) -> Response:
        vm_states = ('active',)
        server, row = self._to_change(server_id, id, 'force_complete', ('running',), vm_states)
        seconds = states.CHANGE_SECONDS
        migration_records.plan(row.document, self.now, (seconds, 'completed'))
        self.db.save(row)
        # It arrives where it was bound for, only earlier.
        planned = server.document.get('plan')
        arrival = planned[-1][1] if planned else {}
        self.work(server, 'live_migration_force_complete', 'migrating', (seconds, arrival))
        return self.answer()

    def _to_change(
        self,
        server_id: str,
        id: str,
        words: str,
        statuses: tuple[str, ...],
        vm_states: tuple[str, ...] = (),
    ) -> tuple[Row, Row]:
        """The server and its migration, if the caller may interfere now."""
        server = self.server_to_change(server_id)
        states.require(server.document, server_id, words, vm_states, None)
        if server.document['task_state'] != 'migrating':
            raise Fault(409, f"Instance {server_id} is in an invalid state for '{words}'")
        row = self._find(server_id, id)
        if row is None:
            raise Fault(404, f'Migration {id} not found for instance {server_id}')
        status = row.document['status']
        if row.document['migration_type'] != migration_records.LIVE or status not in statuses:
            raise Fault(
                400,
                f'Migration {id} state of instance {server_id} is {status}. Cannot {words} while '
                'the migration is in this state.',
            )
        return server, row

    def _find(self, server_id: str, id: str) -> Row | None:
        row = self.db.get(migration_records.KIND, id)
        if row is None or row.parent != server_id:
            return None
        clocks.settle(row.document, self.now)
        return row

    def progress(self, row: Row) -> dict[str, int]:
        """Return how much of a server has been copied, by its time that has passed."""
        server = self.db.get('server', row.parent or '')
        flavor = server.document['flavor'] if server else {'ram': 1, 'disk': 1}
        share = min((self.now - row.created) / states.LIVE_SECONDS, 1.0)
        amounts = {}
        for prefix, total in (
            ('memory', flavor['ram'] * MEBI),
            ('disk', max(flavor['disk'], 1) * 1024 * MEBI),
        ):
            # The API's schema wants at least one byte of each.
            done = min(max(int(total * share), 1), total - 1)
            amounts[f'{prefix}_total'] = total
            amounts[f'{prefix}_processed'] = done
            amounts[f'{prefix}_remaining'] = total - done
        return amounts
