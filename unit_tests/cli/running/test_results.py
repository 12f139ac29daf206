"""Tests of the values that commands return: what they make of what they were given."""

from __future__ import annotations

import concurrent.futures
import pathlib
import threading
import types
from collections.abc import Sequence
from typing import Any

import pytest

from novaclient_mv import errors, resources
from novaclient_mv.cli.reading import commands, declarations, read
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.running import (
    deletions,
    document_files,
    example_lines,
    execution,
    offline_dry_run,
    progress,
    results,
    several,
)
from novaclient_mv.cli.running.interruption import Interruption
from novaclient_mv.cli.running.progress import Count, Progress, TargetProgress
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.knowledge import reached_operations
from novaclient_mv.policies.facts import without_names
from novaclient_mv.versions import APIVersion
from unit_tests.newest import NEWEST
from unit_tests.nova import TestClock


def test_keys_of_rows_are_their_titles_in_small_letters() -> None:
    assert results.Rows(('Host ID', 'Name'), ()).keys == ('host_id', 'name')
    assert results.Rows(('Host ID', 'Name'), (), keys=['a', 'b']).keys == ('a', 'b')


def test_data_that_are_made_when_they_are_shown_are_made_then() -> None:
    calls: list[int] = []

    def data() -> list[int]:
        calls.append(len(calls))
        return [*calls]

    rows, done = results.Rows(('A',), (), data), results.Done((), data)
    assert calls == []
    assert (rows.data, rows.data) == ([0], [0])
    # What was accepted is told as it is each time.
    assert (done.data, done.data) == ([0, 1], [0, 1, 2])
    assert (results.Rows(('A',), (), [5]).data, results.Done((), [5]).data) == ([5], [5])


def test_what_was_started_is_called_by_its_id_where_it_has_no_label() -> None:
    class Thing:
        id = 7

    things: list[Any] = [Thing()]
    assert results.Started(None, things).labels == ('7',)
    assert results.Started(None, things, labels=['web']).labels == ('web',)


def test_only_an_invocation_of_a_command_is_carried_out() -> None:
    class Invocation:
        command = line = None

    nothing: Any = Invocation()
    with pytest.raises(ValueError, match=r'^Only an invocation with a command can be executed.'):
        execution.execute(nothing, nothing)


@pytest.mark.parametrize(
    ('fields', 'label'), [({'name': 'web'}, 'web (7)'), ({'name': '7'}, '7'), ({}, '7')]
)
def test_what_is_deleted_is_called_by_name_and_id(fields: dict[str, str], label: str) -> None:
    thing: Any = types.SimpleNamespace(id='7', **fields)
    started: Any = deletions.on_each(['x'], lambda reference: thing, lambda target: None)
    assert started.shown.lines == (f'{label}: delete accepted',)
    assert started.shown.data == [{'id': '7', 'action': 'delete'}]


@pytest.mark.parametrize(
    ('text', 'reason'),
    [('a: [', 'is not YAML: while'), ('[1]', 'does not hold a mapping.'), ('', 'does not hold')],
)
def test_file_without_a_document_is_named(tmp_path: pathlib.Path, text: str, reason: str) -> None:
    path = tmp_path / 'it.yaml'
    path.write_text(text)
    with pytest.raises(errors.CommandError, match=f'^{path} {reason}'):
        document_files.DocumentFile(str(path)).read()
    path.write_text('{a: [1]}')
    assert document_files.DocumentFile(str(path)).read() == {'a': [1]}


# -- offline runs --


ODD = {
    # It asks for the version documents of all services, none of which is an operation.
    'version-list',
    # It takes what is in a file.
    'placement-reshape',
    # The table has one of its two reads as its work.
    'baremetal-node-boot-device-show',
}


def sent(command: Command) -> tuple[set[str], APIVersion]:
    """The operations of a command's service that its bare line asks at the newest version."""
    version = example_lines.newest(command)
    line = example_lines.bare_line(command, version)
    assert line is not None, command.name
    requests = offline_dry_run.of_line(line, version).requests
    return {
        without_names(request.operation) for request in requests if not request.service
    }, version


def test_bare_line_of_each_command_asks_what_the_command_is_known_to_ask() -> None:
    odd = {}
    for command in commands.our_commands():
        if declarations.declared(command.function, 'is_offline') or command.name == 'api':
            continue
        asked, version = sent(command)
        current = {
            without_names(operation): use.is_lookup
            for operation, use in reached_operations.uses_of(command.service)
            .get(command.name, {})
            .items()
            if any(version in span for span in use.ranges)
        }
        work = {operation for operation, is_lookup in current.items() if not is_lookup}
        if not asked <= set(current) or (work and not asked & work):
            odd[command.name] = asked
    assert odd.keys() == ODD


def of_text(text: str, version: str = NEWEST, refused: tuple[str, ...] = ()) -> list[str]:
    line = read.line_of(text.split(), Environment(variables={}))
    rehearsed = offline_dry_run.of_line(line, line.service.version(version), refused=refused)
    return [request.operation for request in rehearsed.requests]


def test_refused_read_is_followed_by_what_the_command_tries_then() -> None:
    detail = 'GET /os-availability-zone/detail'
    assert of_text('availability-zone-list') == [detail]
    assert of_text('availability-zone-list', refused=(detail,)) == [
        detail,
        'GET /os-availability-zone',
    ]


def test_no_file_is_written_and_no_password_is_asked_for(tmp_path: pathlib.Path) -> None:
    file = tmp_path / 'inventory.json'
    operation = 'GET /nodes/{id}/inventory'
    assert operation in of_text(f'baremetal-node-inventory-save n --file {file}', '1.81')
    assert not file.exists()
    assert of_text('server-password-set web')[-1] == 'POST /servers/{id}/action changePassword'


# -- the progress of a run --


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


def test_interrupt_clears_what_is_shown_before_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
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
