"""Tests of where sandboxes have their state: each that is served has its own."""

from __future__ import annotations

import os
import pathlib

import pytest

from novaclient_mv import errors
from novaclient_mv.clouds import sandbox_states
from novaclient_mv.clouds.environment import Environment


@pytest.fixture
def environment(tmp_path: pathlib.Path) -> Environment:
    """A user whose folder of states has signs of patterns in its name."""
    return Environment({'XDG_STATE_HOME': str(tmp_path / '[x]')}, cwd=str(tmp_path))


@pytest.mark.parametrize(
    ('host', 'port', 'versions', 'name'),
    [
        ('127.0.0.1', 8774, None, 'sandbox.sqlite'),
        ('127.0.0.1', 8775, None, 'sandbox-served/8775.sqlite'),
        ('127.0.0.1', 8774, '2.1-2.53', 'sandbox-served/8774-2.1-2.53.sqlite'),
        ('::1', 8774, None, 'sandbox-served/__1-8774.sqlite'),
        ('a.b-c', 1, '2.1-2.9', 'sandbox-served/a.b-c-1-2.1-2.9.sqlite'),
        ('127.0.0.1', 0, None, 'sandbox-served/any.sqlite'),
        ('::1', 0, '2.1-2.9', 'sandbox-served/__1-any-2.1-2.9.sqlite'),
    ],
)
def test_state_is_named_after_what_is_served(
    environment: Environment, host: str, port: int, versions: str | None, name: str
) -> None:
    for _ in range(2):
        with sandbox_states.served(environment, host, port, versions) as path:
            assert os.path.relpath(path, environment.state_folder) == name


def test_each_of_several_on_any_port_takes_the_first_state_that_is_free(
    environment: Environment,
) -> None:
    def of_any_port() -> str:
        with sandbox_states.served(environment, port=0) as path:
            return os.path.basename(path)

    with sandbox_states.served(environment, port=0) as first:
        with sandbox_states.served(environment, port=0):
            assert of_any_port() == 'any-3.sqlite'
        assert of_any_port() == 'any-2.sqlite'
    assert os.path.basename(first) == of_any_port() == 'any.sqlite'
    assert os.stat(os.path.dirname(first)).st_mode & 0o777 == 0o700
    lock = f'{first.removesuffix(".sqlite")}-2.lock'
    os.unlink(lock)
    os.mkdir(lock)
    with (
        sandbox_states.served(environment, port=0),
        pytest.raises(errors.Error, match=r'^Cannot lock .*any-2\.lock: unable to open'),
    ):
        of_any_port()


def test_states_that_are_there_are_told_the_one_in_process_first(environment: Environment) -> None:
    assert sandbox_states.existing(environment) == []
    served = pathlib.Path(environment.state_folder, 'sandbox-served')
    served.mkdir(parents=True)
    for name in ('b.sqlite', 'a.sqlite', 'a.lock'):
        (served / name).touch()
    assert sandbox_states.existing(environment) == [
        str(served / name) for name in ('a.sqlite', 'b.sqlite')
    ]
    own = sandbox_states.in_process(environment)
    pathlib.Path(own).touch()
    assert sandbox_states.existing(environment)[0] == own


def test_named_state_is_below_the_current_folder_or_home(
    environment: Environment, tmp_path: pathlib.Path
) -> None:
    for text, path in (
        ('a', tmp_path / 'a'),
        ('/x/../a', '/a'),
        ('~/a', os.path.expanduser('~/a')),
    ):
        assert sandbox_states.named(environment, text) == str(path)
