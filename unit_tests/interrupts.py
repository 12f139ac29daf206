"""Ctrl-C reaches what tests start, also where a shell has put the tests into its background."""

from __future__ import annotations

import signal


def pytest_configure() -> None:
    """Take interrupts again; shells have what they start in the background ignore them, and so does
    whatever that starts.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
