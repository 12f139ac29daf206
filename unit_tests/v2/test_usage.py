"""Usage: the period, pages by server from 2.40, and their sum."""

from __future__ import annotations

import datetime
import json
from typing import Any

import pytest

from novaclient_mv import exceptions
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import PROJECT, Request, ScriptedCloud, StartCloud
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect

DAYS = ('--start', '2026-01-01', '--end', '2026-02-01')
PERIOD = 'start=2026-01-01T00:00:00&end=2026-02-01T00:00:00'


def usage(*servers: str, project: str = 'p1') -> dict[str, Any]:
    """Return the use of a project with some servers."""
    return {
        'tenant_id': project,
        'start': '2026-01-01T00:00:00.000000',
        'stop': '2026-02-01T00:00:00.000000',
        'total_hours': 1.5 * len(servers),
        'total_memory_mb_usage': 512.128 * len(servers),
        'total_vcpus_usage': 1.0 * len(servers),
        'total_local_gb_usage': 0.0,
        'server_usages': [{'instance_id': server} for server in servers],
    }


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud whose pages have two servers: p1 has four of them, p2 one."""
    cloud = start_cloud(maximum=NEWEST)
    pages = {'': ('a', 'b'), 'b': ('c', 'd')}

    def of_project(request: Request) -> Any:
        servers = pages.get(dict(request.query).get('marker', ''), ())
        return {'tenant_usage': usage(*servers) if servers else {}}

    def of_all(request: Request) -> Any:
        marker = dict(request.query).get('marker', '')
        found = [usage(*pages[marker])] if marker in pages else []
        if marker == 'd':
            found = [usage('e', project='p2')]
        return {'tenant_usages': found}

    cloud.on('GET', '/os-simple-tenant-usage/*', of_project)
    cloud.on('GET', '/os-simple-tenant-usage', of_all)
    return cloud


@pytest.mark.parametrize(
    ('version', 'markers', 'row'),
    [
        ('2.39', [''], ['2', '1024.26', '2.00', '0.00']),
        ('2.40', ['', '&marker=b', '&marker=d'], ['4', '2048.51', '4.00', '0.00']),
    ],
)
def test_usage_sums_all_pages_from_2_40(
    nova: Nova, cloud: ScriptedCloud, version: str, markers: list[str], row: list[str]
) -> None:
    result = nova('usage', *DAYS, version=version, cloud=cloud)
    place = f'GET /os-simple-tenant-usage/{PROJECT}?{PERIOD}'
    assert exchange.sent(cloud) == [place + marker for marker in markers]
    assert exchange.table(result) == [
        ['Servers', 'RAM MiB-Hours', 'CPU Hours', 'Disk GiB-Hours'],
        row,
    ]
    assert result.lines[0] == 'From 2026-01-01 to 2026-02-01:'


def test_usage_list_merges_the_pages_of_a_project(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('usage-list', *DAYS, version='2.40', cloud=cloud)
    place = f'GET /os-simple-tenant-usage?{PERIOD}'
    assert exchange.sent(cloud) == [
        f'{place}&detailed=1',
        f'{place}&marker=b&detailed=1',
        f'{place}&marker=d&detailed=1',
        f'{place}&marker=e&detailed=1',
    ]
    assert [row[:2] for row in exchange.table(result)[1:]] == [['p1', '4'], ['p2', '1']]


def test_period_is_from_28_days_ago_until_tomorrow(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('usage-show', '--tenant', 'p1', version='2.1', cloud=cloud)
    period = 'start=2025-12-04T12:00:00&end=2026-01-02T12:00:00'
    assert exchange.sent(cloud) == [f'GET /os-simple-tenant-usage/p1?{period}']
    assert result.lines[0] == 'From 2025-12-04 to 2026-01-02:'


def test_times_with_a_zone_are_sent_in_utc(nova: Nova, cloud: ScriptedCloud) -> None:
    nova('usage', '--start', '2026-01-01T01:30:00+02:00', '--end', '2026-01-02', cloud=cloud)
    assert 'start=2025-12-31T23:30:00&' in exchange.sent(cloud)[0]


def test_what_is_no_day_is_refused_before_login(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('usage', '--start', 'soon', cloud=cloud)
    assert result.status == 2
    assert "'soon' is not a day" in result.err
    assert cloud.requests == []


def test_project_without_servers_has_no_row_and_nulls(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/os-simple-tenant-usage/*', {'tenant_usage': {}})
    assert exchange.table(nova('usage', cloud=cloud))[1:] == []
    found = json.loads(nova('usage', '-f', 'json', '--tenant', 'p9', cloud=cloud).out)
    assert (found['project_id'], found['server_count']) == ('p9', None)


def test_machines_get_sums_and_servers(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('usage-list', *DAYS, '-f', 'json', version='2.40', cloud=cloud)
    first = json.loads(result.out)[0]
    assert (first['project_id'], first['server_count'], first['total_hours']) == ('p1', 4, 6.0)
    assert [each['instance_id'] for each in first['server_usages']] == ['a', 'b', 'c', 'd']


def test_library_pages_from_2_40_and_takes_datetimes(
    cloud: ScriptedCloud, connect: Connect
) -> None:
    start, end = datetime.datetime(2026, 1, 1), datetime.datetime(2026, 2, 1)
    client = connect(cloud, '2.40')
    assert len(client.usage.get('p1', start, end, marker='b', limit=2).server_usages) == 2
    client.usage.list(start, end)
    assert exchange.sent(cloud) == [
        f'GET /os-simple-tenant-usage/p1?{PERIOD}&limit=2&marker=b',
        f'GET /os-simple-tenant-usage?{PERIOD}&detailed=0',
    ]
    with pytest.raises(exceptions.UnsupportedAttribute):
        connect(cloud, '2.39').usage.get('p1', start, end, marker='b')


def test_usage_is_asked_for_again_in_its_period(cloud: ScriptedCloud, connect: Connect) -> None:
    found = connect(cloud, '2.39').usage.list('2026-01-01', '2026-02-01', True)[0]
    found.total_hours = 0
    assert vars(found)['total_hours'] == 0
    found.get()
    assert exchange.sent(cloud)[-1] == f'GET /os-simple-tenant-usage/p1?{PERIOD}'
    assert found.total_hours == vars(found)['total_hours'] == found.to_dict()['total_hours'] > 0


def test_each_server_is_shown_where_that_is_asked_for(nova: Nova, cloud: ScriptedCloud) -> None:
    server = {
        'tenant_id': 'p1',
        'instance_id': 'a',
        'name': 'web',
        'state': 'active',
        'flavor': 'm1.tiny',
        'memory_mb': 512,
        'vcpus': 1,
        'local_gb': 1,
        'hours': 1.5,
        'uptime': 5400,
        'started_at': '2026-01-01T00:00:00.000000',
        'ended_at': None,
    }
    found = {**usage('a'), 'server_usages': [server]}
    cloud.on('GET', '/os-simple-tenant-usage/*', {'tenant_usage': found})
    cloud.on('GET', '/os-simple-tenant-usage', {'tenant_usages': [found]})
    row = ['p1', 'a', 'web', 'active', 'm1.tiny', '512', '1', '1', '1.50', '5400']
    for command in ('usage-show', 'usage-list'):
        result = nova(command, *DAYS, '--detailed', version='2.39', cloud=cloud)
        sums, servers = exchange.tables(result)
        assert len(sums) == 2
        assert servers[0][:4] == ['Tenant ID', 'Server ID', 'Name', 'State']
        assert servers[1][:10] == row
        assert len(exchange.tables(nova(command, *DAYS, version='2.39', cloud=cloud))) == 1
