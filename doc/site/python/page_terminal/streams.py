"""Streams between programs and the terminal of the page."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Protocol

_MOST_HELD = 4096


class Page(Protocol):
    """What the page does for programs."""

    def show(self, text: str) -> None:
        """Write on the terminal."""

    def sleep(self, seconds: float) -> None:
        """Let time pass.

        :raises KeyboardInterrupt: the user pressed Ctrl-C.
        """

    def line(self) -> str | None:
        """Return a line that the user types, ``None`` at the end of the input.

        :raises KeyboardInterrupt: the user pressed Ctrl-C.
        """

    @property
    def can_ask(self) -> bool:
        """Whether a program can wait for what the user types."""


class Terminal(io.TextIOBase):
    """Both outputs of programs whose text is shown to the user.

    :param page: shows it.
    """

    encoding = 'utf-8'  # type: ignore[assignment]

    def __init__(self, page: Page) -> None:
        self._page = page
        self._held: list[str] = []
        self.is_plain = False
        """Whether programs take it for a file."""

    def write(self, text: str) -> int:
        """Show a text, soon."""
        self._held.append(text)
        if sum(map(len, self._held)) > _MOST_HELD:
            self.flush()
        return len(text)

    def flush(self) -> None:
        """Show what was written."""
        if self._held:
            held, self._held = ''.join(self._held), []
            self._page.show(held)

    def isatty(self) -> bool:
        """Whether it is a terminal to programs."""
        return not self.is_plain

    def writable(self) -> bool:
        """It can be written to."""
        return True


class Keyboard(io.RawIOBase):
    """The input of a program that the user types.

    :param page: waits for lines.
    :param before: called before it waits.
    """

    def __init__(self, page: Page, before: Callable[[], None]) -> None:
        self._page = page
        self._before = before

    def isatty(self) -> bool:
        """It is a terminal."""
        return True

    def readable(self) -> bool:
        """It can be read."""
        return True

    def readline(self, size: int | None = -1) -> bytes:
        """Return a line that the user types, with its end."""
        if not self._page.can_ask:
            return b''
        self._before()
        line = self._page.line()
        return b'' if line is None else f'{line}\n'.encode()

    def readall(self) -> bytes:
        """Return all lines up to the end of the input."""
        return b''.join(iter(self.readline, b''))

    def read(self, size: int = -1) -> bytes:
        """Return all lines up to the end of the input."""
        return self.readall()
