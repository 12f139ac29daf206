"""A connection over a transport that answers step by step."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from novaclient_mv import errors, services
from novaclient_mv.compat.caller_options import CallerOptions
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire import request as requests
from novaclient_mv.wire.connection import Connection
from novaclient_mv.wire.logins.access import Endpoint
from novaclient_mv.wire.logins.token_facts import TokenFacts
from novaclient_mv.wire.transport import Headers, WireAnswer, WireRequest

URL = 'http://cloud.example/v2.1'
SAYS = {'OpenStack-API-Version': 'compute 2.53', 'X-OpenStack-Request-ID': 'req-1'}
Step = WireAnswer | Exception


class ProgramConnection(CallerOptions, Connection):
    """A connection with the options of programs."""


def answer(
    status: int = 200, body: Any = None, headers: Mapping[str, str] | None = None, **more: Any
) -> WireAnswer:
    """An answer at 2.53, unless the headers are given."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    pairs = (SAYS if headers is None else {**SAYS, **headers}).items()
    return WireAnswer(status, Headers(pairs), b'' if body is None else content, **more)


def lost(is_sent: bool, is_lasting: bool = False) -> errors.CloudError:
    """The error of a transport whose connection broke."""
    error = errors.CloudError('It broke.', url=URL)
    error.may_be_sent, error.retryable = is_sent, not is_lasting
    return error


class Wire:
    """A transport and an access: each request takes the next of the steps."""

    def __init__(self, *steps: Step) -> None:
        self.steps = list(steps)
        self.sent: list[WireRequest] = []
        self.tokens = ['one', 'two']
        self.asked: list[tuple[Any, ...]] = []
        self.listed: list[Endpoint] | None = None
        self.project: str | None = 'project'

    def send(self, request: WireRequest) -> WireAnswer:
        self.sent.append(request)
        step = self.steps.pop(0)
        if isinstance(step, Exception):
            raise step
        return step

    def close(self) -> None:
        pass

    def headers(self) -> Mapping[str, str]:
        return {'X-Auth-Token': self.tokens[0]}

    def renew(self, refused: Mapping[str, str]) -> bool:
        assert refused == self.headers()
        del self.tokens[:1]
        return bool(self.tokens)

    def endpoints_may_differ(self) -> bool:
        """No endpoint is remembered."""
        return False

    def endpoint(
        self, service_type: str, interface: str, region: str | None, name: str | None = None
    ) -> str:
        self.asked.append((service_type, interface, region, name))
        return f'{URL}/' if service_type == 'compute' else f'http://{service_type}.example/v3/'

    def places(self, service_types: Sequence[str]) -> list[Endpoint] | None:
        self.asked.append(tuple(service_types))
        return self.listed

    def project_id(self) -> str | None:
        return self.project

    def user_id(self) -> str | None:
        return 'user'

    def token_facts(self) -> TokenFacts | None:
        return None


class Line:
    """A connection at 2.53 over steps, with its waits and warnings."""

    def __init__(self, *steps: Step, version: str = '2.53', **options: Any) -> None:
        self.wire = Wire(*steps)
        self.slept: list[float] = []
        self.warned: list[str] = []
        options = {'sleep': self.slept.append, 'warn': self.warned.append, **options}
        self.connection = ProgramConnection(
            self.wire, self.wire, services.COMPUTE, APIVersion(version), **options
        )

    def send(self, operation: str = 'GET /things', *ids: str, **more: Any) -> requests.Answer:
        """Carry out an operation."""
        single = more.pop('is_single', False)
        headers = tuple(more.pop('headers', {}).items())
        request = requests.request(operation, *ids, **more)
        return self.connection.send(request._replace(is_single=single, headers=headers))

    def failed(self, *words: Any, **more: Any) -> Any:
        """The error of an operation."""
        with pytest.raises(errors.Error) as caught:
            self.send(*words, **more)
        return caught.value
