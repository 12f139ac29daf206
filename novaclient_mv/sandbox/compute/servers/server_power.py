"""Power actions of a server: start, stop, reboot, pause and suspend."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.schemas import server_actions as schemas
from novaclient_mv.sandbox.compute.servers import server_states as states
from novaclient_mv.sandbox.compute.servers import server_work
from novaclient_mv.sandbox.http.declarations import schema
from novaclient_mv.sandbox.http.wsgi import Response
from novaclient_mv.sandbox.state.rows import Row

# A hard reboot helps out of more states than a soft one.
_SOFT = ('active',)
_HARD = ('active', 'stopped', 'paused', 'suspended', 'error')
_HARD_TASKS = (
    None, 'rebooting', 'reboot_pending', 'reboot_started', 'rebooting_hard', 'resuming',
    'unpausing', 'suspending',
)  # fmt: skip


class ServerPower(server_work.ServerWork):
    """The actions that change what a server does, not what it is."""

    usual_status = 202

    def start(self, id: str, body: dict[str, Any]) -> Response:
        row = self.server_to_change(id, controller.UNMAPPED)
        states.require_host(row)
        states.require(row.document, id, 'start', ('stopped',))
        return self._work(row, 'start', 'powering-on', 'active', states.RUNNING)

    def stop(self, id: str, body: dict[str, Any]) -> Response:
        row = self.server_to_change(id, controller.UNMAPPED)
        states.require_host(row)
        states.require(row.document, id, 'stop', ('active', 'error'))
        return self._work(row, 'stop', 'powering-off', 'stopped', states.SHUTDOWN)

    @schema(schemas.reboot)
    def reboot(self, id: str, body: dict[str, Any]) -> Response:
        row = self.server_to_change(id)
        is_hard = body['reboot']['type'].upper() == 'HARD'
        if is_hard:
            states.require(row.document, id, 'reboot', _HARD, _HARD_TASKS)
        else:
            states.require(row.document, id, 'reboot', _SOFT)
        task = 'rebooting_hard' if is_hard else 'rebooting'
        return self._work(row, 'reboot', task, 'active', states.RUNNING, states.REBOOT_SECONDS)

    def pause(self, id: str, body: dict[str, Any]) -> Response:
        row = self.server_to_change(id)
        states.require(row.document, id, 'pause', ('active',))
        return self._work(row, 'pause', 'pausing', 'paused', states.PAUSED)

    def unpause(self, id: str, body: dict[str, Any]) -> Response:
        row = self.server_to_change(id)
        states.require(row.document, id, 'unpause', ('paused',))
        return self._work(row, 'unpause', 'unpausing', 'active', states.RUNNING)

    def suspend(self, id: str, body: dict[str, Any]) -> Response:
        row = self.server_to_change(id)
        states.require(row.document, id, 'suspend', ('active',))
        return self._work(row, 'suspend', 'suspending', 'suspended', states.SHUTDOWN)

    def resume(self, id: str, body: dict[str, Any]) -> Response:
        row = self.server_to_change(id)
        states.require(row.document, id, 'resume', ('suspended',))
        return self._work(row, 'resume', 'resuming', 'active', states.RUNNING)

    def _work(
        self,
        row: Row,
        action: str,
        task: str,
        vm_state: str,
        power_state: int,
        seconds: float = states.CHANGE_SECONDS,
    ) -> Response:
        changes = {'vm_state': vm_state, 'power_state': power_state}
        self.work(row, action, task, (seconds, changes))
        return self.answer()
