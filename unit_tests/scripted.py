"""A scripted cloud on a local port, which records its requests."""

from __future__ import annotations

import dataclasses
import email.utils
import fnmatch
import http.client
import io
import json
import re
import ssl
import threading
import types
import urllib.parse
from collections.abc import Callable, Mapping
from typing import Any, Self

from unit_tests.byte_server import ByteServer, Reply, Seen
from unit_tests.scripted_services import (
    LEGACY_HEADER,
    PROJECT,
    SECRET,
    STANDARD_HEADER,
    Answer,
    Keystone,
    Nova,
    Request,
    fault,
    unauthorized,
)

__all__ = ['LEGACY_HEADER', 'PROJECT', 'SECRET', 'STANDARD_HEADER', 'Answer', 'Request']
__all__ += ['ScriptedCloud', 'StartCloud', 'fault']

REGION = 'RegionOne'

PROXY_PAGE = b'<html><head><title>Welcome to the proxy</title></head><body>Hello</body></html>'
MISHAPS = ('html', 'json', 'cut', 'reset', 'close', 'status', 'version', 'no-version')


class ScriptedCloud:
    """A scripted cloud, which records its requests.

    Any user may log in, with the password (or secret) ``secret``.

    :param compute_path: path of the compute endpoint in the catalog; ``PROJECT`` in it is replaced.
    :param minimum: lowest microversion. ``maximum``: the highest.
    :param microversions: false for a Nova from before them.
    :param service_type: what the catalog calls compute.
    :param catalog: further endpoints: service type to a path here or a whole URL; block storage
        without any.
    :param context: speaks TLS with these settings.
    """

    def __init__(
        self,
        compute_path: str = '/v2.1',
        *,
        service_type: str = 'compute',
        minimum: str = '2.1',
        maximum: str = '2.53',
        microversions: bool = True,
        catalog: Mapping[str, str] | None = None,
        region: str = REGION,
        context: ssl.SSLContext | None = None,
    ) -> None:
        self.compute_path = compute_path.replace('PROJECT', PROJECT)
        self.service_type = service_type
        self.region = region
        self.further_regions: dict[str, str] = {}
        self.requests: list[Request] = []
        self.errors: list[Exception] = []
        root = re.sub(r'/v2(\.1)?(/.*)?$', '', self.compute_path).rstrip('/')
        self.nova = Nova(root, minimum, maximum, microversions)
        self._others = {'volumev3': '/volume/v3'} if catalog is None else dict(catalog)
        self._scripts: list[tuple[str, str, Callable[[Request], Answer]]] = []
        self._mishaps: list[tuple[str, str, str, dict[str, str]]] = []
        self._lock = threading.Lock()
        self._server = ByteServer(self._replied, context=context, refuses_tls=context is None)
        self.url, self.port = self._server.url, self._server.port
        self.keystone = Keystone(self.url, self.catalog)
        self.on('GET', '/servers/detail', {'servers': []})

    def __enter__(self) -> Self:
        self._server.listen()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: types.TracebackType | None,
    ) -> None:
        self._server.close()
        if error is None and self.errors:
            raise self.errors[0]

    # -- the script

    def on(
        self,
        method: str,
        path: str,
        body: Any = None,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Answer requests; the last script that matches is taken.

        :param path: as below the compute endpoint and the project, or from the root; ``*`` matches
            any text.
        :param body: JSON value, text or bytes; or a function of the request that returns one of
            them or an ``Answer``.
        """

        def write(request: Request) -> Answer:
            written = body(request) if callable(body) else body
            if isinstance(written, Answer):
                return dataclasses.replace(written, headers=list(written.headers))
            return Answer(status, written, list((headers or {}).items()))

        self._scripts.append((method, path, write))

    def answer_next(
        self, method: str, path: str, kind: str, headers: Mapping[str, str] | None = None
    ) -> None:
        """Misbehave once, at the next such request; told several times, several times in turn.

        :param kind: ``html`` or ``html:502`` (a proxy's page), ``cut`` (the body ends too early),
            ``reset`` or ``close`` (the connection, without an answer), ``json`` (broken JSON),
            ``status:503`` (Nova's error of that status), ``version:2.9`` (another version in the
            answer), ``no-version`` (no version in the answer).
        :param headers: written on the answer, as in ``{'Retry-After': '2'}``.
        """
        if kind.partition(':')[0] not in MISHAPS:
            raise ValueError(f'There is no way to misbehave called {kind!r}.')
        self._mishaps.append((method, path, kind, dict(headers or {})))

    def answer_well(self) -> None:
        """Forget how it was to misbehave."""
        self._mishaps.clear()

    def expire(self) -> None:
        """End the life of every token given out so far."""
        self.keystone.tokens.clear()

    # -- what is known of it

    def environ(self) -> dict[str, str]:
        """The environment of a user of this cloud."""
        values = {'auth_type': 'password', **self.credentials(), 'region_name': self.region}
        return {f'OS_{name.upper()}': value for name, value in values.items()}

    def credentials(self) -> dict[str, Any]:
        """Return the credentials of a user of this cloud, as keywords of clients and plugins."""
        return {
            'auth_url': f'{self.url}/v3',
            'username': 'demo',
            'password': SECRET,
            'project_name': 'demo',
            'user_domain_name': 'Default',
            'project_domain_name': 'Default',
        }

    def entry(self, **fields: Any) -> str:
        """This cloud in a cloud file: its login and further fields, as one value of YAML."""
        return json.dumps({'auth': self.credentials(), **fields})

    def catalog(self) -> list[dict[str, Any]]:
        """The catalog of a scoped token."""
        paths = {'identity': '/v3', self.service_type: self.compute_path, **self._others}
        return [
            {
                'id': f'service-{kind}',
                'type': kind,
                'name': kind,
                'endpoints': [
                    *self._endpoints(path, self.region),
                    *(
                        endpoint
                        for region, place in self.further_regions.items()
                        if kind == self.service_type
                        for endpoint in self._endpoints(place, region)
                    ),
                ],
            }
            for kind, path in paths.items()
        ]

    def _endpoints(self, path: str, region: str) -> list[dict[str, str]]:
        url = path if '://' in path else self.url + path.replace('PROJECT', PROJECT)
        return [
            {
                'id': f'endpoint-{interface}',
                'interface': interface,
                'region': region,
                'region_id': region,
                'url': url,
            }
            for interface in ('public', 'internal', 'admin')
        ]

    def wire(self, query: bool = False) -> list[str]:
        """The requests in short, as in ``GET /v2.1/servers/detail``."""
        return [
            f'{each.method} {each.path}'
            + (f'?{urllib.parse.urlencode(each.query)}' if query and each.query else '')
            for each in self.requests
        ]

    def posts(self, path: str = '/v2.1/servers') -> int:
        """The number of POST requests to a path."""
        return self.wire().count(f'POST {path}')

    def versions_sent(self) -> list[tuple[str | None, str | None]]:
        """Standard and legacy version header of each compute request but for version documents."""
        return [
            (each.headers[STANDARD_HEADER], each.headers[LEGACY_HEADER])
            for each in self.requests
            if (route := self.nova.route(each.path)) and route[2] not in ('', '/')
        ]

    # -- answering

    def respond(self, request: Request) -> tuple[Answer, str]:
        """Record a request; its answer, and how the connection is to break (or nothing)."""
        with self._lock:
            self.requests.append(request)
            mishap = self._take_mishap(request)
        try:
            answer = self._answer(request)
        except Exception as error:  # raised anew in the test, when the cloud is left
            self.errors.append(error)
            return fault(500, f'The script failed: {error!r}'), ''
        return self._spoil(answer, *mishap) if mishap else (answer, '')

    def _paths(self, request: Request) -> list[str]:
        """A request's path below the compute endpoint, if it is there, and from the root."""
        route = self.nova.route(request.path)
        return [request.path] if route is None else [route[2], request.path]

    def _take_mishap(self, request: Request) -> tuple[str, dict[str, str]] | None:
        paths = self._paths(request)
        for mishap in self._mishaps:
            method, path, kind, headers = mishap
            if method == request.method and fnmatch.filter(paths, path):
                self._mishaps.remove(mishap)
                return kind, headers
        return None

    def _answer(self, request: Request) -> Answer:
        if request.path == '/v3' or request.path.startswith('/v3/'):
            return self.keystone.answer(request)
        if self.nova.route(request.path):
            answer = self._compute_answer(request)
            self.nova.sign(answer)
            return answer
        scripted = self._scripted(request)
        token = request.headers['X-Auth-Token']
        if scripted is not None and token is not None and token not in self.keystone.tokens:
            return unauthorized()
        answered = scripted or self.nova.root_answer(request.path)
        return answered or fault(404, 'The resource could not be found.')

    def _compute_answer(self, request: Request) -> Answer:
        route = self.nova.route(request.path)
        assert route is not None
        major, has_project, rest = route
        is_document = rest in ('', '/') and request.method == 'GET'
        is_public = is_document and not has_project
        if not is_public and request.headers['X-Auth-Token'] not in self.keystone.tokens:
            return unauthorized()
        speaks_versions = self.nova.microversions and major == 'v2.1'
        asked = self.nova.asked_version(request.headers) if speaks_versions else None
        if asked is not None and (refusal := self.nova.refusal(asked)):
            return refusal
        answer = self._scripted(request)
        if answer is None and is_document:
            answer = self.nova.version_answer(major)
        answer = answer or fault(404, 'The resource could not be found.')
        if speaks_versions:
            self.nova.stamp(answer, asked or '2.1')
        return answer

    def _scripted(self, request: Request) -> Answer | None:
        for method, pattern, write in reversed(self._scripts):
            if method == request.method and fnmatch.filter(self._paths(request), pattern):
                return write(request)
        return None

    def _spoil(self, answer: Answer, kind: str, headers: Mapping[str, str]) -> tuple[Answer, str]:
        what, _, value = kind.partition(':')
        if what == 'html':
            answer = Answer(int(value or 200), PROXY_PAGE, [('Content-Type', 'text/html')])
        elif what == 'json':
            answer = dataclasses.replace(answer, body=b'{"servers": [{"id":')
        elif what == 'status':
            answer = fault(int(value), f'Told to answer {value}.')
            self.nova.sign(answer)
        elif what in ('version', 'no-version'):
            names = (STANDARD_HEADER, LEGACY_HEADER, 'Vary')
            answer.headers = [each for each in answer.headers if each[0] not in names]
            if value:
                self.nova.stamp(answer, value)
        answer.headers += headers.items()
        return answer, what if what in ('cut', 'reset', 'close') else ''

    def _replied(self, seen: Seen) -> Reply:
        """The bytes of an answer, and how the connection ends."""
        request = _read(seen)
        answer, how_to_break = self.respond(request)
        if how_to_break in ('reset', 'close'):
            return Reply((), how_to_break)
        is_cut = how_to_break == 'cut'
        body = answer.raw()
        headers = [('Date', email.utils.formatdate(usegmt=True)), *answer.headers]
        if body and not answer.has('Content-Type'):
            headers.append(('Content-Type', 'application/json'))
        if answer.status != 204:
            headers.append(('Content-Length', str(len(body) + is_cut)))
        reason = http.client.responses.get(answer.status, '')
        head = [f'HTTP/1.1 {answer.status} {reason}', *(': '.join(pair) for pair in headers)]
        if request.method == 'HEAD':
            body = b''
        content = '\r\n'.join([*head, '', '']).encode('latin-1')
        sent = body[: len(body) // 2] if is_cut else body
        return Reply((content + sent,), 'close' if is_cut else 'keep')


def _read(seen: Seen) -> Request:
    method, _, target = seen.line.partition(' ')
    path, _, query = target.partition('?')
    lines = seen.head.partition(b'\r\n')[2]
    headers = http.client.parse_headers(io.BytesIO(lines + b'\r\n\r\n'))
    body: Any = seen.body or None
    if body is not None and 'json' in headers.get('Content-Type', 'json'):
        body = json.loads(body)
    pairs = urllib.parse.parse_qsl(query, keep_blank_values=True)
    return Request(method, urllib.parse.unquote(path), pairs, headers, body)


StartCloud = Callable[..., ScriptedCloud]
"""The fixture ``start_cloud``: ``cloud = start_cloud('/v2.1', maximum='2.90')``."""
