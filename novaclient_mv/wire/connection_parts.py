"""The parts of a connection, and other connections that are made of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

from novaclient_mv import versions
from novaclient_mv.services import Service
from novaclient_mv.values import NamedTuple
from novaclient_mv.wire.advertised_versions import AdvertisedVersions
from novaclient_mv.wire.history import History
from novaclient_mv.wire.logins.access import Access
from novaclient_mv.wire.request import Answer, Request
from novaclient_mv.wire.transport import Transport, WireAnswer

if TYPE_CHECKING:
    from novaclient_mv.wire import sessions
    from novaclient_mv.wire.filter_notices import FilterNotices


LOCK_SECONDS = 30.0
"""For how long a request is sent again, while a lock refuses it, where nobody says otherwise."""


class Retries(NamedTuple):
    """Further tries of one request.

    :param connecting: after failures to connect, for requests that cannot have been carried out.
    :param connecting_delay: seconds between these; without it they double from half a second.
    :param busy: after answers that say that the cloud is busy.
    :param busy_delay: as ``connecting_delay``.
    :param busy_statuses: statuses after which a read is sent again.
    """

    connecting: int = 3
    connecting_delay: float | None = None
    busy: int = 3
    busy_delay: float | None = None
    busy_statuses: Collection[int] = (429, 502, 503, 504)


class RequestOptions(NamedTuple):
    """Options of every request of a connection.

    :param headers: sent with each request that does not have them itself.
    :param default_version: sent where the connection's own version is one that is not sent.
    :param endpoint: what the endpoint is looked up by, beside type, interface and region.
    """

    headers: Mapping[str, str] = MappingProxyType({})
    default_version: str | None = None
    endpoint: Mapping[str, Any] = MappingProxyType({})
    retries: Retries = Retries()


class KnownEndpoints:
    """The URLs of a service and of its supporting services, by what they were looked up by."""

    def __init__(self) -> None:
        self.urls: dict[tuple[str | None, ...], str] = {}
        self.used_as_is: set[str] = set()
        """Types of supporting services whose URL is used unchanged, though it has no version."""
        self.takes_catalog_as_is = False
        self.has_answered = False
        """Whether the service itself has answered at the present endpoint."""

    def note_answer(self) -> None:
        """Remember that the service itself has answered."""
        self.has_answered = True

    def try_without_version(self) -> bool:
        """Switch to the catalog's URL without a version, or back; return whether it is used."""
        # Where both fail, the next request begins with the version again.
        self.takes_catalog_as_is = not self.takes_catalog_as_is
        self.urls.clear()
        return self.takes_catalog_as_is


class SharedState:
    """The state that connections made of one another share."""

    def __init__(self, service: Service, history: History | None = None) -> None:
        self.history = history or History()
        self.known_versions = AdvertisedVersions(service)
        self.endpoints = KnownEndpoints()
        self._filter_notices: FilterNotices | None = None

    def filter_notices(self) -> FilterNotices:
        """Warnings of filters that the cloud ignores for the login, which go to a program."""
        if self._filter_notices is None:
            from novaclient_mv.wire import filter_notices

            self._filter_notices = filter_notices.FilterNotices()
        return self._filter_notices


