"""Errors that stand for error answers of a cloud, and the reading of such answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from novaclient_mv.errors.error import Error, Span
from novaclient_mv.errors.message import details_of, is_about_scope, is_page, message_of, rule_of
from novaclient_mv.errors.status import ExitStatus


class ClientException(Error):
    """An error answer of the cloud.

    :param code: HTTP status.
    :param message: what the cloud said.
    :param details: more of it, where the cloud tells more.
    :param request_id: ``req-...`` of the request, for the operator's logs.
    :param url: what was asked for, below the endpoint; ``answer.url`` is the whole URL.
    """

    error_code = 'http'
    message = 'Unknown Error'
    http_status: int
    """The status that a subclass stands for; programs ask whether there is one."""

    answer: Any = None
    """The answer itself, an ``operations.Answer``, where it is known."""

    def __init__(
        self,
        code: int,
        message: str | None = None,
        details: Any = None,
        request_id: str | None = None,
        url: str | None = None,
        method: str | None = None,
    ) -> None:
        self.http_code = code
        self.code = code
        self.message = message or type(self).message
        self.details = details
        self.request_id = request_id
        self.url = url
        self.method = method

    def __repr__(self) -> str:
        # One that is made of an answer has no arguments, as python-novaclient's.
        arguments = self.args or (self.code, self.message)
        return f'{type(self).__name__}({", ".join(map(repr, arguments))})'

    def __str__(self) -> str:
        return self.with_request(self.message)

    def with_request(self, sentence: str) -> str:
        """A sentence with the status of the answer, and with the id of its request."""
        text = f'{sentence} (HTTP {self.http_code})'
        return f'{text} (Request-ID: {self.request_id})' if self.request_id else text

    def facts(self) -> dict[str, Any]:
        return {'request_id': self.request_id}


class BadRequest(ClientException):
    """400: the cloud refused the request as malformed."""

    error_code = 'bad_request'
    http_status = 400
    message = 'Bad request'


class Unauthorized(ClientException):
    """401: the login is missing, wrong or expired."""

    error_code = 'unauthorized'
    exit_status = ExitStatus.DENIED
    http_status = 401
    message = 'Unauthorized'


class Forbidden(ClientException):
    """403: not allowed with this login, or a quota is used up. Ironic answers 500 where the token's
    scope is why.

    ``rule`` is the rule of the policy that the answer names, in the form of whichever service.
    """

    error_code = 'forbidden'
    exit_status = ExitStatus.DENIED
    http_status = 403
    message = 'Forbidden'
    needs_role: str | None = None
    """The minimum role that the rule lets in by the service's defaults: ``anyone``, ``owner``,
    ``reader``, ``member``, ``manager``, ``admin``, ``service`` or ``nobody``. Where releases that
    the cloud may be differ, the one that is enough at each of them; ``None`` where it is unknown.
    """

    roles: tuple[str, ...] | None = None
    """The roles of the login, where a rule refused it and they are known."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rule = rule_of(self.message)
        # Nova reports a used-up quota as 403, with the word in the message. A refusal by policy
        # names its rule, which may be one about quotas (os_compute_api:os-quota-sets:update).
        message = self.message.lower()
        if 'quota' in message and 'policy' not in message:
            self.exit_status = ExitStatus.CONFLICT
            self.error_code = 'over_quota'

    def facts(self) -> dict[str, Any]:
        return {
            **super().facts(),
            'rule': self.rule,
            'needs_role': self.needs_role,
            'roles': None if self.roles is None else list(self.roles),
        }


class NotFound(ClientException):
    """404: no such resource, or no such operation at this version."""

    error_code = 'not_found'
    exit_status = ExitStatus.NOT_FOUND
    http_status = 404
    message = 'Not found'

    @property
    def is_of_service(self) -> bool:
        """Whether a service says so of a resource. A gateway in front of it answers 404 as well."""
        if self.answer is None:
            return True
        body = self.answer.body
        if isinstance(body, Mapping) and any(
            key == 'error_message' or isinstance(value, Mapping | list)
            for key, value in body.items()
        ):
            return True
        return self.request_id is not None and not is_page(body)

    def check_service(self) -> None:
        """Raise it again where nobody but something else than the service says so."""
        if not self.is_of_service:
            raise self


