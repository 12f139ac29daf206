"""``/nodes/{id}/states/provision``: verbs that move nodes from state to state."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import (
    collection,
    hardware,
    node_machine,
    node_states,
    nodes,
    refusals,
)
from novaclient_mv.sandbox.baremetal.refusals import Refused

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

ARGUMENTS = (
    'configdrive', 'clean_steps', 'deploy_steps', 'service_steps', 'rescue_password',
    'disable_ramdisk', 'runbook',
)  # fmt: skip
_DISABLE_RAMDISK = {'clean': 70, 'service': 108}
_CONFIGDRIVE_PARTS = ('meta_data', 'network_data', 'user_data', 'vendor_data')
_STEPPED = {'clean': 'clean_steps', 'service': 'service_steps'}


class NodeProvision(node_states.NodeStates):
    """Provision states."""

    def provision(self, id: str) -> Response:
        """``PUT /v1/nodes/{id}/states/provision``"""
        body = self.target_body(*ARGUMENTS)
        verb = str(body['target'])
        row = self.node(id)
        if self.minor < node_machine.LEAST.get(verb, 1):
            raise refusals.too_new()
        node = row.document
        if node.get('reservation'):
            raise refusals.locked(row.id, node['reservation'])
        process = node_machine.process_of(verb, node['provision_state'])
        if process is None:
            raise Refused(400, node_states.not_now(verb, row.id, node['provision_state']))
        self._check_version(verb, node)
        self._check_arguments(verb, body)
        steps = self._steps(verb, body, row)
        if verb in ('deleted', 'undeploy', 'rebuild'):
            nodes.require_unprotected(row)
        if node['maintenance'] and verb in ('active', 'deploy', 'rebuild', 'provide'):
            words = f'The {verb} operation cannot be performed on node {row.id} because it is in'
            raise Refused(400, f'{words} maintenance mode.')
        if node.get('retired') and verb == 'provide':
            raise Refused(400, f'Node {row.id} is retired and cannot be provided.')
        if process:
            self._run(row, process, body, steps)
        else:
            self._move(row, verb)
        self.db.save(row)
        return self.to_states(row, id)

    def _check_version(self, verb: str, node: Document) -> None:
        """Refuse what ends a state that could not be ended so yet."""
        if verb != 'abort':
            return
        least = {'inspect wait': 41, 'wait call-back': 110, 'deploy hold': 110}
        if self.minor < least.get(node['provision_state'], 1):
            raise refusals.too_new()

    def _check_arguments(self, verb: str, body: Document) -> None:
        if body.get('disable_ramdisk') is not None:
            least = _DISABLE_RAMDISK.get(verb)
            if least is None or self.minor < least:
                words = 'disable_ramdisk is not acceptable in this API version'
                raise Refused(406 if least else 400, words)
        if body.get('runbook') is not None and self.minor < 92:
            raise refusals.too_new()
        if body.get('deploy_steps') is not None and self.minor < 69:
            raise refusals.too_new()
        if body.get('configdrive') is not None:
            self._check_configdrive(verb, body['configdrive'])
        is_rescue = verb == 'rescue'
        if is_rescue and not str(body.get('rescue_password') or '').strip():
            words = 'A non-empty "rescue_password" is required when setting target provision state'
            raise Refused(400, f'{words} to rescue')

    def _check_configdrive(self, verb: str, configdrive: Any) -> None:
        if verb not in ('active', 'deploy') and (verb != 'rebuild' or self.minor < 35):
            words = 'Adding a config drive is only supported when setting provision state to active'
            raise Refused(400, words if self.minor < 35 else f'{words} or rebuild')
        if not isinstance(configdrive, dict):
            return
        for name, value in configdrive.items():
            wrong = None
            if name not in _CONFIGDRIVE_PARTS:
                wrong = f'Additional properties are not allowed ({name!r} was unexpected)'
            elif name != 'user_data' and not isinstance(value, dict):
                wrong = f"{value!r} is not of type 'object'"
            if wrong is not None:
                raise Refused(400, f'Invalid configdrive format: {wrong}')
        if self.minor < (59 if 'vendor_data' in configdrive else 56):
            raise refusals.too_new()

    def _steps(self, verb: str, body: Document, node: Row) -> list[Document] | None:
        """The steps that are to be carried out, by name or by a runbook."""
        key = _STEPPED.get(verb)
        if key is None:
            return None
        if body.get('runbook') is not None:
            return self._runbook_steps(str(body['runbook']), node)
        steps = body.get(key)
        if steps is None:
            raise Refused(400, f'"{key}" is required when setting target provision state to {verb}')
        for step in steps:
            interface = step.get('interface')
            if interface not in hardware.STEP_INTERFACES:
                words = f'{interface!r} is not one of {hardware.STEP_INTERFACES}'
                raise Refused(400, f'Invalid {key}: {words}')
        return list(steps)

    def _runbook_steps(self, ident: str, node: Row) -> list[Document]:
        row = self.db.one('baremetal_runbook', name=ident) or self.db.get(
            'baremetal_runbook', ident
        )
        if row is None:
            raise refusals.not_found('Runbook', ident)
        self._check_approved(row, node)
        return sorted(row.document['steps'], key=lambda step: int(step['order']))

    def _check_approved(self, runbook: Row, node: Row) -> None:
        """Refuse a runbook for a node that does not have its trait."""
        words = f'This runbook has not been approved for use on this node {node.id}.'
        if self.minor < 112:
            # Until runbooks had traits of their own, their name was the one.
            if runbook.document['name'] not in node.document['traits']:
                advice = 'Please ask an administrator to add it to your node traits.'
                raise Refused(400, f'{words} {advice}')
            return
        traits = runbook.document['traits']
        if not traits:
            lack = f'Runbook {runbook.id} has no traits configured.'
            raise Refused(400, f'{lack} Please ask an administrator to add traits to the runbook.')
        if not set(traits) & set(node.document['traits']):
            lack = f"The node does not have any of the runbook's traits {traits}."
            advice = 'Please ask an administrator to add a matching trait to your node.'
            raise Refused(400, f'{words} {lack} {advice}')

    def _run(self, row: Row, process: str, body: Document, steps: list[Document] | None) -> None:
        node = row.document
        done: Document = {}
        if process == 'inspect':
            node['inspection_started_at'] = self.now
            usual = node_machine.PROCESSES[process].seconds
            end = self.now + node_machine.seconds_of(node, usual)
            done = {'inspection_finished_at': end, 'inspection_started_at': None}
        if process == 'delete':
            self._release(node)
        if process == 'clean' and node['target_raid_config']:
            done = {'raid_config': node['target_raid_config']}
        unknown = [step for step in steps or () if not _is_known(step)]
        if not unknown:
            planned = node_machine.run(node, process, self.now, listed=str(steps or []), **done)
        else:
            kind = 'clean' if process == 'clean' else 'service'
            step = json.dumps(unknown[0]).replace('"', "'")
            words = f'Cannot clean node {row.id}: node does not support this {kind} step: {step}'
            words = words if kind == 'clean' else words.replace('Cannot clean', 'Cannot service')
            target = node_machine.PROCESSES[process].target
            begun = node_machine.run(node, process, self.now)[:1]
            begun[0][1].pop('event', None)
            at = self.now + 0.5
            planned = [*begun, (0.5, node_machine.failed(node, process, words, at, target))]
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
            'reservation': collection.CONDUCTOR,
            'provision_updated_at': now,
        }
        rest = node_machine.finish(node, process, now, seconds)
        node_machine.start(node, now, [(0, busy), *rest])


def _is_known(step: Document) -> bool:
    """Whether the fake hardware can carry out a step, or passes over it."""
    name = step.get('step')
    return name in hardware.RESERVED_STEPS or (step['interface'], name) in hardware.CLEAN_STEPS
