"""Stands for threads and processes where there are none: each runs and ends at once."""

from __future__ import annotations

import contextvars
import os
import queue
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent import futures
from typing import Any

SPAWN_ACTIONS = ('POSIX_SPAWN_OPEN', 'POSIX_SPAWN_CLOSE', 'POSIX_SPAWN_DUP2')


class ThreadInTurn(threading.Thread):
    """A thread whose start is its whole run."""

    def start(self) -> None:
        """Run it."""
        contextvars.Context().run(self.run)

    def join(self, timeout: float | None = None) -> None:
        """It has ended."""

    def is_alive(self) -> bool:
        """It has ended."""
        return False


class PoolInTurn(futures.Executor):
    """A pool that runs what is submitted before it returns."""

    def __init__(
        self,
        max_workers: int | None = None,
        thread_name_prefix: str = '',
        initializer: Callable[..., object] | None = None,
        initargs: Sequence[object] = (),
    ) -> None:
        self._context = contextvars.Context()
        if initializer is not None:
            self._context.run(initializer, *initargs)

    def submit(  # type: ignore[override]
        self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any
    ) -> futures.Future[Any]:
        """Run a call; a future that has ended."""
        future: futures.Future[Any] = futures.Future()
        try:
            future.set_result(self._context.run(fn, *args, **kwargs))
        except BaseException as error:
            future.set_exception(error)
        return future


class BoundlessQueue(queue.Queue[Any]):
    """A queue in which the only one who could make room never has to wait for it."""

    def __init__(self, maxsize: int = 0) -> None:
        super().__init__(0)


def stand_for_threads() -> None:
    """Have this interpreter do without threads."""
    threading.Thread = ThreadInTurn  # type: ignore[misc]
    futures.ThreadPoolExecutor = PoolInTurn  # type: ignore[misc, assignment]
    queue.Queue = BoundlessQueue  # type: ignore[misc]


def stand_for_processes(run: Callable[[Sequence[str], Mapping[str, str]], None]) -> None:
    """Have what the program starts as another process run in this one.

    :param run: runs ``nova-mv`` with words and variables.
    """

    def spawn(path: str, argv: Sequence[str], variables: Mapping[str, str], **options: Any) -> int:
        run(argv[list(argv).index('novaclient_mv') + 1 :], variables)
        return 0

    sys.executable = sys.executable or 'python'
    for number, name in enumerate(SPAWN_ACTIONS):
        if not hasattr(os, name):
            setattr(os, name, number)
    os.posix_spawn = spawn  # type: ignore[assignment]
