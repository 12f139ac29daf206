"""The times of calls, as python-novaclient collects them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

RecordedTime = tuple[str, float, float]
"""The call, and begin and end in seconds since 1970."""


@contextlib.contextmanager
def record_time(times: list[RecordedTime], enabled: bool, *args: object) -> Iterator[None]:
    """Note what the block takes, if it ends well.

    :param times: where that is noted.
    :param args: what is called, as ``GET`` and a URL.
    """
    begin = time.time()
    yield
    if enabled:
        times.append((' '.join(map(str, args)), begin, time.time()))
