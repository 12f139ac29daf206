"""The errors that this package raises, each with the exit status that it means on the command line.

::

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
     │    └── MethodEnded                the API has given it up (also an UnsupportedVersion)
     ├── UnsupportedAttribute            an argument outside its versions (also an AttributeError,
     │                                   and a TypeError, as for an unknown argument)
     ├── FilterUnavailable               a filter that the cloud would ignore
     ├── CloudError                      the cloud cannot be reached, or its answer cannot be read
     │    ├── UnknownRegion              its service catalog has no such region
     │    └── WriteUncertain             ... and a write may have taken place all the same
     ├── LoginError                      no login with these settings
     ├── ResourceNotFound, NoUniqueMatch name lookups
     ├── ResourceInErrorState, InstanceInDeletedState, EndNotReached, WaitTimeout
     │    │                              waits that ended badly
     │    └── ActionFailed               (an EndNotReached) what was asked for did not happen
     ├── SomeFailed                      some of several targets
     └── ClientException                 an error answer of the cloud
          ├── BadRequest 400  Unauthorized 401  Forbidden 403  NotFound 404  MethodNotAllowed 405
          ├── NotAcceptable 406   Conflict 409   Gone 410   HTTPNotImplemented 501
          └── RetryAfterException: OverLimit 413, RateLimit 429
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from novaclient_mv.errors.error import Error, Span
from novaclient_mv.errors.status import ExitStatus


class CommandError(Error):
    """The command line is wrong, whatever the cloud."""

    exit_status = ExitStatus.USAGE
    error_code = 'usage'


class InvalidUsage(RuntimeError):
    """This client was used in a way that cannot work."""


class OutsideVersion(CommandError):
    """Part of a command line that the version in question lacks.

    :param message: the part, the version that it needs, and who named another.
    :param needed: the versions that would do; where there are several ranges, the newest of them.
    :param ranges: all ranges of versions that would do, if there is more than that one.
    """

    error_code = 'outside_version'

    def __init__(
        self, message: str, needed: Span | None = None, ranges: Iterable[Span] = ()
    ) -> None:
        super().__init__(message)
        self.needed = needed
        self.ranges = tuple(ranges) or ((needed,) if needed else ())

    def blame_cloud(self, offered: Span | None) -> None:
        """Say that the cloud's range is the reason, not a version that the user named."""
        self.offered = offered
        self.exit_status = ExitStatus.VERSION
        self.error_code = 'version_not_offered'

    def facts(self) -> dict[str, Any]:
        return {'needs_version': _list_of(self.ranges) or None, 'cloud_range': _text(self.offered)}


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _list_of(values: Iterable[object]) -> str:
    return ', '.join(str(value) for value in values)


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
    """A version that this client does not speak.

    :param needed: the version, as a range of it alone.
    """

    error_code = 'version_not_spoken'

    def __init__(self, message: str = '', needed: Span | None = None) -> None:
        super().__init__(message)
        self.needed = needed


class VersionNotOffered(UnsupportedVersion):
    """A version, or range of versions, that the cloud does not serve.

    :param needed: the versions that would do.
    :param offered: the cloud's versions; ``None`` when it has no microversions.
    :param client_range: the versions of this client.
    :param without: what a cloud without microversions speaks.
    """

    exit_status = ExitStatus.VERSION
    error_code = 'version_not_offered'

    def __init__(
        self,
        needed: Span | None,
        offered: Span | None,
        client_range: Span | None = None,
        message: str | None = None,
        without: object = '2.0',
    ) -> None:
        self.needed = needed
        self.offered = offered
        self.client_range = client_range
        self.without = without
        if message is None:
            offer = (
                f'has no microversions (it speaks {without} only)'
                if offered is None
                else f'offers {offered}'
            )
            message = f'API version {needed} is not available: this cloud {offer}'
            if client_range is not None:
                message += f'; this client speaks {client_range}'
            message += '.'
        super().__init__(message)

    def facts(self) -> dict[str, Any]:
        offered = self.without if self.offered is None else self.offered
        return {'needs_version': _text(self.needed), 'cloud_range': str(offered)}


