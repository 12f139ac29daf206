"""Carries one operation out on several targets at once, with a bound on how many run."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from novaclient_mv import errors
from novaclient_mv.wire import stopping

T = TypeVar('T')
R = TypeVar('R')

WORKERS = 12


class Outcome(list[R]):
    """The results of the targets that did not fail, in their order.

    :param results: each with its label, which is what messages call the target.
    :param failures: the error of each target that failed, by its label.
    :param targets: the labels of all targets.
    """

    def __init__(
        self,
        results: Sequence[tuple[str, R]],
        failures: dict[str, Exception],
        targets: Sequence[str],
    ) -> None:
        super().__init__(result for _, result in results)
        self.labels = [label for label, _ in results]
        self.failures = failures
        self.targets = tuple(targets)

    @property
    def total(self) -> int:
        """The number of targets."""
        return len(self.targets)

    def check(self, done: object) -> None:
        """Raise for failures.

        :param done: what is to be shown of the others.
        :raises SomeFailed: some targets failed; a single target raises its own error.
        """
        if not self.failures:
            return
        if self.total == 1:
            raise next(iter(self.failures.values()))
        error = errors.SomeFailed(self.failures, self.total, self.targets)
        error.done = done if self else None
        raise error

    def check_first(self) -> None:
        """Raise for failures in looking targets up, where none is worked on unless all are there.

        :raises SomeFailed: some targets failed, and nothing was done with the others.
        """
        try:
            self.check(None)
        except errors.SomeFailed as error:
            if self:
                error.args = (f'{str(error).rstrip(".")}; nothing was done with the others.',)
            raise


def _done_so_far(names: list[str], running: Sequence[Any]) -> str:
    """What was done of work that was stopped; all that had begun has ended by now."""
    done = [
        name
        for name, future in zip(names, running, strict=True)
        if not future.cancelled() and future.exception() is None
    ]
    if not done:
        return f'None of {len(names)} were done.'
    return f'{len(done)} of {len(names)} were done: {", ".join(done)}.'


def on_each(
    targets: Sequence[T],
    work: Callable[[T], R],
    label: Callable[[T], str] = str,
    workers: int = WORKERS,
) -> Outcome[R]:
    """Work on each target; all are tried, whatever fails.

    :param label: what messages call a target.
    :raises KeyboardInterrupt: the user stopped it; what has not begun is not done.
    """
    results: list[tuple[str, R]] = []
    failures: dict[str, Exception] = {}
    labels = [label(target) for target in targets]
    if len(targets) == 1:
        try:
            results.append((labels[0], work(targets[0])))
        except Exception as error:
            failures[labels[0]] = error
        return Outcome(results, failures, labels)
    import threading
    from concurrent import futures

    stopped = threading.Event()
    most = max(1, min(workers, len(targets)))
    # Each worker has a context of its own.
    begin = functools.partial(stopping.STOP.set, stopped)
    with futures.ThreadPoolExecutor(most, initializer=begin) as pool:
        running = [pool.submit(work, target) for target in targets]
        try:
            for name, future in zip(labels, running, strict=True):
                try:
                    results.append((name, future.result()))
                except Exception as error:
                    failures[name] = error
        except KeyboardInterrupt as stop:
            stopped.set()
            pool.shutdown(cancel_futures=True)
            stop.args = (_done_so_far(labels, running),)
            raise
    return Outcome(results, failures, labels)
