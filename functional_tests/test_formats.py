"""Every format of the output, at every version: the same keys, and null for what is missing."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
import yaml

from functional_tests.nova import Inside, Nova
from functional_tests.things import Things

FIRST = ('id', 'name', 'project_id', 'status', 'task_state')


@pytest.fixture
def line(server: dict[str, Any]) -> tuple[str, ...]:
    """A list with one row."""
    return ('server-list', '--name', server['name'])


def test_list_says_the_same_in_every_format(
    user: Nova, line: tuple[str, ...], server: dict[str, Any], version: str
) -> None:
    expected = user.json(*line, version=version)
    assert [each['id'] for each in expected] == [server['id']]
    assert tuple(expected[0])[: len(FIRST)] == FIRST

    as_yaml = user('-f', 'yaml', *line, version=version).checked().out
    assert json.loads(json.dumps(yaml.safe_load(as_yaml), default=str)) == expected
    lines = user('-f', 'ndjson', *line, version=version).checked().lines
    assert [json.loads(each) for each in lines] == expected

    keys = ['id', 'name', 'status', 'task_state', 'power_state', 'networks']
    titles, *rows = csv.reader(io.StringIO(user('-f', 'csv', *line, version=version).checked().out))
    assert titles == keys
    assert [row[:3] for row in rows] == [[server['id'], server['name'], 'ACTIVE']]
    value = user('-f', 'value', '-c', 'id', '-c', 'status', *line, version=version).checked()
    assert value.out == f'{server["id"]} ACTIVE\n'


def test_record_says_the_same_in_every_format(
    user: Nova, server: dict[str, Any], version: str
) -> None:
    line = ('server-show', server['id'])
    expected = user.json(*line, version=version)
    as_yaml = user('-f', 'yaml', *line, version=version).checked().out
    assert json.loads(json.dumps(yaml.safe_load(as_yaml), default=str)) == expected
    lines = user('-f', 'ndjson', *line, version=version).checked().lines
    assert [json.loads(each) for each in lines] == [expected]
    titles, row = csv.reader(io.StringIO(user('-f', 'csv', *line, version=version).checked().out))
    assert titles == list(expected)
    assert row[:2] == [server['id'], server['name']]
    value = user('-f', 'value', '-c', 'name', *line, version=version).checked()
    assert value.out == f'{server["name"]}\n'


def test_keys_are_the_same_at_every_version(nova: Nova, server: dict[str, Any]) -> None:
    newest, first, none = (
        nova.json('server-show', server['id'], version=each) for each in ('2.latest', '2.1', 'None')
    )
    assert list(newest) == list(first) == list(none)
    assert first['locked'] is None
    assert newest['locked'] is False
    assert list(first['flavor']) == list(newest['flavor'])


def test_query_picks_from_the_output(
    user: Nova, line: tuple[str, ...], server: dict[str, Any], version: str
) -> None:
    found = user('--query', '[].metadata.purpose', *line, version=version).data
    assert found == ['test']
    status = user('-f', 'value', '--query', '[0].status', *line, version=version).checked()
    assert status.out == 'ACTIVE\n'


def test_columns_stand_in_the_order_asked_for(
    nova: Nova, line: tuple[str, ...], server: dict[str, Any]
) -> None:
    table = nova(*line, '-c', 'Status', '-c', 'id').table
    assert table == [['Status', 'ID'], ['ACTIVE', server['id']]]
    assert list(nova('-f', 'json', '-c', 'vm_state,id', *line).data[0]) == ['vm_state', 'id']


def test_empty_list_is_empty_in_every_format(inside: Inside, server: object) -> None:
    line = ('server-list', '--name', 'no-such-server')
    assert inside.json(*line) == []
    assert inside('-f', 'yaml', *line).checked().out == '[]\n'
    assert inside('-f', 'ndjson', *line).checked().out == ''
    assert inside('-f', 'value', *line).checked().out == ''
    assert len(inside('-f', 'csv', *line).checked().lines) == 1
    assert len(inside(*line).table) == 1


def test_accepted_actions_are_data_too(user: Nova, things: Things, version: str) -> None:
    server = things.create(version=version)
    things.forget(server['id'])
    assert user.json('server-delete', server['id'], version=version) == [
        {'id': server['id'], 'name': server['name'], 'action': 'delete'}
    ]


def test_tags_are_data_too(nova: Nova, server: dict[str, Any]) -> None:
    assert nova.json('server-tag-list', server['id']) == []
