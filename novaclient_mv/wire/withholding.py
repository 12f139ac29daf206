"""Sends what reads, and withholds what would change something."""

from __future__ import annotations

from novaclient_mv.wire.request import Request
from novaclient_mv.wire.transport import Transport, WireAnswer, WireRequest


class Withheld(Exception):
    """A write that was withheld on purpose, with its call of the API; no error."""

    def __init__(self, request: WireRequest, call: Request) -> None:
        super().__init__(f'{call.operation} was not sent.')
        self.request = request
        self.call = call
        self.later: list[str] = []
        """The writes that would follow, in words."""


class WithholdingTransport:
    """Wraps a transport, and lets through what reads: logins, version documents, lookups."""

    def __init__(self, inner: Transport) -> None:
        self.inner = inner

    def send(self, request: WireRequest) -> WireAnswer:
        if request.call is not None and request.call.is_write:
            raise Withheld(request, request.call)
        return self.inner.send(request)

    def close(self) -> None:
        self.inner.close()
