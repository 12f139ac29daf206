"""The progress of a run for somebody who watches it: a wait, work on targets, a long list."""

from __future__ import annotations

import contextvars
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from novaclient_mv.cli.running import results
from novaclient_mv.resources import work_status
from novaclient_mv.values import NamedTuple, Protocol

if TYPE_CHECKING:
    from concurrent.futures import Future

    from novaclient_mv.resources import Resource
    from novaclient_mv.resources.waiting import Watched
    from novaclient_mv.wire.waits import WaitClock

TICK = 1.0
"""Seconds after which what is shown is shown again, with the time that has passed."""
_PATIENCE = 0.4
"""Seconds that work on several targets and a list may take without a word."""
_LEAST_PAUSE = 0.1
"""Seconds between two counts; more of them would only take time."""
_ROWS_AT_ONCE = 100


class TargetProgress(NamedTuple):
    """The progress of the work on one target.

    :param outcome: ``PENDING``, ``DONE``, ``FAILED`` or ``DELETED`` of :mod:`work_status`.
    :param target_state: the state that it goes to, where the API tells.
    :param task: the current task or step.
    :param percent: of the work; 0 where the API does not tell.
    :param reason: of a failure, or the last error on the way.
    """

    name: str
    state: str
    outcome: str = work_status.PENDING
    target_state: str = ''
    task: str = ''
    percent: int = 0
    reason: str = ''


class Count(NamedTuple):
    """Numbers of targets that are worked on; ``verb`` is a past participle, as ``done``."""

    total: int
    ended: int
    failed: int
    verb: str


class Display(Protocol):
    """Shows progress to a person, each time in place of what it showed before."""

    def show_targets(self, targets: Sequence[TargetProgress], seconds: float) -> None:
        """Show what becomes of each target; ``seconds`` is how long that has taken."""

    def show_count(
        self, count: Count, seconds: float, targets: Sequence[TargetProgress] = ()
    ) -> None:
        """Show how many targets have ended after ``seconds``, and what is known of some."""

    def show_rows(self, number: int) -> None:
        """Show how many rows of a list have come."""

    def clear(self) -> None:
        """Remove what is shown."""


class Progress:
    """Shows the progress of one run, in the thread that runs it.

    :param display: makes the display when there is something to show first.
    :param counts_rows: whether rows are counted: nothing of a list is shown until it is whole.
    """

    def __init__(self, display: Callable[[], Display], clock: WaitClock, counts_rows: bool) -> None:
        self._make_display = display
        self._display: Display | None = None
        self._clock = clock
        self._counts_rows = counts_rows
        self._start = clock.monotonic()
        self._reported: dict[str, TargetProgress] = {}

    def show_targets(self, targets: Sequence[TargetProgress], seconds: float) -> None:
        self._opened_display().show_targets(targets, seconds)

    def counter(self, total: int, verb: str) -> Callable[[int, int], None]:
        """Return a function that shows how many targets have ended, and how many of them failed."""

        shown_at = -math.inf

        def show(ended: int, failed: int) -> None:
            nonlocal shown_at
            seconds = self._clock.monotonic() - self._start
            if self._is_due() and seconds - shown_at >= _LEAST_PAUSE:
                shown_at = seconds
                count = Count(total, ended, failed, verb)
                targets = sorted([*self._reported.values()])
                self._opened_display().show_count(count, seconds, targets)

        return show

    def report(self, target: TargetProgress) -> None:
        self._reported[target.name] = target

    def clear(self) -> None:
        if self._display is not None:
            self._display.clear()

    def before(self, part: Any) -> Any:
        """Return a result of a command as it is to be rendered: with rows that are counted."""
        self.clear()
        if self._counts_rows:
            for table in _tables(part):
                if isinstance(table.rows, Iterator):
                    table.replace_rows(self._counted(table.rows))
        return part

    def _counted(self, rows: Iterator[Resource]) -> Iterator[Resource]:
        try:
            for number, row in enumerate(rows, 1):
                yield row
                if not number % _ROWS_AT_ONCE and self._is_due():
                    self._opened_display().show_rows(number)
        finally:
            self.clear()

    def _is_due(self) -> bool:
        """Whether a run that may end soon has taken long enough to show something."""
        is_shown = self._display is not None
        return is_shown or self._clock.monotonic() - self._start >= _PATIENCE

    def _opened_display(self) -> Display:
        if self._display is None:
            self._display = self._make_display()
        return self._display