class MethodNotAllowed(ClientException):
    """405: the resource has no such operation."""

    error_code = 'method_not_allowed'
    http_status = 405
    message = 'Method Not Allowed'


class NotAcceptable(ClientException):
    """406: the cloud does not serve the version of the request.

    ``server_range`` is what it serves, where that is known.
    """

    error_code = 'not_acceptable'
    exit_status = ExitStatus.VERSION
    http_status = 406
    message = 'Not Acceptable'
    server_range: Span | None = None

    def facts(self) -> dict[str, Any]:
        return {
            'request_id': self.request_id,
            'cloud_range': None if self.server_range is None else str(self.server_range),
        }


class Conflict(ClientException):
    """409: the state of the resource does not allow this now."""

    error_code = 'conflict'
    exit_status = ExitStatus.CONFLICT
    http_status = 409
    message = 'Conflict'


class Gone(ClientException):
    """410: the cloud's release no longer has this operation, at any version."""

    error_code = 'gone'
    http_status = 410
    message = 'Gone'

    def __str__(self) -> str:
        return f'This cloud no longer has this operation, at any API version. {super().__str__()}'


class RetryAfterException(ClientException):
    """Too much was asked; ``retry_after`` seconds are to pass before another try."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        try:
            self.retry_after = int(kwargs.pop('retry_after', 0))
        except (TypeError, ValueError):
            self.retry_after = 0
        super().__init__(*args, **kwargs)


class OverLimit(RetryAfterException):
    """413: over a limit."""

    error_code = 'over_limit'
    exit_status = ExitStatus.CONFLICT
    http_status = 413
    message = 'Over limit'


class RateLimit(RetryAfterException):
    """429: too many requests."""

    error_code = 'rate_limit'
    exit_status = ExitStatus.CLOUD
    http_status = 429
    message = 'Rate limit'
    retryable = True


class HTTPNotImplemented(ClientException):
    """501: this cloud's hypervisor cannot do it."""

    error_code = 'not_implemented'
    http_status = 501
    message = 'Not Implemented'


class ServerError(ClientException):
    """5xx: the cloud failed."""

    error_code = 'server_error'
    exit_status = ExitStatus.CLOUD
    message = 'The cloud failed'
    retryable = True


_BY_STATUS: dict[int, Callable[..., ClientException]] = {
    error.http_status: error
    for error in (
        BadRequest,
        Unauthorized,
        Forbidden,
        NotFound,
        MethodNotAllowed,
        NotAcceptable,
        Conflict,
        Gone,
        OverLimit,
        RateLimit,
        HTTPNotImplemented,
    )
}


def from_response(response: Any, body: Any, url: str, method: str | None = None) -> ClientException:
    """The error that an answer stands for.

    :param response: has ``status_code``, as one of requests, or ``status``; and ``headers``.
    :param body: decoded JSON, text, or ``None``.
    """
    status = int(response.status_code if hasattr(response, 'status_code') else response.status)
    headers = response.headers or {}
    message = message_of(body)
    kind = _BY_STATUS.get(status) or (ServerError if status >= 500 else ClientException)
    if kind is ServerError and is_about_scope(message):
        kind = Forbidden
    extra: dict[str, Any] = {
        'request_id': headers.get('x-openstack-request-id') or headers.get('x-compute-request-id')
    }
    if isinstance(kind, type) and issubclass(kind, RetryAfterException):
        extra['retry_after'] = headers.get('retry-after', 0)
    return kind(
        code=status, message=message, details=details_of(body), url=url, method=method, **extra
    )
