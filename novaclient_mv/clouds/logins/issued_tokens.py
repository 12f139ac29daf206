"""The token of a login: who has it and until when, how another program gets it, and its end."""

from __future__ import annotations

import datetime
import re
from urllib.parse import urlsplit

from novaclient_mv import errors, wire
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.logins import cached_login, plugins
from novaclient_mv.clouds.logins.login import WITHOUT_TOKEN, Login
from novaclient_mv.values import NamedTuple
from novaclient_mv.wire import connection_errors, redirects
from novaclient_mv.wire.logins import login_documents, refusals
from novaclient_mv.wire.logins.token_facts import TokenFacts
from novaclient_mv.wire.transport import Transport, WireRequest

WITH_TOKEN = ('token', 'v3token')
"""Auth types that are given a token, of which nothing is remembered."""

_HEADER = cached_login.TOKEN_HEADER
_SCOPES_OF_ONE_TOKEN = ('v3applicationcredential',)
"""Auth types whose tokens Keystone exchanges for no other one."""


class IssuedToken(NamedTuple):
    """A token that Keystone issued.

    :param expires: when it ends, in seconds since the epoch; ``None`` where that is not told.
    :param is_kept: whether later runs use it.
    """

    id: str
    expires: float | None
    facts: TokenFacts
    is_kept: bool

    @property
    def expires_at(self) -> str | None:
        """Return the time of its end, as the Identity API writes times."""
        if self.expires is None:
            return None
        timestamp = datetime.datetime.fromtimestamp(self.expires, datetime.UTC)
        return timestamp.strftime('%Y-%m-%dT%H:%M:%SZ')


class EndedLogin(NamedTuple):
    """The end of a login.

    :param was_kept: whether there was a token to revoke.
    :param was_valid: whether Keystone took it for valid until then.
    """

    was_kept: bool
    was_valid: bool


def current(cloud: Cloud) -> IssuedToken:
    """The token of a cloud's login: the one that is kept, or that of a login which is made now."""
    login = _with_token(cloud)
    access = login.access
    id = access.headers().get(_HEADER)
    facts = access.token_facts()
    if id is None or facts is None:
        raise errors.CommandError(f'Keystone issues no token for the auth type {login.auth_type}.')
    expires = login.expires()
    login.keep_token()
    return IssuedToken(id, expires, facts, login.is_kept)


def new(cloud: Cloud) -> IssuedToken:
    """The token of a new login, which is kept for later runs where anything is."""
    login = _with_token(cloud)
    settings = cloud.settings
    if cached_login.may_be_kept(settings, login.auth_type) and cached_login.is_forbidden(settings):
        raise errors.CommandError(
            'A login is kept between commands, which --no-cache and OS_CACHE forbid.'
        )
    login.log_in()
    return current(cloud)


def end(cloud: Cloud) -> EndedLogin:
    """Revoke the token that is kept of a cloud's login, or that a setting gives, and forget it.

    Nobody is logged in for that.

    :raises CloudError: the identity service could not be asked; what was kept is forgotten.
    """
    if cloud.settings.is_sandbox:
        return EndedLogin(False, False)
    remembered = Login(cloud.settings, may_log_in=False)
    _check(remembered)
    token, auth_url = _cached_token(remembered), plugins.auth_setting(cloud.settings, 'auth_url')
    if token is None or auth_url is None:
        _forget(remembered)
        return EndedLogin(False, False)
    login = cloud.login
    try:
        was_valid = revoke(login.transport, str(auth_url.value), token)
    finally:
        _forget(login)
    return EndedLogin(True, was_valid)


def exchanged(cloud: Cloud) -> IssuedToken:
    """The token of a login for another program, which exchanges it for tokens of its own."""
    login = _with_token(cloud)
    if login.settings.is_sandbox:
        raise errors.CommandError(
            'The built-in cloud has no address for another program: nova-mv sandbox-serve gives it '
            'one.'
        )
    is_of_trust = plugins.auth_setting(cloud.settings, 'trust_id') is not None
    if login.auth_type in _SCOPES_OF_ONE_TOKEN or is_of_trust:
        kind = 'a trust' if is_of_trust else 'an application credential'
        raise errors.CommandError(
            f'Keystone exchanges the token of {kind} for no other one: give the other program the '
            'settings of this login.'
        )
    return current(cloud)


def identity_url(cloud: Cloud) -> str | None:
    """The URL of the identity service, without a password; ``None`` for the built-in cloud."""
    auth_url = plugins.auth_setting(cloud.settings, 'auth_url')
    if cloud.settings.is_sandbox or auth_url is None:
        return None
    return redirects.without_secrets(str(auth_url.value))


def _with_token(cloud: Cloud) -> Login:
    login = cloud.login
    _check(login)
    return login


def _check(login: Login) -> None:
    """Refuse an auth type that has no login."""
    if login.auth_type in WITHOUT_TOKEN:
        raise errors.CommandError(
            f'The auth type {login.auth_type} has neither a login nor a token: each request says '
            'by itself who asks.'
        )


def _cached_token(login: Login) -> str | None:
    """The token that is kept of a login, or that a setting gives; nothing is sent."""
    if login.auth_type in WITH_TOKEN:
        setting = plugins.auth_setting(login.settings, 'token')
        return None if setting is None else str(setting.value)
    return None if login.cached_login is None else login.cached_login.token_id()


def _forget(login: Login) -> None:
    if login.cached_login is not None:
        login.cached_login.end()


_ENDED = (401, 404)
"""Statuses for a token that is not valid any more, which cannot say who asks either."""


def revoke(transport: Transport, auth_url: str, token: str) -> bool:
    """Revoke a token, which itself allows that.

    :param auth_url: URL of the identity service, with or without its version.
    :returns: whether it was valid until now.
    """
    url = tokens_url(auth_url)
    headers = {
        'Accept': 'application/json',
        'User-Agent': wire.user_agent(),
        'X-Auth-Token': token,
        login_documents.TOKEN_HEADER: token,
    }
    answer = transport.send(WireRequest('DELETE', url, headers))
    if answer.status in (200, 204):
        return True
    if answer.status in _ENDED:
        return False
    if 300 <= answer.status < 400 or answer.status < 200:
        where = redirects.without_secrets(url)
        raise connection_errors.permanent(f'{where} answered with {answer.status}.', where)
    document = login_documents.document_of(answer)
    raise _refused(refusals.Refusal(answer.status, 'DELETE', url, document, 'no reason', None))


def _refused(refusal: refusals.Refusal) -> errors.Error:
    error = refusals.refused(refusal)
    if not isinstance(error, errors.LoginError):
        return error
    message = errors.message_of(refusal.body) or 'no reason given'
    return errors.LoginError(
        f'The identity service does not revoke the token: {message} (HTTP {refusal.status}).'
    )


def tokens_url(auth_url: str) -> str:
    """The URL of the tokens of an identity service, version 3 of its API."""
    parts = urlsplit(auth_url)
    path = re.sub(r'/v(3|2\.0)/?\Z', '', parts.path.rstrip('/'))
    return parts._replace(path=f'{path}/v3/auth/tokens', query='', fragment='').geturl()
