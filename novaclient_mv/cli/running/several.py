"""Carries one operation out on several targets at once, with a bound on how many run."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from novaclient_mv import errors
from novaclient_mv.wire import stopping


class Identified(Protocol):
    """What is the same thing where it has the same id."""

    @property
    def id(self) -> object: ...


T = TypeVar('T')
R = TypeVar('R')
F = TypeVar('F', bound=Identified)

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
    """Work on each target; all are tried, whatever fails. Texts that are equal are one target.

    :param label: what messages call a target.
    :raises KeyboardInterrupt: the user stopped it; what has not begun is not done.
    """
    if all(isinstance(target, str) for target in targets):
        targets = [*dict.fromkeys(targets)]
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


def looked_up(references: Sequence[str], find: Callable[[str], F]) -> Outcome[F]:
    """What references name, each thing once, under the first reference that names it."""
    lookups = on_each(references, find)
    by_id: dict[object, tuple[str, F]] = {}
    for reference, resource in zip(lookups.labels, lookups, strict=True):
        by_id.setdefault(resource.id, (reference, resource))
    once = [*by_id.values()]
    targets = {reference for reference, _ in once} | lookups.failures.keys()
    return Outcome(
        once, lookups.failures, [target for target in lookups.targets if target in targets]
    )


def on_each_found(
    references: Sequence[str], find: Callable[[str], F], work: Callable[[F], object]
) -> Outcome[F]:
    """Work once on each thing that references name; all are tried, whatever fails.

    :raises KeyboardInterrupt: the user stopped it; what has not begun is not done.
    """
    things = looked_up(references, find)
    by_reference = dict(zip(things.labels, things, strict=True))
    worked = on_each(things.labels, lambda reference: work(by_reference[reference]))
    failures = {**things.failures, **worked.failures}
    return Outcome(
        [(reference, by_reference[reference]) for reference in worked.labels],
        {target: failures[target] for target in things.targets if target in failures},
        things.targets,
    )
