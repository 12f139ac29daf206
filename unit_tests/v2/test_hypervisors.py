"""Hypervisors: searched in a path up to 2.52 and a query from 2.53; counts end with 2.87."""

from __future__ import annotations

import json
from typing import Any

import pytest

from novaclient_mv import exceptions
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import Answer, Request, ScriptedCloud, StartCloud, fault
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect

UUID = 'c275a516-ae24-4bb4-b632-c4ad5fade00b'
SERVERS = [{'uuid': 'u1', 'name': 'instance-1'}, {'uuid': 'u2', 'name': 'instance-2'}]


def hypervisor(id: Any = UUID, hostname: str = 'h1', **fields: Any) -> dict[str, Any]:
    """A hypervisor as a list shows it."""
    return {
        'id': id,
        'hypervisor_hostname': hostname,
        'state': 'up',
        'status': 'enabled',
        **fields,
    }


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud with the hypervisors h1 and h11."""
    cloud = start_cloud(maximum=NEWEST)
    both = {'hypervisors': [hypervisor(servers=SERVERS), hypervisor('other', 'h11')]}
    cloud.on('GET', '/os-hypervisors', both)
    cloud.on('GET', '/os-hypervisors/*', fault(400, 'Invalid uuid'))
    cloud.on('GET', '/os-hypervisors/*/search', both)
    cloud.on('GET', '/os-hypervisors/*/servers', both)
    details = {
        'service': {'id': 7, 'host': 'h1', 'disabled_reason': None},
        'cpu_info': {'arch': 'x86_64', 'topology': {'cores': 2}},
        'uptime': 'up 3 days',
        'vcpus': 4,
    }
    cloud.on('GET', f'/os-hypervisors/{UUID}', {'hypervisor': hypervisor(**details)})
    uptime = {'hypervisor': hypervisor(uptime='up 3 days')}
    cloud.on('GET', f'/os-hypervisors/{UUID}/uptime', uptime)
    cloud.on('GET', '/os-hypervisors/statistics', {'hypervisor_statistics': {'count': 2}})
    return cloud


def test_list_shows_details_that_are_asked_for(nova: Nova, cloud: ScriptedCloud) -> None:
    detailed = {'hypervisors': [hypervisor(host_ip='192.0.2.1', vcpus=4, vcpus_used=1)]}
    cloud.on('GET', '/os-hypervisors/detail', detailed)
    for more in ([], ['--matching', 'h']):
        result = nova('hypervisor-list', '--detailed', *more, version='2.53', cloud=cloud)
        shown = exchange.table(result)
        row = dict(zip(shown[0], shown[1], strict=True))
        assert (row['Host Ip'], row['Vcpus'], row['Vcpus Used']) == ('192.0.2.1', '4', '1')
    newest = nova('hypervisor-list', '--detailed', cloud=cloud)
    assert 'Vcpus' not in exchange.table(newest)[0]
    refused = nova('hypervisor-list', '--detailed', *more, version='2.52', cloud=cloud)
    assert (refused.status, '2.53' in refused.err) == (2, True)


def test_list_asks_for_no_details(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('hypervisor-list', version='2.1', cloud=cloud)
    assert exchange.sent(cloud) == ['GET /os-hypervisors']
    assert exchange.table(result)[:2] == [
        ['ID', 'Hypervisor hostname', 'State', 'Status'],
        [UUID, 'h1', 'up', 'enabled'],
    ]


@pytest.mark.parametrize(
    ('version', 'search', 'servers'),
    [
        ('2.52', '/h1/search', '/h1/servers'),
        (
            '2.53',
            '?hypervisor_hostname_pattern=h1',
            '?hypervisor_hostname_pattern=h1&with_servers=True',
        ),
    ],
)
def test_search_is_a_path_up_to_2_52_and_a_query_from_2_53(
    nova: Nova, cloud: ScriptedCloud, version: str, search: str, servers: str
) -> None:
    nova('hypervisor-list', '--matching', 'h1', version=version, cloud=cloud)
    result = nova('hypervisor-servers', 'h1', version=version, cloud=cloud)
    assert exchange.sent(cloud) == [f'GET /os-hypervisors{search}', f'GET /os-hypervisors{servers}']
    assert exchange.table(result) == [
        ['ID', 'Name', 'Hypervisor ID', 'Hypervisor Hostname'],
        ['u1', 'instance-1', UUID, 'h1'],
        ['u2', 'instance-2', UUID, 'h1'],
    ]


def test_a_search_cannot_be_paged(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('hypervisor-list', '--matching', 'h', '--limit', '1', cloud=cloud)
    assert result.status == 2
    assert exchange.sent(cloud) == []


@pytest.mark.parametrize('version', ['2.52', '2.53'])
def test_hostname_must_match_in_full(nova: Nova, cloud: ScriptedCloud, version: str) -> None:
    result = nova('hypervisor-show', 'h1', version=version, cloud=cloud)
    assert exchange.properties(result)['id'] == UUID
    assert exchange.sent(cloud)[0] == 'GET /os-hypervisors/h1'
    assert exchange.sent(cloud)[-1] == f'GET /os-hypervisors/{UUID}'
    assert nova('hypervisor-show', 'h', version=version, cloud=cloud).status == 5


def test_show_joins_nested_names_and_breaks_long_values(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/os-hypervisors/9', {'hypervisor': hypervisor(9, 'h' * 50, a={'b': {'c': 1}})})
    shown = exchange.properties(nova('hypervisor-show', UUID, cloud=cloud))
    assert (shown['service_host'], shown['service_id']) == ('h1', '7')
    assert shown['cpu_info_topology_cores'] == '2'
    broken = nova('hypervisor-show', '9', cloud=cloud)
    assert 'h' * 41 not in broken.out
    assert '| a_b_c ' in broken.out
    assert 'h' * 50 in nova('hypervisor-show', '9', '--wrap', '0', cloud=cloud).out


@pytest.mark.parametrize('told', ['{"arch": "arm"}', {'arch': 'arm'}])
def test_processors_have_one_shape_for_machines(
    nova: Nova, cloud: ScriptedCloud, told: Any
) -> None:
    cloud.on('GET', '/os-hypervisors/9', {'hypervisor': hypervisor(9, cpu_info=told)})
    result = nova('hypervisor-show', '9', '-f', 'json', version='2.28', cloud=cloud)
    assert json.loads(result.out)['cpu_info'] == {'arch': 'arm'}


@pytest.mark.parametrize(
    ('version', 'requests'),
    [
        ('2.87', [f'GET /os-hypervisors/{UUID}', f'GET /os-hypervisors/{UUID}/uptime']),
        ('2.88', [f'GET /os-hypervisors/{UUID}']),
    ],
)
def test_uptime_is_part_of_the_hypervisor_from_2_88(
    nova: Nova, cloud: ScriptedCloud, version: str, requests: list[str]
) -> None:
    result = nova('hypervisor-uptime', UUID, version=version, cloud=cloud)
    assert exchange.sent(cloud) == requests
    assert exchange.properties(result)['uptime'] == 'up 3 days'
    assert 'vcpus' not in exchange.properties(result)


def test_statistics_end_with_2_87(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova('hypervisor-stats', version='2.88', cloud=cloud).status == 2
    assert exchange.sent(cloud) == []
    result = nova('hypervisor-stats', cloud=cloud)
    assert 'using API version 2.87' in result.err
    assert exchange.properties(result) == {'count': '2'}


def test_library_says_that_statistics_have_ended(cloud: ScriptedCloud, connect: Connect) -> None:
    assert repr(connect(cloud, '2.87').hypervisors.statistics()) == (
        '<HypervisorStats: 2 Hypervisors>'
    )
    with pytest.raises(exceptions.UnsupportedVersion, match=r'2\.0 to 2\.87.* placement'):
        connect(cloud, '2.88').hypervisors.statistics()


def test_library_searches_for_details_from_2_53(cloud: ScriptedCloud, connect: Connect) -> None:
    def details(request: Request) -> Answer:
        return Answer(200, {'hypervisors': []})

    cloud.on('GET', '/os-hypervisors/detail', details)
    with pytest.raises(exceptions.UnsupportedAttribute):
        connect(cloud, '2.52').hypervisors.search('h', detailed=True)
    assert connect(cloud, '2.53').hypervisors.search('h', detailed=True) == []
    assert connect(cloud, '2.88').hypervisors.uptime(UUID).uptime == 'up 3 days'


@pytest.mark.parametrize(
    ('words', 'query'),
    [((), ''), (('--matching', 'h1'), 'hypervisor_hostname_pattern=h1&')],
)
def test_list_shows_servers_from_2_53(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], query: str
) -> None:
    command = ('hypervisor-list', *words, '--with-servers')
    result = nova(*command, version='2.53', cloud=cloud)
    assert exchange.sent(cloud) == [f'GET /os-hypervisors?{query}with_servers=True']
    assert [row[-1] for row in exchange.table(result)] == ['Servers', 'instance-1, instance-2', '']
    refused = nova(*command, version='2.52', cloud=cloud)
    assert refused.status == 2
    assert '--with-servers needs API version 2.53' in refused.err


def test_hypervisor_is_shown_with_its_servers_from_2_53(
    nova: Nova, connect: Connect, cloud: ScriptedCloud
) -> None:
    found = {'hypervisor': hypervisor(servers=SERVERS)}
    cloud.on('GET', f'/os-hypervisors/{UUID}', found)
    words = ('hypervisor-show', 'h1', '--with-servers', '-f', 'json')
    shown = json.loads(nova(*words, version='2.53', cloud=cloud).out)
    assert shown['servers'] == SERVERS
    assert exchange.sent(cloud)[-1] == f'GET /os-hypervisors/{UUID}?with_servers=True'
    with pytest.raises(exceptions.UnsupportedAttribute):
        connect(cloud, '2.52').hypervisors.get(UUID, with_servers=True)