class VersionMismatch(UnsupportedVersion):
    """An answer in another version than the one that was sent.

    :param sent: the version of the request.
    :param answered: the version of the answer.
    :param result: the decoded body of the answer.
    :param took_place: the request was a write, and the cloud carried it out.
    """

    exit_status = ExitStatus.CLOUD
    error_code = 'version_mismatch'
    answer: Any = None
    """The answer itself, an ``operations.Answer``, where it is known."""

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

    def __init__(self, version: str, method: str, ranges: Iterable[Span] = ()) -> None:
        self.version = version
        self.method = method
        self.ranges = tuple(ranges)
        self.needed = self.ranges[-1] if self.ranges else None
        super().__init__(version, method)

    def __str__(self) -> str:
        text = self.msg_fmt % {'vers': self.version, 'method': self.method}
        if self.ranges:
            text += f' It exists in {_list_of(self.ranges)}.'
        return text

    def facts(self) -> dict[str, Any]:
        return {'needs_version': _list_of(self.ranges) or None}


class MethodEnded(VersionNotFoundForAPIMethod, UnsupportedVersion):
    """A method that the API has given up before the version in use.

    :param instead: a sentence on what does the same now.
    """

    def __init__(
        self, version: str, method: str, ranges: Iterable[Span] = (), instead: str = ''
    ) -> None:
        self.instead = instead
        super().__init__(version, method, ranges)

    def __str__(self) -> str:
        return f'{super().__str__()} {self.instead}'.rstrip()


class UnsupportedAttribute(Error, AttributeError, TypeError):
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
        ranges: Iterable[Span] = (),
    ) -> None:
        self.argument_name = argument_name
        self.start_version = start_version
        self.end_version = end_version
        self.ranges = tuple(ranges)
        self.needed = self.ranges[-1] if self.ranges else None
        place = f'from version {start_version}' + (f' to {end_version}' if end_version else '')
        if len(self.ranges) > 1:
            place = f'in the versions {_list_of(self.ranges)}'
        # The words of Python for an argument that a function lacks: programs look for them.
        text = f"unexpected keyword argument '{argument_name}', which exists only {place}"
        super().__init__(f'Got the {text}.')

    def facts(self) -> dict[str, Any]:
        return {'needs_version': _list_of(self.ranges) or None}


class CloudError(Error):
    """The cloud cannot be reached, or its answer cannot be understood."""

    exit_status = ExitStatus.CLOUD
    error_code = 'cloud'
    retryable = True
    is_about_answer = False
    """Whether there was an answer, which is not what its operation answers with."""

    is_about_catalog = False
    """Whether the service is in no catalog."""

    may_be_sent = False
    """Whether the request may have reached the cloud, though no answer came."""

    def __init__(self, message: str, url: str | None = None, request_id: str | None = None) -> None:
        super().__init__(message)
        self.url = url
        self.request_id = request_id

    def facts(self) -> dict[str, Any]:
        return {'request_id': self.request_id, 'url': self.url}


class UnknownRegion(CloudError):
    """The service catalog has no such region."""

    exit_status = ExitStatus.USAGE
    error_code = 'unknown_region'
    retryable = False


class WriteUncertain(CloudError):
    """A write whose answer never came, or cannot be read: it may have been carried out."""

    error_code = 'write_uncertain'
    retryable = False
    may_be_sent = True


