"""Events that other services report about servers."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute.schemas import server_upkeep as schemas
from novaclient_mv.sandbox.compute.servers import server_history, server_work
from novaclient_mv.sandbox.compute.servers import server_states as states
from novaclient_mv.sandbox.http.declarations import schema, success
from novaclient_mv.sandbox.http.wsgi import Response
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row

Event = dict[str, Any]

# Events that mean nothing without a tag: it names the volume, or the new state.
_TAGGED = frozenset(('volume-extended', 'power-update', 'accelerator-request-bound'))

# Tag of a power-update to the action that it amounts to, and what becomes of the server.
_POWER = {
    'POWER_OFF': ('stop', 'powering-off', 'active', 'stopped', states.SHUTDOWN),
    'POWER_ON': ('start', 'powering-on', 'stopped', 'active', states.RUNNING),
}


class ServerExternalEvents(server_work.ServerWork):
    """``/os-server-external-events``"""

    @success(200, 207)
    @schema(schemas.external_events, '2.0', '2.50')
    @schema(schemas.external_events_2_51, '2.51', '2.75')
    @schema(schemas.external_events_2_76, '2.76', '2.81')
    @schema(schemas.external_events_2_82, '2.82', '2.92')
    @schema(schemas.external_events_2_93, '2.93')
    def create(self, body: dict[str, Any]) -> Response:
        views = []
        for event in body['events']:
            code = self._code(event)
            # Of the event, not of what it tells.
            status = 'completed' if code == 200 else 'failed'
            views.append({**event, 'status': status, 'code': code})
        # Mixed results are listed one by one.
        is_good = all(view['code'] == 200 for view in views)
        return self.answer({'events': views}, status=200 if is_good else 207)

    def _code(self, event: Event) -> int:
        """Return the status of an event, after it took effect."""
        # A server that is gone still has a host that is told.
        row = self.db.get('server', event['server_uuid'], even_deleted=True)
        if row is None:
            return 404
        clocks.settle(row.document, self.now)
        if row.document['host'] is None:
            return 422
        if event['name'] in _TAGGED and 'tag' not in event:
            return 400
        if row.deleted is not None and row.deleted <= self.now:
            return 200
        if event['name'] == 'power-update':
            self._power(row, event['tag'])
        elif event['name'] == 'volume-extended':
            server_history.record(self, row, 'extend_volume')
        return 200

    def _power(self, row: Row, tag: str) -> None:
        if tag not in _POWER:
            return
        action, task, before, after, power = _POWER[tag]
        if row.document['vm_state'] == before and row.document['task_state'] is None:
            changes = {'vm_state': after, 'power_state': power}
            self.work(row, action, task, (states.CHANGE_SECONDS, changes))
