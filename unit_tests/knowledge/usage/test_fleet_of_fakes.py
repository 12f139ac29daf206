"""Requests to a Dask cluster; ``test_fleet`` makes them to a real one."""

from __future__ import annotations

import functools
import pathlib
import sys
import types
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import errors
from novaclient_mv.knowledge.usage import fleet, usage_of_files
from novaclient_mv.services import COMPUTE, PLACEMENT
from unit_tests.knowledge.usage.lines import own

TWO_HOSTS = ('one', 'two')


class Client:
    """A client whose workers are this process, under several names."""

    error: Exception | None = None

    def __init__(self, scheduler: str, timeout: float) -> None:
        if self.error is not None:
            raise self.error
        self.asked: list[Any] = [scheduler, timeout]
        Client.last = self

    last: Client

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.asked.append('closed')

    def run(self, call: Callable[..., Any], *values: Any) -> dict[str, Any]:
        return {worker: call(*values) for worker in TWO_HOSTS}

    def submit(self, call: functools.partial[Any], *values: Any, **options: Any) -> Any:
        self.asked.append((call.func.__name__, *values, options))
        return types.SimpleNamespace(result=lambda: call(*values))


@pytest.fixture(autouse=True)
def distributed(monkeypatch: pytest.MonkeyPatch) -> types.SimpleNamespace:
    monkeypatch.setattr(Client, 'error', None)
    module = types.SimpleNamespace(Client=Client)
    monkeypatch.setitem(sys.modules, 'distributed', module)
    return module


def test_each_log_is_counted_once_by_a_worker_that_sees_it(tmp_path: pathlib.Path) -> None:
    for count in (2, 3):
        (tmp_path / f'{count}.log').write_text(f'{own(version=f"2.{count}")}\n' * count)
    paths = [str(path) for path in sorted(tmp_path.iterdir())]
    patterns = [str(tmp_path / '*.log'), str(tmp_path / '2.*'), str(tmp_path / 'none')]
    assert fleet.usage_of_fleet('tcp://s:1', patterns) == usage_of_files(paths)
    options = {'workers': list(TWO_HOSTS), 'pure': False}
    counted = [('usage_of_file', path, COMPUTE, options) for path in paths]
    assert Client.last.asked == ['tcp://s:1', 10, *counted, 'closed']
    fleet.usage_of_fleet('tcp://s:1', paths[:1], PLACEMENT)
    assert Client.last.asked[2][2] == PLACEMENT


def test_a_home_and_a_folder_that_paths_begin_at_are_the_workers(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / 'a.log').write_text(f'{own()}\n')
    monkeypatch.setenv('HOME', str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for pattern in ('~/a.log', 'a.log'):
        assert fleet.usage_of_fleet('s', [pattern]).usage.requests == 1
        assert Client.last.asked[2][1] == str(tmp_path / 'a.log')


def test_patterns_that_no_worker_has_are_named(tmp_path: pathlib.Path) -> None:
    with pytest.raises(errors.CommandError) as caught:
        fleet.usage_of_fleet('s', [f'{tmp_path}/a', f'{tmp_path}/b'])
    assert str(caught.value) == f'No worker has a file {tmp_path}/a or {tmp_path}/b.'


@pytest.mark.parametrize(
    ('error', 'reason'),
    [(OSError('no\nway'), 'no'), (TimeoutError(), 'TimeoutError'), (ValueError('odd'), 'odd')],
)
def test_scheduler_that_cannot_be_reached_is_named(error: Exception, reason: str) -> None:
    Client.error = error
    with pytest.raises(errors.Error) as caught:
        fleet.usage_of_fleet('tcp://s:1', [])
    assert str(caught.value) == f'The scheduler tcp://s:1 cannot be reached: {reason}'


def test_missing_library_is_said_with_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, 'distributed', None)
    with pytest.raises(errors.Error) as caught:
        fleet.usage_of_fleet('tcp://s:1', [])
    assert str(caught.value).endswith('scheduler: pip install "nova-mv[fleet]"')
