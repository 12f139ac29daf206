"""The errors that this package raises, each with the exit status that it means on the command line.

Error
 ├── CommandError                    the command line is wrong
 │    ├── UnknownName                no such command, option or column; may suggest one
 │    └── OutsideVersion             an option or command that the named version lacks
 ├── UnsupportedVersion              a version that cannot be used
 │    ├── InvalidVersion             its spelling is wrong
 │    ├── VersionNotSpoken           this client does not speak it
 │    ├── VersionNotOffered          the cloud does not serve it
 │    └── VersionMismatch            the answer came in another version
 ├── VersionNotFoundForAPIMethod     a method has no variant for the client's version
 ├── UnsupportedAttribute            an argument outside its versions
 ├── CloudError                      the cloud cannot be reached, or its answer cannot be read
 │    └── WriteUncertain             ... and a write may have taken place all the same
 ├── LoginError                      no login with these settings
 ├── ResourceNotFound, NoUniqueMatch name lookups
 ├── ResourceInErrorState, InstanceInDeletedState, WaitTimeout   waits that ended badly
 ├── SomeFailed                      some of several targets
 └── ClientException                 an error answer of the cloud
      ├── BadRequest 400   Unauthorized 401   Forbidden 403   NotFound 404   MethodNotAllowed 405
      ├── NotAcceptable 406   Conflict 409   Gone 410   HTTPNotImplemented 501
      └── RetryAfterException: OverLimit 413, RateLimit 429
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from novaclient_mv.api_versions import VersionRange


class ExitStatus(enum.IntEnum):
    """What the command line returns; see the table in the documentation."""

    OK = 0
    FAILED = 1
    USAGE = 2
    VERSION = 3
    DENIED = 4
    NOT_FOUND = 5
    CONFLICT = 6
    CLOUD = 7
    SOME_FAILED = 8
    INTERRUPTED = 130
    CLOSED_PIPE = 141


class Error(Exception):
    """Base of all errors raised here; ``exit_status`` is what the shell returns."""

    exit_status = ExitStatus.FAILED
    error_code = 'failed'
    retryable = False
    hint: str | None = None

    def details(self) -> dict[str, Any]:
        """The values for the JSON form: ``needs_version``, ``cloud_range``, ``request_id``."""
        return {}


class CommandError(Error):
    """The command line is wrong, whatever the cloud."""

    exit_status = ExitStatus.USAGE
    error_code = 'usage'


class InvalidUsage(RuntimeError):
    """This client was used in a way that cannot work."""


def _did_you_mean(candidates: Iterable[str]) -> str:
    names = list(candidates)
    if not names:
        return ''
    return f' Did you mean {" or ".join(names)}?'


class UnknownName(CommandError):
    """A command, option or column that does not exist.

    :param kind: what was looked for: ``command``, ``option``, ``column``.
    :param name: what was typed.
    :param candidates: names that are close to it.
    """

    def __init__(
        self, kind: str, name: str, candidates: Iterable[str] = (), after: str = ''
    ) -> None:
        self.kind = kind
        self.name = name
        self.candidates = tuple(candidates)
        self.error_code = f'unknown_{kind}'
        super().__init__(f'There is no {kind} {name}{after}.{_did_you_mean(self.candidates)}')


class OutsideVersion(CommandError):
    """Part of a command line that the version in question lacks.

    :param message: what needs which version, and who says that there is another.
    :param needed: the versions that would do.
    """

    error_code = 'outside_version'

    def __init__(self, message: str, needed: VersionRange | None = None) -> None:
        super().__init__(message)
        self.needed = needed
        self.offered: VersionRange | None = None

    def blame_cloud(self, offered: VersionRange | None) -> None:
        """Say that the cloud's range is the reason, not a version that the user named."""
        self.offered = offered
        self.exit_status = ExitStatus.VERSION
        self.error_code = 'version_not_offered'

    def details(self) -> dict[str, Any]:
        return {'needs_version': _text(self.needed), 'cloud_range': _text(self.offered)}


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _list_of(values: Iterable[object]) -> str:
    return ', '.join(str(each) for each in values)


class UnsupportedVersion(Error):
    """A version that cannot be used here."""

    exit_status = ExitStatus.USAGE
    error_code = 'version'


