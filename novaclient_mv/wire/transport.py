"""Transports: send one request to a cloud, return its answer."""

from __future__ import annotations

from collections.abc import Mapping

from novaclient_mv.values import NamedTuple, Protocol
from novaclient_mv.wire.request import Request


class WireRequest(NamedTuple):
    """A request as it goes over the wire; ``headers`` has all of them, those of the login too.

    ``call`` is the call of the API that it carries out; a login has none.
    """

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None = None
    call: Request | None = None


class WireAnswer(NamedTuple):
    """An answer as it came: names of headers ignore case; ``seconds`` is how long it took."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float = 0.0


class Transport(Protocol):
    """Sends requests; it follows nothing and repeats nothing.

    A keystoneauth1 session, the sandbox in the same process and scripted tests are transports;
    what masks, times or records requests wraps one.
    """

    def send(self, request: WireRequest) -> WireAnswer:
        """Send a request once.

        :raises CloudError: no answer came; ``may_be_sent`` says whether the request may have
            arrived all the same.
        """

    def close(self) -> None:
        """Close connections."""
