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
from novaclient_mv.cli.terminal.stops import Stops
from novaclient_mv.cli.terminal.watching import FullScreen
from unit_tests import processes
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


# -- signals while lines are drawn --


CODE = """
import os, signal, sys, time
from novaclient_mv.cli.terminal.live import LiveLines, Size
from novaclient_mv.cli.terminal.stops import Stops

# Who starts the tests may have them ignored, as nohup does.
for number in signal.SIGTERM, signal.SIGHUP:
    signal.signal(number, signal.SIG_DFL)

def write(text):
    os.write(2, text.encode())

live = LiveLines(write, Size)
stops = Stops(2, live.forgotten)
stops.watch()
write('before\\r\\n')
for number in range(3):
    live.draw([f'drawing {number}', 'more'])
    sys.stdin.readline()
"""


class Drawing:
    """A process that draws two lines, and draws again for each line that it reads."""

    def __init__(self) -> None:
        self.screen = Screen()
        self._reading, writing = os.openpty()
        # In a group of its own: SIGTSTP does not stop the first group of a session without a
        # terminal, as a job of a server is.
        self.process = subprocess.Popen(
            [sys.executable, '-c', CODE],
            stdin=subprocess.PIPE,
            stderr=writing,
            bufsize=0,
            process_group=0,
        )
        os.close(writing)

    def go_on(self) -> None:
        """Let it draw again."""
        assert self.process.stdin is not None
        self.process.stdin.write(b'\n')

    def read_until(self, lines: list[str]) -> None:
        """Read what it writes until the screen shows some lines."""
        while self.screen.lines != lines:
            self.screen.write(os.read(self._reading, 1 << 16).decode())

    def close(self) -> None:
        """End the process and the terminal."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdin is not None
        self.process.stdin.close()
        os.close(self._reading)


@pytest.fixture
def drawing() -> Iterator[Drawing]:
    """A process that draws."""
    process = Drawing()
    try:
        yield process
    finally:
        process.close()


def test_stopped_process_leaves_the_terminal_and_draws_again_later(drawing: Drawing) -> None:
    for number in range(2):
        drawing.read_until(['before', f'drawing {number}', 'more'])
        processes.interrupt(drawing.process, signal.SIGTSTP)
        assert os.WIFSTOPPED(os.waitpid(drawing.process.pid, os.WUNTRACED)[1])
        drawing.read_until(['before'])
        drawing.process.send_signal(signal.SIGCONT)
        drawing.go_on()
    drawing.read_until(['before', 'drawing 2', 'more'])


@pytest.mark.parametrize('number', [signal.SIGTERM, signal.SIGHUP])
def test_ended_process_leaves_the_terminal(drawing: Drawing, number: signal.Signals) -> None:
    drawing.read_until(['before', 'drawing 0', 'more'])
    processes.interrupt(drawing.process, number)
    drawing.read_until(['before'])
    assert drawing.process.wait() == -number


def test_signal_is_handled_again_after_a_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    stops = Stops(writing, lambda: 'left')
    monkeypatch.setattr(
        os, 'kill', lambda process, number: handlers.append(signal.getsignal(number))
    )
    handlers: list[object] = []
    try:
        stops.watch()
        os_handler = signal.getsignal(signal.SIGTSTP)
        assert callable(os_handler)
        os_handler(signal.SIGTSTP, None)
        # The system stops the process, and the program handles the next signal.
        assert (handlers, os.read(reading, 9)) == ([signal.SIG_DFL], b'left')
        assert signal.getsignal(signal.SIGTSTP) == os_handler
    finally:
        stops.unwatch()
        os.close(reading)
        os.close(writing)


def test_signals_of_others_stay_theirs() -> None:
    stops = Stops(2, str)
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        stops.watch()
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_IGN
        assert signal.getsignal(signal.SIGTSTP) == stops._stop
        stops.unwatch()
        assert signal.getsignal(signal.SIGTSTP) == signal.SIG_DFL
        other = threading.Thread(target=stops.watch)
        other.start()
        other.join()
        assert signal.getsignal(signal.SIGTSTP) == signal.SIG_DFL
    finally:
        stops.unwatch()
        signal.signal(signal.SIGTERM, before)


def test_terminal_of_another_process_is_drawn_on() -> None:
    reading, writing = os.openpty()
    try:
        assert Stops(writing, str).is_in_foreground
    finally:
        os.close(reading)
        os.close(writing)
