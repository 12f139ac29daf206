"""The one loop that waits: it looks again and again, on the clock of a connection or of a run."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

INTERVAL = 2.0
_LONGEST_INTERVAL = 10.0
_GROWTH = 1.2
# Less than this is rounding of the clock.
_NOTHING = 1e-5


class WaitClock(Protocol):
    """A clock that sleeps and measures."""

    @property
    def sleep(self) -> Callable[[float], None]: ...
    @property
    def monotonic(self) -> Callable[[], float]: ...


def until(
    is_over: Callable[[], bool],
    clock: WaitClock,
    timeout: float | None,
    *,
    interval: float | None = None,
    first: float = INTERVAL,
    tell: Callable[[float], None] = lambda waited: None,
    tick: float = math.inf,
) -> float | None:
    """Look until it is over; the last look is at the limit itself.

    :param timeout: seconds after which to give up; never without it.
    :param interval: seconds between two looks; without it they grow from ``first`` to ten.
    :param tell: called before each pause with the seconds that it was waited for.
    :param tick: seconds after which it is called again in a pause; the looks keep their times.
    :returns: ``None``, or the seconds after which it was given up.
    """
    start = clock.monotonic()
    pause = first if interval is None else interval
    while not is_over():
        waited = clock.monotonic() - start
        left = math.inf if timeout is None else timeout - waited
        if left < _NOTHING:
            return waited
        _sleep(min(pause, left), clock, start, tell, tick)
        if interval is None:
            pause = min(pause * _GROWTH, _LONGEST_INTERVAL)
    return None


def _sleep(
    seconds: float, clock: WaitClock, start: float, tell: Callable[[float], None], tick: float
) -> None:
    """Sleep, and tell at once and at each tick the seconds since the start."""
    while True:
        waited = clock.monotonic() - start
        tell(waited)
        # Ticks are full ones since the start, however long the looks between them took.
        to_tick = tick + _NOTHING - (waited + _NOTHING) % tick
        if to_tick > seconds - _NOTHING:
            clock.sleep(seconds)
            return
        clock.sleep(to_tick)
        seconds -= to_tick
