"""Runs programs in processes of their own, and gives what came out as text."""

from __future__ import annotations

import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

LOOKS, SECONDS = 600, 0.05


def run(words: Sequence[Any], **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a program to its end.

    :param options: as of ``subprocess.run``; a status other than 0 is an error with ``check``.
    """
    usual = {'capture_output': True, 'text': True, 'check': False}
    return subprocess.run(words, **{**usual, **options})


def python(*words: Any, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run this Python with some words."""
    return run([sys.executable, *words], **options)


def interrupt(process: subprocess.Popen[Any], number: int = signal.SIGINT) -> None:
    """Press Ctrl-C, or send another signal, when a program waits: Python notices one that comes
    just before a system call only after that call.
    """
    state = pathlib.Path(f'/proc/{process.pid}/stat')
    seen = ''
    for _ in range(LOOKS):
        time.sleep(SECONDS)
        # The state comes after the name, which is in parentheses.
        before, seen = seen, state.read_text().rpartition(') ')[2][:1] if state.exists() else 'S'
        if before == seen == 'S':
            break
    process.send_signal(number)
