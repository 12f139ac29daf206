"""Signals that stop or end this process while something is drawn in place on a terminal."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from types import FrameType

_STOPS = (signal.SIGTSTP, signal.SIGTERM, signal.SIGHUP)


class Stops:
    """Leaves a terminal as the next program expects it, before this process stops or ends.

    Only where the signals are nobody else's business: in the main thread, and where nothing handles
    them.

    :param descriptor: of the terminal.
    :param leave: returns the sequences that remove what is drawn. It may be called between any two
        steps of the program.
    """

    def __init__(self, descriptor: int, leave: Callable[[], str]) -> None:
        self._descriptor = descriptor
        self._leave = leave
        self._numbers: tuple[signal.Signals, ...] = ()

    @property
    def is_in_foreground(self) -> bool:
        """Whether this process is in the foreground of its terminal, and may draw."""
        try:
            return os.tcgetpgrp(self._descriptor) == os.getpgrp()
        except OSError:
            # It is not the terminal that this process was started from.
            return True

    def watch(self) -> None:
        """Handle the signals from now on."""
        if not self._numbers and threading.current_thread() is threading.main_thread():
            self._numbers = tuple(
                number for number in _STOPS if signal.getsignal(number) == signal.SIG_DFL
            )
            for number in self._numbers:
                signal.signal(number, self._stop)

    def unwatch(self) -> None:
        """Restore the default handlers of the signals."""
        if self._numbers and threading.current_thread() is threading.main_thread():
            for number in self._numbers:
                signal.signal(number, signal.SIG_DFL)
            self._numbers = ()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        # The stream of messages may be in the middle of a write.
        os.write(self._descriptor, self._leave().encode())
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        # After a stop the process goes on here.
        signal.signal(number, self._stop)
