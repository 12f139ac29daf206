"""Tests of signals that come while something is drawn on a terminal, in processes of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from novaclient_mv.cli.terminal.stops import Stops
from unit_tests import processes
from unit_tests.screens import Screen

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
def test_process_that_is_ended_leaves_the_terminal(
    drawing: Drawing, number: signal.Signals
) -> None:
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
