"""Lines on stderr: escaped for a terminal, and never failing."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TextIO

from novaclient_mv.clouds import encodings, escapes

if TYPE_CHECKING:
    from threading import RLock

PROGRAM = 'nova-mv'

_MARKS_OF_SECRETS = ('=', '@', '%', '{', '[', '/', 'gAAAA', 'eyJ', 'PRIVATE KEY')
"""Texts of which one stands in every message that may hold a secret, but for a word of the line."""


class Messages:
    """The messages of a run, beside its output.

    A stream that takes none, as that of a full disk or of a reader who is gone, changes neither
    what a run does nor its exit status.

    :param stream: where they go; nowhere without one.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self.stream = stream
        self.words: Sequence[str] = ()
        self._held: list[str] | None = None
        self._may_draw = True
        self._clear: Callable[[], None] | None = None
        self._lock: contextlib.AbstractContextManager[object] = contextlib.nullcontext()

    def hide_secrets_of(self, words: Sequence[str]) -> None:
        """Set the command line, of whose secrets no message repeats one."""
        self.words = words

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
        """Write one line of this program, with line ends escaped."""
        text = self.without_secrets(line if about is None else f'{about}: {line}')
        self._write(self._in_lines(f'{PROGRAM}: {escapes.safe(text)}') + '\n')

    def without_secrets(self, line: str) -> str:
        """A message that repeats no secret of what was typed, sent or read."""
        may_have_secret = any(mark in line for mark in _MARKS_OF_SECRETS)
        if not may_have_secret and not any(value in line for value in self._values()):
            return line
        # To load it takes longer than most messages do.
        from novaclient_mv.clouds import line_secrets

        return line_secrets.without(line, self.words)

    def stand_above(self, clear: Callable[[], None]) -> RLock:
        """Let messages stand above what is drawn in place on the same terminal.

        :returns: a lock to be held while something is drawn: messages come from any thread.
        """
        import threading

        self._clear, self._lock = clear, (lock := threading.RLock())
        return lock

    def draw(self, text: str) -> None:
        """Write drawings of this program, but not while messages are held, or somebody types."""
        if self._held is None and self._may_draw:
            self._put(text)
            self.flush()

    @contextlib.contextmanager
    def without_drawing(self) -> Iterator[None]:
        """Keep messages and drawings away from a terminal at which somebody types."""
        with self._lock:
            if self._clear is not None:
                self._clear()
            self._may_draw = False
        self.flush()
        was_held = self._held is not None
        self.hold()
        try:
            yield
        finally:
            if not was_held:
                self.release()
            with self._lock:
                # Of what was to be drawn meanwhile nothing is there.
                if self._clear is not None:
                    self._clear()
                self._may_draw = True

    def flush(self) -> None:
        if self.stream is not None:
            with contextlib.suppress(OSError, ValueError):
                self.stream.flush()

    def isatty(self) -> bool:
        return bool(getattr(self.stream, 'isatty', lambda: False)())

    def fileno(self) -> int:
        if self.stream is None:
            raise OSError('Messages have no stream.')
        return self.stream.fileno()

    def _values(self) -> Iterator[str]:
        """Values of options of the command line, and what it has behind ``=``."""
        before = ''
        for word in self.words:
            _, sign, value = word.rpartition('=')
            if value and (sign or before.startswith('--')):
                yield value
            before = word

    def _in_lines(self, text: str) -> str:
        """A line as it is shown: a terminal would break it inside words."""
        try:
            columns = os.get_terminal_size(self.fileno()).columns if self.isatty() else 0
        except (OSError, ValueError):
            return text
        if not columns or (text.isascii() and len(text) <= columns):
            return text
        from novaclient_mv.clouds import text_width

        return '\n'.join(text_width.broken(text, columns))

    def _write(self, text: str) -> None:
        if self._held is not None:
            self._held.append(text)
            return
        with self._lock:
            if self._clear is not None:
                self._clear()
            self._put(text)

    def _put(self, text: str) -> None:
        if self.stream is None:
            return
        # A stream that is closed raises ValueError.
        with contextlib.suppress(OSError, ValueError):
            try:
                self.stream.write(text)
            except UnicodeEncodeError:
                self.stream.write(encodings.spelt(text, self.stream))
