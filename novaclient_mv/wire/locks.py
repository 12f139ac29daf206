"""Sends a request again while the service says that another one holds the resource."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from novaclient_mv.errors import bodies
from novaclient_mv.errors.message import message_of
from novaclient_mv.services import Service
from novaclient_mv.values import Protocol
from novaclient_mv.wire import stopping
from novaclient_mv.wire.request import Request
from novaclient_mv.wire.transport import WireAnswer

SECONDS = 30.0
"""For how long a request is sent again where nobody says otherwise."""
INTERVAL = 1.0
"""Seconds between two tries."""


class Connection(Protocol):
    """The attributes of a connection that are used here."""

    service: Service
    lock_timeout: float

    @property
    def sleep(self) -> Callable[[float], None]: ...
    @property
    def monotonic(self) -> Callable[[], float]: ...
    @property
    def warn(self) -> Callable[[str], None]: ...


def lock_words(status: int, body: Any, service: Service) -> str | None:
    """Return an answer's words for a resource locked by another request, or ``None``.

    :param body: decoded JSON, or text.
    """
    if status != 409 or service.lock_words is None:
        return None
    words = message_of(body) or ''
    return words if service.lock_words in words else None


def past_locks(
    deliver: Callable[[], WireAnswer], request: Request, connection: Connection
) -> WireAnswer:
    """The first answer that says of no lock, or the last one within ``lock_timeout``.

    :param deliver: sends the request.
    """
    answer = deliver()
    words = _lock_of(answer, request, connection.service)
    limit = connection.lock_timeout
    if not words or limit <= 0:
        return answer
    # What the service says behind the comma is what is done here.
    lock = words.partition(',')[0].rstrip('.')
    connection.warn(f'{lock}; trying {request.method} {request.path} again for up to {limit:g} s')
    import itertools

    from novaclient_mv.wire import waits

    answers = itertools.chain((answer,), iter(deliver, None))

    def is_over() -> bool:
        nonlocal answer
        if stopping.is_stopped():
            return True
        answer = next(answers)
        return not _lock_of(answer, request, connection.service)

    waits.until(is_over, connection, limit, interval=INTERVAL)
    return answer


def _lock_of(answer: WireAnswer, request: Request, service: Service) -> str | None:
    """Return an answer's words for a lock, if the request may be sent again."""
    if answer.status != 409 or request.service is not None or not request.may_be_repeated:
        return None
    return lock_words(answer.status, _decoded(answer.body), service)


def _decoded(body: bytes) -> Any:
    try:
        return bodies.decode(body)
    except ValueError:
        return body.decode('utf-8', 'replace')
