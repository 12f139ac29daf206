"""Some commands with planted secrets, in each way; and all of them."""

from __future__ import annotations

import itertools
import pathlib

import pytest

from functional_tests.trust.secrets import figures, planted, running

SOME = {'baremetal-node-set': 'basic', 'server-password-set': 'any'}
"""Commands, each with the cloud it is run on."""


@pytest.mark.parametrize('name', SOME)
def test_no_secret_stands_where_it_need_not(
    name: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    user = running.User(tmp_path)
    command = next(command for command in running.COMMANDS if command.name == name)
    line = user.line(command)
    for way in running.WAYS:
        run = user(line, way, SOME[name])
        assert running.problems(run, way) == []
        assert run.out or run.err
        # A line that is refused would show nothing.
        assert not (way.shows and run.status)
    for mistaken in itertools.islice(user.mistaken_lines(command), 8):
        assert running.problems_of_mistake(user(mistaken, running.MISTAKEN_WAYS[1], 'any')) == []
    assert user.open_files() == []


def test_secret_that_is_shown_is_noticed(tmp_path: pathlib.Path) -> None:
    way = running.WAYS[0]
    run = running.judging.Run(('server-list',), '', planted.VALUES[0], 0)
    assert running.problems(run, way) == [f'{planted.VALUES[0]} stands in messages']


@pytest.mark.slow
def test_no_command_shows_a_secret() -> None:
    assert figures.main([]) == 0
