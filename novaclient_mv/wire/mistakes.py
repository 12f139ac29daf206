"""Tells mistakes of a program from exceptions that a value of an answer leads to."""

from __future__ import annotations

import sys
import types

from novaclient_mv import errors
from novaclient_mv.wire import answers
from novaclient_mv.wire.request import Request
from novaclient_mv.wire.transport import WireRequest

_CARRIERS = (
    *('clouds.', 'user_files.', 'wire.debugging.', 'wire.direct.', 'wire.session_adapter.'),
    *('wire.sessions.', 'wire.timing.'),
)
"""Rooms and modules that look at no value of an answer."""

_WRONG_CALLS = ('() got ', '() missing ', '() takes ', 'object is not callable')


def check_transport(error: Exception, wire: WireRequest, request: Request) -> None:
    """Raise our error for an exception of Python in what sends a request, unless it only reads."""
    met = 'a malformed answer'
    # No value has attributes yet.
    if isinstance(error, AttributeError) or not is_malformed(error):
        if not request.is_write:
            return
        met = f'an unexpected {type(error).__name__}'
    reason = f'{wire.method} {wire.url} failed on {met}: {error}'
    failure = answers.unreadable(reason, request, wire.url, None)
    raise failure.update(retryable=False) from error


def check(error: Exception) -> None:
    """Raise an exception again that no value of an answer leads to."""
    if not is_malformed(error):
        raise error


def is_malformed(error: BaseException) -> bool:
    """Whether an exception may be caused by a value in an answer.

    It does not where no answer leads to it, or where nothing looks at one: then it is a mistake of
    this program, or of a library, which says nothing about the cloud.
    """
    if not isinstance(error, answers.MALFORMED) or isinstance(error, errors.Error):
        return False
    if isinstance(getattr(error, 'obj', None), types.ModuleType):
        return False
    if isinstance(error, TypeError) and any(words in str(error) for words in _WRONG_CALLS):
        return False
    raised_in, trace = '', error.__traceback__
    while trace is not None:
        frame, trace = trace.tb_frame, trace.tb_next
        if frame.f_code.co_name == '<module>':
            # It was raised while something was imported.
            return False
        name = str(frame.f_globals.get('__name__'))
        # What the standard library raises is a mistake of its caller.
        if name.partition('.')[0] not in sys.stdlib_module_names:
            raised_in = name
    inside = raised_in.removeprefix('novaclient_mv.')
    return inside == raised_in or not f'{inside}.'.startswith(_CARRIERS)
