"""Idle connections to state files: opening one costs more than a read."""

from __future__ import annotations

import atexit
import os
import sqlite3
import threading

# Few enough open files for a process that uses many states in turn.
_MOST_IDLE = 8

Stamp = tuple[int, ...]
"""The process, and what the file looks like: its device, number, size and time of change."""

_lock = threading.Lock()
_idle: dict[str, tuple[Stamp, sqlite3.Connection]] = {}


def stamp_of(path: str) -> Stamp | None:
    """The stamp of a file, ``None`` without one."""
    try:
        facts = os.stat(path)
    except OSError:
        return None
    return os.getpid(), facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtime_ns


def take(path: str, stamp: Stamp | None) -> sqlite3.Connection | None:
    """The connection that waits for a file, if the file is as its last user left it."""
    with _lock:
        idle = _idle.pop(path, None)
    if idle is None:
        return None
    old_stamp, connection = idle
    if old_stamp == stamp:
        return connection
    connection.close()
    return None


def give_back(path: str, stamp: Stamp | None, connection: sqlite3.Connection) -> None:
    """Let a connection wait for the next request."""
    new_stamp = stamp_of(path)
    leftover: tuple[Stamp, sqlite3.Connection] | None
    if stamp is None or new_stamp is None or stamp[:3] != new_stamp[:3]:
        # The file came, or was exchanged, meanwhile: nobody knows which one this is open on.
        connection.close()
        return
    with _lock:
        leftover = _idle.pop(path, None)
        _idle[path] = new_stamp, connection
        if len(_idle) > _MOST_IDLE:
            leftover = _idle.pop(next(iter(_idle)))
    if leftover is not None:
        leftover[1].close()


@atexit.register
def close_idle() -> None:
    """Close the connections that wait; Python warns of those that are open at its end."""
    with _lock:
        waiting = list(_idle.values())
        _idle.clear()
    for stamp, connection in waiting:
        # A child leaves those of its parent alone.
        if stamp[0] == os.getpid():
            connection.close()
