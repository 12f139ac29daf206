"""``/nodes/{id}/states``: power, console, RAID and boot settings; not provisioning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import (
    handlers,
    kinds,
    locks,
    node_machine,
    raid,
    refusals,
    views,
)
from novaclient_mv.sandbox.baremetal.kinds import takes
from novaclient_mv.sandbox.baremetal.refusals import Refused

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

POWER_SECONDS = 0.5

_TARGETS = {
    'power on': 'power on',
    'power off': 'power off',
    'rebooting': 'power on',
    'soft rebooting': 'power on',
    'soft power off': 'power off',
}
"""The resulting state of each request."""


class NodeStates(handlers.IronicHandlers):
    """States of a node, and the changes of them that take no provisioning."""

    def show(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/states``"""
        node = self.node(id).document
        facts = {name: node.get(name) for name in views.visible(views.NODE_STATES, self.minor)}
        facts['provision_state'] = node_machine.spelt_state(node['provision_state'], self.minor)
        facts['provision_updated_at'] = handlers.iso(node.get('provision_updated_at'))
        return self.answer(facts)

    @takes('target', target=kinds.text, timeout=int)
    def power(self, id: str, target: str, timeout: int | None = None) -> Response:
        """``PUT /v1/nodes/{id}/states/power``"""
        row = self.node(id)
        if (timeout or target in ('soft rebooting', 'soft power off')) and self.minor < 27:
            raise refusals.too_new()
        if timeout is not None and timeout < 1:
            raise Refused(400, 'timeout has to be positive integer')
        node = row.document
        if target not in _TARGETS:
            raise Refused(400, not_now(target, id, node.get('power_state')))
        if node['provision_state'] in ('clean wait', 'cleaning') and not node.get('reservation'):
            raise Refused(400, not_now(target, row.id, node['provision_state']))
        locks.lock(self.db, row, self.now)
        self._plan_power(row, _TARGETS[target])
        return self.to_states(row, id)

    def _plan_power(self, row: Row, target: str) -> None:
        """Change the power once what goes on with the node is over."""
        node = row.document
        start = locks.lock_end(row, self.now)
        at = start + node_machine.seconds_of(node, POWER_SECONDS)
        begun: Document = {'target_power_state': target, 'last_error': None}
        begun['reservation'] = handlers.CONDUCTOR
        done: Document = {'target_power_state': None, 'reservation': None, 'last_error': None}
        if 'power' in node_machine.named_steps(node, 'failing_steps'):
            words = f"Failed to change power state to '{target}', as driver_info says."
            done['last_error'] = words
            done['event'] = node_machine.event('ERROR', words, 'power', node['provision_state'])
        else:
            done['power_state'] = target
            changed = {'last_power_state_change': (handlers.iso(at) or '')[:26]}
            done['driver_internal_info'] = {**node['driver_internal_info'], **changed}
        steps = [(at - self.now, done)]
        before = [(moment - self.now, changes) for moment, changes in node['plan']]
        if start <= self.now:
            node.update(begun)
        else:
            steps = [(start - self.now, begun), *steps]
        node_machine.start(node, self.now, sorted([*before, *steps], key=lambda step: step[0]))
        self.db.save(row)

    def console(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/states/console``"""
        node = self.node(id).document
        is_enabled = node['console_enabled']
        info: Document | None = {} if is_enabled else None
        return self.answer({'console_enabled': is_enabled, 'console_info': info})

    @takes('enabled', enabled=kinds.flag)
    def set_console(self, id: str, enabled: bool) -> Response:
        """``PUT /v1/nodes/{id}/states/console``"""
        row = self.node(id)
        if enabled != row.document['console_enabled']:
            locks.lock(self.db, row, self.now)
            row.document.update(console_enabled=enabled, last_error=None)
            self.db.save(row)
        return self.accepted((self.location(f'nodes/{id}/states/console'),))

    @takes(body='config', config=kinds.anything)
    def set_raid(self, id: str, config: Any) -> Response:
        """``PUT /v1/nodes/{id}/states/raid``"""
        row = self.node(id)
        if self.minor < 12:
            raise refusals.too_new()
        checked = raid.config(config)
        locks.lock(self.db, row, self.now)
        row.document['target_raid_config'] = checked
        self.db.save(row)
        return self.accepted(status=204)

    @takes('target', target=kinds.text)
    def set_boot_mode(self, id: str, target: str) -> Response:
        """``PUT /v1/nodes/{id}/states/boot_mode``: accepted, and then not supported"""
        self._require_boot_settings()
        if target not in ('bios', 'uefi'):
            raise Refused(400, f'Invalid boot mode {target} requested for node.')
        # The service closes no quotation here.
        return self._fail_soon(id, f"change boot mode to '{target}", 'set_boot_mode')

    @takes('target', target=kinds.flag)
    def set_secure_boot(self, id: str, target: bool) -> Response:
        """``PUT /v1/nodes/{id}/states/secure_boot``: accepted, and then not supported"""
        self._require_boot_settings()
        work = f"change secure_boot state to '{target}'"
        return self._fail_soon(id, work, 'set_secure_boot_state')

    def _require_boot_settings(self) -> None:
        if self.minor < 76:
            raise Refused(404, 'This endpoint is supported starting with the API version 1.76')

    def _fail_soon(self, ident: str, work: str, method: str) -> Response:
        """Accept what the hardware then cannot do."""
        row = self.node(ident)
        locks.lock(self.db, row, self.now)
        words = f'Failed to {work}: {unsupported(method, row)}'
        node_machine.add(row.document, self.now, (0.1, {'last_error': words}))
        self.db.save(row)
        return self.to_states(row, ident)

    def to_states(self, row: Row, ident: str) -> Response:
        """The answer that a change of states goes on."""
        return self.accepted((self.location(f'nodes/{ident}/states'),))


def not_now(verb: object, uuid: str, state: str | None) -> str:
    """Return the refusal of an action in a state."""
    return (
        f'The requested action "{verb}" can not be performed on node "{uuid}" while it is in '
        f'state "{state}".'
    )


def unsupported(method: str, node: Row) -> str:
    """Return the error where a driver lacks a method."""
    driver = node.document['driver']
    return f'Driver {driver} does not support {method} (disabled or not implemented).'
