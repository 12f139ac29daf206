"""The answers of the fictional services on a scripted cloud."""

from __future__ import annotations

from typing import Any

from unit_tests.scripted import Answer, Request, ScriptedCloud, fault

HEADER = 'OpenStack-API-Version'
ORCHESTRA_HEADER = 'X-OpenStack-Orchestra-API-Version'

PLAYER = {'id': 'p1', 'name': 'Clara', 'desk': 'first', 'rank': 'leader'}
CRATE = {'id': 'c1', 'label': 'Tea', 'weight': 12}


def pair(version: str) -> tuple[int, ...]:
    """A version for comparison."""
    return tuple(int(part) for part in version.split('.'))


class Orchestra:
    """An orchestra on a scripted cloud.

    :param minimum: lowest version; ``None`` for a service without microversions.
    :param form: ``legacy`` or ``standard``: which headers it reads and writes.
    :param tells: successes also have the range.
    """

    def __init__(
        self,
        cloud: ScriptedCloud,
        minimum: str | None = '1.1',
        maximum: str = '1.24',
        form: str = 'legacy',
        tells: bool = False,
        path: str = '/orchestra/v1',
    ) -> None:
        self.cloud = cloud
        self.minimum = minimum
        self.maximum = maximum
        self.form = form
        self.tells = tells
        self.path = path
        self.requests: list[Request] = []
        for method in ('GET', 'POST'):
            cloud.on(method, f'{path}*', self._answer)

    @property
    def wire(self) -> list[str]:
        """Version and request, as in ``1.24 GET /players``; ``-`` without a version."""
        return [
            f'{each.headers[ORCHESTRA_HEADER] or "-"} {each.method} '
            f'{each.path.removeprefix(self.path)}'
            for each in self.requests
        ]

    def forget(self) -> None:
        """Clear the record."""
        self.requests.clear()

    def _named(self, request: Request) -> str | None:
        if self.form == 'legacy':
            return request.headers[ORCHESTRA_HEADER]
        name, _, version = (request.headers[HEADER] or '').partition(' ')
        assert name in ('orchestra', ''), name
        return version or None

    def _stamp(self, answer: Answer, version: str, is_ranged: bool) -> Answer:
        assert self.minimum is not None
        versions = {'': version}
        if is_ranged:
            versions |= {'Minimum-': self.minimum, 'Maximum-': self.maximum}
        for which, number in versions.items():
            if self.form == 'legacy':
                name = ORCHESTRA_HEADER.replace('API-', f'API-{which}')
                answer.headers.append((name, number))
            else:
                answer.headers.append((f'OpenStack-API-{which}Version', f'orchestra {number}'))
        return answer

    def _answer(self, request: Request) -> Answer:
        self.requests.append(request)
        if self.minimum is None:
            return self._content(request)
        version = self._named(request) or self.minimum
        if version == 'latest':
            version = self.maximum
        if not pair(self.minimum) <= pair(version) <= pair(self.maximum):
            refused = fault(406, f'Version {version} is not supported.')
            return self._stamp(refused, version, is_ranged=True)
        return self._stamp(self._content(request), version, is_ranged=self.tells)

    def _content(self, request: Request) -> Answer:
        below = request.path.removeprefix(self.path)
        if below in ('', '/'):
            return Answer(200, {'id': 'v1', 'name': 'orchestra'})
        if request.method == 'GET':
            return Answer(200, {'players': [PLAYER]})
        if below.endswith('/action'):
            return Answer(202)
        created: dict[str, Any] = {'id': 'p2', **request.body['player']}
        return Answer(201, {'player': created})


class Depot:
    """A depot on a scripted cloud."""

    def __init__(self, cloud: ScriptedCloud, minimum: str = '2.1', maximum: str = '2.60') -> None:
        self.minimum, self.maximum = minimum, maximum
        self.requests: list[Request] = []
        cloud.on('GET', '/depot/v2*', self._answer)

    @property
    def wire(self) -> list[str]:
        """Version and request, as in ``depot 2.60 GET /crates``; ``-`` without a version."""
        return [
            f'{each.headers[HEADER] or "-"} {each.method} {each.path.removeprefix("/depot/v2")}'
            for each in self.requests
        ]

    def _answer(self, request: Request) -> Answer:
        self.requests.append(request)
        if request.path.removeprefix('/depot/v2') in ('', '/'):
            entry = {'id': 'v2.0', 'status': 'CURRENT', 'updated': '2020-01-01T00:00:00Z'}
            numbers = {'min_version': self.minimum, 'version': self.maximum}
            return Answer(200, {'version': entry | numbers})
        name, _, version = (request.headers[HEADER] or f'depot {self.minimum}').partition(' ')
        assert name == 'depot', name
        if not pair(self.minimum) <= pair(version) <= pair(self.maximum):
            return fault(406, f'Version {version} is not supported.')
        return Answer(200, {'crates': [CRATE]}, [(HEADER, f'depot {version}')])
