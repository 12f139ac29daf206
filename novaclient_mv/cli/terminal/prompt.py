"""Asks a person at a terminal for a secret, which is not shown while it is typed."""

from __future__ import annotations

import contextlib
import getpass
import io
import os
import select
import signal
import sys
import termios
import threading
import warnings
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

from novaclient_mv import errors
from novaclient_mv.clouds import escapes
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.messages import Messages

_LOCK = threading.Lock()
"""A process has one terminal, whatever runs in it."""

_SETTINGS: list[Any] = []
"""Those of the terminal before a question that is open, if one is."""


_LONGEST_DEAFNESS = 0.5
"""Seconds. A signal that comes just before a read does not end it, so that a read begins only once
there is something to be read.
"""


class _Answered(io.TextIOWrapper):
    """The terminal that a question is written to; flushing waits for an answer to read."""

    def __init__(self, question: str) -> None:
        super().__init__(io.FileIO(os.open('/dev/tty', os.O_RDWR | os.O_NOCTTY), 'w+'))
        self._question = question
        self._is_asked = False
        self._error = sys.exc_info()[1]

    def write(self, text: str) -> int:
        self._is_asked = text == self._question
        return super().write(text)

    def flush(self) -> None:
        """Write what was not yet written, and wait after the question."""
        # It is also called when the run was stopped after the question was written.
        awaits = self._is_asked and sys.exc_info()[1] is self._error
        self._is_asked = False
        super().flush()
        while awaits and not select.select([self], [], [], _LONGEST_DEAFNESS)[0]:
            pass


def secret(environment: Environment, question: str) -> str | None:
    """Ask for a secret, one at a time; ``None`` where the person ends the input."""
    with _LOCK:
        messages, question = environment.stderr, escapes.safe(question)
        if restore := _restored(messages):
            environment.at_interruption.callback(restore)
        try:
            with (
                messages.without_drawing(),
                warnings.catch_warnings(),
                _hidden_after_a_pause(question),
            ):
                # What is typed would be seen.
                warnings.simplefilter('error', getpass.GetPassWarning)
                with _Answered(question) as terminal:
                    return getpass.getpass(question, terminal)
        except EOFError:
            # Nothing has ended the line of the question.
            messages.write('\n')
            return None
        except getpass.GetPassWarning:
            raise errors.LoginError('The terminal would show what is typed.') from None
        except UnicodeDecodeError:
            raise errors.LoginError('What was typed is not text in UTF-8.') from None
        finally:
            environment.at_interruption.pop_all()
            _SETTINGS.clear()


def _restored(messages: Messages) -> Callable[[], None] | None:
    """A function for a run that ends while a thread asks: echo on, held messages written."""
    try:
        before: Any = termios.tcgetattr(sys.stdin)
    except (OSError, ValueError, AttributeError, TypeError, termios.error):
        return None

    def restore() -> None:
        termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, before)
        messages.release()

    _SETTINGS[:] = [before]
    return restore


def show_typing() -> None:
    """Have the terminal show what is typed, for a process that ends while it asks."""
    for before in _SETTINGS:
        termios.tcsetattr(sys.stdin, termios.TCSANOW, before)


@contextlib.contextmanager
def _hidden_after_a_pause(question: str) -> Iterator[None]:
    """Turn the echo off again when the run continues after a stop."""

    def hide(number: int, frame: FrameType | None) -> None:
        with contextlib.suppress(OSError, ValueError, AttributeError, TypeError, termios.error):
            settings: Any = termios.tcgetattr(sys.stdin)
            settings[3] &= ~termios.ECHO
            termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, settings)
            os.write(sys.stdin.fileno(), question.encode(errors='backslashreplace'))

    if threading.current_thread() is not threading.main_thread():
        with _without_pauses():
            yield
        return
    handler = signal.signal(signal.SIGCONT, hide)
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, handler)


@contextlib.contextmanager
def _without_pauses() -> Iterator[None]:
    """Keep the terminal from stopping the run: only the main thread learns that it goes on."""
    try:
        before: Any = termios.tcgetattr(sys.stdin)
        without: Any = termios.tcgetattr(sys.stdin)
        without[6][termios.VSUSP] = b'\0'
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, without)
    except (OSError, ValueError, AttributeError, TypeError, termios.error):
        yield
        return
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
