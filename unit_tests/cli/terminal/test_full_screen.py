"""Tests of the whole screen of a real terminal, which gets back what was on it."""

from __future__ import annotations

import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Self

import pytest

from novaclient_mv.cli.terminal.live import Size
from novaclient_mv.cli.terminal.watching import FullScreen
from unit_tests.screens import Screen

ENTERED, LEFT = '\x1b[?1049h', '\x1b[?1049l'
SECONDS, LOOKS = 30, 3000


def _take_signals() -> None:
    """Take the signals that the tests send, as a shell's programs do, not those of ``nohup``."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Watcher:
    """A program on a terminal of its own that watches the sandbox."""

    def __init__(self, home: pathlib.Path) -> None:
        self.home = home
        self.written = ''

    def __enter__(self) -> Self:
        self._reading, terminal = pty.openpty()
        variables = {name: value for name, value in os.environ.items() if name[:3] != 'OS_'}
        self.process = subprocess.Popen(
            [sys.executable, '-m', 'novaclient_mv', 'server-list', '--watch=0.5'],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env={**variables, 'HOME': str(self.home), 'OS_CLOUD': 'sandbox', 'TERM': 'xterm'},
            # One in a session without a shell is never stopped.
            process_group=0,
            preexec_fn=_take_signals,
        )
        os.close(terminal)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._reading)

    def read_to(self, text: str) -> None:
        """Read what it writes up to a text, or to its end."""
        end = time.monotonic() + SECONDS
        while text not in self.written and time.monotonic() < end:
            if not select.select([self._reading], [], [], SECONDS)[0]:
                break
            try:
                piece = os.read(self._reading, 1 << 16)
            except OSError:
                # Linux tells the end of a terminal so.
                break
            self.written += piece.decode()
        assert text in self.written, self.written
        self.written = self.written.rpartition(text)[2]

    def wait_until_stopped(self) -> None:
        """Wait until it is stopped, as by Ctrl-Z."""
        for _ in range(LOOKS):
            _, status = os.waitpid(self.process.pid, os.WUNTRACED | os.WNOHANG)
            if os.WIFSTOPPED(status):
                return
            time.sleep(SECONDS / LOOKS)
        raise AssertionError('It was not stopped.')

    def send(self, number: int) -> None:
        """Send it a signal."""
        self.process.send_signal(number)


@pytest.fixture
def watcher(tmp_path: pathlib.Path) -> Iterator[Watcher]:
    """A program that has drawn its first look."""
    with Watcher(tmp_path) as program:
        program.read_to(ENTERED)
        program.read_to('Name')
        yield program


def test_ctrl_c_ends_it_well(watcher: Watcher) -> None:
    watcher.send(signal.SIGINT)
    watcher.read_to(LEFT)
    assert watcher.process.wait(SECONDS) == 0


def test_ctrl_z_stops_it_and_it_goes_on(watcher: Watcher) -> None:
    watcher.send(signal.SIGTSTP)
    watcher.read_to(LEFT)
    watcher.wait_until_stopped()
    watcher.send(signal.SIGCONT)
    watcher.read_to(ENTERED)
    watcher.read_to('Name')
    watcher.send(signal.SIGINT)
    watcher.read_to(LEFT)
    assert watcher.process.wait(SECONDS) == 0


@pytest.mark.parametrize(
    ('number', 'status'), [(signal.SIGTERM, 0), (signal.SIGHUP, -signal.SIGHUP)]
)
def test_a_signal_that_ends_it_leaves_the_terminal_as_it_was(
    watcher: Watcher, number: signal.Signals, status: int
) -> None:
    watcher.send(number)
    watcher.read_to(LEFT)
    assert watcher.process.wait(SECONDS) == status
    assert not re.search(r'Traceback', watcher.written)


def test_a_signal_while_something_is_drawn_waits_for_it() -> None:
    screen = Screen(20, 5)
    drawings: list[str] = []

    def write(text: str) -> None:
        if not drawings:
            drawings.append('interrupted')
            os.kill(os.getpid(), signal.SIGWINCH)
            assert drawings == ['interrupted']
        screen.write(text)

    def redraw() -> None:
        drawings.append('again')
        full.draw(['two'])

    before = signal.getsignal(signal.SIGWINCH)
    full = FullScreen(write, -1, Size, redraw)
    with full:
        screen.write('behind')
        # Nothing is taken before there is something to draw.
        assert not screen.is_other
        full.draw(['one', 'more'])
        assert drawings[1:] == ['again']
        assert screen.lines == ['two']
        assert screen.is_other
        assert not screen.has_cursor
    assert screen.lines == ['behind']
    assert screen.has_cursor
    assert signal.getsignal(signal.SIGWINCH) is before


def test_a_thread_draws_without_handling_signals() -> None:
    written: list[str] = []
    before = signal.getsignal(signal.SIGWINCH)

    def draw() -> None:
        with FullScreen(written.append, -1, Size, list) as full:
            full.draw(['line'])
            assert signal.getsignal(signal.SIGWINCH) is before

    thread = threading.Thread(target=draw)
    thread.start()
    thread.join()
    assert written[-1].startswith('\x1b[?25h')
