"""Sessions of keystoneauth1 of this package: their redirects, login documents and TLS options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

import novaclient_mv
from novaclient_mv import errors, wire
from novaclient_mv.wire import bounds, connection_errors, dual_errors, redirects, timing
from novaclient_mv.wire.logins import login_documents
from novaclient_mv.wire.transport import WireAnswer

if TYPE_CHECKING:
    import requests
    from keystoneauth1 import session as ks_session

    Session = ks_session.Session

SEEN_BY_OTHERS: Mapping[str, bool] = {'log': False, 'is_timed': True}
"""Options of a request whose session's wrappers of the transport log and time it."""


class _LowerSession(Protocol):
    """The method used of the session below."""

    def request(self, url: str, method: str, **options: Any) -> requests.Response: ...


class _Guard:
    """Follows the redirects of a session itself, so that no secret leaves the place it is for.

    Of itself keystoneauth1 sends body and headers again to wherever a redirect leads.
    """

    timings: list[timing.Timing] | None = None
    """Times of requests that keystoneauth1 sends itself, if they are collected."""

    def request(
        self,
        url: str,
        method: str,
        *,
        redirect: int | bool | None = None,
        is_timed: bool = False,
        **options: Any,
    ) -> requests.Response:
        """Send a request, as ``keystoneauth1.session.Session.request`` does.

        :param redirect: how many redirects to follow; plugins forbid it where they follow
            themselves.
        """
        most = redirects.limit(redirect)
        # A login sends its secret in the body: keystoneauth1 says that no token goes with it.
        is_login = options.get('authenticated') is False
        below: _LowerSession = super()  # type: ignore[assignment]
        for count in range(most + 1):
            response = _response_to(below, url, method, is_login, options)
            requested_url, location = str(response.url), response.headers.get('Location')
            if self.timings is not None and not is_timed:
                self.timings.append(timing.Timing(method, requested_url, response.elapsed))
            if response.status_code not in redirects.STATUSES or not location:
                _check_login(method, requested_url, response)
                return response
            if count == most:
                break
            url = redirects.target(requested_url, location)
            # A document that is read before a login carries no secret, but says where one is sent.
            if not redirects.is_same_origin(requested_url, url):
                raise _not_followed(requested_url, url, is_login)
            # What stood in the query of the first URL is for that one alone.
            options.pop('params', None)
        if redirect is not None:
            return response
        raise _in_a_circle(str(response.url), is_login)


def _response_to(
    below: _LowerSession, url: str, method: str, is_login: bool, options: dict[str, Any]
) -> requests.Response:
    """The answer to one request, redirect or not."""
    from keystoneauth1 import exceptions as ks

    try:
        return below.request(url, method, redirect=False, **options)
    except ValueError as error:
        # requests takes a redirect apart even where it is not to follow it.
        raise redirects.broken(url, str(error)) from error
    except ks.Unauthorized as error:
        if not is_login or method != 'GET':
            raise
        # keystoneauth1 would ask again with a token, for which it waits for this very login.
        raise errors.LoginError(
            f'There is no identity service at {redirects.without_secrets(url)} (HTTP 401).',
            settings=('auth_url',),
        ) from error


def _check_login(method: str, url: str, response: requests.Response) -> None:
    """Refuse the answer to a login that is not a token, as keystoneauth1 does and beyond that."""
    from keystoneauth1 import exceptions as ks

    try:
        login_documents.check(method, url, answer_of(response))
    except errors.CloudError as error:
        raise dual_errors.caught_as(error, ks.InvalidResponse(response=response)) from error


def answer_of(response: requests.Response) -> WireAnswer:
    """An answer of a session as any transport gives it."""
    seconds = response.elapsed.total_seconds()
    return WireAnswer(response.status_code, response.headers, response.content, seconds)


def _not_followed(url: str, target: str, is_login: bool) -> errors.Error:
    url, target = redirects.without_secrets(url), redirects.without_secrets(target)
    if is_login:
        return errors.LoginError(
            f'{url} redirects the login to {target}, which is another scheme, host or port and '
            'gets no password or token: log in there only if you trust it.',
            settings=('auth_url',),
        )
    return connection_errors.permanent(
        f'{url} redirects to {target}, another host, which is not followed.', url
    )


def _in_a_circle(url: str, is_login: bool) -> errors.Error:
    message = redirects.in_a_circle(redirects.without_secrets(url))
    if is_login:
        return errors.LoginError(message, settings=('auth_url',))
    return connection_errors.permanent(message, url)


def open_session(
    *,
    tls_ciphers: str | None = None,
    tls_min_version: str | None = None,
    timings: list[timing.Timing] | None = None,
    max_body: int = bounds.DEFAULT_MAX_BODY,
    **settings: Any,
) -> ks_session.Session:
    """Open a session that sends credentials only to their cloud, and refuses answers that are
    malformed, too large, or slower than its ``timeout``.

    :raises CommandError: the installed keystoneauth1 lacks a TLS option that is set, or OpenSSL
        does not know its value.
    """
    with wire.LOADING:
        # requests imports it with each request: here before threads begin.
        import netrc  # noqa: F401

        from keystoneauth1 import session as ks_session

        from novaclient_mv.wire import session_adapter

    tls: dict[str, str] = {}
    for name, value in (('tls_ciphers', tls_ciphers), ('tls_min_version', tls_min_version)):
        if value:
            _check_support(ks_session.Session, name)
            tls[name] = value
    guarded = type('Session', (_Guard, ks_session.Session), {'timings': timings})
    try:
        session: ks_session.Session = guarded(
            app_name=wire.APP_NAME, app_version=novaclient_mv.__version__, **tls, **settings
        )
        session_adapter.mount(session.session, max_body, **tls)
    except (OSError, ValueError) as error:
        # ssl.SSLError: OpenSSL has none of the ciphers; they cannot have a null letter, either.
        if not tls_ciphers:
            raise
        raise errors.CommandError(
            f'OpenSSL has no TLS cipher {tls_ciphers!r}: see --tls-ciphers.'
        ) from error
    return session


def close(session: ks_session.Session) -> None:
    """Close the connections of a session, which opens others where it is used again."""
    session.session.close()


def authorities() -> str:
    """The file of certificates that these sessions trust where nothing else is said."""
    import importlib

    # Distributions have their own there, which types do not know.
    return str(importlib.import_module('requests.certs').where())


def user_agent() -> str:
    """Return the header User-Agent of these sessions."""
    from keystoneauth1 import session as ks_session

    return f'{wire.user_agent()} {ks_session.DEFAULT_USER_AGENT}'


def _check_support(kind: type, name: str) -> None:
    import inspect
    from importlib import metadata

    if name not in inspect.signature(kind).parameters:
        raise errors.CommandError(
            f'--{name.replace("_", "-")} needs keystoneauth1 5.17 or newer; '
            f'{metadata.version("keystoneauth1")} is installed.'
        )
