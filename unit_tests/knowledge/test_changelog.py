"""Changes between two versions: every microversion between them, by operation and command."""

from __future__ import annotations

import json
from typing import Any

import pytest

from novaclient_mv import errors
from novaclient_mv.knowledge import changelog, reached_operations
from novaclient_mv.services import BAREMETAL, COMPUTE, SERVICES, Service, operations
from unit_tests.knowledge.random_lines import versions_of
from unit_tests.newest import BEYOND, NEWEST
from unit_tests.nova import Nova

ROW = ('version', 'release', 'operation', 'commands', 'kind', 'where', 'what', 'service')


def between(start: str, end: str, service: Service = COMPUTE) -> list[changelog.Change]:
    return changelog.changes(service, service.version(start), service.version(end))


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_every_microversion_above_the_first_is_there(service: Service) -> None:
    everything = versions_of(service)
    seen = {row.version for row in changelog.changes(service, service.first)}
    assert seen == set(everything[1:])
    for number in range(1, len(everything), 7):
        start, end = everything[number], everything[min(number + 5, len(everything) - 1)]
        rows = changelog.changes(service, start, end)
        assert {row.version for row in rows} == {v for v in everything if start < v <= end}


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_rows_are_of_the_promised_words(service: Service) -> None:
    known = {operation.id for operation in operations.operations_of(service)}
    for row in changelog.changes(service, service.first):
        form = row.as_mapping()
        assert form['kind'] in ('added', 'changed', 'removed')
        assert form['where'] in ('request', 'response', 'behaviour', 'operation')
        assert form['what'], form
        assert form['operation'] is None or not known or form['operation'] in known
        assert form['service'] == service.name


def test_same_version_changes_nothing() -> None:
    assert between('2.53', '2.53') == []
    with pytest.raises(errors.CommandError, match=r'2\.54 is above 2\.53'):
        between('2.54', '2.53')


def test_operation_begins_and_ends_with_a_row() -> None:
    rows = between('2.0', NEWEST)
    for operation in operations.operations_of(COMPUTE):
        of_it = [row for row in rows if (row.operation, row.where) == (operation.id, 'operation')]
        if operation.range.start > COMPUTE.range.start:
            assert [row.version for row in of_it if row.kind == 'added'] == [operation.range.start]
        if not operation.range.is_open:
            assert 'removed' in {row.kind for row in of_it}, operation


def test_commands_are_those_that_work_with_the_operation() -> None:
    by_operation = {row.operation: row.commands for row in between('2.89', '2.90')}
    assert by_operation['POST /servers'] == ('server-create',)
    assert 'server-show' in by_operation['GET /servers/{id}']
    # It only looks its server up there.
    assert 'server-stop' not in by_operation['GET /servers/{id}']
    # Of what ended, those that used it before.
    ended = {row.operation: row.commands for row in between('2.35', '2.36')}
    assert ended['GET /images/{id}'] == ('image-show',)


def test_versions_are_numbers_or_releases() -> None:
    for text, version in (('2.53', '2.53'), ('pike', '2.53'), ('Zed', '2.93'), ('2024.1', '2.96')):
        assert str(changelog.version_of(text, COMPUTE)) == version
    assert changelog.version_of('latest', COMPUTE) == COMPUTE.range.end
    assert str(changelog.version_of('queens', BAREMETAL)) == '1.38'
    for text in ('grizzly', '2.x', BEYOND, '3.1', '', '1.9'):
        with pytest.raises(errors.CommandError):
            changelog.version_of(text, COMPUTE)


def test_unknown_operation_is_refused_with_what_is_close() -> None:
    with pytest.raises(errors.UnknownName, match=r'POST /server.*POST /servers'):
        reached_operations.named('POST /server', COMPUTE)


# -- the command -----------------------------------------------------------------------


def asked(nova: Nova, *words: str) -> list[dict[str, Any]]:
    result = nova('-f', 'json', 'version-changes', *words)
    assert (result.status, result.err) == (0, '')
    rows: list[dict[str, Any]] = json.loads(result.out)
    return rows


def test_json_has_the_promised_keys(nova: Nova) -> None:
    rows = asked(nova, 'wallaby', 'xena')
    assert all(tuple(row) == ROW for row in rows)
    assert {row['version'] for row in rows} == {'2.89', '2.90'}
    assert {row['release'] for row in rows} == {'Xena'}


def test_filters_narrow_rows(nova: Nova) -> None:
    rows = asked(nova, '2.1', '--command', 'boot', '--only', 'removed')
    assert rows
    assert all('server-create' in row['commands'] and row['kind'] == 'removed' for row in rows)
    rows = asked(nova, '2.1', '--operation', 'POST /servers')
    assert {row['operation'] for row in rows} == {'POST /servers'}
    rows = asked(nova, '2.1', '--operation', 'POST /servers/{id}/action')
    assert len({row['operation'] for row in rows}) > 5


def test_service_is_that_which_is_named_or_of_the_command(nova: Nova) -> None:
    rows = asked(nova, '1.80', '1.82', '--service', 'baremetal')
    assert [row['version'] for row in rows] >= ['1.81', '1.82']
    assert {row['service'] for row in rows} == {'baremetal'}
    result = nova('version-changes', '1.80', '--command', 'baremetal-node-list')
    assert result.status == 0


def test_terminal_gets_a_changelog(nova: Nova) -> None:
    result = nova('version-changes', '2.89', '2.90')
    assert result.lines[0] == '2.90 (Xena)'
    assert '  POST /servers: added in the request: server.hostname (server-create)' in result.lines
    assert nova('version-changes', '2.90', '2.90').out == 'Nothing changes.\n'


@pytest.mark.parametrize(
    'words',
    [
        ('grizzly',),
        ('2.53', '2.9'),
        (BEYOND,),
        ('2.1', '--command', 'no-such'),
        ('2.1', '--operation', 'GET /no-such'),
        ('2.1', '--operation', 'POST'),
        ('2.1', '--operation', ''),
        ('2.1', '--only', 'new'),
        ('1.1', '--service', 'no-such'),
        ('2.1', '--service', 'baremetal'),
        ('2.1', '--service', 'baremetal', '--command', 'server-list'),
        (),
    ],
)
def test_bad_input_has_status_2(nova: Nova, words: tuple[str, ...]) -> None:
    result = nova('version-changes', *words)
    assert (result.out, result.status) == ('', 2)
    assert result.err.startswith('nova-mv: ')


def test_the_words_that_were_typed_are_named_where_the_newer_one_stands_first(nova: Nova) -> None:
    for words, message in (
        (('zed', 'pike'), 'zed is above pike: give the older version first.'),
        (('latest', '2.3'), 'latest is above 2.3: give the older version first.'),
    ):
        result = nova('version-changes', *words)
        assert (result.status, result.err) == (2, f'nova-mv: {message}\n')
