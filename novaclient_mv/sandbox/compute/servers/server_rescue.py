"""Rescue: a server runs from another disk for a while."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute.schemas import server_life as schemas
from novaclient_mv.sandbox.compute.servers import server_states as states
from novaclient_mv.sandbox.compute.servers import server_work
from novaclient_mv.sandbox.http.declarations import api_version, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]


class ServerRescue(server_work.ServerWork):
    """The actions ``rescue`` and ``unrescue``."""

    @schema(schemas.rescue)
    def rescue(self, id: str, body: Document) -> Response:
        row = self.server_to_change(id)
        attributes = body['rescue'] or {}
        facts = row.document
        states.require(facts, id, 'rescue', ('active', 'stopped', 'error'))
        image = attributes.get('rescue_image_ref')
        if image is not None and self.db.get('image', image) is None:
            raise Fault(400, f"Requested rescue image '{image}' is not supported")
        self._require_rescuable(row)
        changes = {'vm_state': 'rescued', 'launched': self.now + states.CHANGE_SECONDS}
        self.work(row, 'rescue', 'rescuing', (states.CHANGE_SECONDS, changes))
        password = attributes.get('adminPass') or server_work.new_password()
        return self.answer({'adminPass': password})

    # From 2.87 a server whose disk is a volume can be rescued too.

    @api_version('2.0', '2.86')
    def _require_rescuable(self, row: Row) -> None:
        if row.document['image'] is None:
            why = 'Cannot rescue a volume-backed instance'
            raise Fault(400, f'Instance {row.id} cannot be rescued: {why}')

    @api_version('2.87')
    def _require_rescuable(self, row: Row) -> None:
        """Any server can be rescued."""

    @success(202)
    def unrescue(self, id: str, body: Document) -> Response:
        row = self.server_to_change(id)
        states.require(row.document, id, 'unrescue', ('rescued',))
        changes = {'vm_state': 'active', 'power_state': states.RUNNING}
        self.work(row, 'unrescue', 'unrescuing', (states.CHANGE_SECONDS, changes))
        return self.answer()
