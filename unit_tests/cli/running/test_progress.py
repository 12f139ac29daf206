"""Tests of the progress of a run, without a terminal."""

from __future__ import annotations

import concurrent.futures
import threading
from collections.abc import Sequence

import pytest

from novaclient_mv import resources
from novaclient_mv.cli.running import progress, results, several
from novaclient_mv.cli.running.interruption import Interruption
from novaclient_mv.cli.running.progress import Count, Progress, TargetProgress
from unit_tests.nova import TestClock


class Display:
    """A display that keeps what it was asked to show."""

    def __init__(self) -> None:
        self.shown: list[object] = []

    def show_targets(self, targets: Sequence[TargetProgress], seconds: float) -> None:
        """Keep the targets."""
        self.shown.append((*targets, seconds))

    def show_count(
        self, count: Count, seconds: float, targets: Sequence[TargetProgress] = ()
    ) -> None:
        """Keep the count."""
        self.shown.append((count.ended, count.failed, round(seconds, 2), *targets))

    def show_rows(self, number: int) -> None:
        """Keep the number."""
        self.shown.append(number)

    def clear(self) -> None:
        """Note that it is empty."""
        self.shown.append('clear')


class Run:
    """The progress of a run on a clock of its own."""

    def __init__(self, counts_rows: bool = True) -> None:
        self.display, self.clock = Display(), TestClock()
        self.progress = Progress(lambda: self.display, self.clock.clock(), counts_rows)


def rows(number: int) -> list[resources.Resource]:
    return [resources.Resource(None, {'id': str(place)}) for place in range(number)]


def test_run_that_ends_soon_shows_nothing() -> None:
    run = Run()
    show = run.progress.counter(3, 'done')
    show(1, 0)
    run.clock.advance(0.3)
    show(2, 0)
    assert [*run.progress.before(results.Table(resources.Resource, iter(rows(500)))).rows]
    run.progress.clear()
    assert run.display.shown == []


def test_counts_come_after_a_moment_and_not_too_often() -> None:
    run = Run()
    show = run.progress.counter(9, 'done')
    for number in range(8):
        run.clock.advance(0.15 if number < 4 else 0.06)
        show(number, number // 4)
    assert run.display.shown == [(2, 0, 0.45), (3, 0, 0.6), (5, 1, 0.72), (7, 1, 0.84)]


def test_rows_of_every_table_are_counted_where_they_come_one_by_one() -> None:
    run = Run()
    run.clock.advance(1)
    streamed, whole = (
        results.Table(resources.Resource, iter(rows(250))),
        results.Table(resources.Resource, rows(250)),
    )
    part = results.Warned(results.Views(streamed, streamed, whole), ['A line.'])
    assert run.progress.before(part) is part
    assert len([*streamed.rows]) == len([*whole.rows]) == 250
    assert run.display.shown == [100, 200, 'clear']
    tree = results.Tree(results.Table(resources.Resource, iter(rows(100))), results.Rows((), ()))
    started = results.Started(tree.table, ())
    for each in (tree, started):
        run.progress.before(each)
    assert len([*tree.table.rows]) == 100
    assert run.display.shown[3:] == ['clear', 'clear', 100, 100, 'clear', 'clear']


def test_rows_that_are_shown_as_they_come_are_not_counted() -> None:
    run = Run(counts_rows=False)
    run.clock.advance(1)
    table = run.progress.before(results.Table(resources.Resource, iter(rows(200))))
    assert len([*table.rows]) == 200
    assert run.display.shown == []


def test_progress_is_that_of_the_thread_until_the_run_ends() -> None:
    run, seen = Run(), []
    with progress.displaying(run.progress) as prepared:
        assert progress.current() is run.progress
        assert progress.tick() == progress.TICK
        other = threading.Thread(target=lambda: seen.append(progress.current()))
        other.start()
        other.join()
        run.progress.show_targets([], 3)
        assert prepared('part') == 'part'
    assert seen == [None]
    assert progress.current() is None
    assert progress.tick() > 1e9
    assert run.display.shown == [(3,), 'clear', 'clear']


def test_interrupt_clears_what_is_shown_before_begun_work_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run, is_cleared, begun = Run(), threading.Event(), threading.Barrier(3)

    def stop(*shown: object) -> None:
        begun.wait(10)
        raise KeyboardInterrupt

    def work(name: str) -> None:
        begun.wait(10)
        assert is_cleared.wait(10)

    monkeypatch.setattr(run.display, 'show_count', stop)
    monkeypatch.setattr(run.display, 'clear', is_cleared.set)
    run.clock.advance(1)
    with progress.displaying(run.progress), pytest.raises(Interruption) as stopped:
        several.on_each(['a', 'b'], work)
    assert (stopped.value.done, stopped.value.failures) == (('a', 'b'), {})


def test_what_workers_tell_is_shown_with_the_count() -> None:
    run = Run()
    run.clock.advance(1)

    def work(name: str) -> str:
        current = progress.current()
        assert current is not None
        current.counter(5, 'looked up')(1, 0)
        current.show_targets([TargetProgress(name, 'verifying')], 3)
        current.clear()
        run.clock.advance(1)
        return name

    with progress.displaying(run.progress):
        assert several.on_each(['a', 'b'], work, workers=1) == ['a', 'b']
        # So is the work that comes after it.
        run.progress.counter(2, 'done')(2, 0)
    *_, last, cleared = run.display.shown
    assert last == (2, 0, 3, TargetProgress('a', 'verifying'), TargetProgress('b', 'verifying'))
    assert cleared == 'clear'


def test_work_inside_work_is_shown_by_the_run() -> None:
    run = Run()

    def show(name: str) -> None:
        current = progress.current()
        assert current is not None
        current.show_targets([TargetProgress(name, 'verifying')], 0)

    with progress.displaying(run.progress):
        several.on_each(['a', 'b'], lambda name: several.on_each([f'{name}1', f'{name}2'], show))
        run.clock.advance(1)
        run.progress.counter(2, 'done')(0, 0)
    names = [target.name for target in run.display.shown[0][3:]]  # type: ignore[index]
    assert names == ['a1', 'a2', 'b1', 'b2']


def test_failure_of_a_run_clears_what_is_shown() -> None:
    run = Run()

    def fail() -> None:
        with progress.displaying(run.progress):
            run.progress.show_targets([], 0)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert run.display.shown == [(0,), 'clear']


def test_ends_and_ticks_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, 'TICK', 0.001)
    futures: list[concurrent.futures.Future[None]] = [concurrent.futures.Future() for _ in range(3)]
    futures[1].set_result(None)
    shown: list[tuple[int, int]] = []

    def show(ended: int, failed: int) -> None:
        shown.append((ended, failed))
        if len(shown) == 5:
            futures[2].set_exception(ValueError())
        if len(shown) == 8:
            futures[0].set_result(None)

    progress.until_ended(futures, show)
    # Twice the same is a tick.
    assert shown == [(0, 0), *[(1, 0)] * 4, *[(2, 1)] * 3]
