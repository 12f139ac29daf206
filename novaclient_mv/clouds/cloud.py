"""One cloud as a value, opened when something of it is needed; several live side by side."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from novaclient_mv import errors, services
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.settings import Settings, of_cloud
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, VersionRange

if TYPE_CHECKING:
    from novaclient_mv.clouds.logins.login import Login
    from novaclient_mv.wire.connection import Connection


class Cloud:
    """One cloud, with its settings and where each came from.

    :param environment: where cloud files, variables, and what is remembered are.
    :param name: which cloud of the cloud files; the one that the environment names without it.
    :param chosen: what a command line says besides, in place of ``name``.
    :param warn: called with one line for the user.
    """

    def __init__(
        self,
        environment: Environment,
        name: str | None = None,
        *,
        settings: Settings | None = None,
        warn: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.environment = environment
        self.settings = settings or of_cloud(environment, name)
        self.name = self.settings.cloud_name
        """Its name in the cloud files, where it has one."""
        self.warn = warn
        self._is_open = False
        self._connections: dict[str, Connection] = {}
        self._ranges: dict[str, VersionRange | None] = {}

    def redirect_warnings(self, warn: Callable[[str], None]) -> None:
        """Call another function with each line for the user from now on."""
        self.warn = warn

    @functools.cached_property
    def login(self) -> Login:
        """The cloud's login; nothing is sent until a request needs it.

        :raises LoginError: the settings do not suffice.
        """
        from novaclient_mv.clouds.logins import advice

        for notice in advice.notices(self.settings):
            self.warn(notice)
        opened = self.open_login()
        if opened.current_folder is not None and not opened.is_kept:
            opened.current_folder.announce()
        self._is_open = True
        return opened

    def open_login(self) -> Login:
        from novaclient_mv.clouds.logins import login

        return login.Login(self.settings, warn=self.warn)

    def connection(self, service: Service, version: APIVersion) -> Connection:
        """Return the connection to one of its services at a version."""
        connection = self._connections.get(service.name)
        if connection is None:
            connection = self.login.connection(service, version, self.warn)
            self._connections[service.name] = connection
        return connection.at(version)

    @property
    def has_written(self) -> bool:
        return any(connection.has_written for connection in self._connections.values())

    def range(
        self, service: Service, is_fresh: bool = False, version: APIVersion | None = None
    ) -> tuple[VersionRange | None, bool]:
        """The version range of a service, and whether it is remembered, not just asked for.

        Where a service tells its range by refusals only, all that this client speaks is taken for
        served until it refuses something.

        :param is_fresh: ask, whatever is remembered.
        :param version: at which a service whose answers tell its range is asked; the newest of this
            client without it.
        :returns: ``None`` for the range where it has no microversions.
        """
        connection = self.connection(service, service.unversioned)
        if service.learned_by == services.Discovery.NOT_ACCEPTABLE:
            at_version = connection if version is None else connection.at(version)
            return self._advertised_range(service, at_version, is_fresh)
        if not is_fresh:
            if service.name in self._ranges:
                return self._ranges[service.name], True
            remembered = self.login.ranges.read(connection)
            if remembered is not None:
                from novaclient_mv.wire import endpoints

                if not endpoints.parsed(connection).is_legacy:
                    connection.known_versions.remember(remembered[0])
                return remembered[0], True
        # Of two releases behind one address, the one that tells may not be the one that refuses.
        refused = connection.known_versions.refused
        if refused is None:
            connection.known_versions.forget()
        connection.known_versions.negotiation.ask(is_named=version is not None)
        offered = refused or connection.server_range()
        self._ranges[service.name] = offered
        self.login.ranges.keep(connection, offered)
        return offered, False

    def negotiate(self, *args: Any, **keywords: Any) -> tuple[APIVersion, VersionRange | None]:
        """The old name of ``version_choice.negotiate``."""
        from novaclient_mv import deprecation

        new = 'novaclient_mv.clouds.version_choice.negotiate'
        negotiate: Any = deprecation.renamed('Cloud.negotiate', new)
        version, offered = negotiate(self, *args, **keywords)
        return version, offered

    def remembered_range(self, service: Service) -> tuple[VersionRange | None] | None:
        """The versions of a service that earlier runs learned, in a tuple; ``None`` if none did."""
        connection = self.connection(service, service.unversioned)
        return self.login.ranges.read(connection)

    def known_range(self, service: Service) -> tuple[VersionRange | None] | None:
        """The versions of a service that earlier runs learned, in a tuple; ``None`` if none did, or
        if they cannot be told without a request. Nothing is sent.
        """
        from novaclient_mv.clouds.logins import login

        try:
            offline = login.Login(self.settings, may_log_in=False)
            connection = offline.connection(service, service.unversioned, self.warn)
            return offline.ranges.read(connection)
        except errors.Error:
            # What is wrong with the settings is said where they are needed.
            return None

    def _advertised_range(
        self, service: Service, connection: Connection, is_fresh: bool
    ) -> tuple[VersionRange | None, bool]:
        """Return the range that a service advertises in its answers, by those of this run."""
        versions = connection.known_versions
        if versions.is_fresh:
            return versions.offered, False
        if is_fresh:
            return connection.server_range(), False
        remembered = self.login.ranges.read(connection)
        if remembered is None:
            return service.range, True
        versions.remember(remembered[0])
        return versions.offered, True

    def keep(self) -> None:
        """Store the token and advertised ranges for later runs, and drop contradicted ranges."""
        if not self._is_open:
            return
        self.login.keep_token()
        for connection in self._connections.values():
            versions = connection.known_versions
            if versions.is_news:
                self.login.ranges.keep(connection, versions.offered)
            elif versions.is_outdated:
                self.login.ranges.forget(connection)
            versions.note_kept()

    def close(self) -> None:
        if self._is_open:
            self.login.close()

    def advice(self, error: errors.Error) -> str | None:
        """Return the setting to blame for a failed login, if any."""
        if not self._is_open:
            return None
        from novaclient_mv.clouds.logins import advice

        return advice.hint(self.settings, self.login.auth_type, error, self.login.missing)

    def timings(self) -> list[Any]:
        """Return the time of each request, if they are collected."""
        return list(self.login.timings) if self._is_open else []
