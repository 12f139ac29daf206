"""A login over a session of keystoneauth1: its plugin, and what of it can be remembered."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv import errors
from novaclient_mv.clouds import tls_settings
from novaclient_mv.clouds.logins import cached_access, plugins
from novaclient_mv.clouds.settings import Settings, max_body
from novaclient_mv.values import NamedTuple
from novaclient_mv.wire import answers, session_errors, sessions, timing
from novaclient_mv.wire.logins import keystone
from novaclient_mv.wire.logins.access import EndpointFilter

if TYPE_CHECKING:
    from novaclient_mv.clouds.logins.missing_secrets import MissingSecrets


class Token(NamedTuple):
    """A token as the plugin takes it up again, and when it ends."""

    state: str
    expires: float


class SessionLogin:
    """A plugin and a session; nothing is sent until a request needs it."""

    def __init__(
        self,
        settings: Settings,
        auth_type: str,
        values: Mapping[str, Any],
        timings: list[timing.Timing] | None,
        missing: MissingSecrets | None,
    ) -> None:
        self.asks = missing is not None and missing.asks
        """Whether a new login asks somebody for a secret."""
        try:
            if missing is not None:
                self.auth = plugins.asking_plugin(auth_type, values, missing.names, missing.values)
            else:
                self.auth = plugins.plugin(auth_type, values)
        except Exception as error:
            raise session_errors.translated(error) from error
        self.is_remembered = False
        """Whether it has a token of an earlier run."""
        self.session = _session(settings, self.auth, timings)
        self.transport, self.access = transport_and_access(self.session)

    def before_login(self, announce: Callable[[], None]) -> None:
        """Have something called before each login, also one for a token that was refused."""
        if log_in := getattr(self.auth, 'get_auth_ref', None):

            def announced_login(*arguments: Any, **options: Any) -> Any:
                announce()
                return log_in(*arguments, **options)

            self.auth.get_auth_ref = announced_login

    @property
    def user_agent(self) -> str:
        return sessions.user_agent()

    def adopt_token(self, state: Any, headers: Mapping[str, str] | None) -> None:
        """Go on with the token of an earlier run, where its headers send one."""
        if not isinstance(state, str) or not hasattr(self.auth, 'set_auth_state'):
            return
        try:
            self.auth.set_auth_state(state)
            access = self.auth.auth_ref
            _check_access(access)
            is_same = headers is None or access.auth_token in headers.values()
        except Exception:
            # Whatever is wrong with a cached token, a login makes a new one.
            is_same = False
        if is_same:
            self.is_remembered = True
        else:
            self.auth.auth_ref = None

    def token(self) -> Token | None:
        """The token of this login; ``None`` before there is one, and where its end is not told."""
        if not hasattr(self.auth, 'get_auth_state'):
            return None
        state = self.auth.get_auth_state()
        if not state:
            return None
        try:
            return Token(state, self.auth.auth_ref.expires.timestamp())
        except answers.MALFORMED:
            # A login that does not say when it ends is not remembered.
            return None

    def cached_access(
        self, endpoint_filters: Iterable[EndpointFilter]
    ) -> cached_access.CachedAccess | None:
        """Return the endpoints and the token that let a later run do without this login."""
        endpoints = {}
        for endpoint_filter in endpoint_filters:
            try:
                url = self.access.endpoint(*endpoint_filter)
            except errors.Error:
                continue
            if cached_access.is_endpoint(endpoint_filter, url):
                endpoints[endpoint_filter] = url
        try:
            access = cached_access.CachedAccess(
                dict(self.access.headers()),
                self.access.project_id(),
                self.access.user_id(),
                endpoints,
                sessions.authorities(),
                self.access.token_facts(),
            )
        except errors.Error:
            return None
        return access if cached_access.is_usable(access) else None


def transport_and_access(
    session: Any,
) -> tuple[keystone.KeystoneTransport, keystone.KeystoneAccess]:
    """Return a session's transport and access; the session logs no requests of its own."""
    transport = keystone.KeystoneTransport(session, options=lambda: sessions.SEEN_BY_OTHERS)
    return transport, keystone.KeystoneAccess(session)


def _session(settings: Settings, auth: Any, timings: list[timing.Timing] | None) -> Any:
    import logging

    # Without a handler, Python would write keystoneauth1's warnings beside our one line.
    logger = logging.getLogger('keystoneauth')
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())
    verify = tls_settings.verify(settings)
    if verify is False:
        # The user asked for this; a warning with each request would only hide other lines.
        warnings.filterwarnings('ignore', message='Unverified HTTPS request')
    session = sessions.open_session(
        auth=auth,
        verify=verify,
        cert=tls_settings.certificate(settings),
        timeout=settings.timeout,
        max_body=max_body(settings),
        timings=timings,
        tls_ciphers=settings.get('tls_ciphers'),
        tls_min_version=settings.get('tls_min_version'),
    )
    if settings.environment.transport:
        settings.environment.transport(session)
    return session


def _check_access(access: Any) -> None:
    """Check the types of all that is used of a cached login; any error means another type."""
    if access is None:
        return
    access.will_expire_soon()
    texts = [access.auth_token]
    catalog = access.service_catalog.catalog
    # Without endpoints it is of no use, and what is left of a broken one looks like that.
    if not isinstance(catalog, list) or not catalog:
        raise TypeError('a cached login has no catalog')
    for service in catalog:
        texts.append(service['type'])
        if not isinstance(service['endpoints'], list):
            raise TypeError('a cached login has a service without a list of endpoints')
    for endpoints in access.service_catalog.get_endpoints_data().values():
        for endpoint in endpoints:
            texts += [endpoint.url, endpoint.interface, endpoint.service_type]
            texts += [endpoint.region_name] if endpoint.region_name else []
    texts += [id for id in (access.project_id, access.user_id) if id]
    if not all(isinstance(text, str) for text in texts):
        raise TypeError('a cached login holds something else than texts')
