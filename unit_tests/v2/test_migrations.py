"""Lists of migrations, live migrations of one server, and the record of its actions."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from unit_tests.newest import NEWEST
from unit_tests.nova import Nova, Result
from unit_tests.scripted import Request, ScriptedCloud, StartCloud, fault
from unit_tests.v2 import one_server

ID = one_server.ID


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud of today with one server."""
    made = start_cloud(maximum=NEWEST)
    one_server.add(made)
    made.on('GET', '/os-migrations', {'migrations': [migration(1), migration(2)]})
    return made


def migration(number: int) -> dict[str, Any]:
    """One migration, as the cloud tells it."""
    return {
        'id': number,
        'uuid': f'uuid-{number}',
        'migration_type': 'resize',
        'status': 'done',
        'old_instance_type_id': 1,
        'new_instance_type_id': 2,
        'dest_host': None,
    }


def titles(result: Result) -> list[str]:
    """The titles of the columns of a table."""
    return [each.strip() for each in result.lines[1].strip('|').split('|')]


OLD = [
    *('Source Node', 'Dest Node', 'Source Compute', 'Dest Compute', 'Dest Host', 'Status'),
    *('Instance UUID', 'Old Flavor', 'New Flavor', 'Created At', 'Updated At'),
]


@pytest.mark.parametrize(
    ('version', 'columns'),
    [
        ('2.22', OLD),
        ('2.23', ['Id', *OLD, 'Type']),
        ('2.58', ['Id', *OLD, 'Type']),
        ('2.59', ['Id', 'UUID', *OLD, 'Type']),
        ('2.79', ['Id', 'UUID', *OLD, 'Type']),
        ('2.80', ['Id', 'UUID', *OLD, 'Type', 'Project ID', 'User ID']),
    ],
)
def test_columns_are_those_of_the_version(
    nova: Nova, cloud: ScriptedCloud, version: str, columns: list[str]
) -> None:
    result = nova('migration-list', version=version, cloud=cloud)
    assert titles(result) == columns
    assert cloud.wire(query=True)[-1] == 'GET /v2.1/os-migrations'


