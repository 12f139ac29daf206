"""Whether the work that a thread does was stopped, so that it begins nothing more."""

from __future__ import annotations

import contextvars
import threading

STOP: contextvars.ContextVar[threading.Event | None] = contextvars.ContextVar('STOP', default=None)
"""Set on the thread that works; whoever stops it sets the event."""


def is_stopped() -> bool:
    """Whether the work of this thread was stopped."""
    event = STOP.get()
    return event is not None and event.is_set()
