"""Lines on stderr: escaped for a terminal, and never failing."""

from __future__ import annotations

import contextlib
from typing import TextIO

from novaclient_mv.clouds import encodings, escapes

PROGRAM = 'nova-mv'

_REPLACE_LINE = '\r\x1b[K'


class Messages:
    """The messages of a run, beside its output.

    A stream that takes none, as that of a full disk or of a reader who is gone, changes neither
    what a run does nor its exit status.

    :param stream: where they go; nowhere without one.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._held: list[str] | None = None

    def hold(self) -> None:
        """Keep all messages until they are released."""
        self._held = self._held or []

    def release(self) -> None:
        """Write what was held."""
        held, self._held = self._held or [], None
        for text in held:
            self._write(text)

    def write(self, text: str) -> None:
        """Write lines, whose characters that act on a terminal are escaped."""
        self._write(escapes.lines(text))

    def tell(self, line: str, about: str | None = None) -> None:
        """Write one line of this program, with line ends escaped.

        :param about: which of several clouds it is about.
        """
        text = line if about is None else f'{about}: {line}'
        self._write(f'{PROGRAM}: {escapes.safe(text)}\n')

    def replace_line(self, line: str) -> None:
        """Write a line over the one that the cursor of a terminal is in."""
        self._write(f'{_REPLACE_LINE}{escapes.safe(line)}')
        self.flush()

    def flush(self) -> None:
        """Hand on what was written."""
        if self._stream is not None:
            with contextlib.suppress(OSError, ValueError):
                self._stream.flush()

    def isatty(self) -> bool:
        """Whether they go to a terminal."""
        return bool(getattr(self._stream, 'isatty', lambda: False)())

    @property
    def encoding(self) -> str | None:
        """The encoding of the stream, where it has one."""
        return getattr(self._stream, 'encoding', None)

    def _write(self, text: str) -> None:
        if self._held is not None:
            self._held.append(text)
            return
        if self._stream is None:
            return
        # A stream that is closed raises ValueError.
        with contextlib.suppress(OSError, ValueError):
            try:
                self._stream.write(text)
            except UnicodeEncodeError:
                self._stream.write(encodings.spelt(text, self._stream))