def test_machine_formats_have_the_id_at_every_version(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('migration-list', '-f', 'json', version='2.1', cloud=cloud)
    first = json.loads(result.out)[0]
    assert (first['id'], first['uuid'], first['old_flavor']) == (1, None, 1)


def test_filters_are_sent_in_the_words_of_the_api(nova: Nova, cloud: ScriptedCloud) -> None:
    options = (
        '--host h --status s --instance-uuid i --migration-type resize --source-compute c '
        '--marker m --limit 1 --changes-since 2016-01-01 --changes-before 2017-01-01 '
        '--project-id p --user-id u'
    )
    result = nova('migration-list', *options.split(), version='2.80', cloud=cloud)
    assert result.status == 0
    assert dict(cloud.requests[-1].query) == {
        'host': 'h',
        'status': 's',
        'instance_uuid': 'i',
        'migration_type': 'resize',
        'source_compute': 'c',
        'marker': 'm',
        'limit': '1',
        'changes-since': '2016-01-01',
        'changes-before': '2017-01-01',
        'project_id': 'p',
        'user_id': 'u',
    }


# -- live migrations of one server ---------------------------------------------


@pytest.mark.parametrize(
    ('version', 'words', 'request_line'),
    [
        ('2.22', 'force-complete', f'POST /v2.1/servers/{ID}/migrations/7/action'),
        ('2.23', 'show', f'GET /v2.1/servers/{ID}/migrations/7'),
        ('2.24', 'abort', f'DELETE /v2.1/servers/{ID}/migrations/7'),
    ],
)
def test_live_migration_is_reached_from_its_version_on(
    nova: Nova, cloud: ScriptedCloud, version: str, words: str, request_line: str
) -> None:
    path = f'/servers/{ID}/migrations/7'
    cloud.on('GET', path, {'migration': {'id': 7, 'memory_total_bytes': 5}})
    cloud.on('DELETE', path, status=202)
    cloud.on('POST', f'{path}/action', status=202)
    command = f'server-migration-{words}'
    result = nova(command, 'web', '7', version=version, cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert cloud.wire()[-1] == request_line


def test_live_migrations_of_a_server_are_listed(nova: Nova, cloud: ScriptedCloud) -> None:
    row = {'id': 7, 'server_uuid': ID, 'project_id': 'p'}
    cloud.on('GET', f'/servers/{ID}/migrations', {'migrations': [row]})
    old = nova('server-migration-list', 'web', version='2.79', cloud=cloud)
    new = nova('server-migration-list', 'web', version='2.80', cloud=cloud)
    assert 'Project ID' not in titles(old)
    assert titles(new)[10:12] == ['Project ID', 'User ID']
    assert titles(new)[-1] == 'Remaining Disk Bytes'


# -- actions -------------------------------------------------------------------

ACTIONS = f'/servers/{ID}/os-instance-actions'


def action(number: int) -> dict[str, Any]:
    """One action, as the cloud tells it."""
    return {'action': 'stop', 'request_id': f'req-{number}', 'message': None, 'start_time': 't'}


def test_actions_are_listed_with_the_columns_of_the_version(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.on('GET', ACTIONS, {'instanceActions': [action(1)]})
    old = nova('instance-action-list', 'web', version='2.57', cloud=cloud)
    new = nova('server-action-list', 'web', version='2.58', cloud=cloud)
    assert titles(old) == ['Action', 'Request_ID', 'Message', 'Start_Time']
    assert titles(new) == ['Action', 'Request_ID', 'Message', 'Start_Time', 'Updated_At']
    assert [cell.strip() for cell in old.lines[3].split('|')[1:5]] == ['stop', 'req-1', '-', 't']


def test_list_of_actions_goes_over_all_pages(nova: Nova, cloud: ScriptedCloud) -> None:
    def page(request: Request) -> Any:
        if dict(request.query).get('marker'):
            return {'instanceActions': [action(2)]}
        href = f'http://elsewhere.example{ACTIONS}?marker=req-1'
        return {'instanceActions': [action(1)], 'links': [{'rel': 'next', 'href': href}]}

    cloud.on('GET', ACTIONS, page)
    words = ('server-action-list', 'web', '-f', 'value', '-c', 'request_id')
    assert nova(*words, version='2.58', cloud=cloud).lines == ['req-1', 'req-2']


def test_action_of_no_server_is_not_found_in_the_words_of_the_cloud(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.on('GET', '/servers/*/os-instance-actions/req-1', lambda r: fault(404, 'None.'))
    cloud.on('GET', '/servers/*', lambda request: fault(404, 'None.'))
    cloud.on('GET', '/servers', {'servers': []})
    unknown = '11111111-1111-1111-1111-111111111111'
    result = nova('instance-action', unknown, 'req-1', '--error-format', 'nova', cloud=cloud)
    assert result.err.startswith('ERROR (NotFound): None. (HTTP 404) (Request-ID: ')


@pytest.mark.parametrize('format', ['table', 'json', 'value'])
def test_actions_are_oldest_first_by_the_name_of_old_only(
    nova: Nova, cloud: ScriptedCloud, format: str
) -> None:
    rows = [action(number) | {'start_time': f'2026-01-0{number}'} for number in (3, 1, 2)]
    cloud.on('GET', ACTIONS, {'instanceActions': rows})

    def ids(name: str) -> list[str]:
        return re.findall(r'req-\d', nova(name, 'web', '-f', format, cloud=cloud).out)

    assert ids('instance-action-list') == ['req-1', 'req-2', 'req-3']
    assert ids('server-action-list') == ['req-3', 'req-1', 'req-2']


def test_filters_of_actions_are_sent(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', ACTIONS, {'instanceActions': []})
    options = '--limit 2 --marker m --changes-since 2016-01-01 --changes-before 2017-01-01'
    assert (
        nova('server-action-list', 'web', *options.split(), version='2.66', cloud=cloud).status == 0
    )
    assert cloud.requests[-1].query == [
        ('changes-before', '2017-01-01'),
        ('changes-since', '2016-01-01'),
        ('limit', '2'),
        ('marker', 'm'),
    ]


def test_actions_of_a_deleted_server_are_shown_by_its_id(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', f'/servers/{ID}', lambda request: fault(404, 'It is deleted.'))
    cloud.on('GET', ACTIONS, {'instanceActions': [action(1)]})
    cloud.on('GET', f'{ACTIONS}/req-1', {'instanceAction': {**action(1), 'events': []}})
    listed = nova('server-action-list', ID, '-f', 'value', '-c', 'action', cloud=cloud)
    shown = nova('instance-action', ID, 'req-1', version='2.90', cloud=cloud)
    assert listed.lines == ['stop']
    assert any('req-1' in line for line in shown.lines)
    assert f'GET /v2.1/servers/{ID}' not in cloud.wire()


def test_action_that_is_not_there_is_not_found(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova('server-action-show', ID, 'req-9', version='2.90', cloud=cloud).status == 5
    assert nova('server-action-show', 'web', 'req-9', version='2.90', cloud=cloud).status == 5


# -- the library ---------------------------------------------------------------


def test_positions_of_arguments_are_those_of_the_version(cloud: ScriptedCloud) -> None:
    one_server.open_client(cloud, '2.58').migrations.list('h', 's', 'i', 't', 'c')
    one_server.open_client(cloud, '2.80').migrations.list(user_id='u', project_id='p')
    one_server.open_client(cloud, '2.66').migrations.list('h', 's', 'i', 'm', 1, 'a', 'b', 't', 'c')
    old, owned, new = (dict(each.query) for each in cloud.requests if '/os-migrations' in each.path)
    assert owned == {'user_id': 'u', 'project_id': 'p'}
    assert old == {
        'host': 'h',
        'status': 's',
        'instance_uuid': 'i',
        'migration_type': 't',
        'source_compute': 'c',
    }
    assert new == {**old, 'marker': 'm', 'limit': '1', 'changes-since': 'a', 'changes-before': 'b'}


@pytest.mark.parametrize('version', ['2.0', '2.22', '2.23', NEWEST])
@pytest.mark.parametrize(('word', 'sent'), [('true', '1'), ('false', '0')])
def test_migrations_out_of_sight_are_asked_for(
    nova: Nova, cloud: ScriptedCloud, version: str, word: str, sent: str
) -> None:
    result = nova('migration-list', '--hidden', word, version=version, cloud=cloud)
    assert result.status == 0
    assert ('hidden', sent) in cloud.requests[-1].query
