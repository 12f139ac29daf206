"""Upkeep of a server: states set by hand, deletion for good, passwords and crash dumps."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.schemas import server_upkeep as schemas
from novaclient_mv.sandbox.compute.servers import server_deletion, server_history, server_work
from novaclient_mv.sandbox.compute.servers import server_states as states
from novaclient_mv.sandbox.http.declarations import api_version, schema
from novaclient_mv.sandbox.http.wsgi import Response

Document = dict[str, Any]


class ServerUpkeep(server_work.ServerWork):
    """Actions of administrators, and those that help a server out."""

    usual_status = 202

    @schema(schemas.reset_state)
    def reset_state(self, id: str, body: Document) -> Response:
        row = self.server_to_change(id)
        state = body['os-resetState']['state']
        # What was going on is forgotten.
        server_deletion.keep(self, row)
        row.document.update(vm_state=state, task_state=None, plan=[], updated=self.now)
        server_history.record(self, row, 'resetState')
        self.db.save(row)
        return self.answer()

    def inject_network_info(self, id: str, body: Document) -> Response:
        states.require_host(self.server_to_change(id))
        return self.answer()

    def force_delete(self, id: str, body: Document) -> Response:
        row = self.server_to_change(id)
        server_deletion.delete_for_good(self, row)
        return self.answer()

    def restore(self, id: str, body: Document) -> Response:
        row = self.server_to_change(id, locked=states.invalid_for('restore'))
        states.require(row.document, id, 'restore', ('soft-delete',), launched=False)
        server_deletion.bring_back(self, row)
        changes = {'vm_state': 'active', 'power_state': states.RUNNING}
        self.work(row, 'restore', 'restoring', (states.CHANGE_SECONDS, changes))
        return self.answer()

    @schema(schemas.change_password)
    def change_password(self, id: str, body: Document) -> Response:
        row = self.server_to_change(id, locked=states.invalid_for('changePassword'))
        states.require(row.document, id, 'changePassword', ('active',))
        self.work(row, 'changePassword', 'updating_password', (states.CHANGE_SECONDS, {}))
        return self.answer()

    @api_version('2.17')
    @schema(schemas.trigger_crash_dump, '2.17')
    def trigger_crash_dump(self, id: str, body: Document) -> Response:
        row = self.server_to_change(id, controller.UNMAPPED)
        states.require_host(row)
        allowed = ('active', 'paused', 'rescued', 'resized', 'error')
        states.require(row.document, id, 'trigger_crash_dump', allowed)
        server_history.record(self, row, 'trigger_crash_dump', states.CHANGE_SECONDS)
        self.db.save(row)
        return self.answer()
