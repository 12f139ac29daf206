"""A connection to one service of a cloud at one version, as a value that sends requests."""

from __future__ import annotations

from typing import Any

from novaclient_mv import errors, versions
from novaclient_mv.errors import bodies
from novaclient_mv.services import Discovery
from novaclient_mv.wire import (
    answer_headers,
    answers,
    endpoints,
    locks,
    redirects,
    steps,
    version_discovery,
)
from novaclient_mv.wire.connection_parts import ConnectionParts
from novaclient_mv.wire.request import Answer, Request
from novaclient_mv.wire.steps import TOO_LARGE, Exchange
from novaclient_mv.wire.transport import WireAnswer

_AT_ENDPOINT = (
    steps.relocating,
    steps.retrying,
    steps.following_redirects,
    steps.authenticated,
)
"""The steps of a request, from the outermost rule to the one next to the transport."""

_sent = steps.chain(*_AT_ENDPOINT)
_sent_past_locks = steps.chain(locks.waiting_for_locks, *_AT_ENDPOINT)
_fetched = steps.chain(*_AT_ENDPOINT[1:])


class Connection(ConnectionParts):
    """Sends requests to one endpoint of a service at one version.

    It is a value, whose parts :class:`~novaclient_mv.wire.connection_parts.ConnectionParts` has.
    """

    def send(self, request: Request) -> Answer:
        """Carry out a request.

        :raises ClientException: the cloud answered with an error.
        :raises NotAcceptable: the cloud does not serve the version; ``server_range`` tells what it
            serves.
        :raises CloudError: no answer, or one that cannot be read.
        :raises WriteUncertain: a write got no answer and may have been carried out.
        :raises VersionMismatch: the answer is in another version.
        """
        connection = self
        while True:
            version = version_discovery.version_to_send(connection, request)
            exchange = steps.Exchange(connection, request, version)
            may_be_locked = locks.may_refuse(request, self.service) and self.lock_timeout > 0
            response = (_sent_past_locks if may_be_locked else _sent)(exchange)
            try:
                return connection._answer(exchange, response)
            except errors.NotAcceptable as refusal:
                if connection is not self:
                    raise
                connection = self.at(version_discovery.version_for_read(self, request, refusal))

    def base_url(self, service_type: str | None = None) -> str:
        """The URL that requests are built on.

        :param service_type: of another service of the same cloud; this one's without it.
        :raises CloudError: the service catalog has none.
        """
        return endpoints.base_url(self, service_type)

    def server_range(self) -> versions.VersionRange | None:
        """The versions that the endpoint speaks; ``None`` when it has no microversions.

        :raises CloudError: its version document cannot be read.

        ``GET /v2.1/``
        """
        return version_discovery.server_range(self)

    def _fetch(self, url: str, version: str | None = None, base: str | None = None) -> WireAnswer:
        """Send a ``GET`` to a whole URL, and return the answer unchecked."""
        return _fetched(steps.Exchange(self, Request(f'GET {url}', ''), version, url, base))

    def _answer(self, exchange: steps.Exchange, response: WireAnswer) -> Answer:
        """Return the decoded answer to a request; remember it."""
        request, version, known = exchange.request, exchange.version, self.known_versions
        # A request that is sent once only must not be sent again by a new start, either.
        if request.is_write and (response.status < 300 or request.is_single):
            self.history.note_write()
        is_below = request.service is None and not request.is_whole
        if version is None and is_below:
            has_written = request.is_write or self.has_written
            known.check_without(response.headers, self.api_version, has_written)
        answer = decoded(response, exchange)
        if response.status >= 300:
            raise error_of(answer, self)
        self.history.add(answer)
        if version is not None:
            version_discovery.check_version(self, answer, version)
        return answer


def decoded(response: WireAnswer, exchange: Exchange) -> Answer:
    """The answer with its body decoded; that of an error may also be text, or ``None``."""
    request_id = answer_headers.request_id(response.headers)
    body = _body(response, exchange, request_id)
    return Answer(
        response.status, response.headers, body, request_id, exchange.url, exchange.request
    )


def _body(response: WireAnswer, exchange: Exchange, request_id: str | None) -> Any:
    content, is_error = response.body, response.status >= 300
    if not content:
        return None
    try:
        return bodies.decode(content)
    except bodies.TooDeep:
        if is_error:
            return None
        kind = f'JSON of more than {bodies.MAX_LEVELS} levels'
    except MemoryError:
        kind = TOO_LARGE
    except ValueError:
        if is_error:
            return content.decode('utf-8', 'replace')
        is_page = b'<html' in content[:500].lower()
        kind = f'{"an HTML page" if is_page else "something that is not JSON"} or a cut body'
    request, url = exchange.request, exchange.url
    reason = f'{request.method} {url} answered {response.status} with {kind}'
    raise answers.unreadable(reason, request, url, request_id)


def error_of(answer: Answer, connection: ConnectionParts) -> errors.Error:
    """The error that an answer stands for."""
    request, service = answer.request, connection.service
    assert request is not None
    error = errors.from_response(answer, answer.body, request.target, request.method)
    error.update(answer=answer)
    if answer.status < 400:
        error.update(message=redirects.unfollowed(answer.url))
    is_lock = locks.lock_words(answer.status, answer.body, service) is not None
    error.update(retryable=error.retryable or (is_lock and request.may_be_repeated))
    is_started = is_lock and request.started_when_locked
    if request.is_write and (is_started or isinstance(error, errors.ServerError)):
        error.update(
            message=f'{_open(error)}. {request.operation}: {request.uncertainty}',
            error_code=errors.WriteUncertain.error_code,
            retryable=False,
        )
    if isinstance(error, errors.NotAcceptable):
        _tell_versions(error, answer, connection)
    if again := answer_headers.come_again(answer.status, answer.headers):
        error.update(message=f'{_open(error)}. {again}')
    if connection.asks_latest and request.service is None and answer.status < 500:
        version_discovery.check_error_at_latest(connection, answer)
    if isinstance(error, errors.Forbidden) and error.rule is not None:
        from novaclient_mv.wire import policy_refusals

        policy_refusals.explain(error, connection)
    return error


def _open(error: errors.Error) -> str:
    """The message of an error, without the end of its sentence."""
    return error.message.rstrip('.')


def _tell_versions(
    error: errors.NotAcceptable, answer: Answer, connection: ConnectionParts
) -> None:
    """Add to a 406 which versions the cloud serves, where it is about those at all."""
    if answer.request is not None and answer.request.service is not None:
        # A supporting service was sent no version: this says nothing about the connection's.
        error.update(exit_status=errors.ExitStatus.FAILED)
        return
    offered = version_discovery.range_after_refusal(connection, answer)
    if offered is not None:
        needed = versions.VersionRange(connection.api_version, connection.api_version)
        error.update(server_range=offered, needed=needed, offered=offered)
    elif connection.service.learned_by == Discovery.NOT_ACCEPTABLE:
        error.update(exit_status=errors.ExitStatus.FAILED)
