"""Lines that are drawn again and again at one place of a terminal, and vanish at the end."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from novaclient_mv.values import NamedTuple

_ERASE_LINE, _ERASE_BELOW = '\x1b[K', '\x1b[J'
"""Both from the cursor on."""
_WRAP, _DO_NOT_WRAP = '\x1b[?7h', '\x1b[?7l'
_UP = '\x1b[{}A'
_NEXT_LINE = '\r\n'

_COLUMNS, _ROWS = 80, 24


class Size(NamedTuple):
    """The size of a terminal in characters."""

    columns: int = _COLUMNS
    rows: int = _ROWS

    @classmethod
    def of(cls, fileno: Callable[[], int], variables: Mapping[str, str]) -> Size:
        """The size that a terminal has now, or less where ``COLUMNS`` and ``LINES`` say so."""
        try:
            columns, rows = os.get_terminal_size(fileno())
        except (OSError, ValueError):
            columns = rows = 0
        return cls(
            _smaller(columns, variables.get('COLUMNS', ''), _COLUMNS),
            _smaller(rows, variables.get('LINES', ''), _ROWS),
        )


def _smaller(measured: int, stated: str, default: int) -> int:
    """The smaller of the measured and the stated size, where they are numbers above 0."""
    numbers = (measured, int(stated) if stated.isascii() and stated.isdigit() else 0)
    return min(filter(None, numbers), default=default)


class LiveLines:
    """Lines that start where the cursor is, each drawing in place of the one before.

    The cursor waits at the beginning of the first line. Wherever that gets to when the window
    changes its size, all that was drawn is behind it, however it is broken into lines now.
    """

    def __init__(self, write: Callable[[str], None], size: Callable[[], Size]) -> None:
        self._write = write
        self._size = size
        self._lines: tuple[str, ...] = ()

    def draw(self, lines: Sequence[str]) -> None:
        """Draw lines in place of those that are there, as far as they have room."""
        if not lines:
            self.clear()
            return
        self._lines = drawn = tuple(lines[: self._size().rows])
        up = _UP.format(len(drawn) - 1) if len(drawn) > 1 else ''
        self._write(f'{_drawn(drawn)}{up}\r')
        # A signal may have removed them just before they were written.
        self._lines = drawn

    def clear(self) -> None:
        """Remove the lines from the screen; what is written next stands in their place."""
        text = self.forgotten()
        if text:
            self._write(text)

    def forgotten(self) -> str:
        """Return the sequences that remove the lines, which count as removed from here on."""
        text = f'\r{_ERASE_BELOW}' if self._lines else ''
        self._lines = ()
        return text


def _drawn(lines: Sequence[str]) -> str:
    """The sequences that draw lines, from the first one to the end of the last one."""
    *others, last = lines
    # A line is erased before it is written: behind a full one, its last character would go.
    parts = [*(f'{_ERASE_LINE}{line}' for line in others), f'{_ERASE_BELOW}{last}']
    return f'\r{_DO_NOT_WRAP}{_NEXT_LINE.join(parts)}{_WRAP}'
