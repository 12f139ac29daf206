"""The two clouds that are compared, each with users who send the same requests to both."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import requests
import yaml

from functional_tests.comparison import Answer
from novaclient_mv import sandbox
from novaclient_mv.sandbox.http import transport

REFERENCE = 'NOVA_MV_REFERENCE'
"""Environment variable: the clouds of a running Nova, for admin, a member, and one who may only
read in the member's project, with commas between them, as the file of clouds calls them.
"""
ROLES = ('admin', 'member', 'reader')
TIMEOUT = 60.0


class Clock(Protocol):
    """Waits for a cloud."""

    def wait(self, seconds: float) -> None:
        """Let time pass."""


class RealClock:
    """Time passes by itself."""

    def wait(self, seconds: float) -> None:
        """Sleep: a running cloud has no other clock."""
        time.sleep(min(seconds, 0.3))


class MovedClock:
    """The clock of a sandbox: time passes when it is asked to."""

    def __init__(self) -> None:
        self.time = time.time()

    def __call__(self) -> float:
        return self.time

    def wait(self, seconds: float) -> None:
        """Move on at once."""
        self.time += seconds


class User:
    """A user of one cloud.

    :param session: carries the requests.
    :param auth: ``auth`` of a cloud in a file of clouds.
    """

    def __init__(
        self, session: requests.Session, auth: Mapping[str, str], clock: Clock, is_sandbox: bool
    ) -> None:
        self.session = session
        self.clock = clock
        self.is_sandbox = is_sandbox
        answer = session.post(f'{auth["auth_url"]}/auth/tokens', json=_login(auth), timeout=TIMEOUT)
        answer.raise_for_status()
        self.token = answer.headers['X-Subject-Token']
        token = answer.json()['token']
        self.project = token['project']['id']
        self.user = token['user']['id']
        self.endpoints = {
            service['type']: _public(service['endpoints'])
            for service in token['catalog']
            if service['endpoints']
        }
        # Without the version, so that requests can be sent to each.
        self.compute = self.endpoints['compute'].rstrip('/').rpartition('/v2.1')[0]

    def ask(
        self,
        method: str,
        path: str,
        version: str | None = None,
        body: Any = None,
        headers: Mapping[str, str | None] | None = None,
        service: str = 'compute',
        is_rooted: bool = False,
    ) -> Answer:
        """Send a request.

        :param path: with its query; below the version (``/servers``) of the Compute API, or, where
            it starts with ``/v``, from its root; of other services, below their endpoint.
        :param version: a microversion, for the standard header.
        :param body: sent as JSON; bytes as they are.
        :param headers: besides the usual ones; ``None`` for one of these that is not to be sent.
        :param is_rooted: whether the path is from the root in any case.
        """
        sent: dict[str, str | None] = {
            'X-Auth-Token': self.token,
            'Accept': 'application/json',
        }
        if version is not None:
            sent['OpenStack-API-Version'] = f'compute {version}'
        content = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        if content is not None:
            sent['Content-Type'] = 'application/json'
        sent.update(headers or {})
        answer = self.session.request(
            method,
            self.compute + path if is_rooted else self._url(path, service),
            data=content,
            headers={name: value for name, value in sent.items() if value is not None},
            timeout=TIMEOUT,
            allow_redirects=False,
        )
        try:
            decoded = answer.json()
        except ValueError:
            decoded = answer.text
        found = {name.lower(): value for name, value in answer.headers.items()}
        return Answer(answer.status_code, found, decoded)

    def _url(self, path: str, service: str) -> str:
        if service == 'compute':
            return self.compute + (path if path.startswith(('/v1', '/v2')) else f'/v2.1{path}')
        return self.endpoints[service].rstrip('/') + path


def sandbox_users(folder: Path) -> dict[str, User]:
    """Those who use a new sandbox in this process.

    :param folder: an empty folder for its state.
    """
    clock = MovedClock()
    session = requests.Session()
    application = sandbox.application(folder / 'state.db', clock)
    session.mount(sandbox.BASE_URL, transport.SandboxAdapter(application))
    return {
        role: User(session, sandbox.settings(user=user), clock, is_sandbox=True)
        for role, user in zip(ROLES, ('admin', 'demo', 'reader'), strict=True)
    }


def reference_users() -> dict[str, User]:
    """Those who use the running Nova that the environment names."""
    names = os.environ[REFERENCE].split(',')
    path = os.environ.get('OS_CLIENT_CONFIG_FILE', 'clouds.yaml')
    clouds = yaml.safe_load(Path(path).read_text())['clouds']
    return {
        role: User(requests.Session(), clouds[name]['auth'], RealClock(), is_sandbox=False)
        for role, name in zip(ROLES, names, strict=False)
    }


def _login(auth: Mapping[str, str]) -> dict[str, Any]:
    domain = {'name': auth['user_domain_name']}
    user = {'name': auth['username'], 'password': auth['password'], 'domain': domain}
    project = {'name': auth['project_name'], 'domain': {'name': auth['project_domain_name']}}
    identity = {'methods': ['password'], 'password': {'user': user}}
    return {'auth': {'identity': identity, 'scope': {'project': project}}}


def _public(endpoints: list[dict[str, str]]) -> str:
    return next(each['url'] for each in endpoints if each['interface'] == 'public')
