"""Decodes an answer, and makes the error of one that refuses."""

from __future__ import annotations

from typing import Any

from novaclient_mv import errors, versions
from novaclient_mv.errors import bodies
from novaclient_mv.services import Discovery
from novaclient_mv.wire import answer_headers, answers, locks, redirects, version_discovery
from novaclient_mv.wire.connection_parts import ConnectionParts
from novaclient_mv.wire.request import Answer
from novaclient_mv.wire.steps import TOO_LARGE, Exchange
from novaclient_mv.wire.transport import WireAnswer


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
