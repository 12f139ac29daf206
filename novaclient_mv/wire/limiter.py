"""Holds requests back: so many a second, and so many at the same time."""

from __future__ import annotations

import contextlib
import threading
import time
import types


class Limiter:
    """A context that a request is sent in, which is entered once it may be sent.

    :param rate: requests a second. ``most``: requests at the same time. ``None`` is no limit.
    """

    def __init__(self, rate: float | None, most: int | None) -> None:
        self.settings = (rate, most)
        self._pause = 1 / rate if rate else 0.0
        self._places: contextlib.AbstractContextManager[object] = (
            threading.BoundedSemaphore(most) if most else contextlib.nullcontext()
        )
        self._lock = threading.Lock()
        self._next = 0.0

    def __enter__(self) -> None:
        self._places.__enter__()
        with self._lock:
            now = time.monotonic()
            start = max(now, self._next)
            self._next = start + self._pause
        if start > now:
            time.sleep(start - now)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: types.TracebackType | None,
    ) -> None:
        self._places.__exit__(kind, error, trace)
