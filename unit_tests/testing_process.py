"""The process that runs tests: Ctrl-C reaches what it starts, and it seldom looks for garbage."""

from __future__ import annotations

import gc
import signal


def pytest_configure() -> None:
    """Take interrupts again; shells have what they start in the background ignore them, and so does
    whatever that starts.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # Thousands of tests and the syntax of every module stay: going through them takes a sixth of
    # the time of a run.
    gc.set_threshold(100_000, 20, 50)
