"""The whole screen of a terminal, which gets back what was on it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Sequence
from types import FrameType, TracebackType
from typing import Any, Self

from novaclient_mv.cli.terminal.live import LiveLines, Size
from novaclient_mv.cli.terminal.stops import Stops

_ENTER, _LEAVE = '\x1b[?1049h\x1b[?25l', '\x1b[?25h\x1b[?1049l'
"""Another screen, and no cursor; and back."""
_HOME = '\x1b[H'

_REDRAWING = (signal.SIGWINCH, signal.SIGCONT)
"""Signals that tell that the terminal has another size, or was used by others."""


class FullScreen:
    """Draws on the whole screen, from its first drawing to the end of the context."""

    def __init__(
        self,
        write: Callable[[str], None],
        descriptor: int,
        size: Callable[[], Size],
        redraw: Callable[[], None],
    ) -> None:
        self._write = write
        self._redraw = redraw
        self._lines = LiveLines(self._write_at_top, size)
        self._stops = Stops(descriptor, self._left)
        self._handlers: dict[int, Any] = {}
        self._is_busy = self._is_stale = self._is_entered = False

    def __enter__(self) -> Self:
        # Elsewhere signals cannot be handled.
        if threading.current_thread() is threading.main_thread():
            self._handlers = {number: signal.signal(number, self._react) for number in _REDRAWING}
        self._stops.watch()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stops.unwatch()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._write(self._left())

    def draw(self, lines: Sequence[str]) -> None:
        self._is_busy = True
        try:
            if not self._is_entered:
                self._is_entered = True
                self._write(_ENTER)
            self._lines.draw(lines)
        finally:
            self._is_busy = False
        if self._is_stale:
            self._is_stale = False
            self._redraw()

    def _write_at_top(self, text: str) -> None:
        self._write(_HOME + text)

    def _left(self) -> str:
        """The sequences that leave the screen, if it was entered."""
        is_entered, self._is_entered = self._is_entered, False
        return _LEAVE if is_entered else ''

    def _react(self, number: int, frame: FrameType | None) -> None:
        """Draw again, at once or after the drawing that the signal interrupted."""
        if self._is_busy:
            self._is_stale = True
        else:
            self._redraw()
