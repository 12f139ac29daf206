"""Access and transport over a cached login, until something needs a session."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from novaclient_mv import errors
from novaclient_mv.wire.direct import NeedsSession
from novaclient_mv.wire.logins.access import Access, Endpoint, EndpointFilter
from novaclient_mv.wire.logins.token_facts import TokenFacts
from novaclient_mv.wire.transport import Transport, WireAnswer, WireRequest

if TYPE_CHECKING:
    from novaclient_mv.clouds.logins.cached_access import CachedAccess
    from novaclient_mv.clouds.logins.cached_login import CachedLogin
    from novaclient_mv.clouds.logins.session_login import SessionLogin

T = TypeVar('T')


class RememberedTransport:
    """Sends requests without a session, if it can, until something needs one for good."""

    def __init__(self, login: RememberedLogin, direct: Transport | None) -> None:
        self._login = login
        self._direct = direct

    def send(self, request: WireRequest) -> WireAnswer:
        if self._direct is not None and self._login.is_sessionless:
            try:
                return self._direct.send(request)
            except NeedsSession:
                # Nothing was sent yet.
                pass
        login = self._login.open()
        if self._direct is not None:
            headers = {**request.headers, 'User-Agent': login.user_agent}
            request = request._replace(headers=headers)
        return login.transport.send(request)

    def close(self) -> None:
        if self._direct is not None:
            self._direct.close()


class RememberedLogin:
    """Access and transport of a run after which, or before which, a login is remembered.

    The cache answers until something needs a session, which then serves everything for good.
    """

    def __init__(
        self,
        cached_login: CachedLogin,
        direct: Transport | None,
        open_session: Callable[[], SessionLogin],
    ) -> None:
        self.transport = RememberedTransport(self, direct)
        self._cached_login = cached_login
        self._cached_access = cached_login.access if direct is not None else None
        self._open_session = open_session
        self._lock = threading.RLock()
        self._session_login: SessionLogin | None = None
        self._endpoint_filters: set[EndpointFilter] = set()
        self._is_renewed = False
        self._has_looked_again = False
        self._refusal: errors.LoginError | None = None

    @property
    def is_sessionless(self) -> bool:
        """Whether nothing has needed a session so far."""
        return self._session_login is None

    @property
    def _cached(self) -> CachedAccess | None:
        """The cached access; ``None`` once a session serves."""
        return self._cached_access if self._session_login is None else None

    def open(self) -> SessionLogin:
        """The login over a session, which serves everything from now on."""
        with self._lock:
            if self._session_login is None:
                login = self._open_session()
                self._cached_login.lend_token(login)
                self._session_login = login
            return self._session_login

    def keep(self) -> None:
        """Keep for the next runs what a login of this one brought."""
        if self._session_login is not None:
            self._cached_login.keep(self._session_login, self._endpoint_filters)

    def headers(self) -> Mapping[str, str]:
        """The headers that are remembered, or those of a login."""
        if (cached := self._cached) is not None:
            return cached.headers
        return self._until_refused(lambda access: access.headers())

    def log_in(self) -> None:
        """Log in, whatever is remembered; where that is refused, what is remembered stays."""
        with self._lock:
            login = self._open_session()
            login.access.headers()
            self._use_session_login(login)

    def renew(self, refused: Mapping[str, str]) -> bool:
        with self._lock:
            if self._session_login is None:
                self._use_session_login(self._open_session())
                return True
            if self._session_login.is_remembered and not self._is_renewed:
                self._use_session_login(self._session_login)
        return self._until_refused(lambda access: access.renew(refused))

    def _until_refused(self, ask: Callable[[Access], T]) -> T:
        """Return an answer of the login over a session, which is made first if needed.

        :raises LoginError: it is refused, or was: Keystone locks an account after a few of those.
        """
        with self._lock:
            if self._refusal is not None:
                raise self._refusal
            try:
                return ask(self.open().access)
            except errors.LoginError as refusal:
                self._refusal = refusal
                raise

    def endpoints_may_differ(self) -> bool:
        """Whether endpoints are, or can be, others than those that are remembered.

        What is remembered stays where no new login can be made, as without a network.
        """
        with self._lock:
            if self._is_renewed:
                return True
            if self._session_login is not None and not self._session_login.is_remembered:
                return self._cached_access is not None
            if self._has_looked_again or (self._cached_access is None and self.is_sessionless):
                return False
            self._has_looked_again = True
            try:
                login = self._open_session()
                if login.asks:
                    # Nobody is asked for what may well be another mistake.
                    return False
                login.access.headers()
            except errors.Error:
                return False
            self._use_session_login(login)
            return True

    def _use_session_login(self, login: SessionLogin) -> None:
        self._cached_login.forget()
        self._session_login = login
        self._is_renewed = True

    def endpoint(
        self, service_type: str, interface: str, region: str | None, name: str | None = None
    ) -> str:
        endpoint_filter = EndpointFilter(service_type, interface, region, name)
        cached = self._cached
        if cached is not None and endpoint_filter in cached.endpoints:
            return cached.endpoints[endpoint_filter]
        try:
            url = self._until_refused(lambda access: access.endpoint(*endpoint_filter))
        except errors.CloudError:
            # The service may have come since the catalog was learned.
            if not self.endpoints_may_differ():
                raise
            url = self._until_refused(lambda access: access.endpoint(*endpoint_filter))
        self._endpoint_filters.add(endpoint_filter)
        return url

    def places(self, service_types: Sequence[str]) -> list[Endpoint] | None:
        return self.open().access.places(service_types)

    def project_id(self) -> str | None:
        if (cached := self._cached) is not None:
            return cached.project_id
        return self.open().access.project_id()

    def user_id(self) -> str | None:
        if (cached := self._cached) is not None:
            return cached.user_id
        return self.open().access.user_id()

    def token_facts(self) -> TokenFacts | None:
        if (cached := self._cached) is not None:
            return cached.token_facts
        return self.open().access.token_facts()
