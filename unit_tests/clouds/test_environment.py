"""Tests of what a run takes from its surroundings."""

from __future__ import annotations

import io
import os
import pty
import sys

import pytest

from novaclient_mv.clouds import environment
from unit_tests.nova import Stream
from unit_tests.terminals import Terminal

HOME = {'HOME': '/home/demo'}


def made(**variables: str) -> environment.Environment:
    """Surroundings with these variables."""
    return environment.Environment({**HOME, **variables}, stdout=Stream(), stderr=Stream())


@pytest.mark.parametrize(
    ('variables', 'cache', 'state'),
    [
        ({}, '/home/demo/.cache/nova-mv', '/home/demo/.local/state/nova-mv'),
        ({'XDG_CACHE_HOME': '/c', 'XDG_STATE_HOME': '/s'}, '/c/nova-mv', '/s/nova-mv'),
        # The specification of these variables tells to ignore relative paths.
        (
            {'XDG_CACHE_HOME': 'c', 'XDG_STATE_HOME': ''},
            '/home/demo/.cache/nova-mv',
            '/home/demo/.local/state/nova-mv',
        ),
    ],
)
def test_folders(variables: dict[str, str], cache: str, state: str) -> None:
    assert made(**variables).cache_folder == cache
    assert made(**variables).state_folder == state


def test_folders_without_a_home() -> None:
    found = environment.Environment({}, stdout=Stream(), stderr=Stream())
    assert os.path.isabs(found.cache_folder)


@pytest.mark.parametrize(
    ('is_terminal', 'variables', 'has_colour'),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {'NO_COLOR': '1'}, False),
        (True, {'NO_COLOR': ''}, True),
        (True, {'TERM': 'dumb'}, False),
    ],
)
def test_colour(is_terminal: bool, variables: dict[str, str], has_colour: bool) -> None:
    out = Stream(is_terminal)
    found = environment.Environment(variables, stdout=out, stderr=Stream())
    assert environment.shows_colour(found) is has_colour
    assert environment.shows_colour(found, 'always')
    assert not environment.shows_colour(found, 'never')
    beside = environment.Environment(variables, stdout=Stream(), stderr=out)
    assert environment.shows_colour_of_messages(beside) is has_colour
    assert found.is_terminal is is_terminal
    assert not found.is_error_terminal


@pytest.mark.parametrize(
    ('columns', 'width'),
    [('132', 132), ('', 80), ('7', 80), ('wide', 80), ('-5', 80), ('\u0661\u0662\u0663', 80)],
)
def test_width(columns: str, width: int) -> None:
    assert made(COLUMNS=columns).width == width


def test_stream_that_was_closed_before_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, 'stdout', None)
    monkeypatch.setattr(sys, 'stderr', None)
    found = environment.Environment({})
    with pytest.raises(OSError, match='Bad file descriptor'):
        found.stdout.write('a')
    found.stdout.flush()
    found.stderr.tell('a')
    found.stderr.flush()
    assert not found.is_terminal


def test_nobody_is_asked_at_a_terminal_of_others() -> None:
    def prompt(surroundings: environment.Environment, question: str) -> str | None:
        raise AssertionError(question)

    with Terminal() as messages:
        own, other = pty.openpty()
        with open(own, 'rb') as _, open(other, 'rb', buffering=0) as stdin:
            surroundings = environment.Environment(
                {}, stdin=stdin, stderr=messages.stream, prompt=prompt
            )
            # The terminal that this process is controlled from is another one, or none.
            assert surroundings.is_error_terminal
            assert not surroundings.is_input_terminal
            assert not surroundings.can_confirm
    assert not environment.Environment({}, stdin=io.BytesIO(), prompt=prompt).can_confirm
