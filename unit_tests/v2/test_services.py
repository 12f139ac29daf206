"""Services: by host and binary up to 2.52, by UUID from 2.53, forced down from 2.11."""

from __future__ import annotations

import json
from typing import Any

import pytest

from novaclient_mv import exceptions
from unit_tests import typed_answers
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import Request, ScriptedCloud, StartCloud, fault
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect

UUID = '75e9eabc-ed3b-4f11-8bba-add1e7e7e2de'
COMPUTE = {'host': 'h1', 'binary': 'nova-compute'}


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud with one service, which does what is asked."""
    cloud = start_cloud(maximum=NEWEST)

    def changed(request: Request) -> Any:
        name = request.path.rpartition('/')[2]
        status = {'enable': 'enabled'}.get(name, 'disabled')
        known = {'id': name} if name == UUID else {}
        return {'service': {**COMPUTE, 'status': status, **known, **request.body}}

    cloud.on('PUT', '/os-services/*', changed)
    cloud.on('DELETE', '/os-services/*', status=204)
    service = {
        **COMPUTE,
        'id': UUID,
        'zone': 'nova',
        'status': 'enabled',
        'state': 'up',
        'updated_at': '2026-01-01T12:00:00.000000',
        'disabled_reason': None,
        'forced_down': False,
    }
    down = {'binary': 'nova-compute', 'host': 'h2', 'status': 'UNKNOWN'}
    cloud.on('GET', '/os-services', {'services': [service, down]})
    return cloud


@pytest.mark.parametrize(('version', 'has_forced'), [('2.10', False), ('2.11', True)])
def test_list_shows_what_is_forced_down_from_2_11(
    nova: Nova, cloud: ScriptedCloud, version: str, has_forced: bool
) -> None:
    result = nova('service-list', version=version, cloud=cloud)
    titles = exchange.table(result)[0]
    assert titles[:8] == [
        *('Id', 'Binary', 'Host', 'Zone', 'Status', 'State', 'Updated_at', 'Disabled Reason')
    ]
    assert titles[8:] == (['Forced down'] if has_forced else [])


def test_a_service_of_a_cell_that_is_down_is_shown(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('service-list', version='2.69', cloud=cloud)
    assert exchange.table(result)[2] == ['', 'nova-compute', 'h2', '', 'UNKNOWN', '', '', '', '']


def test_list_sends_filters_in_their_order(nova: Nova, cloud: ScriptedCloud) -> None:
    nova('service-list', '--binary', 'nova-compute', '--host', 'h1', cloud=cloud)
    assert exchange.sent(cloud) == ['GET /os-services?host=h1&binary=nova-compute']


@pytest.mark.parametrize(
    ('words', 'path', 'body', 'titles'),
    [
        (('service-enable', 'h1'), 'enable', COMPUTE, ['Host', 'Binary', 'Status']),
        (('service-disable', 'h1'), 'disable', COMPUTE, ['Host', 'Binary', 'Status']),
        (
            ('service-disable', 'h1', '--reason', 'disk'),
            'disable-log-reason',
            {**COMPUTE, 'disabled_reason': 'disk'},
            ['Host', 'Binary', 'Status', 'Disabled Reason'],
        ),
        (
            ('service-force-down', 'h1'),
            'force-down',
            {**COMPUTE, 'forced_down': True},
            ['Host', 'Binary', 'Forced down'],
        ),
        (
            ('service-force-down', '--unset', 'h1'),
            'force-down',
            {**COMPUTE, 'forced_down': False},
            ['Host', 'Binary', 'Forced down'],
        ),
    ],
)
def test_a_host_names_the_service_up_to_2_52(
    nova: Nova,
    cloud: ScriptedCloud,
    words: tuple[str, ...],
    path: str,
    body: Any,
    titles: list[str],
) -> None:
    result = nova(*words, version='2.52', cloud=cloud)
    assert exchange.sent(cloud) == [f'PUT /os-services/{path}']
    assert exchange.bodies(cloud) == [body]
    assert exchange.table(result)[0] == titles


@pytest.mark.parametrize(
    ('words', 'body', 'row'),
    [
        (('service-enable',), {'status': 'enabled'}, ['enabled']),
        (('service-disable',), {'status': 'disabled'}, ['disabled']),
        (
            ('service-disable', '--reason', 'disk'),
            {'status': 'disabled', 'disabled_reason': 'disk'},
            ['disabled', 'disk'],
        ),
        (('service-force-down',), {'forced_down': True}, ['True']),
        (('service-force-down', '--unset'), {'forced_down': False}, ['False']),
    ],
)
def test_a_uuid_names_the_service_from_2_53(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], body: Any, row: list[str]
) -> None:
    result = nova(*words, UUID, version='2.53', cloud=cloud)
    assert exchange.sent(cloud) == [f'PUT /os-services/{UUID}']
    assert exchange.bodies(cloud) == [body]
    assert exchange.table(result)[1] == [UUID, 'h1', 'nova-compute', *row]


def test_host_and_binary_name_the_service_at_any_version(nova: Nova, cloud: ScriptedCloud) -> None:
    nova('service-disable', 'h1:nova-compute', version='2.53', cloud=cloud)
    nova('service-enable', 'h1:nova-ironic', version='2.52', cloud=cloud)
    assert exchange.sent(cloud) == [
        'GET /os-services?host=h1&binary=nova-compute',
        f'PUT /os-services/{UUID}',
        'PUT /os-services/enable',
    ]
    assert exchange.bodies(cloud)[-1] == {'host': 'h1', 'binary': 'nova-ironic'}
    cloud.on('GET', '/os-services', {'services': []})
    refused = nova('service-force-down', 'h9:nova-compute', version='2.53', cloud=cloud)
    assert (refused.status, 'h9 has no service nova-compute' in refused.err) == (5, True)


def test_machines_get_the_whole_service(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('service-enable', UUID, '-f', 'json', cloud=cloud)
    found = json.loads(result.out)
    assert (found['id'], found['status'], found['zone']) == (UUID, 'enabled', None)


@pytest.mark.parametrize(('version', 'id'), [('2.52', '7'), ('2.53', UUID)])
def test_delete_takes_the_id_of_the_version(
    nova: Nova, cloud: ScriptedCloud, version: str, id: str
) -> None:
    assert nova('service-delete', id, version=version, cloud=cloud).out == ''
    assert exchange.sent(cloud) == [f'DELETE /os-services/{id}']


def test_library_has_the_arguments_of_its_version(cloud: ScriptedCloud, connect: Connect) -> None:
    connect(cloud, '2.52').services.force_down('h1', 'nova-compute', False)
    connect(cloud, '2.53').services.force_down(UUID, False)
    assert exchange.bodies(cloud) == [{**COMPUTE, 'forced_down': False}, {'forced_down': False}]
    with pytest.raises(TypeError):
        connect(cloud, '2.53').services.enable('h1', 'nova-compute')
    with pytest.raises(exceptions.VersionNotFoundForAPIMethod):
        connect(cloud, '2.10').services.force_down('h1', 'nova-compute', True)


SERVICES = [
    {'id': 4, 'host': 'h1', 'binary': 'nova-compute', 'status': 'enabled', 'state': 'up'},
    {'id': 5, 'host': 'h1', 'binary': 'nova-scheduler', 'status': 'enabled', 'state': 'up'},
    {'id': 6, 'host': 'h10', 'binary': 'nova-compute', 'status': 'enabled', 'state': 'up'},
    {'id': 7, 'host': '4', 'binary': 'nova-compute', 'status': 'enabled', 'state': 'up'},
    {'id': 8, 'host': '99', 'binary': 'nova-compute', 'status': 'enabled', 'state': 'up'},
    {'id': 9, 'host': UUID, 'binary': 'nova-compute', 'status': 'enabled', 'state': 'up'},
]
OF_NUMBERS = {
    4: UUID,
    5: UUID.replace('7', 'a'),
    6: UUID.replace('7', 'b'),
    9: UUID.replace('7', 'c'),
}
LOOKED_UP = ('service-enable', 'service-disable', 'service-force-down', 'service-delete')


def with_services(cloud: ScriptedCloud, version: str) -> None:
    """Have a cloud have services, with the ids of a version; all are listed, whatever is asked."""
    rows = [
        {**row, 'id': OF_NUMBERS.get(row['id'], row['id']) if version == '2.53' else row['id']}
        for row in SERVICES
    ]
    cloud.on('GET', '/os-services', {'services': rows})

    def missing(request: Request) -> Any:
        known = [str(row['id']) for row in rows] + ['enable', 'disable', 'force-down']
        if request.path.rpartition('/')[2] not in known:
            return fault(404, 'Service not found.')
        return {'service': request.body or {}}

    cloud.on('PUT', '/os-services/*', missing)
    cloud.on('DELETE', '/os-services/*', missing)


@pytest.mark.parametrize('command', LOOKED_UP)
@pytest.mark.parametrize(
    ('version', 'words', 'number'),
    [
        *(('2.52', words, 4) for words in ('h1', 'h1 nova-compute', 'h1:nova-compute', '4')),
        *(('2.52', words, 5) for words in ('h1 nova-scheduler', 'h1:nova-scheduler', '5')),
        *(('2.52', words, 7) for words in ('4 nova-compute', '4:nova-compute', '7')),
        ('2.52', '99', 8),
        *(('2.53', words, 4) for words in ('h1', 'h1 nova-compute', 'h1:nova-compute', UUID)),
        ('2.53', 'h1 nova-scheduler', 5),
        ('2.53', 'h10', 6),
        ('2.53', f'{UUID} nova-compute', 9),
        *(('2.52', words, None) for words in ('h', 'h1 scheduler', 'h1:nova-compute nova-compute')),
        *(('2.53', words, None) for words in ('h', 'H1', 'h1 scheduler', 'h9', UUID[:-1] + 'f')),
    ],
)
def test_a_service_is_named_by_its_id_or_else_by_its_host(
    nova: Nova, cloud: ScriptedCloud, command: str, version: str, words: str, number: int | None
) -> None:
    with_services(cloud, version)
    result = nova(command, *words.split(), version=version, cloud=cloud)
    writes = [request for request in cloud.requests if request.method in ('PUT', 'DELETE')]
    is_by_host = version == '2.52' and command != 'service-delete'
    if number is None:
        assert result.status != 0 or is_by_host
        assert is_by_host or len(writes) <= (words[:8] == UUID[:8])
        return
    assert result.status == 0, result.err
    (row,) = [row for row in SERVICES if row['id'] == number]
    if is_by_host:
        assert {key: writes[-1].body[key] for key in COMPUTE} == {key: row[key] for key in COMPUTE}
    else:
        id = OF_NUMBERS[number] if version == '2.53' else number
        assert writes[-1].path.endswith(f'/{id}')


def test_a_host_names_the_service_to_delete_after_a_question(nova: Nova) -> None:
    nova('service-list', cloud='sandbox')
    with typed_answers.Asked(
        ('service-delete', 'controller', 'nova-scheduler'), nova.variables('sandbox', {})
    ) as run:
        shown = run.until('[y/N] ')
        assert 'Delete the service nova-scheduler of controller?' in shown
        run.type('n\n', is_shown=True)
        assert run.status() == 1
    words = ('service-delete', 'controller', 'nova-scheduler', '--yes')
    with typed_answers.Asked(words, nova.variables('sandbox', {})) as run:
        assert run.status() == 0
    listed = nova('service-list', '-f', 'value', '-c', 'binary', cloud='sandbox')
    assert 'nova-scheduler' not in listed.lines


def test_a_host_in_several_cells_is_not_guessed(nova: Nova, cloud: ScriptedCloud) -> None:
    rows = [{**COMPUTE, 'id': UUID}, {**COMPUTE, 'id': UUID.replace('7', 'a')}]
    cloud.on('GET', '/os-services', {'services': rows})
    result = nova('service-delete', 'h1', version='2.53', cloud=cloud)
    assert (result.status, UUID in result.err) == (5, True)
    assert not [request for request in cloud.requests if request.method == 'DELETE']
