"""Opens a login: the settings that it is made of, and the transport and access that it gives."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from novaclient_mv import errors, wire
from novaclient_mv.clouds import tls_settings
from novaclient_mv.clouds.logins import cached_login, identity, plugins, transports
from novaclient_mv.clouds.logins.cached_login import Entries
from novaclient_mv.clouds.logins.remembered_login import RememberedLogin
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, VersionRange
from novaclient_mv.wire import documents, endpoints, supporting_services
from novaclient_mv.wire.advertised_versions import Advertised
from novaclient_mv.wire.connection import Connection
from novaclient_mv.wire.logins.access import Access
from novaclient_mv.wire.transport import Transport

if TYPE_CHECKING:
    from novaclient_mv.clouds.current_folder import CurrentFolder
    from novaclient_mv.clouds.logins.missing_secrets import MissingSecrets
    from novaclient_mv.clouds.logins.session_login import SessionLogin
    from novaclient_mv.wire.timing import Timing

WITHOUT_TOKEN = ('none', 'http_basic')
"""Auth types that log in nowhere."""


class Login:
    """A login on one cloud.

    :param may_log_in: whether somebody may be logged in where no login is remembered.
    :param warn: called with one line for the user.
    :ivar missing: the secrets that no setting gives; ``None`` where all are given.
    :ivar entries: its entries in the cache; ``None`` where nothing is kept.
    :ivar ranges: the version ranges of services that earlier runs learned.
    :ivar cached_login: its token in the cache; ``None`` where none is ever kept.
    :ivar timings: the time of each request, logins too, where that is collected.
    """

    remembered_type = RememberedLogin

    def __init__(
        self,
        settings: Settings,
        may_log_in: bool = True,
        warn: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.settings = settings
        self._may_log_in = may_log_in
        self.current_folder = self._current_folder(warn)
        self.auth_type = 'password' if settings.is_sandbox else plugins.auth_type_of(settings)
        self.timings: list[Timing] = []
        self.missing = None if settings.is_sandbox else self._missing()
        if self.current_folder is not None:
            self.current_folder.check()
        self._values = {} if settings.is_sandbox else self._checked_values()
        self.entries = cached_login.entries(
            settings,
            self.auth_type,
            # What is asked for, or printed by a command, is not needed to know a login again.
            {**self._values, **(self.missing.identity if self.missing else {})},
            self.current_folder,
        )
        self.ranges = RememberedRanges(self.entries)
        self.cached_login: cached_login.CachedLogin | None = None
        if self.entries is not None and self.auth_type not in WITHOUT_TOKEN:
            has_access = plugins.is_ours(self.auth_type)
            self.cached_login = cached_login.CachedLogin(self.entries, has_access)
        if may_log_in and self.missing is not None and not self.is_kept:
            self.missing.check()

    def _current_folder(self, warn: Callable[[str], None]) -> CurrentFolder | None:
        """Settings that cloud files of the current folder decide; ``None`` without any there."""
        cloud = self.settings.cloud
        if cloud is None or not cloud.current_folder:
            return None
        from novaclient_mv.clouds import current_folder

        return current_folder.CurrentFolder(self.settings, cloud, warn)

    def _missing(self) -> MissingSecrets | None:
        lacking = plugins.lacking(self.auth_type, self.settings)
        if not lacking:
            return None
        from novaclient_mv.clouds.logins import missing_secrets

        return missing_secrets.MissingSecrets(self.settings, lacking, self._may_log_in)

    def _checked_values(self) -> dict[str, Any]:
        try:
            lacking = self.missing.names if self.missing else ()
            return plugins.checked_values(self.auth_type, self.settings, may_lack=lacking)
        except Exception as error:
            from novaclient_mv.wire import session_errors

            raise session_errors.translated(error) from error

    @property
    def is_kept(self) -> bool:
        """Whether a token of it is in the cache."""
        return self.cached_login is not None and self.cached_login.is_there

    # -- transport and access ----------------------------------------------------

    @functools.cached_property
    def _transport_and_access(self) -> tuple[Transport, Access]:
        settings = self.settings
        if settings.is_sandbox:
            from novaclient_mv.clouds import builtin

            transport = builtin.transport(settings.environment, settings.timeout)
            # A login is no request of the command: what wraps those does not see it.
            timed = transports.timed(transport, settings, self.timings)
            return transport, builtin.access(timed, settings)
        if self._remembered is not None:
            return self._remembered.transport, self._remembered
        return self._session_login.transport, self._session_login.access

    @functools.cached_property
    def _remembered(self) -> RememberedLogin | None:
        """The login over what is cached, which is also kept after a login."""
        if self.cached_login is None:
            return None
        direct = transports.direct(self.settings, self.cached_login) if self._is_direct else None
        remembered = self.remembered_type(self.cached_login, direct, self._open_session)
        if direct is None:
            # Errors in the settings of a session are raised before anything is sent.
            remembered.open()
        return remembered

    @functools.cached_property
    def _is_direct(self) -> bool:
        """Whether requests are sent without a session."""
        return transports.is_direct(self.settings, self.cached_login)

    @functools.cached_property
    def _session_login(self) -> SessionLogin:
        return self._open_session() if self._remembered is None else self._remembered.open()

    def _open_session(self) -> SessionLogin:
        """A login over a session; nothing is sent."""
        if not self._may_log_in and self.auth_type not in WITHOUT_TOKEN:
            raise errors.LoginError('No login is remembered.')
        from novaclient_mv.clouds.logins import session_login

        timings = self.timings if transports.has_timings(self.settings) else None
        auth_type, values, missing = self.auth_type, self._values, self.missing
        opened = session_login.SessionLogin(self.settings, auth_type, values, timings, missing)
        if self.current_folder is not None:
            opened.before_login(self.current_folder.announce)
        return opened

    @property
    def session(self) -> Any:
        return self._session_login.session

    @functools.cached_property
    def transport(self) -> Transport:
        """The transport of requests, with its wrappers."""
        return transports.wrapped(self._transport_and_access[0], self.settings, self.timings)

    @property
    def access(self) -> Access:
        """The identity of its user, and the endpoints of services."""
        return self._transport_and_access[1]

    def connection(
        self, service: Service, version: APIVersion, warn: Callable[[str], None]
    ) -> Connection:
        """Return a connection to a service at a version."""
        settings = self.settings
        tls_settings.check_files(settings)

        def get(dest: str) -> Any:
            # Variables that are set for another cloud say nothing of the built-in one.
            own = settings.options.get(dest)
            return own if settings.is_sandbox else settings.get(dest, service=service)

        in_file = {} if settings.cloud is None else settings.cloud.settings
        return self.make_connection(
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
            additional_headers={'User-Agent': self._user_agent()},
            supporting_endpoints=supporting_services.overrides(in_file),
        )

    def make_connection(self, **options: Any) -> Connection:
        """A connection over its transport and access."""
        return Connection(self.transport, self.access, **options)

    def _user_agent(self) -> str:
        if self.settings.is_sandbox or self._is_direct:
            return wire.user_agent()
        from novaclient_mv.wire import sessions

        return sessions.user_agent()

    # -- the token ---------------------------------------------------------------

    def log_in(self) -> None:
        """Log in, whatever is remembered; where that is refused, what is remembered stays."""
        if self._remembered is None:
            self.access.headers()
        else:
            self._remembered.log_in()

    def expires(self) -> float | None:
        """The expiry of its token, in seconds since the epoch; ``None`` if unknown."""
        if self.settings.is_sandbox:
            from novaclient_mv.wire.logins.password_access import PasswordAccess

            assert isinstance(self.access, PasswordAccess)
            return self.access.expires()
        token = self._session_login.token()
        return None if token is None else token.expires

    def keep_token(self) -> None:
        """Keep for the next runs what a login of this one brought."""
        remembered: RememberedLogin | None = self.__dict__.get('_remembered')
        if remembered is not None:
            remembered.keep()

    def close(self) -> None:
        if '_transport_and_access' in self.__dict__:
            self._transport_and_access[0].close()


_SECONDS = 3600


class RememberedRanges:
    """The ranges that a login learned; none where nothing is kept of it."""

    def __init__(self, entries: Entries | None) -> None:
        self._entries = entries

    def read(self, connection: Connection, may_be_old: bool = False) -> Advertised:
        """The remembered range of a service, in a tuple; ``may_be_old``: also after an hour."""
        entries = self._entries
        if entries is None:
            return None
        text = entries.cache.read('range', _name(entries, connection), may_be_old)
        if not isinstance(text, str):
            return None
        if not text:
            return (None,)
        try:
            offered = documents.checked_range(*text.split('..'))
        except (errors.UnsupportedVersion, TypeError, ValueError):
            return None
        return (offered.bound_like(connection.service.range),)

    def keep(self, connection: Connection, offered: VersionRange | None) -> None:
        """Keep the range of a connection's service for an hour."""
        if (entries := self._entries) is not None:
            text = '' if offered is None else f'{offered.start}..{offered.end}'
            until = entries.cache.now() + _SECONDS
            entries.cache.write('range', _name(entries, connection), text, until)

    def forget(self, connection: Connection) -> None:
        """Have the next run ask the service for its range."""
        if self._entries is not None:
            self._entries.cache.drop('range', _name(self._entries, connection))


def _name(entries: Entries, connection: Connection) -> str:
    return entries.name(endpoint=endpoints.parsed(connection).url, service=connection.service.name)
