"""A scripted Bare Metal service: answers by method and path, one after the other."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.services import BAREMETAL
from unit_tests.nova import TestClock
from unit_tests.scripted import Answer, Request, ScriptedCloud

ROOT = '/baremetal/v1'
HEADER = 'X-OpenStack-Ironic-API-Version'
NEWEST = str(BAREMETAL.range.end)
UUIDS = tuple(f'00000000-0000-4000-8000-00000000000{number}' for number in range(4))


def node(number: int = 1, **fields: Any) -> dict[str, Any]:
    """A node, as the cloud tells of it; it is in no state of change."""
    states = {'provision_state': 'manageable', 'power_state': 'power off', 'reservation': None}
    targets = {'target_provision_state': None, 'target_power_state': None, 'last_error': None}
    return {'uuid': UUIDS[number], 'name': f'rack-{number}', **states, **targets, **fields}


def refusal(status: int, words: str) -> Answer:
    """An error as Ironic writes it."""
    fault = {'faultcode': 'Client', 'faultstring': words, 'debuginfo': None}
    return Answer(status, {'error_message': json.dumps(fault)})


class Rack:
    """A Bare Metal service on a scripted cloud.

    :param cloud: one whose catalog has the service.
    """

    def __init__(self, cloud: ScriptedCloud) -> None:
        self.cloud = cloud
        self.clock = TestClock()
        self.requests: list[Request] = []
        self.answers: dict[str, list[Any]] = {}
        for method in ('GET', 'POST', 'PUT', 'PATCH', 'DELETE'):
            cloud.on(method, f'{ROOT}*', self._answer)

    def answers_to(self, operation: str, *bodies: Any) -> None:
        """Answer an operation, as in ``GET /nodes``, with each body in turn; the last one stays.

        :param bodies: JSON, or an ``Answer``; nothing for an answer without a body.
        """
        self.answers[operation] = list(bodies) or [Answer(202)]

    def knows(self, *seen: dict[str, Any]) -> None:
        """Answer what is asked of a node by name or UUID with what is seen of it, in turn."""
        for key in ('uuid', 'name'):
            self.answers_to(f'GET /nodes/{seen[0][key]}', *(dict(each) for each in seen))

    def client(self, version: str = NEWEST) -> Client:
        """A client of the library, where nobody logs in."""
        client = Client(version, endpoint_override=f'{self.cloud.url}/baremetal')
        client.client.sleep, client.client.monotonic = self.clock.sleep, self.clock.now
        return client

    @property
    def sent(self) -> list[tuple[str, Any]]:
        """Return the writes: operation and body."""
        return [
            (f'{each.method} {self._below(each)}', each.body)
            for each in self.requests
            if each.method != 'GET'
        ]

    @property
    def read(self) -> list[str]:
        """The paths and queries that were read, but for the root."""
        reads = [self._below(each) for each in self.requests if each.method == 'GET']
        return [path for path in reads if path not in ('', '/')]

    def _below(self, request: Request) -> str:
        query = f'?{urlencode(request.query)}' if request.query else ''
        return request.path.removeprefix(ROOT) + query

    def _answer(self, request: Request) -> Answer:
        self.requests.append(request)
        below = request.path.removeprefix(ROOT)
        scripted = self.answers.get(f'{request.method} {below}')
        if scripted is not None:
            body = scripted.pop(0) if len(scripted) > 1 else scripted[0]
        else:
            body = {'id': 'v1'} if below in ('', '/') else refusal(404, f'{below} is not here.')
        answer = body if isinstance(body, Answer) else Answer(200, body)
        version = request.headers[HEADER] or '1.1'
        return Answer(answer.status, answer.body, [*answer.headers, (HEADER, version)])
