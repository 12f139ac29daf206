"""Says which of our errors a failed connection is, and whether anything was sent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from novaclient_mv import errors
from novaclient_mv.wire import bounds, redirects
from novaclient_mv.wire.broken_answers import CutAnswer, LargeAnswer

# Below these nothing has reached the cloud, so that even a write may be sent again.
_NEVER_SENT = {'NewConnectionError', 'NameResolutionError', 'ConnectTimeoutError', 'ConnectTimeout'}

# A plain HTTPException is one of more headers than anybody sends.
_CUT = {
    *('IncompleteRead', 'ChunkedEncodingError', 'ContentDecodingError'),
    *('HTTPException', 'InvalidHeader'),
}

_NOT_HTTP = {'BadStatusLine', 'UnknownProtocol', 'LineTooLong', 'MalformedAnswer'}

_ENDED = {'NoAnswer', 'RemoteDisconnected', 'ConnectionResetError', 'BrokenPipeError'}

_NOT_URL = {'InvalidURL', 'InvalidSchema', 'MissingSchema', 'LocationParseError'}


def is_before_sending(error: BaseException | None) -> bool:
    """Whether a connection failed before anything of the request was sent."""
    return any(
        type(cause).__name__ in _NEVER_SENT
        and type(cause).__module__ != 'keystoneauth1.exceptions.connection'
        for cause in chain(error)
    )


def chain(error: BaseException | None) -> list[BaseException]:
    """An error and all that led to it; libraries keep their causes in several places."""
    causes: list[BaseException] = []
    waiting: list[Any] = [error]
    while waiting:
        cause = waiting.pop(0)
        if isinstance(cause, BaseException) and all(cause is not other for other in causes):
            causes.append(cause)
            waiting += [cause.__cause__, cause.__context__, getattr(cause, 'reason', None)]
            waiting += cause.args
    return causes


def unreachable(error: Exception) -> errors.CloudError:
    """Return one sentence for a failed connection, in place of the libraries' own chain."""
    from keystoneauth1 import exceptions as ks

    causes = chain(error)
    url = _url_of(error, causes)
    if isinstance(error, ks.SSLError):
        return tls_failed(url, causes)
    if isinstance(error, ks.ConnectTimeout):
        return timed_out(url)
    names = _names(causes)
    if names & _NOT_URL:
        return permanent(f'{url} is not a URL that can be asked.', url)
    if 'ProxyError' in names:
        return errors.CloudError(
            f'{url} cannot be reached through the proxy: check HTTP_PROXY, HTTPS_PROXY and '
            'NO_PROXY.',
            url=url,
        )
    return disconnected(url, causes)


def _names(causes: Sequence[BaseException]) -> set[str]:
    return {type(cause).__name__ for cause in causes}


def tls_failed(url: str, causes: Sequence[BaseException]) -> errors.CloudError:
    """The error for a TLS connection that did not come about, or broke."""
    from novaclient_mv.wire import tls_errors

    if tls_errors.came_after_handshake(causes):
        return broken_off(url).update(may_be_sent=True)
    return permanent(tls_errors.explained(url, causes), url)


def timed_out(url: str) -> errors.CloudError:
    """The error for an answer, or a part of one, that did not come in time."""
    return errors.CloudError(f'The request to {url} timed out.', url=url)


def broken_off(url: str, reason: str = '') -> errors.CloudError:
    """The error for an answer that is cut, or is none, or that nothing unpacks."""
    text = f'The answer of {url} broke off or cannot be decoded'
    return errors.CloudError(f'{text}: {reason}.' if reason else f'{text}.', url=url)


def disconnected(url: str, causes: Sequence[BaseException]) -> errors.CloudError:
    """The error for a connection that did not come about, or broke."""
    names = _names(causes)
    for cause in causes:
        if isinstance(cause, LargeAnswer):
            size = bounds.size_text(cause.max_size)
            return permanent(f'The answer of {url} is larger than {size}: see --max-body.', url)
        if isinstance(cause, CutAnswer):
            return broken_off(url, str(cause))
    if names & _CUT:
        return broken_off(url)
    if _took_too_long(causes):
        return timed_out(url)
    if names & _ENDED and not names & _NOT_HTTP:
        return closed(url)
    return errors.CloudError(_without_connection(url, causes, names), url=url)


def _took_too_long(causes: Sequence[BaseException]) -> bool:
    # The network's own reason, where a TimeoutError has one, says more.
    return any(isinstance(cause, TimeoutError) and not cause.strerror for cause in causes)


def closed(url: str) -> errors.CloudError:
    return errors.CloudError(f'{url} closed the connection without an answer.', url=url)


def _without_connection(url: str, causes: Sequence[BaseException], names: set[str]) -> str:
    import socket

    host = urlsplit(url).hostname
    if (
        any(isinstance(cause, socket.gaierror) for cause in causes)
        or 'NameResolutionError' in names
    ):
        return f'The host {host} of {url} is unknown.'
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return f'{url} refused the connection: nothing listens there.'
    if names & _NOT_HTTP:
        return f'{url} does not answer in HTTP: is its URL one of https:// instead?'
    reasons = [cause.strerror for cause in causes if isinstance(cause, OSError) and cause.strerror]
    return f'{url} cannot be reached: {reasons[-1] if reasons else type(causes[-1]).__name__}.'


def _url_of(error: Exception, causes: list[BaseException]) -> str:
    """The URL that was asked, which only the text of keystoneauth1's errors always has."""
    for cause in causes:
        url = getattr(getattr(cause, 'request', None), 'url', None)
        if url:
            return redirects.without_secrets(str(url))
    text = str(error)
    match = re.search(r'(?:connecting to|Request to|connection to|exception for) (\S+)', text)
    return redirects.without_secrets(match[1].rstrip(':')) if match else 'the cloud'


def malformed_login(auth: object, error: Exception) -> errors.CloudError:
    """The error for a login, or service catalog, whose values have other types than the API has."""
    url = getattr(auth, 'auth_url', None)
    of_url = f' of {url}' if url else ''
    reason = str(error).rstrip('.') or type(error).__name__
    return permanent(f'The answer{of_url} to the login is malformed: {reason}.', url)


def permanent(message: str, url: str | None = None) -> errors.CloudError:
    """A failure that another try would only meet again."""
    return errors.CloudError(message, url=url).update(retryable=False)
