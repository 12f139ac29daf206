"""The exit statuses that errors mean on the command line."""

from __future__ import annotations

import enum


class ExitStatus(enum.IntEnum):
    """The exit status of the command line; see the table in the documentation."""

    OK = 0
    FAILED = 1
    USAGE = 2
    VERSION = 3
    DENIED = 4
    NOT_FOUND = 5
    CONFLICT = 6
    CLOUD = 7
    SOME_FAILED = 8
    TIMED_OUT = 9
    INTERRUPTED = 130
    CLOSED_PIPE = 141
