"""The parts of a scripted cloud: its requests and answers, its Keystone, its Nova's rules."""

from __future__ import annotations

import dataclasses
import itertools
import json
import re
from collections.abc import Callable, Mapping
from email.message import Message
from typing import Any

PROJECT = '6f70656e737461636b20342065766572'
SECRET = 'secret'
PASSCODE = '654321'

# Nova writes the host that its operator configured into links, often one that no user can reach.
LINK_HOST = 'http://internal.example'

STANDARD_HEADER = 'OpenStack-API-Version'
LEGACY_HEADER = 'X-OpenStack-Nova-API-Version'

FAULTS = {
    400: 'badRequest',
    401: 'unauthorized',
    403: 'forbidden',
    404: 'itemNotFound',
    405: 'badMethod',
    409: 'conflictingRequest',
    413: 'overLimit',
    415: 'badMediaType',
    429: 'overLimit',
    501: 'notImplemented',
    503: 'serviceUnavailable',
}


@dataclasses.dataclass(frozen=True)
class Request:
    """One request as it came; the names of its headers ignore case."""

    method: str
    path: str
    query: list[tuple[str, str]]
    headers: Message
    body: Any


@dataclasses.dataclass
class Answer:
    """One answer; a ``body`` that is not bytes or text is sent as JSON."""

    status: int = 200
    body: Any = None
    headers: list[tuple[str, str]] = dataclasses.field(default_factory=list)

    def raw(self) -> bytes:
        """The bytes of the body."""
        if self.body is None:
            return b''
        if isinstance(self.body, bytes):
            return self.body
        return (self.body if isinstance(self.body, str) else json.dumps(self.body)).encode()

    def has(self, name: str) -> bool:
        """Whether a header is set."""
        return any(name.lower() == each.lower() for each, _ in self.headers)


def fault(status: int, message: str) -> Answer:
    """An error answer in Nova's form."""
    said = {FAULTS.get(status, 'computeFault'): {'code': status, 'message': message}}
    return Answer(status, said, [('Content-Type', 'application/json; charset=UTF-8')])


def unauthorized(message: str = 'The request you have made requires authentication.') -> Answer:
    """The 401 of Keystone, and of the filter that it puts in front of the other services."""
    return Answer(401, {'error': {'code': 401, 'title': 'Unauthorized', 'message': message}})


class Keystone:
    """Logins by password, token and application credential; every scope is granted."""

    def __init__(self, url: str, catalog: Callable[[], list[dict[str, Any]]]) -> None:
        self.url = url
        self.catalog = catalog
        self.tokens: set[str] = set()
        self.roles: tuple[str, ...] | None = ('member',)
        self._numbers = itertools.count(1)

    def answer(self, request: Request) -> Answer:
        """The answer to a request below ``/v3``."""
        if request.path in ('/v3', '/v3/') and request.method == 'GET':
            return Answer(200, {'version': self._version()})
        if (request.method, request.path) == ('POST', '/v3/auth/tokens'):
            return self._login(request.body['auth'])
        if request.headers['X-Auth-Token'] not in self.tokens:
            return unauthorized()
        if (request.method, request.path) == ('DELETE', '/v3/auth/tokens'):
            self.tokens.discard(request.headers['X-Subject-Token'])
            return Answer(204)
        return Answer(404, {'error': {'code': 404, 'title': 'Not Found', 'message': 'No route.'}})

    def _version(self) -> dict[str, Any]:
        return {
            'id': 'v3.14',
            'status': 'stable',
            'updated': '2020-04-07T00:00:00Z',
            'links': [{'rel': 'self', 'href': f'{self.url}/v3/'}],
            'media-types': [
                {
                    'base': 'application/json',
                    'type': 'application/vnd.openstack.identity-v3+json',
                }
            ],
        }

    def _login(self, auth: Mapping[str, Any]) -> Answer:
        identity = auth['identity']
        if not all(self._is_right(method, identity[method]) for method in identity['methods']):
            return unauthorized()
        token_id = f'token-{next(self._numbers)}'
        self.tokens.add(token_id)
        scope = auth.get('scope', {})
        if 'application_credential' in identity['methods']:
            scope = {'project': {}}
        token = self._token(identity, scope)
        return Answer(201, {'token': token}, [('X-Subject-Token', token_id)])

    def _is_right(self, method: str, given: Mapping[str, Any]) -> bool:
        if method == 'password':
            return bool(given['user'].get('password') == SECRET)
        if method == 'totp':
            return bool(given['user'].get('passcode') == PASSCODE)
        if method == 'application_credential':
            return bool(given.get('secret') == SECRET)
        return method == 'token' and given['id'] in self.tokens

    def _token(self, identity: Mapping[str, Any], scope: Mapping[str, Any]) -> dict[str, Any]:
        domain = {'id': 'default', 'name': 'Default'}
        name = identity.get('password', {}).get('user', {}).get('name', 'demo')
        token: dict[str, Any] = {
            'methods': identity['methods'],
            'user': {'id': 'user-1', 'name': name, 'domain': domain, 'password_expires_at': None},
            'issued_at': '2020-01-01T00:00:00.000000Z',
            'expires_at': '2099-01-01T00:00:00.000000Z',
            'audit_ids': ['audit-1'],
        }
        if 'project' in scope:
            token['project'] = {'id': PROJECT, 'name': 'demo', 'domain': domain}
        elif 'system' in scope:
            token['system'] = {'all': True}
        elif 'domain' in scope:
            token['domain'] = domain
        if scope:
            if self.roles is not None:
                token['roles'] = [{'id': f'role-{role}', 'name': role} for role in self.roles]
            token['catalog'] = self.catalog()
        return token


