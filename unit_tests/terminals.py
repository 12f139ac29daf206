"""A pseudo-terminal, and what a run writes to it."""

from __future__ import annotations

import os
import pty
import re
import threading
import tty
from types import TracebackType
from typing import Self

HOSTILE = 'h\x1b[41m\x07\x7f\x9b2J\r\u202e\u2028\u2066\t'
"""A name of what others chose, with characters of each kind that act on a terminal."""

_OWN = re.compile(
    r'\x1b\[([012]|3[1-3])m|\r\x1b\[[KJ]|\r\x1b\[\?7l\x1b\[[KJ]|\x1b\[\?7h((\x1b\[\d+A)?\r)?'
)
"""This program's own sequences for a terminal: bold, dim and coloured letters, overwriting a line,
and drawing a line in place.
"""

_ACTING = re.compile(
    '[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]'
)


class Terminal:
    """A pseudo-terminal whose other side is read all the time."""

    def __enter__(self) -> Self:
        self._reading, writing = pty.openpty()
        # Line ends reach it as they were written.
        tty.setraw(writing)
        self.stream = open(writing, 'w', encoding='utf-8', newline='')
        self._pieces: list[bytes] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stream.close()
        self._reader.join()
        os.close(self._reading)

    @property
    def text(self) -> str:
        """All that was written to it, once it is at its end."""
        return b''.join(self._pieces).decode('utf-8')

    def _read(self) -> None:
        try:
            while piece := os.read(self._reading, 1 << 16):
                self._pieces.append(piece)
        except OSError:
            # Linux tells the end of a terminal so.
            return


def acting(text: str) -> list[str]:
    """The characters of a text that act on a terminal, but for those of this program itself."""
    return _ACTING.findall(_OWN.sub('', text))
