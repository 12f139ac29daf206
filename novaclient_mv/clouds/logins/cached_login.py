"""The entries of one login in the cache: its token, and the access that needs no session."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv.clouds.logins import cache, cached_access, identity
from novaclient_mv.errors import bodies
from novaclient_mv.values import NamedTuple

if TYPE_CHECKING:
    from novaclient_mv.clouds.current_folder import CurrentFolder
    from novaclient_mv.clouds.logins.session_login import SessionLogin
    from novaclient_mv.clouds.settings import Settings
    from novaclient_mv.wire.logins.access import EndpointFilter
    from novaclient_mv.wire.logins.token_facts import TokenFacts

TOKEN_HEADER = 'X-Auth-Token'
_NOT_CACHED = ('token', 'v3token', 'admin_token', 'noauth', 'v3kerberos', 'v3fedkerb')
"""Auth types of which nothing is kept: of ready tokens, and where a ticket that stands elsewhere
says who we are.
"""
_ACCESS, _TOKEN = _KINDS = 'way', 'token'
"""Kinds of entries; releases that share a cache name their files by them."""


class Entries(NamedTuple):
    """The entries of one identity."""

    cache: cache.Cache
    key: str

    def name(self, **parts: object) -> str:
        """The name of an entry that depends on further values."""
        return self.cache.key_of({'identity': self.key, **parts})


def entries(
    settings: Settings, auth_type: str, values: Mapping[str, Any], folder: CurrentFolder | None
) -> Entries | None:
    """The entries of a run's identity; ``None`` where nothing may be kept or recognized."""
    if not may_be_kept(settings, auth_type) or is_forbidden(settings):
        return None
    own = identity.of(settings, auth_type, values)
    if own is None:
        return None
    parts: dict[str, Any] = own._asdict()
    if folder is not None and folder.texts:
        parts['current_folder'] = folder.texts
    opened = cache.Cache(settings.environment.cache_folder, settings.environment.clock.now)
    return Entries(opened, opened.key_of(parts))


def may_be_kept(settings: Settings, auth_type: str) -> bool:
    """Whether a login of an auth type can be kept at all."""
    return auth_type not in _NOT_CACHED and not settings.is_sandbox


def is_forbidden(settings: Settings) -> bool:
    """Whether an option or a variable forbids to keep anything."""
    return not cache.is_wanted(settings.options, settings.environment.variables)


class CachedLogin:
    """Reads and writes the token of a login in the cache."""

    def __init__(self, entries: Entries, has_access: bool) -> None:
        self.cache, self.key = entries
        self.has_access = has_access
        self._state: Any = None
        self._is_forgotten = self._is_ended = False

    @functools.cached_property
    def access(self) -> cached_access.CachedAccess | None:
        """The access of an earlier run."""
        return cached_access.read(self.cache.read(_ACCESS, self.key)) if self.has_access else None

    @property
    def token_facts(self) -> TokenFacts | None:
        """User, scope and roles; ``None`` where they are not known without a request."""
        return None if self.access is None else self.access.token_facts

    @property
    def is_there(self) -> bool:
        """Whether anything is kept at this moment."""
        return any(self.cache.read(kind, self.key) is not None for kind in _KINDS)

    def lend_token(self, login: SessionLogin) -> None:
        """Have a login take up the token that is kept, if that is as good as the cached access."""
        self._state = self.cache.read(_TOKEN, self.key)
        if self._state is None:
            return
        login.adopt_token(self._state, None if self.access is None else self.access.headers)
        if not login.is_remembered:
            self._state = None
            self.cache.drop(_TOKEN, self.key)

    def token_id(self) -> str | None:
        """The token that is kept."""
        if self.access is not None:
            return self.access.headers.get(TOKEN_HEADER)
        try:
            return str(bodies.decode(self.cache.read(_TOKEN, self.key))['auth_token'])
        except (ValueError, LookupError, TypeError, AttributeError):
            return None

    def regions(self) -> list[str]:
        """The regions in the catalog of the token that is kept, in order of names."""
        try:
            token = bodies.decode(self.cache.read(_TOKEN, self.key))['body']['token']
            names = {
                endpoint.get('region')
                for service in token['catalog']
                for endpoint in service['endpoints']
            }
        except (ValueError, LookupError, TypeError, AttributeError):
            # There is none, or an older program stored it.
            return []
        return sorted(name for name in names if isinstance(name, str) and name)

    def forget(self) -> None:
        """Remove what turned out to be wrong."""
        self._state, self._is_forgotten = None, True
        for kind in _KINDS:
            self.cache.drop(kind, self.key)

    def end(self) -> None:
        """Remove it for good: what the run still holds is not kept again."""
        self.forget()
        self._is_ended = True

    def keep(self, login: SessionLogin, endpoint_filters: Iterable[EndpointFilter]) -> None:
        """Keep what a login brought, as far as it is new."""
        token = login.token()
        if token is None or self._is_ended:
            return
        until = token.expires - cache.TOKEN_MARGIN
        if token.state != self._state:
            self.cache.write(_TOKEN, self.key, token.state, until)
            # What a later run has put there since is not to be overwritten with the same again.
            self._state = token.state
        if not self.has_access or until <= self.cache.now():
            return
        earlier = self.access.endpoints if self.access is not None else ()
        access = login.cached_access((*earlier, *endpoint_filters))
        if access is not None and (self._is_forgotten or access != self.access):
            self.cache.write(_ACCESS, self.key, access.as_json(), until)
            self.access, self._is_forgotten = access, False
