"""Says which of our errors a failed connection is, and whether anything was sent."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from novaclient_mv import errors
from novaclient_mv.wire import redirects

# Below these nothing has reached the cloud, so that even a write may be sent again.
_NEVER_SENT = {'NewConnectionError', 'NameResolutionError', 'ConnectTimeoutError', 'ConnectTimeout'}

_NO_URL = {'InvalidURL', 'InvalidSchema', 'MissingSchema', 'LocationParseError'}


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
    """What keeps requests from a URL, in one sentence, in place of the libraries' own chain."""
    from keystoneauth1 import exceptions as ks

    causes = chain(error)
    url = _url_of(error, causes)
    if isinstance(error, ks.SSLError):
        from novaclient_mv.wire import tls_errors

        return permanent(tls_errors.explained(url, causes), url)
    if isinstance(error, ks.ConnectTimeout):
        return errors.CloudError(f'The request to {url} timed out.', url=url)
    names = {type(cause).__name__ for cause in causes}
    if names & _NO_URL:
        return permanent(f'{url} is not a URL that can be asked.', url)
    if 'ProxyError' in names:
        return errors.CloudError(
            f'{url} cannot be reached through the proxy: check HTTP_PROXY, HTTPS_PROXY and '
            'NO_PROXY.',
            url=url,
        )
    return errors.CloudError(_without_connection(url, causes, names), url=url)


def _without_connection(url: str, causes: list[BaseException], names: set[str]) -> str:
    import socket

    host = urlsplit(url).hostname
    if (
        any(isinstance(cause, socket.gaierror) for cause in causes)
        or 'NameResolutionError' in names
    ):
        return f'The host {host} of {url} is unknown.'
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return f'{url} refused the connection: nothing listens there.'
    if names & {'IncompleteRead', 'ChunkedEncodingError', 'ContentDecodingError'}:
        return f'The answer of {url} broke off or cannot be decoded.'
    if names & {'BadStatusLine', 'UnknownProtocol', 'LineTooLong'}:
        return f'{url} does not answer in HTTP: is its URL one of https:// instead?'
    if names & {'RemoteDisconnected', 'ConnectionResetError', 'BrokenPipeError'}:
        return f'{url} closed the connection without an answer.'
    reasons = [cause.strerror for cause in causes if isinstance(cause, OSError) and cause.strerror]
    return f'{url} cannot be reached: {reasons[-1] if reasons else type(causes[-1]).__name__}.'


def _url_of(error: Exception, causes: list[BaseException]) -> str:
    """The URL that was asked, which only the text of keystoneauth1's errors always has."""
    for cause in causes:
        asked = getattr(getattr(cause, 'request', None), 'url', None)
        if asked:
            return redirects.without_secrets(str(asked))
    text = str(error)
    match = re.search(r'(?:connecting to|Request to|connection to|exception for) (\S+)', text)
    return redirects.without_secrets(match[1].rstrip(':')) if match else 'the cloud'


def senseless_login(auth: object, error: Exception) -> errors.CloudError:
    """The error for a login, or a service catalog, whose values have other types than the API has.

    :param error: what came of working with them.
    """
    url = getattr(auth, 'auth_url', None)
    where = f' of {url}' if url else ''
    what = str(error).rstrip('.') or type(error).__name__
    return permanent(f'The answer{where} to the login makes no sense: {what}.', url)


def last(error: errors.CloudError) -> errors.CloudError:
    """The same error, as one that another try would only meet again."""
    error.retryable = False
    return error


def permanent(message: str, url: str | None = None) -> errors.CloudError:
    """A failure that another try would only meet again."""
    return last(errors.CloudError(message, url=url))
