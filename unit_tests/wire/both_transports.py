"""The same requests over a session and over the direct transport, and their outcomes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from novaclient_mv import errors, services
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire import bounds, sessions
from novaclient_mv.wire import request as requests
from novaclient_mv.wire.direct.direct_transport import DirectTransport
from novaclient_mv.wire.logins import keystone
from novaclient_mv.wire.transport import Transport, WireRequest
from unit_tests.patience import PATIENCE
from unit_tests.wire.line import ProgramConnection, Wire
from unit_tests.wire.raw_server import RawServer

KINDS = ('session', 'direct')


@contextlib.contextmanager
def transport(
    kind: str,
    timeout: float = PATIENCE,
    verify: bool | str = True,
    cert: tuple[str, str] | str | None = None,
    authorities: str | None = None,
    variables: Mapping[str, str] | None = None,
    max_body: int = bounds.DEFAULT_MAX_BODY,
) -> Iterator[Transport]:
    """One of the two transports; the session reads the variables of the process."""
    if kind == 'direct':
        direct = DirectTransport(timeout, verify, cert, authorities, variables or {}, max_body)
        yield direct
        direct.close()
        return
    session = sessions.open_session(timeout=timeout, verify=verify, cert=cert, max_body=max_body)
    yield keystone.KeystoneTransport(session, options=lambda: sessions.SEEN_BY_OTHERS)
    session.session.close()


class Outcome(NamedTuple):
    """The outcome of an operation, without differences from run to run."""

    kind: str
    value: Any
    retryable: bool | None = None
    may_be_sent: bool | None = None
    slept: tuple[float, ...] = ()
    seen: tuple[str, ...] = ()


def outcome(carrier: Transport, server: RawServer, operation: str, **options: Any) -> Outcome:
    """Return the outcome of an operation that a connection carries out."""
    slept: list[float] = []
    wire = Wire()
    connection = ProgramConnection(
        *(carrier, wire, services.COMPUTE, APIVersion('2.53')),
        endpoint_override=f'{server.url}/v2.1',
        sleep=slept.append,
        warn=lambda line: None,
    )
    connection.set_options(options)
    body = {'name': 'é'} if operation.startswith(('POST', 'PUT')) else None
    try:
        answer = connection.send(requests.request(operation, body=body))
    except (errors.CloudError, errors.ClientException) as error:
        port = str(server.port)
        return Outcome(
            kind_of(error),
            (
                str(error).replace(port, 'PORT'),
                str(getattr(error, 'url', '')).replace(port, 'PORT'),
            ),
            error.retryable,
            getattr(error, 'may_be_sent', None),
            tuple(slept),
            tuple(server.lines),
        )
    seen = tuple(server.lines)
    return Outcome('answer', (answer.status, answer.body), None, None, tuple(slept), seen)


def kind_of(error: errors.Error) -> str:
    """The class of ours that an error has, which may be one of keystoneauth1's besides."""
    return next(kind.__name__ for kind in type(error).__mro__ if '.errors.' in kind.__module__)


def sent(carrier: Transport, request: WireRequest, port: int) -> tuple[Any, ...]:
    """Return the answer or the error of one request."""
    try:
        answer = carrier.send(request)
    except errors.CloudError as error:
        message = str(error).replace(str(port), 'PORT')
        return kind_of(error), message, error.retryable, error.may_be_sent
    # Not every release of urllib3 puts the lines of a header together.
    headers = [(name, ' '.join(value.split())) for name, value in answer.headers.items()]
    return answer.status, headers, answer.body
