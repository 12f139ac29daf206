"""The process that runs tests: Ctrl-C reaches what it starts, it seldom looks for garbage, and the
folders of tests are in memory.
"""

from __future__ import annotations

import gc
import os
import pathlib
import shutil
import signal

MEMORY = pathlib.Path('/dev/shm')
ROOM = 2 << 30
"""Bytes that are to be free there: copies of the package are among the folders of tests."""


def pytest_configure() -> None:
    """Take interrupts again; shells have what they start in the background ignore them, and so does
    whatever that starts.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.set_threshold(100_000, 20, 50)
    if _is_for_folders(MEMORY):
        # Each test makes folders and removes them; on a disk it waits for each.
        os.environ.setdefault('PYTEST_DEBUG_TEMPROOT', str(MEMORY))


def pytest_collection_finish() -> None:
    """Thousands of tests and the syntax of every module stay: a look for garbage goes not through
    them.
    """
    gc.freeze()


def _is_for_folders(root: pathlib.Path) -> bool:
    """Whether programs can be run there, as some tests do, and there is room."""
    if not os.access(root, os.W_OK) or shutil.disk_usage(root).free < ROOM:
        return False
    return not os.statvfs(root).f_flag & os.ST_NOEXEC
