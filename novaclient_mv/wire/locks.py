"""Sends a request again while the service says that another one holds the resource."""

from __future__ import annotations

from typing import Any

from novaclient_mv.errors import bodies
from novaclient_mv.errors.message import message_of
from novaclient_mv.services import Service
from novaclient_mv.wire import stopping
from novaclient_mv.wire.request import Request
from novaclient_mv.wire.steps import Exchange, Send
from novaclient_mv.wire.transport import WireAnswer

INTERVAL = 1.0
"""Seconds between two tries."""


def lock_words(status: int, body: Any, service: Service) -> str | None:
    """Return an answer's words for a resource locked by another request, or ``None``."""
    if status != 409 or service.lock_words is None:
        return None
    words = message_of(body) or ''
    return words if service.lock_words in words else None


def may_refuse(request: Request, service: Service) -> bool:
    """Whether a lock may refuse a request, which may then be sent again."""
    return service.lock_words is not None and request.service is None and request.may_be_repeated


def waiting_for_locks(send: Send, exchange: Exchange) -> WireAnswer:
    """Send again while another request holds the resource, for as long as ``lock_timeout``."""
    connection, request = exchange.connection, exchange.request
    answer = send(exchange)
    words = _lock_of(answer, connection.service)
    if not words:
        return answer
    # What the service says behind the comma is what is done here.
    lock, limit = words.partition(',')[0].rstrip('.'), connection.lock_timeout
    connection.warn(f'{lock}; trying {request.method} {request.path} again for up to {limit:g} s')
    import functools
    import itertools

    from novaclient_mv.wire import waits

    answers = itertools.chain((answer,), iter(functools.partial(send, exchange), None))

    def is_over() -> bool:
        nonlocal answer
        if stopping.is_stopped():
            return True
        answer = next(answers)
        return not _lock_of(answer, connection.service)

    waits.until(is_over, connection, limit, interval=INTERVAL)
    return answer


def _lock_of(answer: WireAnswer, service: Service) -> str | None:
    """Return an answer's words for a lock."""
    if answer.status != 409:
        return None
    try:
        body = bodies.decode(answer.body)
    except ValueError:
        body = answer.body.decode('utf-8', 'replace')
    return lock_words(answer.status, body, service)
