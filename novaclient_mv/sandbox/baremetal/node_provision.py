"""``/nodes/{id}/states/provision``: verbs that move nodes from state to state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import (
    handlers,
    hardware,
    kinds,
    node_machine,
    node_states,
    node_steps,
    nodes,
    refusals,
)
from novaclient_mv.sandbox.baremetal.arguments import NAMED, takes
from novaclient_mv.sandbox.baremetal.refusals import Refused

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

_DISABLE_RAMDISK = {'clean': 70, 'service': 108}
_WORKING_VERBS = ('active', 'rebuild')
_WORK = {'deploy': 'provisioning', 'rescue': 'rescuing', 'service': 'service'}
_STEPPED_VERBS = {
    'clean_steps': ('clean',),
    'deploy_steps': ('active', 'rebuild'),
    'service_steps': ('service',),
}
_STEPPED = {'clean': 'clean_steps', 'service': 'service_steps'}


class NodeProvision(node_states.NodeStates):
    """Provision states."""

    @takes(
        'target',
        body=NAMED,
        id=kinds.uuid_or_name,
        target=kinds.string,
        configdrive=kinds.types('NoneType', 'dict', 'str'),
        clean_steps=kinds.steps,
        deploy_steps=kinds.steps,
        rescue_password=kinds.string,
        disable_ramdisk=kinds.boolean,
        service_steps=kinds.steps,
        runbook=kinds.types('NoneType', 'str'),
    )
    def provision(self, id: str) -> Response:
        """``PUT /v1/nodes/{id}/states/provision``"""
        body = self.arguments
        verb = str(body['target'])
        row = self.node(id)
        if self.minor < node_machine.LEAST.get(verb, 1):
            raise refusals.too_new()
        node = row.document
        if node.get('reservation'):
            raise refusals.locked(row.id, node['reservation'])
        if node['maintenance'] and verb in _WORKING_VERBS:
            raise _in_maintenance('provisioning', row)
        process = self._process(verb, row)
        self._check_version(verb, node)
        if node['maintenance'] and verb in _WORK:
            raise _in_maintenance(_WORK[verb], row)
        if body.get('configdrive'):
            self._check_configdrive(verb, body['configdrive'])
        runbook = self._steps(verb, body, row) if body.get('runbook') else None
        self._check_arguments(verb, body)
        steps = runbook or self._steps(verb, body, row)
        if verb in ('deleted', 'undeploy', 'rebuild'):
            nodes.require_unprotected(row)
        if node.get('retired') and verb == 'provide':
            raise Refused(400, f'Node {row.id} is retired and cannot be provided.')
        if verb == 'delete':
            raise Refused(400, f'The requested action "{verb}" could not be understood.')
        row.document['updated_at'] = self.now
        if process:
            self._run(row, process, body, steps)
        else:
            self._move(row, verb)
        self.db.save(row)
        return self.to_states(row, id)

    def _process(self, verb: str, row: Row) -> str:
        """The process that a verb starts, empty for none.

        :raises Refused: the state of the node does not allow it.
        """
        node = row.document
        state = node['provision_state']
        if verb == 'abort' and node['maintenance'] and state == 'service failed':
            raise _not_aborted(row)
        # The state lets "delete" through where it does "deleted"; then nobody knows it.
        process = node_machine.process_of('deleted' if verb == 'delete' else verb, state)
        if process is None:
            raise Refused(400, node_states.not_now(verb, row.id, state))
        return process

    def _check_version(self, verb: str, node: Document) -> None:
        """Refuse a verb that is too new for the state that it is for."""
        if verb == 'service' and self.minor < 87:
            raise refusals.too_new()
        if verb != 'abort':
            return
        least = {'inspect wait': 41, 'wait call-back': 110, 'deploy hold': 110}
        if self.minor < least.get(node['provision_state'], 1):
            raise refusals.too_new()

    def _check_arguments(self, verb: str, body: Mapping[str, Any]) -> None:
        argument = body.get
        if argument('disable_ramdisk') is not None:
            least = _DISABLE_RAMDISK.get(verb)
            if least is None:
                words = 'disable_ramdisk is supported only with manual cleaning or servicing'
                raise Refused(400, words)
            if self.minor < least:
                raise Refused(406, 'disable_ramdisk is not acceptable in this API version')
        for key, verbs in _STEPPED_VERBS.items():
            if argument(key) and verb not in verbs:
                words = f'"{key}" is only valid when setting target provision state to'
                raise Refused(400, f'{words} {" or ".join(verbs)}')
        if argument('rescue_password') is not None and verb != 'rescue':
            words = 'is only valid when setting target provision state to rescue'
            raise Refused(400, f'"rescue_password" {words}')
        if verb == 'rescue' and not str(argument('rescue_password') or '').strip():
            words = 'A non-empty "rescue_password" is required when setting target provision state'
            raise Refused(400, f'{words} to rescue')
        if argument('deploy_steps'):
            if self.minor < 69:
                raise refusals.too_new()
            node_steps.check('deploy_steps', body['deploy_steps'])

    def _check_configdrive(self, verb: str, configdrive: Any) -> None:
        if verb not in ('active', 'deploy') and (verb != 'rebuild' or self.minor < 35):
            words = 'Adding a config drive is only supported when setting provision state to active'
            raise Refused(400, words if self.minor < 35 else f'{words}, rebuild')
        node_steps.check_configdrive(configdrive)
        least = 59 if 'vendor_data' in configdrive else 56
        if isinstance(configdrive, dict) and self.minor < least:
            raise refusals.too_new()

    def _steps(self, verb: str, body: Mapping[str, Any], node: Row) -> list[Document] | None:
        """The steps that are to be carried out, by name or by a runbook."""
        if body.get('runbook'):
            if self.minor < 92:
                raise refusals.too_new()
            return self._runbook_steps(str(body['runbook']), node)
        key = _STEPPED.get(verb)
        if key is None:
            return None
        steps = body.get(key)
        if not steps:
            raise Refused(400, f'"{key}" is required when setting target provision state to {verb}')
        node_steps.check(key, steps)
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


def _not_aborted(node: Row) -> Refused:
    words = f'Can not abort service on node "{node.id}" while it is in maintenance mode. Please'
    return Refused(
        409,
        f'{words} remove the node from maintenance prior to issuing the request to abort the '
        'service operation.',
    )


def _in_maintenance(work: str, node: Row) -> Refused:
    words = f"The {work} operation can't be performed on node {node.id} because it's"
    return Refused(400, f'{words} in maintenance mode.')
