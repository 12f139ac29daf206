"""Time and size limits of one try to get an answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from novaclient_mv.values import Protocol


class Connection(Protocol):
    """The methods used of a socket or a TLS connection."""

    def settimeout(self, seconds: float | None, /) -> None:
        """Say how long the next step may take."""

    def recv(self, most: int, /) -> bytes:
        """Return at least one byte, or none at the end of the stream."""

    def sendall(self, content: bytes | memoryview, /) -> None:
        """Send all of something."""


DEFAULT_MAX_BODY = 256 << 20
"""Bytes of a body, unpacked, where nothing else is said."""

_UNITS = ((1 << 30, 'GiB'), (1 << 20, 'MiB'), (1 << 10, 'KiB'))

_PIECE = 16384
"""Bytes sent at once: a TLS record, for each of which Python restarts its timeout."""


class Deadline:
    """The moment at which a try is given up; ``seconds`` are from now, ``None`` is no end."""

    def __init__(
        self, seconds: float | None, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._monotonic = monotonic
        self._end = None if seconds is None else monotonic() + seconds

    def remaining(self) -> float | None:
        if self._end is None:
            return None
        seconds = self._end - self._monotonic()
        if seconds <= 0:
            raise TimeoutError('timed out')
        return seconds

    def shares(self, count: int) -> Iterator[float | None]:
        """The seconds for each of several attempts; the last one may take all that is left."""
        for remaining in range(count, 0, -1):
            seconds = self.remaining()
            yield None if seconds is None else seconds / remaining


def send(connection: Connection, content: bytes, deadline: Deadline) -> None:
    """Send all of something before the deadline."""
    view = memoryview(content)
    for start in range(0, len(view), _PIECE):
        connection.settimeout(deadline.remaining())
        connection.sendall(view[start : start + _PIECE])


def receiver(connection: Connection, deadline: Deadline) -> Callable[[int], bytes]:
    """Return a function that reads at most so many bytes, before the deadline."""

    def receive(most: int) -> bytes:
        connection.settimeout(deadline.remaining())
        return connection.recv(most)

    return receive


def size_text(count: int) -> str:
    """A size as messages have it, as in ``256MiB``."""
    for size, unit in _UNITS:
        if count >= size and count % size == 0:
            return f'{count // size}{unit}'
    return f'{count} bytes'
