"""An Ironic on a scripted cloud: its version headers and errors as a real one has them."""

from __future__ import annotations

import json

from unit_tests.scripted import Answer, Request, ScriptedCloud

LEGACY = 'X-OpenStack-Ironic-API-Version'
NODE = {
    'uuid': '1be26c0b-03f2-4d2e-ae87-c02d7f33c123',
    'name': 'rack-1',
    'power_state': 'power on',
    'provision_state': 'active',
    'maintenance': False,
    'instance_uuid': None,
}


def pair(version: str) -> tuple[int, ...]:
    """A version for comparison."""
    return tuple(int(part) for part in version.split('.'))


class Ironic:
    """Nodes that can be listed and created.

    :param minimum: lowest version; ``None`` for a release before microversions.
    :param path: where it stands below the cloud's URL.
    """

    def __init__(
        self,
        cloud: ScriptedCloud,
        minimum: str | None = '1.1',
        maximum: str = '1.96',
        path: str = '/baremetal',
    ) -> None:
        self.cloud = cloud
        self.minimum = minimum
        self.maximum = maximum
        self.path = path
        self.node = dict(NODE)
        self.requests: list[Request] = []
        for method in ('GET', 'POST'):
            cloud.on(method, f'{path}/v1*', self._answer)

    @property
    def wire(self) -> list[str]:
        """Version and request, as in ``1.96 GET /nodes``; ``-`` without a version."""
        return [
            f'{each.headers[LEGACY] or "-"} {each.method} '
            f'{each.path.removeprefix(self.path + "/v1")}'
            for each in self.requests
        ]

    def _answer(self, request: Request) -> Answer:
        self.requests.append(request)
        if self.minimum is None:
            return self._content(request)
        named = request.headers[LEGACY]
        version = self.maximum if named == 'latest' else named or self.minimum
        bounds = [
            ('X-OpenStack-Ironic-API-Minimum-Version', self.minimum),
            ('X-OpenStack-Ironic-API-Maximum-Version', self.maximum),
        ]
        if not pair(self.minimum) <= pair(version) <= pair(self.maximum):
            words = f'Version {version} was requested but is not supported.'
            error = {'code': 406, 'title': 'Not Acceptable', 'description': words}
            return _refusal(406, error, bounds)
        echoed = [*bounds, (LEGACY, version)]
        if 'owner' in dict(request.query) and pair(version) < (1, 50):
            words = 'The minimal required API version should be 1.50'
            return _refusal(406, {'faultcode': 'Client', 'faultstring': words}, echoed)
        answer = self._content(request)
        answer.headers += echoed
        return answer

    def _content(self, request: Request) -> Answer:
        below = request.path.removeprefix(f'{self.path}/v1')
        if below in ('', '/'):
            return Answer(200, {'id': 'v1'})
        if request.method == 'POST':
            return Answer(201, {**self.node, **request.body})
        return Answer(200, {'nodes': [self.node]})


def _refusal(status: int, error: dict[str, object], headers: list[tuple[str, str]]) -> Answer:
    return Answer(status, {'error_message': json.dumps(error)}, list(headers))
