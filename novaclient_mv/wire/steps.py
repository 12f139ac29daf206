"""The rules by which one request is sent: a chain of steps, each a function of the next one."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping

from novaclient_mv import errors
from novaclient_mv.services.service import version_headers
from novaclient_mv.wire import (
    answer_headers,
    answers,
    connection_errors,
    echoes,
    endpoints,
    redirects,
)
from novaclient_mv.wire.connection_parts import ConnectionParts
from novaclient_mv.wire.endpoints import EndpointMoved
from novaclient_mv.wire.request import Request
from novaclient_mv.wire.transport import WireAnswer, WireRequest

TOO_LARGE = 'more than there is memory for (see --max-body)'


class Exchange:
    """One request on its way over a connection.

    :param version: what its version headers say; ``None``: it has none.
    :param base: the endpoint that its URL was made of, where that may have moved.
    """

    def __init__(
        self,
        connection: ConnectionParts,
        request: Request,
        version: str | None,
        url: str = '',
        base: str | None = None,
    ) -> None:
        self.connection = connection
        self.request = request
        self.version = version
        self.options = connection._request_options()
        self.base = base
        self.url = url
        self._target = url
        self._login: Mapping[str, str] = {}

    def send_below(self, base: str) -> None:
        """Set the endpoint that it is sent to; a whole URL stays what it is."""
        self.base = base
        self.url = ('' if self.request.is_whole else base) + self.request.target

    def redirect(self, url: str) -> None:
        """Set the URL that it is sent to."""
        self._target = url

    def identify(self, headers: Mapping[str, str]) -> None:
        """Set the headers that say who sends it."""
        self._login = headers

    def wire_request(self) -> WireRequest:
        """The request as it goes over the wire."""
        request = self.request
        headers = {'Accept': 'application/json', **self.options.headers, **dict(request.headers)}
        if self.version is not None:
            headers |= version_headers(self.connection.service, self.version)
        body = None
        if request.body is not None:
            headers.setdefault('Content-Type', 'application/json')
            body = json.dumps(request.body).encode()
        headers |= self._login
        return WireRequest(request.method, self._target, headers, body, request)


Send = Callable[[Exchange], WireAnswer]
"""The rest of a chain of steps."""
Step = Callable[[Send, Exchange], WireAnswer]


def chain(*steps: Step) -> Send:
    """Make one function of steps, each of which calls the next; the last one is ``delivering``."""
    send: Send = delivering
    for step in reversed(steps):
        send = functools.partial(step, send)
    return send


def relocating(send: Send, exchange: Exchange) -> WireAnswer:
    """Send below the endpoint; again where that has moved, and nothing was carried out."""
    connection, supporting = exchange.connection, exchange.request.service
    while True:
        exchange.send_below(base := connection.base_url(supporting))
        try:
            try:
                answer = send(exchange)
            except errors.CloudError as error:
                if supporting is None and not error.retryable and not error.may_be_sent:
                    endpoints.check_completed(connection, base, None)
                raise
            if answer.status in (300, 404) and _is_foreign(answer, exchange):
                endpoints.check_moved(connection, base, supporting)
                endpoints.check_completed(connection, base, supporting)
            elif supporting is None:
                connection.shared.endpoints.note_answer()
            return answer
        except EndpointMoved:
            # A login tells other endpoints once: what is met after that is no move.
            continue


def _is_foreign(answer: WireAnswer, exchange: Exchange) -> bool:
    """Whether an answer may be from something else than the service that was asked."""
    if exchange.version is not None:
        service = exchange.connection.service
        return answer_headers.answered_version(answer.headers, service) is None
    return answer_headers.request_id(answer.headers) is None


def retrying(send: Send, exchange: Exchange) -> WireAnswer:
    """Send again after failures that pass, as often as the options say."""
    connection, request, retries = exchange.connection, exchange.request, exchange.options.retries
    tries = 0
    while True:
        wait: float | None
        try:
            answer = send(exchange)
        except errors.WriteUncertain:
            raise
        except errors.CloudError as error:
            if exchange.base is not None and error.retryable and not error.may_be_sent:
                endpoints.check_moved(connection, exchange.base, request.service)
            tries += 1
            if not error.retryable or tries > retries.connecting:
                raise
            delay = retries.connecting_delay
            wait = 0.5 * 2 ** (tries - 1) if delay is None else delay
        else:
            passing = answer.status in retries.busy_statuses and (
                not request.is_write or (answer.status == 429 and not request.is_single)
            )
            delay = 0.5 * 2**tries if retries.busy_delay is None else retries.busy_delay
            wait = answer_headers.pause(answer.headers, delay)
            if not passing or tries >= retries.busy or wait is None:
                return answer
            tries += 1
        connection.sleep(wait)


def following_redirects(send: Send, exchange: Exchange) -> WireAnswer:
    """Follow the redirects of a read that has no body, to the same scheme, host and port."""
    request = exchange.request
    exchange.redirect(url := exchange.url)
    for _ in range(redirects.MAX_IN_A_ROW):
        answer = send(exchange)
        target = answer_headers.redirect_target(answer, url, request.is_write)
        if target is None or request.is_write or request.body is not None:
            return answer
        exchange.redirect(url := target)
    raise connection_errors.permanent(redirects.in_a_circle(url), url)


def authenticated(send: Send, exchange: Exchange) -> WireAnswer:
    """Send with the headers of a login: of a new one, where the first was refused."""
    access, history = exchange.connection.access, exchange.connection.history
    own = access.headers()  # Its failures are distinct from those of the request.
    exchange.identify(own)
    answer = send(exchange)
    may_renew = answer.status == 401 and not history.is_renewal_refused
    if may_renew and access.renew(own):
        exchange.identify(access.headers())
        answer = send(exchange)
        history.note_renewal(answer.status == 401)
    return answer


def delivering(exchange: Exchange) -> WireAnswer:
    """Send once, over the transport."""
    request, wire = exchange.request, exchange.wire_request()
    try:
        answer = exchange.connection.transport.send(wire)
    except KeyboardInterrupt:
        if request.is_write:
            exchange.connection.history.note_unanswered(request)
        raise
    except errors.CloudError as error:
        if not request.is_write or not error.may_be_sent:
            raise
        raise uncertain(error, request, wire.url) from error
    except MemoryError as error:
        reason = f'{wire.method} {wire.url} answered with {TOO_LARGE}'
        failure = answers.unreadable(reason, request, wire.url, None)
        raise failure.update(retryable=False) from error
    except answers.MALFORMED as error:
        from novaclient_mv.wire import mistakes

        mistakes.check_transport(error, wire, request)
        raise
    return answer if answer.status < 400 else echoes.masked(answer, wire)


def uncertain(failure: errors.Error, request: Request, url: str) -> errors.Error:
    """The error for a write that may have been carried out, caught by what catches the failure."""
    return failure.replaced_by(
        errors.WriteUncertain(
            f'The connection broke before the cloud answered {request.operation}: '
            f'{request.uncertainty}',
            url=url,
        )
    )
