"""A sandbox for each test."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from functional_tests.contract import answers, facts
from unit_tests.sandbox import caller


@pytest.fixture(autouse=True)
def checked_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the recorded facts are, every answer that a test gets is held against them."""
    if facts.is_present():
        monkeypatch.setattr(caller.Caller, 'checks', [_check])


def _check(method: str, path: str, body: object, answer: caller.Answer) -> None:
    if isinstance(body, bytes):
        # It is meant to be none of the API's requests.
        return
    version = (answer.headers['OpenStack-API-Version'] or '').removeprefix('compute ')
    exchange = answers.Exchange(method, path, version or None, body, answer.status, answer.body)
    assert list(answers.problems(exchange)) == []


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the state is."""
    return tmp_path / 'state' / 'sandbox.db'


@pytest.fixture(scope='session')
def _new_state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp('new') / 'sandbox.db'
    caller.Caller(path, user=None).application.database.session().close()
    return path


@pytest.fixture
def cloud(_new_state: Path, path: Path) -> caller.Caller:
    """An administrator of a new sandbox."""
    # What fills a new state is the same each time, and takes most of the time of a short test.
    path.parent.mkdir(mode=0o700)
    shutil.copy(_new_state, path)
    return caller.Caller(path)
