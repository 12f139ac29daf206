"""Tests of the values that commands return: what they make of what they were given."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv.cli.running import carry_out, results


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
    with pytest.raises(ValueError, match=r'^Only an invocation with a command can be carried out.'):
        carry_out.carry_out(nothing, nothing)
