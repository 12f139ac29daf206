"""A cloud with one server that an action works on, and a record of the action."""

from __future__ import annotations

from typing import Any

from unit_tests import records
from unit_tests.scripted import Answer, Request, ScriptedCloud, fault
from unit_tests.v2 import instance_actions

ID = records.server_id(1)
SERVER = f'/servers/{ID}'
TASK = 'OS-EXT-STS:task_state'
HOST = 'OS-EXT-SRV-ATTR:host'
SMALL = {**records.flavor_within_a_server(), 'original_name': 'm1.small', 'ram': 2048}
OTHER_IMAGE = 'aaaaaaaa-0000-4000-8000-000000000000'
NO_HOST = 'No valid host was found.'

Fields = dict[str, Any]


def failed(**fields: Any) -> Fields:
    """A record of an action that failed, as an administrator reads it from 2.84 on."""
    event = instance_actions.event('conductor', 'Error', details=NO_HOST, traceback=None)
    return {'message': 'Error', 'events': [{**event, **fields}]}


SUCCESS = {'message': None, 'events': [instance_actions.event('compute', 'Success', details=None)]}
RUNNING = {'message': None, 'events': [instance_actions.event('compute', details=None)]}
NO_EVENT: Fields = {'message': None, 'events': []}
HIDDEN = {'message': 'Error'}
UNTOLD = {'message': None}


class Work:
    """A cloud with one server that goes through states, and a record of its action."""

    def __init__(self, cloud: ScriptedCloud) -> None:
        self.cloud = cloud
        cloud.on('POST', f'{SERVER}/action', self._accept, 202)
        cloud.on('DELETE', SERVER, None, 204)
        cloud.on('GET', '/servers', {'servers': [{'id': ID, 'name': 'web1', 'links': []}]})
        cloud.on('GET', '/flavors/2', {'flavor': records.flavor('m1.small', '2')})
        cloud.on('GET', '/image/v2/images/*', lambda request: {'id': request.path[-36:]})
        cloud.on('GET', f'{SERVER}/os-instance-actions*', fault(404, 'no'))

    def _accept(self, request: Request) -> Any:
        if 'rebuild' in request.body:
            return {'server': records.server(1, status='REBUILD', **{TASK: 'rebuilding'})}
        return {} if 'rescue' in request.body else None

    def goes_through(self, *states: Fields) -> None:
        """Let the server be in one state after the other; the last one stays."""
        left = list(states)

        def answer(request: Request) -> Any:
            return {'server': records.server(1, **(left.pop(0) if len(left) > 1 else left[0]))}

        self.cloud.on('GET', SERVER, answer)

    def has_record(self, record: Fields | Answer) -> None:
        instance_actions.record(self.cloud, ID, lambda: record)

    def looks(self) -> list[str]:
        """The paths of requests after the write."""
        paths = [request.path for request in self.cloud.requests]
        writes = [place for place, each in enumerate(self.cloud.requests) if each.method != 'GET']
        after = writes[-1]
        return [
            path.rpartition('/v2.1')[2].replace(SERVER, 'server') for path in paths[after + 1 :]
        ]


def on(host: str, **fields: Any) -> Fields:
    return {HOST: host, 'hostId': f'id-of-{host}', **fields}


def hidden(host: str, **fields: Any) -> Fields:
    return {'hostId': f'id-of-{host}', **fields}
