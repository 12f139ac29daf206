"""Servers that answer with given bytes, break connections as scripted, or take their time."""

from __future__ import annotations

import ssl
from collections.abc import Iterable
from typing import NamedTuple

from unit_tests.byte_server import ByteServer, Reply, Seen


class Step(NamedTuple):
    """The answer to one request, and the end of its connection; see ``Reply``."""

    content: bytes
    end: str = 'keep'


def answer(
    body: bytes = b'{}', *headers: str, status: str = '200 OK', length: bool = True
) -> bytes:
    """An answer in bytes."""
    lines = [f'HTTP/1.1 {status}', 'OpenStack-API-Version: compute 2.53', *headers]
    lines += [f'Content-Length: {len(body)}'] if length else []
    return '\r\n'.join([*lines, '', '']).encode('latin-1') + body


class RawServer(ByteServer):
    """Takes a step for each request, whichever connection it comes over; the last one again and
    again.
    """

    def __init__(self, *steps: Step, context: ssl.SSLContext | None = None) -> None:
        super().__init__(self._replied, context=context)
        self.steps = list(steps)

    def take(self, request: Seen) -> Step:
        """The step of a request."""
        with self._lock:
            return self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]

    def _replied(self, request: Seen) -> Reply:
        step = self.take(request)
        return Reply((step.content,), step.end)


def drip_server(
    begun: bytes,
    drops: Iterable[bytes],
    pause: float = 0.02,
    context: ssl.SSLContext | None = None,
) -> ByteServer:
    """Answers each request with some octets at once, and then with more and more.

    :param drops: what comes then, one after the other.
    :param pause: seconds between them.
    """
    pieces = (begun, *drops)
    return ByteServer(lambda request: Reply(pieces, 'close', pause), context=context, is_hasty=True)
