"""Options that hold for all requests of a connection; those of programs are in ``compat``."""

from __future__ import annotations

from collections.abc import Collection, Mapping
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


class RequestOptions:
    """Options of a connection, as they are where no program chose them."""

    additional_headers: Mapping[str, str] | None = None
    """Sent with each request that does not have them itself."""

    def own_headers(self) -> dict[str, str]:
        """The headers of every request."""
        return {name: str(value) for name, value in (self.additional_headers or {}).items()}

    def default_version(self) -> str | None:
        """The version that is sent where the connection's own is one that is not sent."""
        return None

    def endpoint_options(self) -> dict[str, Any]:
        """Return the options that find the endpoint, beside type, interface and region."""
        return {}

    def retries(self) -> Retries:
        """Further tries of a request."""
        return Retries()
