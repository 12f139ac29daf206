"""The base of all errors, and the exit statuses that they mean."""

from __future__ import annotations

import enum
from typing import Any


class ExitStatus(enum.IntEnum):
    """What the command line returns; see the table in the documentation."""

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


class Error(Exception):
    """Base of all errors raised here; ``exit_status`` is what the shell returns."""

    exit_status = ExitStatus.FAILED
    error_code = 'failed'
    retryable = False
    hint: str | None = None
    done: Any = None
    """What took place, or was answered, all the same; it is shown."""

    def details(self) -> dict[str, Any]:
        """The values for the JSON form: ``needs_version``, ``cloud_range``, ``request_id``."""
        return {}
