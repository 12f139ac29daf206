"""Clouds as programs use them: settings, cache and negotiation, over a keystoneauth1 session."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypedDict

from novaclient_mv import errors, services, versions
from novaclient_mv.clouds import builtin, requested_versions, version_choice
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.logins import session_login
from novaclient_mv.clouds.logins.login import Login
from novaclient_mv.clouds.logins.remembered_login import RememberedLogin
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.clouds.requested_versions import Requested, requested_version
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.compat import session_connection
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire import sessions
from novaclient_mv.wire.connection import Connection
from novaclient_mv.wire.connection_parts import log_warning
from novaclient_mv.wire.logins.access import Access
from novaclient_mv.wire.request import Answer, Request
from novaclient_mv.wire.transport import Transport

ORIGIN = 'from_cloud'
"""The origin, in messages, of a version that a program names."""


class CloudSettings(TypedDict, total=False):
    """A program's settings of a cloud; each wins over variables and the cloud's file."""

    region_name: str
    """The region, as in ``--os-region-name``."""
    interface: str
    """``public``, ``internal`` or ``admin``."""
    endpoint_override: str
    """URL of the service, in place of the service catalog's."""
    service_type: str
    """Type of the service in the catalog, where it is an unusual one."""
    service_name: str
    """Name of the service in the catalog, where there are several of its type."""
    project_name: str
    """The project that the login is for, in place of the cloud's."""
    timeout: float
    """Seconds for one try of a request, from connecting to the end of the answer."""
    max_body: int | str
    """Largest body of an answer that is taken, unpacked: bytes, or as in ``64MiB``."""
    lock_timeout: float
    """Seconds for which a request is sent again while another one holds the resource, as a locked
    node of Bare Metal (30); 0: never."""
    cache: bool
    """Whether token and range are kept for later runs; they are unless ``OS_CACHE`` says no."""
    variables: Mapping[str, str]
    """Environment variables, in place of the program's own."""


_DESTS = {
    'region_name': 'os_region_name',
    'interface': 'endpoint_type',
    'endpoint_override': 'endpoint_override',
    'service_type': 'service_type',
    'service_name': 'service_name',
    'project_name': 'os_project_name',
    'timeout': 'timeout',
    'max_body': 'max_body',
}
"""Keywords of a program by the global options that say the same."""


def connection(
    name: str | None,
    version: str | APIVersion | None,
    service: Service,
    keywords: CloudSettings,
) -> Connection:
    """A connection to a service of a cloud, at the version that is negotiated there.

    See :func:`opening`.
    """
    return opening(name, version, service, keywords)()


def opening(
    name: str | None,
    version: str | APIVersion | None,
    service: Service,
    keywords: CloudSettings,
) -> Callable[[], Connection]:
    """Open a cloud, to which nothing is sent yet; what it returns negotiates, and has nothing left
    to import, so that threads may do so at the same time.

    :param name: as for ``--os-cloud``; without one, what the environment names.
    :param version: as for the version option; without one, what the environment, the cloud's file
        or a pin names, or else the newest that cloud and client share.
    :raises VersionNotOffered: the cloud does not serve the version.
    """
    lock_timeout = keywords.get('lock_timeout')
    cloud = ProgramCloud(_settings(name, keywords))
    requested = _requested(version, service, cloud.settings)

    @_advising(cloud)
    def negotiate() -> Connection:
        try:
            connection = cloud.negotiated(service, requested)
        finally:
            cloud.keep()
        return connection if lock_timeout is None else connection.replace(lock_timeout=lock_timeout)

    with _advising(cloud):
        cloud.connection(service, service.unversioned)
    return negotiate


@contextlib.contextmanager
def _advising(cloud: ProgramCloud) -> Iterator[None]:
    """Close the cloud on an error, to which the setting to blame is added."""
    try:
        yield
    except errors.Error as error:
        error.hint = error.hint or cloud.advice(error)
        cloud.close()
        raise


def _settings(name: str | None, keywords: CloudSettings) -> Settings:
    values: dict[str, Any] = dict(keywords)
    values.pop('lock_timeout', None)
    environment = Environment(values.pop('variables', None))
    options: dict[str, Any] = {'os_cloud': name} if name is not None else {}
    if values.pop('cache', None) is False:
        options['no_cache'] = True
    for keyword, value in values.items():
        if keyword not in _DESTS:
            raise TypeError(f'from_cloud() got an unexpected keyword argument {keyword!r}')
        if value is not None:
            options[_DESTS[keyword]] = value
    return Settings(options, OptionTable(), environment)


def _requested(version: str | APIVersion | None, service: Service, settings: Settings) -> Requested:
    if version is None:
        return requested_versions.requested(settings, service)
    versions.refuse_number(version)
    return requested_version(str(version), ORIGIN, service)


class ProgramCloud(Cloud):
    """One cloud of a program; what it is warned of goes to the log."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings.environment, settings=settings, warn=log_warning)

    def open_login(self) -> ProgramLogin:
        """A login over a session."""
        return ProgramLogin(self.settings, warn=self.warn)

    def negotiated(self, service: Service, requested: Requested) -> Connection:
        """A connection at the version that a program asked for."""
        is_fresh = self._is_unknown(service)
        version, offered = version_choice.negotiate(self, service, requested, is_fresh=is_fresh)
        opened = version_choice.connection(self, service, requested, version)
        return opened.replace(offered=offered, cloud=self)

    def _is_unknown(self, service: Service) -> bool:
        """Whether only a refusal, after which a program cannot start over, would tell the range."""
        if service.learned_by != services.Discovery.NOT_ACCEPTABLE:
            return False
        self.range(service)
        return not self.connection(service, service.unversioned).known_versions.is_known


class KeepingLogin(RememberedLogin):
    """A login whose token is kept as soon as there is one, as nobody knows how a program ends."""

    _latest: Mapping[str, str] | None = None

    def headers(self) -> Mapping[str, str]:
        """The headers that authenticate a request."""
        headers = super().headers()
        if headers != self._latest:
            with self._lock:
                if headers != self._latest:
                    self.keep()
                    self._latest = headers
        return headers


class ProgramLogin(Login):
    """A login that never sends without its session, and keeps what it brings at once."""

    remembered_type = KeepingLogin

    @functools.cached_property
    def _is_direct(self) -> bool:
        return False

    @functools.cached_property
    def _transport_and_access(self) -> tuple[Transport, Access]:
        if self._remembered is None:
            return session_login.transport_and_access(self.session)
        return super()._transport_and_access

    @functools.cached_property
    def session(self) -> Any:
        """The session that carries everything."""
        if self.settings.is_sandbox:
            return builtin.session(self.settings)
        return self._session_login.session

    def make_connection(self, **options: Any) -> Connection:
        """A connection that knows its session."""
        return CloudConnection(
            self.session, transport=self.transport, access=self.access, **options
        )

    def close(self) -> None:
        """Close connections."""
        if '_transport_and_access' in self.__dict__:
            sessions.close(self.session)


class CloudConnection(session_connection.SessionConnection):
    """A connection to a cloud that a program named; its session is its own."""

    cloud: ProgramCloud | None = None

    def send(self, request: Request) -> Answer:
        try:
            return super().send(request)
        finally:
            state = self.known_versions
            if self.cloud is not None and (state.is_news or state.is_outdated):
                # The remembered range would mislead later runs.
                self.cloud.keep()

    def close(self) -> None:
        """Keep what makes later runs faster, and let go of connections."""
        if self.cloud is not None:
            self.cloud.keep()
            self.cloud.close()