class Nova:
    """The version documents of a Nova, and what it does with version headers."""

    def __init__(self, root: str, minimum: str, maximum: str, microversions: bool) -> None:
        self.root = root
        self.minimum = minimum
        self.maximum = maximum
        self.microversions = microversions
        # Below 2.27 Nova reads and writes the legacy header only.
        self.reads_standard_header = _pair(maximum) >= (2, 27)
        self._route = re.compile(rf'{re.escape(root)}/(v2\.1|v2)(/{PROJECT})?(/.*)?')
        self._numbers = itertools.count(1)

    def route(self, path: str) -> tuple[str, bool, str] | None:
        """The major version, whether the project is in the path, and the rest of the path."""
        match = self._route.fullmatch(path)
        return (match[1], match[2] is not None, match[3] or '') if match else None

    def root_answer(self, path: str) -> Answer | None:
        """Return the list of major versions, or 300 for other paths beside them."""
        below = path.removeprefix(self.root)
        if path == below and self.root:
            return None
        if below in ('', '/'):
            return Answer(200, {'versions': [self.document('v2'), self.document('v2.1')]})
        if self.root and below.startswith('/'):
            choices = [self.document('v2', below[1:]), self.document('v2.1', below[1:])]
            return Answer(300, {'choices': choices})
        return None

    def document(self, major: str, below: str = '') -> dict[str, Any]:
        """The entry of one major version."""
        old = major == 'v2'
        has_range = self.microversions and not old
        return {
            'id': 'v2.0' if old else major,
            'status': 'DEPRECATED' if old else 'CURRENT',
            'version': self.maximum if has_range else '',
            'min_version': self.minimum if has_range else '',
            'updated': '2011-01-21T11:33:21Z' if old else '2013-07-23T11:33:21Z',
            'links': [{'rel': 'self', 'href': f'{LINK_HOST}{self.root}/{major}/{below}'}],
        }

    def version_answer(self, major: str) -> Answer:
        """The document of one major version, alone."""
        media = {
            'base': 'application/json',
            'type': f'application/vnd.openstack.compute+json;version={major[1:]}',
        }
        help_link = {'rel': 'describedby', 'type': 'text/html', 'href': f'{LINK_HOST}/docs/'}
        document = self.document(major) | {'media-types': [media]}
        document['links'].append(help_link)
        return Answer(200, {'version': document})

    def asked_version(self, headers: Message) -> str | None:
        """The version that the headers ask for; of several, the last one counts."""
        found = None
        if self.reads_standard_header:
            for item in ','.join(headers.get_all(STANDARD_HEADER, [])).split(','):
                service, _, version = item.strip().partition(' ')
                if service.lower() == 'compute':
                    found = version.strip()
        if found is None and LEGACY_HEADER in headers:
            found = headers[LEGACY_HEADER].split(',')[-1].strip()
        return self.maximum if found == 'latest' else found

    def refusal(self, version: str) -> Answer | None:
        """The 400 or 406 that a version brings, if any."""
        if not re.fullmatch(r'([1-9]\d*)\.([1-9]\d*|0)', version, re.ASCII):
            return fault(
                400,
                f'API Version String {version} is of invalid format. '
                'Must be of format MajorNum.MinorNum.',
            )
        if _pair(self.minimum) <= _pair(version) <= _pair(self.maximum):
            return None
        refused = fault(
            406,
            f'Version {version} is not supported by the API. '
            f'Minimum is {self.minimum} and maximum is {self.maximum}.',
        )
        self.stamp(refused, version)
        return refused

    def stamp(self, answer: Answer, version: str) -> None:
        """Write the version headers of an answer."""
        names = {STANDARD_HEADER: f'compute {version}', LEGACY_HEADER: version}
        for name, value in names.items():
            if name == LEGACY_HEADER or self.reads_standard_header:
                answer.headers += [(name, value), ('Vary', name)]

    def sign(self, answer: Answer) -> None:
        """Write the request id."""
        request_id = f'req-{next(self._numbers):08d}-0000-4000-8000-000000000000'
        answer.headers += [
            ('X-OpenStack-Request-ID', request_id),
            ('X-Compute-Request-ID', request_id),
        ]


def _pair(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split('.'))
