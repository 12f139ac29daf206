"""Locks of a server: who set one, and why."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.schemas import server_actions as schemas
from novaclient_mv.sandbox.compute.servers import server_history
from novaclient_mv.sandbox.http.declarations import schema
from novaclient_mv.sandbox.http.wsgi import Response


class ServerLocks(controller.ComputeController):
    """The actions ``lock`` and ``unlock``."""

    usual_status = 202

    @schema(schemas.lock_2_73, '2.73')
    def lock(self, id: str, body: dict[str, Any]) -> Response:
        row = self.find_server(id)
        if row.document['locked_by'] is not None:
            # Whoever locked it first stays the one who did, with the reason given then.
            return self.answer()
        is_owner = row.project == self.context.project_id
        row.document['locked_by'] = 'owner' if is_owner else 'admin'
        # Below 2.73 nobody looks at what the action's key holds.
        attributes = body['lock'] if self.matches('2.73') else None
        row.document['locked_reason'] = (attributes or {}).get('locked_reason')
        server_history.record(self, row, 'lock')
        self.db.save(row)
        return self.answer()

    def unlock(self, id: str, body: dict[str, Any]) -> Response:
        row = self.find_server(id)
        if row.document['locked_by'] == 'admin':
            # What an administrator locked stays locked for everyone else.
            rule = 'os_compute_api:os-lock-server:unlock:unlock_override'
            self.permit(rule)
        row.document.update(locked_by=None, locked_reason=None)
        server_history.record(self, row, 'unlock')
        self.db.save(row)
        return self.answer()