class ConnectionParts:
    """The parts of a connection. ``at``, ``beside``, ``replace`` and their like make another,
    which has the same ``shared`` state.

    :param transport: what sends them.
    :param access: the login, and the service catalog.
    :param version: version of each request; the service's ``unversioned`` sends no header.
    :param endpoint_override: use this URL instead of the catalog's.
    :param completes_url: append the service's major version to an ``endpoint_override`` that names
        none, which is used unchanged otherwise. It is also appended to a URL of the catalog, which
        is used unchanged only where nothing else answers, and not with ``completes_url``.
    :param interface: ``public``, ``internal`` or ``admin``, also as ``publicURL``.
    :param sleep: how to wait between tries; ``monotonic`` tells how long that was.
    :param warn: called with one line for the user.
    :param additional_headers: sent with each request that does not have them itself.
    :param supporting_endpoints: URLs of supporting services by their types, instead of the
        catalog's.
    :param lock_timeout: seconds for which a request is sent again while another one holds the
        resource; 0: never.
    """

    offered: versions.VersionRange | None = None
    """The range of versions that the cloud advertised, if the version was chosen by that."""
    filter_notices: FilterNotices | None = None
    """Warns of filters that the cloud ignores for the login, in the words of a command line."""
    asks_latest = False
    """Whether the version is left to the service: ``latest`` is sent."""

    if TYPE_CHECKING:
        session: sessions.Session
        """The session of keystoneauth1, where requests go over one, as those of programs do."""

        def send(self, request: Request) -> Answer: ...
        def base_url(self, service_type: str | None = None) -> str: ...
        def _fetch(
            self, url: str, version: str | None = None, base: str | None = None
        ) -> WireAnswer: ...

    def __init__(
        self,
        transport: Transport,
        access: Access,
        service: Service,
        version: versions.APIVersion,
        *,
        endpoint_override: str | None = None,
        completes_url: bool = False,
        service_type: str | None = None,
        service_name: str | None = None,
        interface: str = 'public',
        region_name: str | None = None,
        sleep: Callable[[float], None] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
        warn: Callable[[str], None] | None = None,
        additional_headers: Mapping[str, str] | None = None,
        supporting_endpoints: Mapping[str, str] | None = None,
        lock_timeout: float | None = None,
    ) -> None:
        self.transport = transport
        self.access = access
        self.service = service
        self.api_version = version
        self.endpoint_override = endpoint_override
        self.completes_url = completes_url
        self.service_type = service_type or service.service_type
        self.service_name = service_name
        self.interface = interface
        self.region_name = region_name
        self.sleep = sleep
        self.monotonic = monotonic
        self.warn = warn or log_warning
        self.additional_headers = additional_headers
        self.supporting_endpoints = supporting_endpoints or {}
        self.lock_timeout = LOCK_SECONDS if lock_timeout is None else lock_timeout
        self.shared = SharedState(service)

    @property
    def history(self) -> History:
        """The answers so far, at whatever version."""
        return self.shared.history

    @property
    def known_versions(self) -> AdvertisedVersions:
        """The known versions of the service."""
        return self.shared.known_versions

    @property
    def has_written(self) -> bool:
        return self.shared.history.has_written

    # -- other connections made of it ------------------------------------------

    def replace(self, **parts: Any) -> Self:
        """The same connection with other parts, by the names of its attributes.

        What is set on the one later, as a retry or ``offered``, is not set on the other.
        """
        copy = type(self).__new__(type(self))
        copy.__dict__.update(self.__dict__)
        for name, value in parts.items():
            if not hasattr(copy, name):
                raise TypeError(f'{type(self).__name__} has no part {name!r}')
            setattr(copy, name, value)
        return copy

    def at(self, version: versions.APIVersion) -> Self:
        """The same connection for another version; both know what either learns or does."""
        copy = self.replace()
        # A program's subclass may have none before.
        copy.api_version = version
        return copy

    def withholding_writes(self) -> Self:
        """The same connection, over which reads are made and writes raise
        :class:`novaclient_mv.wire.withholding.Withheld`.
        """
        from novaclient_mv.wire import withholding

        return self.replace(transport=withholding.WithholdingTransport(self.transport))

    def asking_latest(self) -> Self:
        """The same connection, which leaves the version to the service: ``latest`` is sent on the
        wire, and requests are built as of ``version``.
        """
        return self.replace(asks_latest=True)

    def beside(self, service: Service) -> Self:
        """A connection to another service of the same cloud, over the same login; without a
        version. What is known of versions and endpoints is its own.
        """
        return self.replace(
            service=service,
            api_version=service.unversioned,
            service_type=service.service_type,
            service_name=None,
            offered=None,
            shared=SharedState(service, self.shared.history),
        )

    def close(self) -> None:
        """Close what this connection opened itself; a session belongs to who made it."""
        self.transport.close()

    def _request_options(self) -> RequestOptions:
        headers = {name: str(value) for name, value in (self.additional_headers or {}).items()}
        return RequestOptions(headers)


def log_warning(line: str) -> None:
    """Log a line for the user of a program; Python writes none to a stream by itself."""
    import logging

    logger = logging.getLogger('novaclient_mv')
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())
    logger.warning(line)
