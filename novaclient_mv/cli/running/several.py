"""Carries one operation out on several targets at once, with a bound on how many run."""

from __future__ import annotations

import contextlib
import functools
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from novaclient_mv import errors
from novaclient_mv.cli.running import progress, results
from novaclient_mv.cli.running.interruption import Interruption
from novaclient_mv.wire import stopping

if TYPE_CHECKING:
    import threading
    from concurrent.futures import Future


class Identified(Protocol):
    """Resources with the same id are the same."""

    @property
    def id(self) -> object: ...


T = TypeVar('T')
R = TypeVar('R')
F = TypeVar('F', bound=Identified)

WORKERS = 12


class TargetResults(list[R]):
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
        return len(self.targets)

    def check(self, done: object) -> None:
        """Raise for failures; a single target raises its own error."""
        if not self.failures:
            return
        if self.total == 1:
            raise next(iter(self.failures.values()))
        error = errors.SomeFailed(self.failures, self.total, self.targets)
        error.done = done if self else None
        raise error

    def check_first(self) -> None:
        """Raise for failed look-ups of targets, where none is worked on unless all are there."""
        try:
            self.check(None)
        except errors.SomeFailed as error:
            if self:
                error.args = (f'{str(error).rstrip(".")}; nothing was done with the others.',)
            raise


def _stopped(labels: Sequence[str], running: Sequence[Future[Any]]) -> Interruption:
    """Wait for begun work after an interrupt, unless the user interrupts that as well."""
    from concurrent import futures

    current = progress.current()
    if current is not None:
        current.clear()
    with contextlib.suppress(KeyboardInterrupt):
        # Cancelled ones never report an end, so that a wait for them would never end.
        futures.wait([future for future in running if not future.cancelled()])
    done, unsure, not_begun, failures = [], [], [], {}
    for name, future in zip(labels, running, strict=True):
        if future.cancelled():
            not_begun.append(name)
        elif not future.done():
            unsure.append(name)
        elif isinstance(error := future.exception(), Exception):
            failures[name] = error
        else:
            done.append(name)
    return Interruption(done, (), unsure, not_begun, failures)


def _settle(waiting: deque[tuple[Future[R], T]], work: Callable[[T], R]) -> None:
    """Do what futures stand for, one after the other, unless they were cancelled."""
    # Other workers take from it as well.
    with contextlib.suppress(IndexError):
        while True:
            future, target = waiting.popleft()
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work(target))
                except BaseException as error:
                    future.set_exception(error)


def _begin(stopped: threading.Event, run: progress.Progress | None) -> None:
    """Begin work in a thread, which has a context of its own."""
    stopping.STOP.set(stopped)
    progress.begin_work(run)


def on_each(
    targets: Sequence[T],
    work: Callable[[T], R],
    label: Callable[[T], str] = str,
    workers: int = WORKERS,
    verb: str = 'done',
    show: Callable[[int, int], None] | None = None,
) -> TargetResults[R]:
    """Work on each target; all are tried, whatever fails. Texts that are equal are one target.

    :param label: what messages call a target.
    """
    if all(isinstance(target, str) for target in targets):
        targets = [*dict.fromkeys(targets)]
    results: list[tuple[str, R]] = []
    failures: dict[str, Exception] = {}
    labels = [label(target) for target in targets]
    if len(targets) == 1:
        try:
            results.append((labels[0], work(targets[0])))
        except KeyboardInterrupt as stop:
            raise Interruption(unsure=labels) from stop
        except Exception as error:
            failures[labels[0]] = error
        return TargetResults(results, failures, labels)
    import threading
    from concurrent import futures

    stopped = threading.Event()
    most = max(1, min(workers, len(targets)))
    begin = functools.partial(_begin, stopped, progress.current())
    pool = futures.ThreadPoolExecutor(most, initializer=begin)
    # Futures of a pool could be lost: an interrupt may come before it has returned one.
    running: list[Future[R]] = [futures.Future() for _ in targets]
    waiting = deque(zip(running, targets, strict=True))
    try:
        for _ in range(most):
            pool.submit(_settle, waiting, work)
        _show_progress(running, verb, show)
        for name, future in zip(labels, running, strict=True):
            try:
                results.append((name, future.result()))
            except Exception as error:
                failures[name] = error
        pool.shutdown()
    except KeyboardInterrupt as stop:
        stopped.set()
        for future in running:
            future.cancel()
        pool.shutdown(wait=False, cancel_futures=True)
        raise _stopped(labels, running) from stop
    return TargetResults(results, failures, labels)


def _show_progress(
    running: Sequence[Future[R]], verb: str, show: Callable[[int, int], None] | None
) -> None:
    """Show how the work continues until it has ended, where somebody watches."""
    current = progress.current()
    if current is not None:
        progress.until_ended(running, show or current.counter(len(running), verb))


def looked_up(references: Sequence[str], find: Callable[[str], F]) -> TargetResults[F]:
    """Return referenced resources, each once, under the first reference to it."""

    def identified(reference: str) -> tuple[object, F]:
        resource = find(reference)
        # An answer without an id is a failure of its target alone.
        return resource.id, resource

    try:
        lookups = on_each(references, identified, verb='looked up')
    except Interruption as stop:
        raise stop.nothing_begun() from stop
    by_id: dict[object, tuple[str, F]] = {}
    for reference, (id, resource) in zip(lookups.labels, lookups, strict=True):
        by_id.setdefault(id, (reference, resource))
    once = [*by_id.values()]
    targets = {reference for reference, _ in once} | lookups.failures.keys()
    return TargetResults(
        once, lookups.failures, [target for target in lookups.targets if target in targets]
    )


def on_each_found(
    references: Sequence[str], find: Callable[[str], F], work: Callable[[F], object]
) -> TargetResults[F]:
    """Work once on each resource that references name; all are tried, whatever fails."""
    targets = looked_up(references, find)
    by_reference = dict(zip(targets.labels, targets, strict=True))
    try:
        worked = on_each(targets.labels, lambda reference: work(by_reference[reference]))
    except Interruption as stop:
        raise stop.with_failures(targets.failures) from stop
    failures = {**targets.failures, **worked.failures}
    return TargetResults(
        [(reference, by_reference[reference]) for reference in worked.labels],
        {target: failures[target] for target in targets.targets if target in failures},
        targets.targets,
    )


def each_done(
    names: Sequence[str],
    change: Callable[[str], object],
    line: Callable[[str], str],
    row: Callable[[str], dict[str, Any]] | None = None,
    workers: int = WORKERS,
) -> results.Done:
    """Change something for each of some names; all are tried, whatever fails.

    :param line: tells a person of one that was changed, and ``row`` a machine.
    """

    def change_one(name: str) -> str:
        change(name)
        return name

    changed = on_each(names, change_one, workers=workers)
    rows = None if row is None else [row(name) for name in changed]
    result = results.Done([line(name) for name in changed], rows)
    changed.check(result)
    return result