class _WorkerProgress(Progress):
    """The progress of work in a thread beside that of the run, which shows it."""

    def __init__(self, run: Progress) -> None:
        self._run = run

    def show_targets(self, targets: Sequence[TargetProgress], seconds: float) -> None:
        for target in targets:
            self.report(target)

    def report(self, target: TargetProgress) -> None:
        """Hand it on to the run."""
        self._run.report(target)

    def counter(self, total: int, verb: str) -> Callable[[int, int], None]:
        """Return a function that shows nothing: this is part of work that is counted."""
        return lambda ended, failed: None

    def clear(self) -> None:
        """Leave the terminal alone."""


_CURRENT: contextvars.ContextVar[Progress | None] = contextvars.ContextVar('PROGRESS', default=None)
"""Set on the thread of a run that somebody watches."""


def current() -> Progress | None:
    """Return the progress of this thread's run, where somebody watches it."""
    return _CURRENT.get()


def begin_work(run: Progress | None) -> None:
    """Let the work of this thread be shown with the run that it is part of."""
    _CURRENT.set(None if run is None else _WorkerProgress(run))


def tick() -> float:
    """Return the seconds between two looks of somebody who watches this thread's run."""
    return math.inf if current() is None else TICK


@contextmanager
def displaying(progress: Progress) -> Iterator[Callable[[Any], Any]]:
    """Show a run's progress; returns a function that makes room for a result, and prepares it."""
    token = _CURRENT.set(progress)
    try:
        yield progress.before
    finally:
        _CURRENT.reset(token)
        progress.clear()


def until_ended(futures: Sequence[Future[Any]], show: Callable[[int, int], None]) -> None:
    """Wait until all work has ended.

    :param show: called with how many have ended and how many of them failed: at each end, and at
        each tick between two.
    """
    import queue

    ends: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
    for future in futures:
        future.add_done_callback(ends.put)
    ended = failed = 0
    while ended < len(futures):
        show(ended, failed)
        try:
            future = ends.get(timeout=TICK)
        except queue.Empty:
            continue
        ended += 1
        failed += future.exception() is not None


def of_watched(watched: Watched[Any], name: str, error: Exception | None = None) -> TargetProgress:
    """Return the progress of a resource that is waited for."""
    resource = watched.resource
    try:
        status = watched.status
    except Exception:
        # What a strange answer tells is its error already, and no other's.
        if error is None:
            raise
        status = work_status.WorkStatus('', work_status.FAILED)
    percent = resource._info.get('progress')
    target_state = str(resource._info.get(f'target_{watched.end.field}') or '')
    task = '' if target_state else status.task
    outcome = work_status.DONE if watched.is_done else work_status.PENDING
    reason = resource._info.get('last_error')
    if error is not None:
        outcome = work_status.FAILED
        reason = getattr(error, 'fault', None) or error
    return TargetProgress(
        name,
        status.state,
        outcome,
        target_state,
        resource.current_step() or task,
        percent if isinstance(percent, int) and 0 < percent < 100 else 0,
        str(reason or ''),
    )


def _tables(result: Any) -> Iterator[results.Table]:
    """The tables in a result."""
    if isinstance(result, results.Table):
        yield result
    elif isinstance(result, results.Tree):
        yield result.table
    elif isinstance(result, results.Warned):
        yield from _tables(result.result)
    elif isinstance(result, results.Started):
        yield from _tables(result.shown)
    elif isinstance(result, results.Views):
        yield from dict.fromkeys(
            table for part in (result.data, *result.shown) for table in _tables(part)
        )
