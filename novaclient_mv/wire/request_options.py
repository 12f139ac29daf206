"""Options that hold for all requests of a connection; those of programs are in ``compat``."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from novaclient_mv.values import NamedTuple


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
