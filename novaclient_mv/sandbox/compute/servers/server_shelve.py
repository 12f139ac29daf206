"""Shelve: a server is put away, its host forgets it, and it comes back somewhere."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import compute_hosts, scheduler
from novaclient_mv.sandbox.compute.schemas import server_life as schemas
from novaclient_mv.sandbox.compute.servers import server_states as states
from novaclient_mv.sandbox.compute.servers import server_work
from novaclient_mv.sandbox.http.declarations import api_version, schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import volume_states
from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

# After how many seconds a shelved server's host forgets it: a fact of the cloud.
OFFLOAD_TIME = 'sandbox.shelved_offload_time'

_SHELVED: Document = {'vm_state': 'shelved', 'power_state': states.SHUTDOWN, 'task_state': None}
_OFFLOADED: Document = {
    'vm_state': 'shelved_offloaded',
    'power_state': states.SHUTDOWN,
    'host': None,
    'availability_zone': None,
}


class ServerShelve(server_work.ServerWork):
    """The actions ``shelve``, ``shelveOffload`` and ``unshelve``."""

    usual_status = 202

    def shelve(self, id: str, body: Document) -> Response:
        row = self.server_to_change(id)
        allowed = ('active', 'stopped', 'paused', 'suspended')
        states.require(row.document, id, 'shelve', allowed)
        self.work(row, 'shelve', 'shelving', *self._shelving_steps())
        return self.answer()

    def _shelving_steps(self) -> list[server_work.Step]:
        """Return the steps of shelving, with offloading at once, after a while, or never."""
        done, wait = states.CHANGE_SECONDS, self.req.environ.get(OFFLOAD_TIME, 0)
        if wait < 0:
            return [(done, _SHELVED)]
        if wait > 0:
            return [(done, _SHELVED), (done + wait, _OFFLOADED)]
        shelved = {**_SHELVED, 'task_state': 'shelving_offloading'}
        return [(done, shelved), (done + states.CHANGE_SECONDS, _OFFLOADED)]

    def shelve_offload(self, id: str, body: Document) -> Response:
        row = self.server_to_change(id)
        states.require(row.document, id, 'shelveOffload', ('shelved',))
        step = (states.CHANGE_SECONDS, _OFFLOADED)
        self.work(row, 'shelveOffload', 'shelving_offloading', step)
        return self.answer()

    # Where to is a question of its own from 2.77, and again from 2.91.

    @api_version('2.1', '2.76')
    def unshelve(self, id: str, body: Document) -> Response:
        row = self._shelved(id)
        return self._unshelve(row, None)

    @api_version('2.77', '2.90')
    @schema(schemas.unshelve_2_77, '2.77', '2.90')
    def unshelve(self, id: str, body: Document) -> Response:
        row = self._shelved(id)
        zone = (body['unshelve'] or {}).get('availability_zone')
        if zone is not None:
            self._pin(row, zone)
        return self._unshelve(row, None)

    @api_version('2.91')
    @schema(schemas.unshelve_2_91, '2.91')
    def unshelve(self, id: str, body: Document) -> Response:
        attributes = body['unshelve'] or {}
        host = attributes.get('host')
        row = self._shelved(id)
        if 'availability_zone' in attributes:
            # Null takes the pin off.
            self._pin(row, attributes['availability_zone'])
        if host is not None:
            self.permit('os_compute_api:os-shelve:unshelve_to_host')
        zone = row.document['pinned_availability_zone']
        if host is not None:
            self._require_offloaded(row)
            compute_hosts.require_known(self.db, host)
            if zone is not None and compute_hosts.zone_of(self.db, host) != zone:
                raise Fault(409, f'Host "{host}" is not in the availability zone "{zone}".')
        return self._unshelve(row, host)

    def _shelved(self, id: str) -> Row:
        row = self.server_to_change(id)
        states.require(row.document, id, 'unshelve', ('shelved', 'shelved_offloaded'))
        return row

    def _pin(self, row: Row, zone: str | None) -> None:
        """Tie a server to a zone, or to none."""
        self._require_offloaded(row)
        if zone is not None:
            compute_hosts.require_zone(self.db, zone)
        row.document['pinned_availability_zone'] = zone

    def _require_offloaded(self, row: Row) -> None:
        state = row.document['vm_state']
        if state != 'shelved_offloaded':
            words = f"Cannot 'unshelve' instance {row.id} to a chosen place in vm_state {state}"
            raise Fault(409, words)

    def _unshelve(self, row: Row, host: str | None) -> Response:
        facts = row.document
        destination = facts['host'] or scheduler.choose(self.db, facts, server=row.id, host=host)
        seconds = states.BUILD_SECONDS
        if destination is None:
            self.work(row, 'unshelve', 'unshelving', (seconds, {}), failure=scheduler.NO_HOST)
            return self.answer()
        changes = {
            'vm_state': 'active',
            'power_state': states.RUNNING,
            'host': destination,
            'availability_zone': compute_hosts.takers(self.db).get(destination, 'nova'),
            'launched': self.now + seconds,
        }
        volume_states.name_devices(self.db, row)
        self.work(row, 'unshelve', 'unshelving', (seconds, changes), host=destination)
        return self.answer()
