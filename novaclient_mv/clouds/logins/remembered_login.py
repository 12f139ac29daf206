"""Access and transport over what is remembered of a login, until something needs a session."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from novaclient_mv import errors
from novaclient_mv.wire.direct.needs_session import NeedsSession
from novaclient_mv.wire.logins.access import Access, EndpointFilter, Place
from novaclient_mv.wire.logins.token_facts import TokenFacts
from novaclient_mv.wire.transport import Transport, WireAnswer, WireRequest

if TYPE_CHECKING:
    from novaclient_mv.clouds.logins.cached_login import CachedLogin
    from novaclient_mv.clouds.logins.session_login import SessionLogin

T = TypeVar('T')


class RememberedLogin:
    """Access and transport of a run after which, or before which, a login is remembered.

    Requests take the remembered way, without a session. The first thing that only a session can do
    opens one, which then serves everything for good.

    :param cached_login: what is remembered.
    :param direct: what sends requests on the way that is remembered; ``None`` where nothing but a
        session will do.
    :param open_session: makes a login over a session, which sends nothing yet.
    """

    def __init__(
        self,
        cached_login: CachedLogin,
        direct: Transport | None,
        open_session: Callable[[], SessionLogin],
    ) -> None:
        self._cached_login = cached_login
        self._way = cached_login.way if direct is not None else None
        self._direct = direct
        self._open_session = open_session
        self._lock = threading.RLock()
        self.login: SessionLogin | None = None
        """The login over a session, once there is one."""
        self._endpoint_filters: set[EndpointFilter] = set()
        self._is_renewed = False
        self._has_looked_again = False
        self._refusal: errors.LoginError | None = None

    # -- what sends ------------------------------------------------------------

    def send(self, request: WireRequest) -> WireAnswer:
        """Send a request once."""
        if self._direct is not None and self.login is None:
            try:
                return self._direct.send(request)
            except NeedsSession:
                # Nothing was sent yet.
                pass
        login = self.open()
        if self._direct is not None:
            headers = {**request.headers, 'User-Agent': login.user_agent}
            request = request._replace(headers=headers)
        return login.transport.send(request)

    def close(self) -> None:
        """Close connections."""
        if self._direct is not None:
            self._direct.close()

    def open(self) -> SessionLogin:
        """The login over a session, which serves everything from now on."""
        with self._lock:
            if self.login is None:
                login = self._open_session()
                self._cached_login.lend_token(login)
                self.login = login
            return self.login

    def keep(self) -> None:
        """Keep for the next runs what a login of this one brought."""
        if self.login is not None:
            self._cached_login.keep(self.login, self._endpoint_filters)

    # -- who we are ------------------------------------------------------------

    def headers(self) -> Mapping[str, str]:
        """The headers that are remembered, or those of a login.

        :raises LoginError: the login was refused; it is tried once in a run.
        """
        if self._way is not None and self.login is None:
            return self._way.headers
        return self._until_refused(lambda access: access.headers())

    def log_in(self) -> None:
        """Log in, whatever is remembered; where that is refused, what is remembered stays.

        :raises LoginError: the cloud refuses it.
        """
        with self._lock:
            login = self._open_session()
            login.access.headers()
            self._use_session_login(login)

    def renew(self, refused: Mapping[str, str]) -> bool:
        """Whether there is, or can be, another token than the one that was refused.

        Workers whose token is refused at the same time log in again once.
        """
        with self._lock:
            if self.login is None:
                self._use_session_login(self._open_session())
                return True
            if self.login.is_remembered and not self._is_renewed:
                self._use_session_login(self.login)
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
            if self.login is not None and not self.login.is_remembered:
                return self._way is not None
            if self._has_looked_again or (self._way is None and self.login is None):
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
        self.login = login
        self._is_renewed = True

    def endpoint(
        self, service_type: str, interface: str, region: str | None, name: str | None = None
    ) -> str:
        """The URL of a service, as a login told it."""
        endpoint_filter = EndpointFilter(service_type, interface, region, name)
        if self._way is not None and self.login is None and endpoint_filter in self._way.endpoints:
            return self._way.endpoints[endpoint_filter]
        try:
            url = self._until_refused(lambda access: access.endpoint(*endpoint_filter))
        except errors.CloudError:
            # The service may have come since the catalog was learned.
            if not self.endpoints_may_differ():
                raise
            url = self._until_refused(lambda access: access.endpoint(*endpoint_filter))
        self._endpoint_filters.add(endpoint_filter)
        return url

    def places(self, service_types: Sequence[str]) -> list[Place] | None:
        """Every endpoint of some types, each URL once, the public one of several."""
        return self.open().access.places(service_types)

    def project_id(self) -> str | None:
        """Id of the project that the login is for."""
        if self._way is not None and self.login is None:
            return self._way.project_id
        return self.open().access.project_id()

    def user_id(self) -> str | None:
        """Id of the user that is logged in."""
        if self._way is not None and self.login is None:
            return self._way.user_id
        return self.open().access.user_id()

    def token_facts(self) -> TokenFacts | None:
        """Return the token's user, scope and roles; ``None`` if an older program stored it."""
        if self._way is not None and self.login is None:
            return self._way.token_facts
        return self.open().access.token_facts()
