"""The cache of one login: its token, and the way that needs no session."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from novaclient_mv.clouds.logins import cache, ways
from novaclient_mv.errors import bodies

if TYPE_CHECKING:
    from novaclient_mv.clouds.logins.session_login import SessionLogin
    from novaclient_mv.wire.logins.access import EndpointFilter


class CachedLogin:
    """Reads and writes a login's entries of the cache.

    :param key: what the login depends on, as a name in the cache.
    :param has_way: whether a way is remembered, or the token alone.
    """

    def __init__(self, cache: cache.Cache, key: str, has_way: bool) -> None:
        self.cache = cache
        self.key = key
        self.has_way = has_way
        self._state: Any = None
        self._is_forgotten = False

    @functools.cached_property
    def way(self) -> ways.Way | None:
        """The way that an earlier run took."""
        return ways.read(self.cache.read('way', self.key)) if self.has_way else None

    @property
    def is_there(self) -> bool:
        """Whether anything is remembered at this moment."""
        return any(self.cache.read(kind, self.key) is not None for kind in ('way', 'token'))

    def lend_token(self, login: SessionLogin) -> None:
        """Have a login take up the token that is remembered, if that is as good as its way."""
        self._state = self.cache.read('token', self.key)
        if self._state is None:
            return
        login.adopt_token(self._state, None if self.way is None else self.way.headers)
        if not login.is_remembered:
            self._state = None
            self.cache.drop('token', self.key)

    def regions(self) -> list[str]:
        """The regions in the catalog of the token that is remembered, in order of names."""
        try:
            token = bodies.decode(self.cache.read('token', self.key))['body']['token']
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
        for kind in ('way', 'token'):
            self.cache.drop(kind, self.key)

    def keep(self, login: SessionLogin, endpoint_filters: Iterable[EndpointFilter]) -> None:
        """Keep what a login brought, as far as it is new.

        :param endpoint_filters: those by which endpoints were asked for.
        """
        token = login.token()
        if token is None:
            return
        until = token.expires - cache.TOKEN_MARGIN
        if token.state != self._state:
            self.cache.write('token', self.key, token.state, until)
            # What a later run has put there since is not to be overwritten with the same again.
            self._state = token.state
        if not self.has_way or until <= self.cache.now():
            return
        earlier = self.way.endpoints if self.way is not None else ()
        way = login.way((*earlier, *endpoint_filters))
        if way is not None and (self._is_forgotten or way != self.way):
            self.cache.write('way', self.key, way.as_json(), until)
            self.way, self._is_forgotten = way, False