class LoginError(Error):
    """The cloud refused the login, or the settings for it do not suffice.

    :param settings: what the login is to be given otherwise, by the names that keystoneauth1 has
        for it, as in ``auth_url``; ``credentials`` are all of them.
    """

    exit_status = ExitStatus.DENIED
    error_code = 'login'

    def __init__(self, message: str, settings: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.settings = tuple(settings)


class ResourceNotFound(Error):
    """No resource has this name or id.

    :param kind: field's term for the resource, as in ``server``; ``name``: what was looked for.
    """

    exit_status = ExitStatus.NOT_FOUND
    error_code = 'not_found'

    def __init__(self, *args: object, kind: str = '', name: str = '') -> None:
        super().__init__(*args)
        self.kind = kind
        self.name = name


class NoUniqueMatch(Error):
    """Several resources have this name.

    :param ids: their ids.
    :param kind: field's term for such a resource; ``name``: the name.
    """

    exit_status = ExitStatus.NOT_FOUND
    error_code = 'ambiguous'

    def __init__(
        self, *args: object, ids: Iterable[str] = (), kind: str = '', name: str = ''
    ) -> None:
        super().__init__(*args)
        self.ids = tuple(ids)
        self.kind = kind
        self.name = name

    def facts(self) -> dict[str, Any]:
        return {'ids': list(self.ids)}


class ResourceInErrorState(Error):
    """A resource went to its error state while it was waited for.

    :param fault: why, where the cloud tells.
    :param state: what the state is called; nothing where it is not known.
    """

    error_code = 'error_state'

    def __init__(self, obj: Any, fault: str | None = None, state: str = 'error') -> None:
        self.resource = obj
        self.fault = fault
        self.state = state

    def __str__(self) -> str:
        name = getattr(self.resource, 'name', None) or getattr(self.resource, 'id', self.resource)
        reason = f': {self.fault}' if self.fault else '.'
        return f'{name} went into {self.state or "no known state"}{reason}'


class InstanceInDeletedState(Error):
    """A server was deleted while it was waited for."""

    error_code = 'deleted_state'
    resource: Any = None
    """As it was last seen, where that is known."""


class EndNotReached(Error):
    """The cloud ended its work, and the resource is not in the state that was waited for.

    :param resource: as it is.
    """

    error_code = 'end_not_reached'

    def __init__(self, message: str, resource: Any) -> None:
        self.resource = resource
        super().__init__(message)


class WaitTimeout(Error):
    """A wait ran out before its end was reached."""

    exit_status = ExitStatus.TIMED_OUT
    error_code = 'timed_out'
    resource: Any = None
    """As it was last seen, where that is known."""


class SomeFailed(Error):
    """Some of several targets failed; the others are done.

    :param failures: target to its error, in the order of the command line.
    :param total: how many targets there are.
    :param targets: all of them in that order, where they are known.
    """

    exit_status = ExitStatus.SOME_FAILED
    error_code = 'some_failed'

    def __init__(
        self, failures: Mapping[str, Exception], total: int, targets: Iterable[str] = ()
    ) -> None:
        self.failures = dict(failures)
        self.total = total
        self.targets = tuple(targets)
        statuses = {
            getattr(error, 'exit_status', ExitStatus.FAILED) for error in self.failures.values()
        }
        if len(self.failures) == total:
            # Where some are done, the whole would do them once more.
            errors = self.failures.values()
            self.retryable = all(getattr(error, 'retryable', False) for error in errors)
            if len(statuses) == 1:
                self.exit_status = statuses.pop()
        super().__init__(f'{len(self.failures)} of {total} failed.')

    def joined(self, more: Mapping[str, Exception]) -> SomeFailed:
        """This error with further failures among the same targets."""
        failures = {**self.failures, **more}
        order = [target for target in self.targets if target in failures] or failures
        return SomeFailed({target: failures[target] for target in order}, self.total, self.targets)

    def facts(self) -> dict[str, Any]:
        return {'failures': _texts(self.failures)}


def _texts(failures: Mapping[str, Exception]) -> dict[str, str]:
    """The sentence for a person about each failure."""
    texts = {}
    for target, error in failures.items():
        text = getattr(error, 'explanation', None) or str(error)
        hint = getattr(error, 'hint', None)
        texts[target] = f'{text} {hint}' if hint else text
    return texts


class UnsupportedConsoleType(Error):
    """A type of console that no cloud has.

    :param console_type: what was asked for.
    """

    exit_status = ExitStatus.USAGE
    error_code = 'usage'

    def __init__(self, console_type: str) -> None:
        self.console_type = console_type

    def __str__(self) -> str:
        # heat shows it to its users in these words, in place of the console's URL.
        return f'Unsupported console_type "{self.console_type}"'
