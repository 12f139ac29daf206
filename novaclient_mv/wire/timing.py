"""The time of each request over a transport."""

from __future__ import annotations

import datetime

from novaclient_mv.values import NamedTuple
from novaclient_mv.wire.transport import Transport, WireAnswer, WireRequest


class Timing(NamedTuple):
    """The time of one request, in keystoneauth1's form."""

    method: str
    url: str
    elapsed: datetime.timedelta


class TimedTransport:
    """Wraps a transport, and notes what each request that was answered took."""

    def __init__(self, inner: Transport, timings: list[Timing]) -> None:
        self.inner = inner
        self.timings = timings

    def send(self, request: WireRequest) -> WireAnswer:
        answer = self.inner.send(request)
        elapsed = datetime.timedelta(seconds=answer.seconds)
        self.timings.append(Timing(request.method, request.url, elapsed))
        return answer

    def close(self) -> None:
        self.inner.close()
