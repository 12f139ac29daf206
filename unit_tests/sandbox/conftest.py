"""A sandbox for each test."""

from __future__ import annotations

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


@pytest.fixture
def cloud(path: Path) -> caller.Caller:
    """An administrator of a new sandbox."""
    return caller.Caller.of_new_state(path)
