"""Bare Metal."""

from __future__ import annotations

import json
from typing import Any

from functional_tests.comparison import Answer
from functional_tests.drawn_requests import (
    baremetal_collections,
    baremetal_nodes,
    baremetal_parts,
)
from functional_tests.drawn_requests import baremetal_pools as pools
from functional_tests.drawn_requests.drawing import Draw
from functional_tests.drawn_requests.service import Caller, Service, Step, project_id, wait_for

_NEWEST = f'1.{pools.NEWEST}'
_CALLERS = {'admin': Caller('admin', project_id('admin'), ('admin', 'manager', 'member', 'reader'))}
_SPOILS = {name: weight for name, weight in Service.spoils.items() if name != 'role'}
_STABLE = frozenset((
    'enroll', 'manageable', 'available', 'active', 'error', 'rescue', 'clean wait',
    'wait call-back', 'inspect wait', 'rescue wait', 'service wait', 'clean hold',
    'deploy hold', 'service hold',
    'deploy failed', 'clean failed', 'inspect failed', 'rescue failed', 'unrescue failed',
    'adopt failed', 'service failed',
))  # fmt: skip
# Deleted in this order: what belongs to others first.
_KINDS = (
    'allocations', 'deploy_templates', 'runbooks', 'inspection_rules', 'volume/connectors',
    'volume/targets', 'ports', 'portgroups',
)  # fmt: skip
_MOMENT = 3600.0


class Baremetal(Service):
    """Bare Metal; the running one takes everybody for an administrator."""

    name = 'baremetal'
    prefix = '/baremetal'
    callers = _CALLERS
    versions = tuple((1, minor) for minor in range(1, pools.NEWEST + 1))
    own_ids = pools.ALL
    free_order = frozenset(('traits',))
    operations = (
        *baremetal_nodes.OPERATIONS,
        *baremetal_parts.OPERATIONS,
        *baremetal_collections.OPERATIONS,
    )
    parameters = (
        'limit', 'marker', 'sort_key', 'sort_dir', 'fields', 'detail', 'node', 'address', 'state',
        *baremetal_nodes.FILTERS,
    )  # fmt: skip
    spoils = _SPOILS

    def version_header(self, version: str) -> tuple[str, str]:
        """The header that asks for a version."""
        return 'X-OpenStack-Ironic-API-Version', version

    def readable(self, body: Any) -> Any:
        """An error is JSON inside a text."""
        if isinstance(body, dict) and isinstance(body.get('error_message'), str):
            try:
                return {**body, 'error_message': json.loads(body['error_message'])}
            except ValueError:
                return body
        return body

    def message(self, body: Any) -> str | None:
        """The words of an error."""
        error = body.get('error_message') if isinstance(body, dict) else None
        if isinstance(error, dict):
            error = error.get('faultstring', error.get('description'))
        return error if isinstance(error, str) else None

    def prepare(self, session: Any) -> None:
        """Take away the nodes that every sandbox has."""
        for kind in ('baremetal_node', 'baremetal_port'):
            for row in list(session.find(kind)):
                session.remove(row)

    def begin(self, clouds: Any) -> None:
        """Remove what earlier sessions have made in the running service."""
        clouds.sandbox.reset()

        def ask(method: str, path: str, body: Any = None) -> Answer:
            answer: Answer = clouds.ask(1, method, path, _NEWEST, body)
            return answer

        for path in _KINDS:
            listed = ask('GET', f'/v1/{path}').body
            for each in listed[path.rpartition('/')[2]]:
                _delete(ask, f'/v1/{path}/{each["uuid"]}', each.get('node_uuid'))
        for node in ask('GET', '/v1/nodes?include_children=true').body['nodes']:
            _delete(ask, f'/v1/nodes/{node["uuid"]}', node['uuid'])
        for each in ask('GET', '/v1/chassis').body['chassis']:
            ask('DELETE', f'/v1/chassis/{each["uuid"]}')
        names = [
            clouds.ask(index, 'GET', '/v1/conductors', _NEWEST).body['conductors'][0]['hostname']
            for index in (0, 1)
        ]
        clouds.keep('conductor', *names)

    def opening(self, draw: Draw) -> list[Step]:
        """Two nodes, in some state, with a port."""
        steps = []
        for number in range(draw.number(1, 2)):
            node = pools.NODES[number]
            body: dict[str, Any] = {'driver': 'fake-hardware', 'uuid': node}
            body |= {'name': pools.NODE_NAMES[number], 'resource_class': draw.one_of(pools.CLASSES)}
            steps.append(_made('POST /v1/nodes', '/v1/nodes', body))
            verbs = ('manage', 'provide', 'active')[: draw.number(0, 3)]
            path = f'/v1/nodes/{node}/states/provision'
            steps += [
                _made('PUT /v1/nodes/{id}/states/provision', path, {'target': verb})
                for verb in verbs
            ]
        newest = self.versions[-1]
        for kind in draw.some_of(baremetal_collections.KINDS, 2, 5):
            steps.append(self.valid_step(draw, kind.operations[0], newest))
        return steps

    def observe(self, clouds: Any, step: Step, answers: tuple[Answer, Answer]) -> None:
        """Wait until the nodes have come to rest."""
        if step.method in ('GET', 'HEAD') or all(answer.status >= 400 for answer in answers):
            return
        clouds.sandbox.clock.leapt += _MOMENT
        if answers[1].status >= 400:
            return
        if '/nodes/' in step.path or '/allocations' in step.path:
            wait_for(lambda: _rests(clouds), 'a node does not come to rest', 15)


def _rests(clouds: Any) -> bool:
    path = '/v1/nodes?include_children=true&fields=provision_state,reservation,target_power_state'
    nodes = clouds.ask(1, 'GET', path, _NEWEST).body['nodes']
    allocations = clouds.ask(1, 'GET', '/v1/allocations', _NEWEST).body['allocations']
    return all(
        node['provision_state'] in _STABLE
        and node['reservation'] is None
        and node['target_power_state'] is None
        for node in nodes
    ) and all(each['state'] != 'allocating' for each in allocations)


def _delete(ask: Any, path: str, node: str | None) -> None:
    """Delete something; what belongs to a node that is in use, in maintenance."""
    if ask('DELETE', path).status < 400 or node is None:
        return
    changes = [{'op': 'replace', 'path': '/protected', 'value': False}]
    ask('PATCH', f'/v1/nodes/{node}', changes)
    ask('PUT', f'/v1/nodes/{node}/maintenance', {})
    if ask('DELETE', path).status >= 400:
        ask('PUT', f'/v1/nodes/{node}/states/power', {'target': 'power off'})
        wait_for(lambda: ask('DELETE', path).status in (204, 404), f'{path} cannot be deleted', 20)


def _made(operation: str, path: str, body: Any) -> Step:
    return Step(operation, operation.split()[0], path, (), _NEWEST, 'admin', (), body)
