"""A program on a terminal of its own, whose questions somebody answers."""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from unit_tests.patience import PATIENCE


class Asked:
    """A run of the program on a terminal.

    :param words: its command line.
    :param redirect: shell words behind it, as ``| cat``.
    """

    def __init__(
        self, words: Sequence[str], variables: Mapping[str, str], redirect: str = ''
    ) -> None:
        self.screen = ''
        exec = '' if redirect.startswith('|') else 'exec '
        line = f'{exec}"$0" -P -m novaclient_mv "$@" {redirect}'
        surroundings = {
            'PATH': os.environ['PATH'],
            'TERM': 'xterm',
            'LANG': 'C.UTF-8',
            'PYTHONFAULTHANDLER': '1',
            **variables,
        }
        self._pid, self._terminal = pty.fork()
        if not self._pid:
            os.execve('/bin/sh', ['sh', '-c', line, sys.executable, *words], surroundings)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._pid:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        os.close(self._terminal)

    def until(self, text: str, count: int = 1) -> str:
        """Read until a text stands on the screen so often; what stands there then."""
        end = time.monotonic() + PATIENCE
        while self.screen.count(text) < count:
            assert time.monotonic() < end, self.screen
            self._read()
        return self.screen

    def type(self, keys: str, is_shown: bool = False) -> None:
        """Press keys; unless they may be shown, once what is typed is not."""
        end = time.monotonic() + PATIENCE
        while not is_shown and termios.tcgetattr(self._terminal)[3] & termios.ECHO:
            assert time.monotonic() < end, self.screen
            time.sleep(0.01)
        os.write(self._terminal, keys.encode())

    def pause(self) -> None:
        """Stop it and let it go on, as a shell does that made the terminal show what is typed."""
        os.kill(self._pid, signal.SIGSTOP)
        os.waitpid(self._pid, os.WUNTRACED)
        settings = termios.tcgetattr(self._terminal)
        settings[3] |= termios.ECHO
        termios.tcsetattr(self._terminal, termios.TCSANOW, settings)
        os.kill(self._pid, signal.SIGCONT)

    def status(self) -> int:
        """Its exit status, once it has ended."""
        end = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < end, self._where_it_is()
        _, status = os.waitpid(self._pid, 0)
        self._pid = 0
        return os.waitstatus_to_exitcode(status)

    def _where_it_is(self) -> str:
        """The screen, after the run was made to tell what each thread is doing."""
        os.kill(self._pid, signal.SIGABRT)
        while self._read():
            pass
        return self.screen

    @property
    def shows_what_is_typed(self) -> bool:
        """Whether the terminal shows what is typed on it."""
        return bool(termios.tcgetattr(self._terminal)[3] & termios.ECHO)

    def _read(self) -> bool:
        """Take what was written; whether there may come more."""
        if not select.select([self._terminal], [], [], 0.05)[0]:
            return True
        try:
            piece = os.read(self._terminal, 1 << 16)
        except OSError:
            # Linux tells the end of a terminal so.
            return False
        self.screen += piece.decode().replace('\r\n', '\n')
        return bool(piece)
