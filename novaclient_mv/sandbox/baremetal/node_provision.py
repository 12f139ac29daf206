"""``/nodes/{id}/states/provision``: verbs that move nodes from state to state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import (
    bodies,
    handlers,
    hardware,
    kinds,
    node_machine,
    node_states,
    node_steps,
    nodes,
    refusals,
)
from novaclient_mv.sandbox.baremetal.kinds import takes
from novaclient_mv.sandbox.baremetal.refusals import Refused

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

_DISABLE_RAMDISK = {'clean': 70, 'service': 108}
_WORK = {
    **dict.fromkeys(('active', 'deploy', 'rebuild'), 'provisioning'),
    'rescue': 'rescuing',
    'service': 'service',
}
_MINIMUM = {
    ('abort', 'inspect wait'): 41, ('abort', 'wait call-back'): 110, ('abort', 'deploy hold'): 110,
}  # fmt: skip
"""The minor version that aborts in a state."""
_OF_VERBS = {
    'clean_steps': ('clean',),
    'deploy_steps': ('active', 'rebuild'),
    'service_steps': ('service',),
    'rescue_password': ('rescue',),
    'disable_ramdisk': ('clean', 'service'),
}
"""The verbs that each argument is for."""

_STEPS = kinds.of_types(list)


class NodeProvision(node_states.NodeStates):
    """Provision states."""

    @takes(
        'target',
        target=kinds.text,
        configdrive=node_steps.configdrive,
        clean_steps=_STEPS,
        deploy_steps=_STEPS,
        rescue_password=kinds.text,
        disable_ramdisk=kinds.flag,
        service_steps=_STEPS,
        runbook=kinds.text,
    )
    def provision(self, id: str, target: str) -> Response:
        """``PUT /v1/nodes/{id}/states/provision``"""
        row = self.node(id)
        node = row.document
        state = node['provision_state']
        if self.minor < node_machine.MINIMUM.get(target, 1):
            raise refusals.too_new()
        if node.get('reservation'):
            raise refusals.locked(row.id, node['reservation'])
        if node['maintenance'] and target in _WORK:
            words = f"The {_WORK[target]} operation can't be performed on node {row.id} because"
            raise Refused(400, f"{words} it's in maintenance mode.")
        process = node_machine.process_of(target, state)
        if process is None:
            raise Refused(400, node_states.not_now(target, row.id, state))
        if self.minor < _MINIMUM.get((target, state), 87 if target == 'service' else 1):
            raise refusals.too_new()
        self._check_arguments(target)
        steps = self._steps(target, row)
        if target in ('deleted', 'undeploy', 'rebuild'):
            nodes.require_unprotected(row)
        if node.get('retired') and target == 'provide':
            raise Refused(400, f'Node {row.id} is retired and cannot be provided.')
        node['updated_at'] = self.now
        if process:
            self._run(row, process, self.arguments, steps)
        else:
            self._move(row, target)
        self.db.save(row)
        return self.to_states(row, id)

    def _check_arguments(self, verb: str) -> None:
        """Refuse what a verb or a version does not have.

        :raises Refused: 400, 406.
        """
        argument = self.arguments.get
        for key, verbs in _OF_VERBS.items():
            if argument(key) not in (None, []) and verb not in verbs:
                words = f'"{key}" is only valid when setting target provision state to'
                raise Refused(400, f'{words} {" or ".join(verbs)}')
        if argument('disable_ramdisk') is not None and self.minor < _DISABLE_RAMDISK[verb]:
            raise refusals.too_new()
        if argument('deploy_steps'):
            if self.minor < 69:
                raise refusals.too_new()
            bodies.check(node_steps.DEPLOY, argument('deploy_steps'))
        if verb == 'rescue' and not str(argument('rescue_password') or '').strip():
            words = 'A non-empty "rescue_password" is required when setting target provision state'
            raise Refused(400, f'{words} to rescue')
        configdrive = argument('configdrive')
        if not configdrive:
            return
        if verb not in ('active', 'deploy') and (verb != 'rebuild' or self.minor < 35):
            words = 'Adding a config drive is only supported when setting provision state to active'
            raise Refused(400, words if self.minor < 35 else f'{words}, rebuild')
        minimum = 59 if 'vendor_data' in configdrive else 56
        if isinstance(configdrive, dict) and self.minor < minimum:
            raise refusals.too_new()

    def _steps(self, verb: str, node: Row) -> list[Document] | None:
        """The steps that are to be carried out, by name or by a runbook."""
        if self.arguments.get('runbook'):
            if self.minor < 92:
                raise refusals.too_new()
            return self._runbook_steps(self.arguments['runbook'], node)
        if verb not in ('clean', 'service'):
            return None
        steps: list[Document] | None = self.arguments.get(f'{verb}_steps')
        if not steps:
            words = f'"{verb}_steps" is required when setting target provision state to {verb}'
            raise Refused(400, words)
        bodies.check(node_steps.MANUAL, steps)
        return steps

    def _runbook_steps(self, ident: str, node: Row) -> list[Document]:
        kind = 'baremetal_runbook'
        row = self.db.one(kind, name=ident) or self.db.get(kind, ident)
        if row is None:
            raise refusals.not_found('Runbook', ident)
        self._check_approved(row, node)
        return sorted(row.document['steps'], key=lambda step: int(step['order']))

    def _check_approved(self, runbook: Row, node: Row) -> None:
        """Refuse a runbook for a node that does not have its trait."""
        own = node.document['traits']
        # Until runbooks had traits of their own, their name was the one.
        required = [runbook.document['name']] if self.minor < 112 else runbook.document['traits']
        if not set(required) & set(own):
            words = f'This runbook has not been approved for use on this node {node.id}.'
            if not required:
                raise Refused(400, f'Runbook {runbook.id} has no traits configured. {words}')
            lack = f"The node does not have any of the runbook's traits {required}."
            raise Refused(400, f'{words} {lack}')

    def _run(
        self, row: Row, process: str, body: Mapping[str, Any], steps: list[Document] | None
    ) -> None:
        node = row.document
        done: Document = {}
        if process == 'inspect':
            node['inspection_started_at'] = self.now
            usual = node_machine.PROCESSES[process].seconds
            end = self.now + node_machine.seconds_of(node, usual)
            done = {'inspection_finished_at': end, 'inspection_started_at': None}
        if process == 'delete':
            self._release(node)
        left = node_steps.left_behind(process, body, steps)
        if process == 'deploy' and body.get('configdrive'):
            done['instance_info'] = {**node['instance_info'], 'configdrive': '******'}
        if process == 'rescue':
            passwords = dict.fromkeys(('rescue_password', 'hashed_rescue_password'), '******')
            done['instance_info'] = {**node['instance_info'], **passwords}
        elif process in ('deploy', 'clean', 'service'):
            key = f'{process}_steps'
            done['driver_internal_info'] = {**node['driver_internal_info'], key: None}
        unknown = [step for step in steps or () if not _is_known(process, step)]
        if not unknown:
            planned = node_machine.run(node, process, self.now, listed=str(steps or []), **done)
        else:
            kind = 'clean' if process == 'clean' else 'service'
            words = node_steps.failure(kind, row.id, unknown[0])
            target = node_machine.PROCESSES[process].target
            begun = node_machine.run(node, process, self.now)[:1]
            begun[0][1].pop('event', None)
            at = self.now + 0.5
            failed = node_machine.failed(node, process, words, at, target)
            failed['driver_internal_info'] = {**node['driver_internal_info'], **left}
            planned = [*begun, (0.5, failed)]
        node_machine.start(node, self.now, planned)

    def _release(self, node: Document) -> None:
        """Forget the allocation of a node whose instance goes away."""
        allocation = node.get('allocation_uuid')
        row = None if allocation is None else self.db.get('baremetal_allocation', allocation)
        if row is not None:
            self.db.remove(row)
        node['allocation_uuid'] = None

    def _move(self, row: Row, verb: str) -> None:
        """Apply verbs that take no time: abort, continue, manage."""
        node = row.document
        state, now = node['provision_state'], self.now
        if verb == 'manage':
            more: Document = {}
            if node.get('fault'):
                more = {'fault': None, 'maintenance': False, 'maintenance_reason': None}
            node_machine.start(node, now, [(0, node_machine.ended('manageable', now, **more))])
            return
        process = node['process']
        target = node_machine.PROCESSES[process].target
        if verb == 'abort':
            noun = {'inspect': 'inspection', 'deploy': 'deployment'}.get(process, process)
            words = f'By request, the {noun} operation was aborted in state {state!r}.'
            failed = node_machine.failed(node, process, words, now, target)
            node_machine.start(node, now, [(0, failed)])
            return
        seconds = node_machine.PROCESSES[process].seconds / 2
        busy = {
            'provision_state': node_machine.PROCESSES[process].busy,
            'reservation': handlers.CONDUCTOR,
            'provision_updated_at': now,
        }
        rest = node_machine.finish(node, process, now, seconds)
        node_machine.start(node, now, [(0, busy), *rest])


def _is_known(process: str, step: Document) -> bool:
    """Whether the fake hardware can carry out a step, or passes over it."""
    name = step.get('step')
    known = hardware.SERVICE_STEPS if process == 'service' else hardware.CLEAN_STEPS
    return name in hardware.RESERVED_STEPS or (step['interface'], name) in known
