"""Failures in the words of python-novaclient, which scripts look for: ``ERROR (NotFound): ...``."""

from __future__ import annotations

import re

from novaclient_mv import errors
from novaclient_mv.cli.running.interruption import Interrupted

_NAMES = frozenset(
    (
        *('AmbiguousEndpoints', 'BadRequest', 'ClientException', 'CommandError', 'Conflict'),
        *('ConnectionRefused', 'EndpointNotFound', 'Forbidden', 'HTTPNotImplemented'),
        *('InstanceInDeletedState', 'MethodNotAllowed', 'NotAcceptable', 'NotFound', 'OverLimit'),
        *('RateLimit', 'ResourceInErrorState', 'RetryAfterException', 'Unauthorized'),
        *('UnsupportedAttribute', 'UnsupportedConsoleType', 'UnsupportedVersion'),
        'VersionNotFoundForAPIMethod',
    )
)
"""Its errors that a command ends with."""

_MISSING = 'No {} with a name or ID of {!r} exists.'
_AMBIGUOUS = 'Multiple {} matches found for {!r}, use an ID to be more specific.'
_BEGINNINGS = (
    (
        re.compile(r"--block-device: (?=unknown key ('\w+') .*; \S+ named (\d+\.\d+))"),
        r'\1 in block device mapping is not supported in API version \2. ',
    ),
    (re.compile('--nic: '), 'Invalid nic argument: '),
)
"""Beginnings of our refusals of values, and of the same refusals there."""


def lines(error: Exception, about: str | None = None) -> list[str]:
    """Return the line of a failure, and one before it for each of several targets."""
    error = _as_there(error)
    failures = error.failures if isinstance(error, errors.SomeFailed | Interrupted) else {}
    parts = [(failure, f'{target}: {_text(failure)}') for target, failure in failures.items()]
    cloud = f'{about}: ' if about else ''
    return [
        f'ERROR ({_class_name(one)}): {cloud}{text}'
        for one, text in [*parts, (error, _text(error))]
    ]


def _as_there(error: Exception) -> Exception:
    """The error of the cloud that python-novaclient would report, where we looked a name up."""
    is_missing = isinstance(error, errors.ResourceNotFound) and error.kind
    cause = error.__cause__
    return cause if is_missing and isinstance(cause, errors.NotFound) else error


def _class_name(error: Exception) -> str:
    """The name of its class in python-novaclient."""
    # An error of keystoneauth1 came to the user by its own name.
    theirs: type[Exception] | None = getattr(error, 'theirs', None)
    if theirs is not None:
        return theirs.__name__
    named = (kind.__name__ for kind in type(error).__mro__ if kind.__name__ in _NAMES)
    if name := next(named, None):
        return name
    if isinstance(error, errors.LoginError):
        return 'Unauthorized'
    if isinstance(error, errors.CloudError):
        return 'ClientException' if error.is_about_answer else 'ConnectFailure'
    return 'CommandError' if isinstance(error, errors.Error) else type(error).__name__


def _text(error: Exception) -> str:
    """Its message in full, a missing name as python-novaclient puts it."""
    if isinstance(error, errors.ResourceNotFound) and error.kind:
        return _MISSING.format(error.kind, error.name)
    if isinstance(error, errors.NoUniqueMatch) and error.kind:
        return _AMBIGUOUS.format(error.kind, error.name)
    text = str(error)
    if isinstance(error, errors.Error) and error.extent:
        # Scripts look for the words of the cloud behind the name of the error.
        text = f'{text} {error.extent}.'
    for pattern, words in _BEGINNINGS:
        if match := pattern.match(text):
            return match.expand(words) + text[match.end() :]
    return text
