"""Tests of the values that commands return: what they make of what they were given."""

from __future__ import annotations

import pathlib
import types
from typing import Any

import pytest

from novaclient_mv import errors
from novaclient_mv.cli.running import deletions, document_files, execution, results


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
def test_what_is_deleted_is_called_by_its_name_and_its_id(
    fields: dict[str, str], label: str
) -> None:
    thing: Any = types.SimpleNamespace(id='7', **fields)
    started: Any = deletions.on_each(['x'], lambda reference: thing, lambda target: None)
    assert started.shown.lines == (f'{label}: delete accepted',)
    assert started.shown.data == [{'id': '7', 'action': 'delete'}]


@pytest.mark.parametrize(
    ('text', 'reason'),
    [('a: [', 'is not YAML: while'), ('[1]', 'does not hold a mapping.'), ('', 'does not hold')],
)
def test_file_that_holds_no_document_is_named(
    tmp_path: pathlib.Path, text: str, reason: str
) -> None:
    path = tmp_path / 'it.yaml'
    path.write_text(text)
    with pytest.raises(errors.CommandError, match=f'^{path} {reason}'):
        document_files.DocumentFile(str(path)).read()
    path.write_text('{a: [1]}')
    assert document_files.DocumentFile(str(path)).read() == {'a': [1]}