class InvalidVersion(UnsupportedVersion):
    """A text that spells no version of this API.

    :param version: the text.
    :param reason: what is wrong with it, if not its form.
    """

    error_code = 'invalid_version'

    def __init__(self, version: str, reason: str | None = None) -> None:
        self.version = version
        reason = reason or 'expected X.Y, as in 2.1 or 2.90, or 2.latest'
        super().__init__(f'{version!r} is not a valid API version: {reason}.')


class VersionNotSpoken(UnsupportedVersion):
    """A version that this client does not speak."""

    error_code = 'version_not_spoken'


class VersionNotOffered(UnsupportedVersion):
    """A version, or range of versions, that the cloud does not serve.

    :param needed: the versions that would do.
    :param offered: the cloud's versions; ``None`` when it has no microversions.
    :param client_range: the versions of this client.
    """

    exit_status = ExitStatus.VERSION
    error_code = 'version_not_offered'

    def __init__(
        self,
        needed: VersionRange | None,
        offered: VersionRange | None,
        client_range: VersionRange | None = None,
        message: str | None = None,
    ) -> None:
        self.needed = needed
        self.offered = offered
        self.client_range = client_range
        if message is None:
            offer = (
                'has no microversions (it speaks 2.0 only)'
                if offered is None
                else f'offers {offered}'
            )
            message = f'API version {needed} is not available: this cloud {offer}'
            if client_range is not None:
                message += f'; this client speaks {client_range}'
            message += '.'
        super().__init__(message)

    def details(self) -> dict[str, Any]:
        offered = '2.0' if self.offered is None else str(self.offered)
        return {'needs_version': _text(self.needed), 'cloud_range': offered}


class VersionMismatch(UnsupportedVersion):
    """An answer in another version than the one that was sent.

    :param sent: the version of the request.
    :param answered: the version of the answer.
    :param result: the decoded body of the answer.
    :param took_place: the request was a write, and the cloud carried it out.
    """

    exit_status = ExitStatus.CLOUD
    error_code = 'version_mismatch'

    def __init__(self, sent: str, answered: str, result: Any, took_place: bool) -> None:
        self.sent = sent
        self.answered = answered
        self.result = result
        self.took_place = took_place
        message = f'The cloud answered in API version {answered}, but {sent} was asked for.'
        if took_place:
            message += ' The request was carried out.'
        super().__init__(message)


class VersionNotFoundForAPIMethod(Error):
    """A versioned function has no variant for the version in use.

    :param version: the version in use, as text.
    :param method: name of the function.
    :param ranges: the versions that it has variants for.
    """

    exit_status = ExitStatus.USAGE
    error_code = 'outside_version'
    msg_fmt = "API version '%(vers)s' is not supported on '%(method)s' method."

    def __init__(self, version: str, method: str, ranges: Iterable[VersionRange] = ()) -> None:
        self.version = version
        self.method = method
        self.ranges = tuple(ranges)
        super().__init__(version, method)

    def __str__(self) -> str:
        text = self.msg_fmt % {'vers': self.version, 'method': self.method}
        if self.ranges:
            text += f' It exists in {_list_of(self.ranges)}.'
        return text

    def details(self) -> dict[str, Any]:
        return {'needs_version': _list_of(self.ranges) or None}


class UnsupportedAttribute(Error, AttributeError):
    """An argument given outside the versions in which it exists.

    :param argument_name: name of the argument.
    :param start_version: first version that has it.
    :param end_version: last version that has it; ``None`` when all later ones have it.
    :param ranges: the versions that have it, exactly.
    """

    exit_status = ExitStatus.USAGE
    error_code = 'outside_version'

    def __init__(
        self,
        argument_name: str,
        start_version: str,
        end_version: str | None = None,
        ranges: Iterable[VersionRange] = (),
    ) -> None:
        self.argument_name = argument_name
        self.start_version = start_version
        self.end_version = end_version
        self.ranges = tuple(ranges)
        where = f'from version {start_version}' + (f' to {end_version}' if end_version else '')
        if len(self.ranges) > 1:
            where = f'in the versions {_list_of(self.ranges)}'
        super().__init__(f"The argument '{argument_name}' exists only {where}.")

    def details(self) -> dict[str, Any]:
        return {'needs_version': _list_of(self.ranges) or None}


