"""Logs in for a run: who we are, what carries requests, and what sees them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv import errors, wire
from novaclient_mv.clouds import tls_settings
from novaclient_mv.clouds.logins import cache, cached_login, identity, plugins
from novaclient_mv.clouds.logins.remembered_login import RememberedLogin
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, VersionRange
from novaclient_mv.wire import debugging, documents, proxies, redirects, sender
from novaclient_mv.wire.advertised_versions import Advertised
from novaclient_mv.wire.logins.access import Access
from novaclient_mv.wire.transport import Transport

if TYPE_CHECKING:
    from novaclient_mv.clouds.current_folder import CurrentFolder
    from novaclient_mv.clouds.logins.missing_secrets import MissingSecrets
    from novaclient_mv.clouds.logins.session_login import SessionLogin
    from novaclient_mv.wire.logins.token_facts import TokenFacts
    from novaclient_mv.wire.timing import Timing

_NOT_CACHED = ('token', 'v3token', 'admin_token', 'noauth', 'v3kerberos', 'v3fedkerb')
"""Auth types of which nothing is kept: of ready tokens, and where a ticket that stands elsewhere
says who we are.
"""

_WITHOUT_TOKEN = ('none', 'http_basic')
_NEED_SESSION = ('debug', 'timings', 'collect_timing', 'tls_ciphers', 'tls_min_version')
"""Settings for which requests never go without a session."""


class Login:
    """A login on one cloud, what carries requests there, and what is remembered of it.

    ``timings`` tells what each request took, logins too, where that is to be collected.

    :param may_log_in: whether somebody may be logged in where no login is remembered.
    """

    def __init__(self, settings: Settings, may_log_in: bool = True) -> None:
        self.settings = settings
        self._may_log_in = may_log_in
        self.current_folder = self._found_in_current_folder()
        self.auth_type = 'password' if settings.is_sandbox else plugins.auth_type_of(settings)
        self.timings: list[Timing] = []
        self.missing = None if settings.is_sandbox else self._missing()
        """The secrets that no setting gives; ``None`` where all are given."""
        if self.current_folder is not None:
            self.current_folder.check()
        self._values = {} if settings.is_sandbox else self._checked_values()
        self.cache: cache.Cache | None = None
        self._cached_login: cached_login.CachedLogin | None = None
        self._key = ''
        """The key of this identity's entries in the cache."""
        if self._may_cache():
            self._open_cache()
        if may_log_in and self.missing is not None and not self.is_kept:
            self.missing.check()

    def _found_in_current_folder(self) -> CurrentFolder | None:
        """Settings that cloud files of the current folder decide; ``None`` without any there."""
        cloud = self.settings.cloud
        if cloud is None or not cloud.current_folder:
            return None
        from novaclient_mv.clouds import current_folder

        return current_folder.CurrentFolder(self.settings, cloud)

    def _missing(self) -> MissingSecrets | None:
        lacking = plugins.lacking(self.auth_type, self.settings)
        if not lacking:
            return None
        from novaclient_mv.clouds.logins import missing_secrets

        return missing_secrets.MissingSecrets(self.settings, lacking, self._may_log_in)

    def _open_cache(self) -> None:
        """Look at what is remembered, if this run can be known again as the same."""
        settings = self.settings
        # What is asked for, or printed by a command, is not needed to know a login again.
        values = {**self._values, **(self.missing.identity if self.missing else {})}
        own = identity.of(settings, self.auth_type, values)
        if own is None:
            return
        environment = settings.environment
        self.cache = cache.Cache(environment.cache_folder, environment.clock.now)
        parts: dict[str, Any] = own._asdict()
        if self.current_folder is not None and self.current_folder.texts:
            parts['current_folder'] = self.current_folder.texts
        self._key = self.cache.key_of(parts)
        if self.auth_type not in _WITHOUT_TOKEN:
            has_way = plugins.is_ours(self.auth_type)
            self._cached_login = cached_login.CachedLogin(self.cache, self._key, has_way)

    def _checked_values(self) -> dict[str, Any]:
        try:
            lacking = self.missing.names if self.missing else ()
            return plugins.checked_values(self.auth_type, self.settings, may_lack=lacking)
        except Exception as error:
            from novaclient_mv.wire import translation

            raise translation.translated(error) from error

    def _may_cache(self) -> bool:
        settings = self.settings
        if self.auth_type in _NOT_CACHED or settings.is_sandbox:
            return False
        return cache.is_wanted(settings.options, settings.environment.variables)

    # -- what carries requests -------------------------------------------------

    @functools.cached_property
    def _carriers(self) -> tuple[Transport, Access]:
        """The transport and the access of this login."""
        settings = self.settings
        if settings.is_sandbox:
            from novaclient_mv.clouds import builtin

            carrier = builtin.transport(settings.environment, settings.timeout)
            # A login is no request of the command: what wraps those does not see it.
            return carrier, builtin.access(self._timed(carrier), settings)
        if self._remembered is not None:
            return self._remembered, self._remembered
        return self._session_login.transport, self._session_login.access

    @functools.cached_property
    def _remembered(self) -> RememberedLogin | None:
        """Return the remembered login, which is also stored after a login."""
        if self._cached_login is None:
            return None
        remembered = RememberedLogin(self._cached_login, self._direct(), self._open_session)
        if not self._is_direct:
            # Errors in the settings of a session are raised before anything is sent.
            remembered.open()
        return remembered

    def remembered_facts(self) -> TokenFacts | None:
        """User, scope and roles of the login that is remembered, if one is. Nothing is sent."""
        way = None if self._cached_login is None else self._cached_login.way
        return None if way is None else way.token_facts

    def remembered_regions(self) -> list[str]:
        """The regions of the login that is remembered, if one is. Nothing is sent."""
        return [] if self._cached_login is None else self._cached_login.regions()

    @functools.cached_property
    def _session_login(self) -> SessionLogin:
        return self._open_session() if self._remembered is None else self._remembered.open()

    @property
    def session(self) -> Any:
        """The session of keystoneauth1 that carries requests and logins, once it is asked for."""
        return self._session_login.session

    def _open_session(self) -> SessionLogin:
        """A login over a session; nothing is sent.

        :raises LoginError: nobody may log in.
        """
        if not self._may_log_in and self.auth_type not in _WITHOUT_TOKEN:
            raise errors.LoginError('No login is remembered.')
        from novaclient_mv.clouds.logins import session_login

        timings = self.timings if self._has_timings else None
        auth_type, values, missing = self.auth_type, self._values, self.missing
        opened = session_login.SessionLogin(self.settings, auth_type, values, timings, missing)
        if self.current_folder is not None:
            opened.before_login(self.current_folder.announce)
        return opened

    @functools.cached_property
    def _is_direct(self) -> bool:
        """Whether requests take the way that is remembered, without a session."""
        settings = self.settings
        if self._cached_login is None or settings.environment.transport is not None:
            return False
        if any(settings.get(name) for name in _NEED_SESSION) or self._cached_login.way is None:
            return False
        return not proxies.proxies_are_set(settings.environment.variables)

    def _direct(self) -> Transport | None:
        """Return the transport without a session, if the settings allow it."""
        if not self._is_direct:
            return None
        from novaclient_mv.wire.direct import direct_transport

        settings = self.settings
        verify, way = tls_settings.verify(settings), self._cached_login and self._cached_login.way
        if way and any(url.startswith('https:') for url in way.endpoints.values()):
            import ssl  # noqa: F401 - for the first connection, before threads begin
        return direct_transport.DirectTransport(
            settings.timeout,
            verify,
            tls_settings.certificate(settings),
            way.authorities if way else None,
            settings.environment.variables,
            settings.max_body,
        )

    @functools.cached_property
    def transport(self) -> Transport:
        """The transport of requests, with its wrappers."""
        wrap = self.settings.environment.wrap
        carrier = self._carriers[0]
        timed = self._timed(carrier if wrap is None else wrap(carrier))
        return debugging.DebuggedTransport(timed, tls_settings.curl_options(self.settings))

    def _timed(self, inner: Transport) -> Transport:
        if not self._has_timings:
            return inner
        from novaclient_mv.wire import timing

        return timing.TimedTransport(inner, self.timings)

    @property
    def _has_timings(self) -> bool:
        return bool(self.settings.get('timings') or self.settings.get('collect_timing'))

    def connection(
        self, service: Service, version: APIVersion, warn: Callable[[str], None]
    ) -> sender.Sender:
        """Return a connection to a service at a version."""
        settings = self.settings
        tls_settings.check_files(settings)

        def get(dest: str) -> Any:
            # Variables that are set for another cloud say nothing of the built-in one.
            own = settings.options.get(dest)
            return own if settings.is_sandbox else settings.get(dest, service=service)

        connection = self.make_connection(
            service=service,
            version=version,
            endpoint_override=get('endpoint_override'),
            completes_url=True,
            service_type=get('service_type'),
            service_name=get('service_name'),
            interface=identity.interface(get('endpoint_type')),
            region_name=get('os_region_name'),
            sleep=settings.environment.clock.sleep,
            monotonic=settings.environment.clock.monotonic,
            warn=warn,
        )
        connection.additional_headers = {'User-Agent': self._user_agent()}
        return connection

    def make_connection(self, **options: Any) -> sender.Sender:
        """A connection over what carries requests.

        :param options: as of :class:`novaclient_mv.wire.sender.Sender`.
        """
        return sender.Sender(self.transport, self._carriers[1], **options)

    def _user_agent(self) -> str:
        if self.settings.is_sandbox or self._is_direct:
            return wire.user_agent()
        from novaclient_mv.wire import sessions

        return sessions.user_agent()

    # -- the token ---------------------------------------------------------------

    @property
    def access(self) -> Access:
        """The identity of its user, and the endpoints of services."""
        return self._carriers[1]

    @property
    def identity_url(self) -> str | None:
        """The URL of the identity service, without a password that stands in it."""
        if self.settings.is_sandbox:
            return None
        setting = plugins.auth_setting(self.settings, 'auth_url')
        return None if setting is None else redirects.without_secrets(str(setting.value))

    @property
    def is_without_token(self) -> bool:
        """Whether its auth type logs in nowhere."""
        return self.auth_type in _WITHOUT_TOKEN

    @property
    def keeps_nothing_as_asked(self) -> bool:
        """Whether an option or a variable forbids to remember what could be."""
        could = self.auth_type not in _NOT_CACHED and not self.settings.is_sandbox
        return could and not self._may_cache()

    @property
    def cached_login(self) -> cached_login.CachedLogin | None:
        """Its entries in the cache; ``None`` where nothing is ever remembered of it."""
        return self._cached_login

    @property
    def is_kept(self) -> bool:
        """Whether a token of it is remembered."""
        return self._cached_login is not None and self._cached_login.is_there

    def log_in(self) -> None:
        """Log in, whatever is remembered; where that is refused, what is remembered stays.

        :raises LoginError: the cloud refuses it.
        """
        if self._remembered is None:
            self.access.headers()
        else:
            self._remembered.log_in()

    def expires(self) -> float | None:
        """When its token ends, in seconds since the epoch; ``None`` where that is not told."""
        if self.settings.is_sandbox:
            from novaclient_mv.wire.logins.password_access import PasswordAccess

            assert isinstance(self.access, PasswordAccess)
            return self.access.expires()
        token = self._session_login.token()
        return None if token is None else token.expires

    def forget(self) -> None:
        """Forget the token and the way, for good."""
        if self._cached_login is not None:
            self._cached_login.forget()
        # What it still has in hand is not kept again.
        self.__dict__.pop('_remembered', None)
        self._cached_login = None

    def keep_token(self) -> None:
        """Keep for the next runs what a login of this one brought."""
        remembered: RememberedLogin | None = self.__dict__.get('_remembered')
        if remembered is not None:
            remembered.keep()

    def close(self) -> None:
        """Close connections."""
        if '_carriers' in self.__dict__:
            self._carriers[0].close()

    # -- version range ---------------------------------------------------------

    def remembered_range(self, connection: sender.Sender, may_be_old: bool = False) -> Advertised:
        """The range of a service that is remembered, in a tuple; ``None`` where nothing is."""
        key = None if self.cache is None else self._range_key(connection)
        text = self.cache.read('range', key, may_be_old) if self.cache and key else None
        if not isinstance(text, str):
            return None
        if not text:
            return (None,)
        try:
            offered = documents.checked_range(*text.split('..'))
        except (errors.UnsupportedVersion, TypeError, ValueError):
            return None
        return (offered.bound_like(connection.service.range),)

    def keep_range(self, connection: sender.Sender, offered: VersionRange | None) -> None:
        """Keep the range of a service for later runs."""
        if self.cache is None:
            return
        text = '' if offered is None else f'{offered.start}..{offered.end}'
        until = self.cache.now() + cache.RANGE_SECONDS
        self.cache.write('range', self._range_key(connection), text, until)

    def forget_range(self, connection: sender.Sender) -> None:
        """Have the next run ask a service for its range."""
        if self.cache is not None:
            self.cache.drop('range', self._range_key(connection))

    # -- refusals ----------------------------------------------------------------

    def remembered_refusals(self) -> dict[str, float]:
        """The rules that refused this login in its region, with the time in seconds; those that
        refused it with other roles do not count.
        """
        if self.cache is None:
            return {}
        entry = self.cache.read('refusals', self._refusals_key())
        if not isinstance(entry, dict):
            return {}
        return {rule: then for rule, then in entry.items() if isinstance(then, float)}

    def keep_refusals(self, refused: Mapping[str, float], until: float) -> None:
        """Keep them for later runs."""
        if self.cache is not None:
            self.cache.write('refusals', self._refusals_key(), dict(refused), until)

    def _refusals_key(self) -> str:
        """The key of what refused these roles."""
        assert self.cache is not None
        facts = self._carriers[1].token_facts()
        roles = sorted(facts.roles or ()) if facts is not None else []
        region = self.settings.get('os_region_name')
        return self.cache.key_of({'identity': self._key, 'region': region, 'roles': roles})

    def _range_key(self, connection: sender.Sender) -> str:
        assert self.cache is not None
        of_range = {'endpoint': connection.endpoint().url, 'service': connection.service.name}
        return self.cache.key_of({'identity': self._key, **of_range})
