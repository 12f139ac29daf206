"""Calls a sandbox as a client would, without a transport, on a clock that stands still."""

from __future__ import annotations

import functools
import io
import itertools
import json
import tempfile
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, NamedTuple
from unittest import mock
from wsgiref.headers import Headers

from novaclient_mv import sandbox

HOST = 'http://cloud.example'
START = 1_800_000_000.0


class Answer(NamedTuple):
    """An answer: JSON bodies decoded, others as bytes."""

    status: int
    headers: Headers
    body: Any

    @property
    def message(self) -> str:
        """The words of an error."""
        (fault,) = self.body.values()
        return str(fault['message'])


Check = Callable[[str, str, Any, Answer], None]


class Caller:
    """A user of one sandbox.

    ``checks`` are called with each exchange: method, path, body of the request, answer.

    :param path: the state's file.
    :param user: ``admin`` or ``demo``; ``None`` stays outside.
    """

    checks: ClassVar[list[Check]] = []

    def __init__(self, path: Path, user: str | None = 'admin', **options: Any) -> None:
        self.path = path
        self.now = START
        self.application = sandbox.application(path, lambda: self.now, **options)
        self.token: str | None = None
        self.project: str = ''
        if user is not None:
            self.login(user)

    @classmethod
    def of_new_state(cls, path: Path) -> Caller:
        """An administrator of a new sandbox.

        What fills a new state, and who logs in, is the same each time, and takes most of the time
        of a short test.
        """
        state, token, project = _new_state()
        path.parent.mkdir(mode=0o700, exist_ok=True)
        path.touch(mode=0o600)
        path.write_bytes(state)
        caller = cls(path, user=None)
        caller.token, caller.project = token, project
        return caller

    def login(self, user: str, project: str | None = None) -> None:
        """Get a token."""
        body = password_login(user, project or user)
        answer = self('POST', '/identity/v3/auth/tokens', body=body)
        assert answer.status == 201, answer.body
        self.token = answer.headers['X-Subject-Token']
        self.project = answer.body['token']['project']['id']

    def other(self, user: str, project: str | None = None) -> Caller:
        """Another user of the same sandbox, on the same clock."""
        other = Caller.__new__(Caller)
        other.path, other.application, other.token = self.path, self.application, None
        other.now = self.now
        other.login(user, project)
        return other

    def __call__(
        self,
        method: str,
        path: str,
        version: str | None = None,
        body: Any = None,
        headers: dict[str, str] | None = None,
        host: str = HOST,
    ) -> Answer:
        """Send a request.

        :param version: sent in the standard header.
        :param body: sent as JSON; bytes as they are.
        """
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        content = b'' if body is None else content
        path, _, query = path.partition('?')
        sent = {'Accept': 'application/json', 'Content-Type': 'application/json'}
        if self.token is not None:
            sent['X-Auth-Token'] = self.token
        if version is not None:
            sent['OpenStack-API-Version'] = f'compute {version}'
        sent.update(headers or {})
        environ: dict[str, Any] = {
            'REQUEST_METHOD': method,
            'PATH_INFO': path,
            'QUERY_STRING': query,
            'HTTP_HOST': host.partition('://')[2],
            'wsgi.url_scheme': 'http',
            'wsgi.input': io.BytesIO(content),
            'CONTENT_LENGTH': str(len(content)),
        }
        for name, value in sent.items():
            key = name.upper().replace('-', '_')
            environ[key if key == 'CONTENT_TYPE' else f'HTTP_{key}'] = value
        started: list[Any] = []
        answer = b''.join(
            self.application(environ, lambda status, head: started.extend((status, head)))
        )
        try:
            decoded: Any = json.loads(answer)
        except ValueError:
            decoded = answer
        found = Answer(int(started[0][:3]), Headers(started[1]), decoded)
        if self.application.faults is None and self.application.on_demand is None:
            for check in self.checks:
                check(method, path, body, found)
        return found

    # -- what many tests need

    def image(self) -> str:
        """The id of the image."""
        return str(self('GET', '/image/v2/images').body['images'][0]['id'])

    def lift_quotas(self) -> None:
        """Let the own project have as much as it likes."""
        unlimited = dict.fromkeys(('instances', 'cores', 'ram'), -1)
        path = f'/v2.1/os-quota-sets/{self.project}'
        answer = self('PUT', path, body={'quota_set': {**unlimited, 'force': True}})
        assert answer.status == 200, answer.body

    def volume(self, size: int = 1, name: str = 'disk', **keys: Any) -> str:
        """Create a volume; returns its id."""
        body = {'volume': {'size': size, 'name': name, **keys}}
        answer = self('POST', f'/volume/v3/{self.project}/volumes', body=body)
        assert answer.status == 202, answer.body
        return str(answer.body['volume']['id'])

    def migrate_volume(self, id: str) -> None:
        """Have a volume look as one that moves."""
        body = {'os-reset_status': {'migration_status': 'migrating'}}
        answer = self('POST', f'/volume/v3/{self.project}/volumes/{id}/action', body=body)
        assert answer.status == 202, answer.body

    def boot(self, version: str = '2.90', **keys: Any) -> str:
        """Create a server; returns its id."""
        server = {'name': 'one', 'flavorRef': '1', 'imageRef': self.image(), 'networks': 'auto'}
        server.update(keys)
        answer = self('POST', '/v2.1/servers', version, {'server': server})
        assert answer.status == 202, answer.body
        return str(answer.body['server']['id'])

    def server(self, id: str, version: str = '2.90') -> dict[str, Any]:
        """A server as it is shown."""
        answer = self('GET', f'/v2.1/servers/{id}', version)
        assert answer.status == 200, answer.body
        found: dict[str, Any] = answer.body['server']
        return found

    def clear(self) -> None:
        """Delete the servers that a new state has."""
        for server in self('GET', '/v2.1/servers?all_tenants=1').body['servers']:
            self('DELETE', f'/v2.1/servers/{server["id"]}')
        self.now += 5

    def act(self, id: str, action: dict[str, Any], version: str = '2.90') -> Answer:
        """Carry out an action of a server."""
        return self('POST', f'/v2.1/servers/{id}/action', version, action)


@functools.cache
def _new_state() -> tuple[bytes, str | None, str]:
    """The content of a new state, with the administrator's token and project."""
    # What is created later has a greater UUID, which decides the order of some lists.
    ids = (uuid.UUID(int=number, version=4) for number in itertools.count())
    with tempfile.TemporaryDirectory() as folder, mock.patch('uuid.uuid4', side_effect=ids):
        path = Path(folder) / 'state.db'
        caller = Caller(path)
        return path.read_bytes(), caller.token, caller.project


def password_login(user: str, project: str | None, password: str = 'sandbox') -> dict[str, Any]:
    """The body of a login by name."""
    domain = {'id': 'default'}
    auth: dict[str, Any] = {
        'identity': {
            'methods': ['password'],
            'password': {'user': {'name': user, 'domain': domain, 'password': password}},
        }
    }
    if project is not None:
        auth['scope'] = {'project': {'name': project, 'domain': domain}}
    return {'auth': auth}