class CloudError(Error):
    """The cloud cannot be reached, or its answer cannot be understood."""

    exit_status = ExitStatus.CLOUD
    error_code = 'cloud'
    retryable = True

    def __init__(self, message: str, url: str | None = None, request_id: str | None = None) -> None:
        super().__init__(message)
        self.url = url
        self.request_id = request_id

    def details(self) -> dict[str, Any]:
        return {'request_id': self.request_id, 'url': self.url}


class WriteUncertain(CloudError):
    """A write whose answer never came: it may have been carried out."""

    error_code = 'write_uncertain'
    retryable = False


class LoginError(Error):
    """The cloud refused the login, or the settings for it do not suffice."""

    exit_status = ExitStatus.DENIED
    error_code = 'login'


class ResourceNotFound(Error):
    """No resource has this name or id.

    :param kind: field's term for the resource, as in ``server``.
    """

    exit_status = ExitStatus.NOT_FOUND
    error_code = 'not_found'


class NoUniqueMatch(Error):
    """Several resources have this name.

    :param ids: their ids.
    """

    exit_status = ExitStatus.NOT_FOUND
    error_code = 'ambiguous'

    def __init__(self, message: str = '', ids: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.ids = tuple(ids)

    def details(self) -> dict[str, Any]:
        return {'ids': list(self.ids)}


class ResourceInErrorState(Error):
    """A resource went to its error state while it was waited for."""

    error_code = 'error_state'

    def __init__(self, obj: Any, fault: str | None = None) -> None:
        self.resource = obj
        self.fault = fault
        name = getattr(obj, 'name', None) or getattr(obj, 'id', obj)
        super().__init__(f'{name} went into error{": " + fault if fault else "."}')


class InstanceInDeletedState(Error):
    """A server was deleted while it was waited for."""

    error_code = 'deleted_state'


class WaitTimeout(Error):
    """A wait ran out before its end was reached."""

    error_code = 'wait_timeout'


class SomeFailed(Error):
    """Some of several targets failed; the others are done.

    :param failures: target to its error, in the order of the command line.
    """

    exit_status = ExitStatus.SOME_FAILED
    error_code = 'some_failed'

    done: Any = None
    """What took place all the same, to be shown."""

    def __init__(self, failures: Mapping[str, Exception], total: int) -> None:
        self.failures = dict(failures)
        self.total = total
        statuses = {
            getattr(error, 'exit_status', ExitStatus.FAILED) for error in self.failures.values()
        }
        if len(self.failures) == total and len(statuses) == 1:
            self.exit_status = statuses.pop()
        super().__init__(f'{len(self.failures)} of {total} failed.')

    def details(self) -> dict[str, Any]:
        return {'failures': {target: str(error) for target, error in self.failures.items()}}


class UnsupportedConsoleType(Error):
    """A type of console that no cloud has.

    :param console_type: what was asked for.
    """

    exit_status = ExitStatus.USAGE
    error_code = 'usage'

    def __init__(self, console_type: str) -> None:
        super().__init__(f'There is no console type {console_type!r}.')


# -- error answers -----------------------------------------------------------


class ClientException(Error):
    """An error answer of the cloud.

    :param code: HTTP status.
    :param message: what the cloud said.
    :param details: more of it, where the cloud tells more.
    :param request_id: ``req-...`` of the request, for the operator's logs.
    """

    message = 'Unknown Error'
    http_status: int | None = None

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
        self.cloud_details = details
        self.request_id = request_id
        self.url = url
        self.method = method
        super().__init__(self.message)

    def __str__(self) -> str:
        text = f'{self.message} (HTTP {self.http_code})'
        return f'{text} (Request-ID: {self.request_id})' if self.request_id else text

    def details(self) -> dict[str, Any]:
        return {'request_id': self.request_id}


class BadRequest(ClientException):
    """400: the cloud refused the request as malformed."""

    http_status = 400
    message = 'Bad request'


class Unauthorized(ClientException):
    """401: the login is missing, wrong or expired."""

    exit_status = ExitStatus.DENIED
    http_status = 401
    message = 'Unauthorized'


class Forbidden(ClientException):
    """403: not allowed with this login, or a quota is used up."""

    exit_status = ExitStatus.DENIED
    http_status = 403
    message = 'Forbidden'

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Nova reports a used-up quota as 403, with the word in the message. A refusal by policy
        # names its rule, which may be one about quotas (os_compute_api:os-quota-sets:update).
        said = self.message.lower()
        if 'quota' in said and 'policy' not in said:
            self.exit_status = ExitStatus.CONFLICT


class NotFound(ClientException):
    """404: no such resource, or no such operation at this version."""

    exit_status = ExitStatus.NOT_FOUND
    http_status = 404
    message = 'Not found'


class MethodNotAllowed(ClientException):
    """405: the resource has no such operation."""

    http_status = 405
    message = 'Method Not Allowed'


class NotAcceptable(ClientException):
    """406: the cloud does not serve the version of the request.

    ``server_range`` is what it serves, where that is known.
    """

    exit_status = ExitStatus.VERSION
    http_status = 406
    message = 'Not Acceptable'
    server_range: VersionRange | None = None

    def details(self) -> dict[str, Any]:
        return {'request_id': self.request_id, 'cloud_range': _text(self.server_range)}


class Conflict(ClientException):
    """409: the state of the resource does not allow this now."""

    exit_status = ExitStatus.CONFLICT
    http_status = 409
    message = 'Conflict'


class Gone(ClientException):
    """410: the cloud's release no longer has this operation, at any version."""

    http_status = 410
    message = 'Gone'


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

    exit_status = ExitStatus.CONFLICT
    http_status = 413
    message = 'Over limit'


class RateLimit(RetryAfterException):
    """429: too many requests."""

    exit_status = ExitStatus.CLOUD
    http_status = 429
    message = 'Rate limit'
    retryable = True


class HTTPNotImplemented(ClientException):
    """501: this cloud's hypervisor cannot do it."""

    http_status = 501
    message = 'Not Implemented'


class ServerError(ClientException):
    """5xx: the cloud failed."""

    exit_status = ExitStatus.CLOUD
    message = 'The cloud failed'
    retryable = True


_BY_STATUS: dict[int, Callable[..., ClientException]] = {
    each.http_status: each
    for each in (
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
    if each.http_status is not None
}


def message_of(body: Any) -> str | None:
    """What an error body says, whichever service or proxy wrote it.

    :param body: decoded JSON, or text.
    """
    if isinstance(body, str):
        return _message_of_text(body)
    if isinstance(body, list):
        return next((text for each in body if (text := message_of(each))), None)
    if not isinstance(body, dict):
        return None
    for key in ('message', 'faultstring', 'detail', 'description', 'error_message'):
        if found := message_of(body.get(key)):
            return found
    for value in body.values():
        if isinstance(value, (dict, list)) and (found := message_of(value)):
            return found
    texts = (body.get('title'), *body.values())
    return next(
        (found for each in texts if isinstance(each, str) and (found := message_of(each))), None
    )


def _message_of_text(text: str) -> str | None:
    import html
    import json
    import re

    if text.lstrip().startswith('{'):
        # Ironic answers with JSON inside a JSON string.
        try:
            return message_of(json.loads(text))
        except ValueError:
            pass
    if re.match(r'\s*<(!doctype|!--|\?xml|html|head|body|title|h\d)\b', text, re.IGNORECASE):
        title = re.search(r'<title[^>]*>(.*?)</title>', text, re.IGNORECASE | re.DOTALL)
        text = re.sub(r'(?is)<(script|style)\b.*?</\1>', ' ', text)
        text = html.unescape(title[1] if title else re.sub(r'<[^>]*>', ' ', text))
    else:
        # Other angle brackets belong to the message: Nova's 500 ends with <class ...>.
        text = re.sub(r'<br\s*/?>', ' ', text, flags=re.IGNORECASE)
    return ' '.join(text.split())[:500] or None


def from_response(response: Any, body: Any, url: str, method: str | None = None) -> ClientException:
    """The error that an answer stands for.

    :param response: has ``status_code`` and ``headers``.
    :param body: decoded JSON, text, or ``None``.
    """
    status = int(response.status_code)
    headers = response.headers
    kind = _BY_STATUS.get(status) or (ServerError if status >= 500 else ClientException)
    extra: dict[str, Any] = {
        'request_id': headers.get('x-openstack-request-id') or headers.get('x-compute-request-id')
    }
    if isinstance(kind, type) and issubclass(kind, RetryAfterException):
        extra['retry_after'] = headers.get('retry-after', 0)
    return kind(status, message_of(body), url=url, method=method, **extra)
