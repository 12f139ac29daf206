"""The status of Bare Metal requests at each version, as it was measured, on the sandbox."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from functional_tests import refusals
from functional_tests.contract import baremetal_cloud, facts
from unit_tests import cases
from unit_tests.sandbox import caller

MISSING = '00000000-0000-0000-0000-000000000000'
CHASSIS = 'b6d2cc74-0b53-4460-aa2f-db0a77640224'
PORTGROUP = '25e9e93f-b1a7-478a-84ad-b2f2364f9be8'
PLACES = re.compile(r'\{(node|node2|port|missing-uuid)\}')

# Requests whose recorded answer came from a state that is not in the record.
STATES = {
    'clean + disable_ramdisk (border)': 'manageable',
    'clean + runbook (border)': 'manageable',
    'service in manageable': 'manageable',
    'service (border)': 'active',
    'active + configdrive dict (border)': 'available',
    'active + configdrive vendor_data (border)': 'available',
    'active + deploy_steps (border)': 'available',
    'rebuild + configdrive (border)': 'active',
    'unhold (border)': 'active',
    'undeploy (border)': 'active',
    'port set physical_network': 'available',
}
VERBS = {
    'enroll': (),
    'manageable': ('manage',),
    'available': ('manage', 'provide'),
    'active': ('manage', 'provide', 'active'),
}


class Asked(NamedTuple):
    """A request at one version, and the status that was measured."""

    name: str
    operation: dict[str, Any]
    version: str
    status: int


def minor(version: str) -> int:
    """The minor number of a version."""
    return int(version.partition('.')[2])


def asked() -> Iterator[Asked]:
    """Every request at both ends of each of its ranges, and between them."""
    if not facts.is_present():
        return
    for name, operation in facts.read('baremetal/operation-minimums.json')['operations'].items():
        for answer in operation['answers']:
            first, last = minor(answer['from']), minor(answer['to'])
            for number in sorted({first, (first + last) // 2, last}):
                yield Asked(name, operation, f'1.{number}', answer['status'])


class MeasuredCloud(baremetal_cloud.BaremetalCloud):
    """The cloud that was measured: three nodes, a port, a port group, a chassis."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.values = {'missing-uuid': MISSING}
        self.ports = 0
        self.values['node'] = self.enroll('meas-1')
        self.values['node2'] = self.enroll('meas-2')
        for kind, id in (('chassis', CHASSIS), ('portgroups', PORTGROUP)):
            body = {'uuid': id}
            if kind == 'portgroups':
                body['node_uuid'] = self.values['node']
            assert self.ask('POST', f'/v1/{kind}', body=body).status == 201

    def enroll(self, name: str | None) -> str:
        """The UUID of a new node."""
        body = {'driver': 'fake-hardware', 'name': name}
        return str(self.ask('POST', '/v1/nodes', body=body).body['uuid'])

    def move(self, node: str, state: str) -> None:
        """Bring an enrolled node into a state."""
        for verb in VERBS[state]:
            path = f'/v1/nodes/{node}/states/provision'
            answer = self.ask('PUT', path, body={'target': verb})
            assert answer.status == 202, answer.body
            self.now += baremetal_cloud.PAUSE

    def answer_of(self, request: Asked) -> caller.Answer:
        """The answer of a request, on a node of its own where it changes something."""
        self.now += baremetal_cloud.PAUSE
        operation, values = request.operation, dict(self.values)
        if operation['method'] != 'GET' or '{port}' in operation['path']:
            values['node'] = self.enroll(None)
            self.move(values['node'], STATES.get(request.name, 'enroll'))
            values['port'] = self._port(values['node'])
        if 'meas-3' in operation['path']:
            values['node'] = self.enroll('meas-3')
        path = PLACES.sub(lambda match: values[match[1]], operation['path'])
        answer = self.ask(operation['method'], path, request.version, operation['body'])
        self._forget(values)
        return answer

    def _forget(self, values: dict[str, str]) -> None:
        """Take away what the next request would meet: names, and the node of this one."""
        node = values['node']
        if node != self.values['node']:
            self.now += baremetal_cloud.PAUSE
            self.ask('PUT', f'/v1/nodes/{node}/maintenance', body={})
            assert self.ask('DELETE', f'/v1/nodes/{node}').status == 204

    def _port(self, node: str) -> str:
        self.ports += 1
        address = f'52:54:00:{self.ports >> 16:02x}:{self.ports >> 8 & 255:02x}:'
        address += f'{self.ports & 255:02x}'
        body = {'node_uuid': node, 'address': address}
        return str(self.ask('POST', '/v1/ports', body=body).body['uuid'])


@pytest.fixture(scope='module')
def cloud(tmp_path_factory: pytest.TempPathFactory) -> MeasuredCloud:
    return MeasuredCloud(tmp_path_factory.mktemp('measured') / 'state.db')


NAMES = list(dict.fromkeys(request.name for request in asked()))


@cases.one_test_of('name', NAMES)
def test_statuses_are_as_measured(cloud: MeasuredCloud, name: str) -> None:
    cloud.login('admin')
    wrong = []
    for request in asked():
        if request.name != name:
            continue
        answer = cloud.answer_of(request)
        if not refusals.stands_for(answer.status, request.status):
            wrong.append((request.version, request.status, answer.status, answer.body))
    assert wrong == []
