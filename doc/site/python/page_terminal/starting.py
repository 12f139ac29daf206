"""Begins in the worker: joins the session to the functions that JavaScript gives."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import worker_of_page
from pyodide.ffi import run_sync, to_js

from page_terminal import in_turn
from page_terminal.session import Session


class _Worker:
    """The functions of the worker; those that take time are waited for."""

    can_wait = bool(worker_of_page.can_wait)

    def show(self, text: str) -> None:
        """Write on the terminal."""
        worker_of_page.show(text)

    def wait(self, seconds: float) -> bool:
        """Let time pass; whether the user pressed Ctrl-C meanwhile."""
        return bool(run_sync(worker_of_page.wait(seconds)))

    def line(self) -> str | None:
        """Return a line that the user types; ``None`` at the end of the input.

        :raises KeyboardInterrupt: the user pressed Ctrl-C.
        """
        answer = run_sync(worker_of_page.line())
        if getattr(answer, 'is_stopped', False):
            raise KeyboardInterrupt
        line = answer.line
        return line if isinstance(line, str) else None

    def keep(self, path: str, content: bytes | None) -> None:
        """Keep a file for the worker after this one, or forget it."""
        worker_of_page.keep(path, None if content is None else to_js(content))


def start(state: str) -> Callable[..., Any]:
    """Return a function that calls a method of the session by its name.

    :param state: of an earlier session.
    """
    in_turn.stand_for_threads()
    # All files of this system are of the same user.
    os.getuid = os.geteuid = lambda: os.stat('/').st_uid
    session = Session(_Worker(), state)

    def call(name: str, *args: Any) -> Any:
        return getattr(session, name)(*args)

    return call
