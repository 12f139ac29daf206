"""Says which of our errors a refused login is, and which settings it is about."""

from __future__ import annotations

import json
from typing import Any

from novaclient_mv import errors
from novaclient_mv.errors import message_of
from novaclient_mv.values import NamedTuple
from novaclient_mv.wire import answer_headers, connection_errors, redirects

_ABOUT = (
    ('unsupported method', ('auth_type',)),
    ('user in application credential', ('username', 'user_domain_name')),
    ('application credential', ('application_credential_id',)),
    ('domain in project', ('project_domain_name',)),
    ('domain in user', ('user_domain_name',)),
    ('domain', ('user_domain_name', 'project_domain_name')),
    ('trust', ('trust_id',)),
    ('token', ('token',)),
    ('project', ('project_name',)),
    ('user', ('username',)),
)
"""Keystone's phrases for refusals other than 401 alone, and the settings they are about."""

_BOILERPLATE = ' The server could not comply with the request'


class Refusal(NamedTuple):
    """An answer to a login, or to what precedes it, that is an error.

    ``body`` is what its JSON says, ``None`` where it has none; ``reason`` is what stands for it.
    """

    status: int
    method: str
    url: str
    body: Any
    reason: str
    request_id: str | None
    again: str | None = None
    """The sentence that says when to come again."""


def translated(error: Any) -> errors.Error:
    """Our error for a keystoneauth1 error of a login that is no failed connection."""
    from keystoneauth1 import exceptions as ks

    if isinstance(error, ks.HttpError):
        return refused(_of(error))
    if isinstance(error, ks.DiscoveryFailure):
        return _without_identity_service(error)
    if isinstance(error, ks.InvalidResponse):
        return without_token(str(error.response.url), error.response.status_code)
    if isinstance(error, ks.MissingAuthPlugin):
        return errors.LoginError(
            'The session has no auth plugin: without one there is neither a login nor a service '
            'catalog.',
            settings=('credentials',),
        )
    if isinstance(
        error,
        ks.AuthPluginException
        | ks.AuthorizationFailure
        | ks.MissingRequiredOptions
        | ks.NoMatchingPlugin,
    ):
        return errors.LoginError(str(error))
    return connection_errors.permanent(str(error))


def without_token(url: str, status: int) -> errors.CloudError:
    """The error for an answer to a login that is neither a token nor a refusal."""
    return connection_errors.permanent(
        f'{redirects.without_secrets(url)} answered the login with {status} and something that is '
        'not a token.'
    )


def without_url(url: str) -> errors.LoginError:
    """The error of a login that has no URL, or a text that is not a URL."""
    if url:
        message = f'{url} is not the URL of an identity service.'
    else:
        message = 'No auth_url given: it names the identity service.'
    return errors.LoginError(message, settings=('auth_url',))


def without_project() -> errors.LoginError:
    """The error of a login that is for no project and so has no endpoints."""
    return errors.LoginError(
        'The service catalog is empty: the login is for no project.', settings=('project_name',)
    )


def refused(refusal: Refusal) -> errors.Error:
    """The error for an answer of the identity service, or of a substitute."""
    url = redirects.without_secrets(refusal.url)
    request = f'HTTP {refusal.status}, {refusal.method} {url}'
    message = (message_of(refusal.body) or refusal.reason).partition(_BOILERPLATE)[0]
    message = message.rstrip('.')
    if refusal.status >= 500 or refusal.status in (408, 429):
        again = f' {refusal.again}' if refusal.again else ''
        text = f'The identity service does not answer as it should: {message} ({request}).{again}'
        failed = connection_errors.permanent(text, url)
        return failed.update(request_id=refusal.request_id, cloud_words=message)
    body = refusal.body
    is_of_keystone = isinstance(body, dict) and isinstance(body.get('error'), dict)
    if refusal.status in (404, 405) and not is_of_keystone:
        return errors.LoginError(
            f'There is no identity service at {url} (HTTP {refusal.status}).',
            settings=('auth_url',),
        )
    lowered = message.lower()
    settings = next((names for word, names in _ABOUT if word in lowered), ('credentials',))
    text = f'The login was refused: {message} ({request}).'
    return errors.LoginError(text, settings=settings).update(cloud_words=message)


def _of(error: Any) -> Refusal:
    """The answer behind an error of keystoneauth1."""
    reason, status = str(error.message), error.http_status
    headers = getattr(error.response, 'headers', None) or {}
    again = answer_headers.come_again(status, headers)
    url, request_id = str(error.url), error.request_id
    return Refusal(status, error.method, url, _body(error), reason, request_id, again)


def _without_identity_service(error: Exception) -> errors.Error:
    """The error for version documents that were not found: the cause says more than the text."""
    from keystoneauth1 import exceptions as ks

    for cause in connection_errors.chain(error)[1:]:
        if isinstance(cause, ks.ConnectionError):
            return connection_errors.unreachable(cause)
        if isinstance(cause, ks.HttpError) and cause.http_status >= 500:
            return refused(_of(cause))
        if isinstance(cause, ks.HttpError):
            url = redirects.without_secrets(str(cause.url))
            break
    else:
        url = 'the URL that was given for it'
    return errors.LoginError(f'There is no identity service at {url}.', settings=('auth_url',))


def _body(error: Any) -> Any:
    try:
        return json.loads(error.response.content)
    except (AttributeError, TypeError, ValueError):
        return None
