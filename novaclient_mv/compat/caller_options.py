"""A program's options for all requests: headers, user agent, logger, retries, endpoint."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv.wire.connection_parts import RequestOptions, Retries

if TYPE_CHECKING:
    import logging

    from novaclient_mv.wire import limiter

_LIMITERS = threading.Lock()

_LOOKED_UP_BY = ('min_version', 'max_version', 'allow', 'allow_version_hack')


class CallerOptions:
    """Options of a connection; each may be set at any time, and holds from the next request on.

    The names are those of keystoneauth1's adapter.
    """

    additional_headers: Mapping[str, str] | None = None
    """Sent with each request that does not have them itself."""
    global_request_id: str | None = None
    """Sent as ``X-OpenStack-Request-ID``, so that one id leads through the logs of all services."""
    user_agent: str | None = None
    """The whole ``User-Agent``, in place of keystoneauth1's."""
    client_name: str | None = None
    """Part of the ``User-Agent``, with ``client_version``."""
    client_version: str | None = None
    logger: logging.Logger | None = None
    """The logger of keystoneauth1 for requests and answers."""
    timeout: float | None = None
    """Seconds for one request, in place of the session's."""
    connect_retries: int | None = None
    """Number of further tries to connect, for requests that cannot have been carried out."""
    connect_retry_delay: float | None = None
    """Seconds between these tries; without it they double from half a second."""
    status_code_retries: int | None = None
    """Number of further tries after an answer that says that the cloud is busy."""
    status_code_retry_delay: float | None = None
    retriable_status_codes: Collection[int] | None = None
    """Statuses after which a read is sent again: 429, 502, 503 and 504 without it."""
    min_version: str | None = None
    """Lowest major version of the service that its endpoint may have, as in ``2.1``; the service's
    version documents are read to find it.
    """
    max_version: str | None = None
    """The highest one."""
    allow: Mapping[str, Any] | None = None
    """Kinds of versions to look for, as in ``{'allow_deprecated': False}``."""
    allow_version_hack: bool | None = None
    """Whether keystoneauth1 may guess where the version documents are."""
    default_microversion: str | None = None
    """The version that is sent where the client's own is one that is not sent."""
    rate_limit: float | None = None
    """Most requests a second."""
    concurrency: int | None = None
    """Most requests at the same time."""

    service_type: str
    _limiter: limiter.Limiter | None = None

    def set_options(self, options: Mapping[str, Any]) -> None:
        """Set options by their names.

        :raises TypeError: unknown option.
        """
        check(options)
        for name, value in options.items():
            if value is not None:
                setattr(self, name, value)

    def session_options(self) -> dict[str, Any]:
        """The arguments of every call of the session."""
        names = ('user_agent', 'client_name', 'client_version', 'logger', 'timeout')
        options = {name: getattr(self, name) for name in names}
        options['rate_semaphore'] = self._limit()
        return {name: value for name, value in options.items() if value is not None}

    def _limit(self) -> limiter.Limiter | None:
        settings = (self.rate_limit, self.concurrency)
        if settings == (None, None):
            return None
        from novaclient_mv.wire import limiter

        # Threads that come at the same time share one.
        with _LIMITERS:
            if self._limiter is None or self._limiter.settings != settings:
                self._limiter = limiter.Limiter(*settings)
            return self._limiter

    def endpoint_options(self, service_type: str) -> dict[str, Any]:
        """Return what an endpoint is looked up by, beside type, interface and region; it is the
        caller's for our service.
        """
        if service_type != self.service_type:
            return {}
        options = {name: getattr(self, name) for name in _LOOKED_UP_BY}
        # keystoneauth1's adapter has an empty "allow" where none is given.
        return {name: value for name, value in options.items() if value not in (None, {})}

    def _request_options(self) -> RequestOptions:
        """The options of a request, as a program says, or as always."""
        headers = {name: str(value) for name, value in (self.additional_headers or {}).items()}
        if self.global_request_id is not None:
            names = {name.lower() for name in headers}
            if 'x-openstack-request-id' not in names:
                headers['X-OpenStack-Request-ID'] = str(self.global_request_id)
        counts = {
            'connecting': self.connect_retries,
            'connecting_delay': self.connect_retry_delay,
            'busy': self.status_code_retries,
            'busy_delay': self.status_code_retry_delay,
            'busy_statuses': self.retriable_status_codes,
        }
        named: Any = {name: value for name, value in counts.items() if value is not None}
        endpoint = self.endpoint_options(self.service_type)
        return RequestOptions(headers, self.default_microversion, endpoint, Retries(**named))


OPTIONS = frozenset(CallerOptions.__annotations__) - {'service_type', '_limiter'}


def check(names: Iterable[str]) -> None:
    """Refuse what is not an option.

    :raises TypeError: one of the names is none.
    """
    for name in names:
        if name not in OPTIONS:
            raise TypeError(f'Client() got an unexpected keyword argument {name!r}')
