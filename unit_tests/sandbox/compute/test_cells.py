"""A cell that is down, as a fault on demand: what is still told of its servers and services."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from novaclient_mv.sandbox import faults
from unit_tests.sandbox import caller

IN_LIST = {'id', 'status', 'links'}
IN_DETAIL = IN_LIST | {'tenant_id', 'created'}
SHOWN = IN_DETAIL | {
    'user_id', 'image', 'flavor', 'OS-EXT-AZ:availability_zone', 'OS-EXT-STS:power_state',
}  # fmt: skip


@pytest.fixture
def cloud(tmp_path: Path) -> caller.Caller:
    """A cloud with ``web-1`` and ``db-1`` on a host whose cell is down, and ``web-2`` on one."""
    on_demand = faults.Faults()
    on_demand.add('down_cell', times=None, hosts=['host1'])
    return caller.Caller(tmp_path / 'state.db', on_demand=on_demand)


@pytest.fixture
def lost(cloud: caller.Caller) -> str:
    """The id of a server whose cell is down."""
    found = cloud('GET', '/v2.1/servers', '2.69').body['servers']
    return str(next(each['id'] for each in found if 'name' not in each))


def _servers(cloud: caller.Caller, path: str, version: str) -> list[dict[str, Any]]:
    answer = cloud('GET', f'/v2.1{path}', version)
    assert answer.status == 200, answer.body
    found: list[dict[str, Any]] = answer.body['servers']
    return found


@pytest.mark.parametrize(('path', 'keys'), [('/servers', IN_LIST), ('/servers/detail', IN_DETAIL)])
def test_servers_of_a_down_cell_are_left_out_and_listed_with_a_few_keys_from_2_69(
    cloud: caller.Caller, path: str, keys: set[str]
) -> None:
    assert [each['name'] for each in _servers(cloud, path, '2.68')] == ['web-2']
    reached, *lost = _servers(cloud, path, '2.69')
    assert reached['name'] == 'web-2'
    assert [set(each) for each in lost] == [keys, keys]
    assert {each['status'] for each in lost} == {'UNKNOWN'}


@pytest.mark.parametrize('query', ['name=web', 'limit=9', 'sort_key=uuid', 'status=ACTIVE'])
def test_a_list_that_is_narrowed_leaves_servers_of_a_down_cell_out(
    cloud: caller.Caller, query: str
) -> None:
    assert [each['name'] for each in _servers(cloud, f'/servers?{query}', '2.69')] == ['web-2']


def test_servers_of_all_projects_are_no_narrowed_list(cloud: caller.Caller) -> None:
    names = [each.get('name') for each in _servers(cloud, '/servers?all_tenants=1', '2.69')]
    assert names.count(None) == 2


def test_a_server_of_a_down_cell_is_shown_in_part_from_2_69(
    cloud: caller.Caller, lost: str
) -> None:
    assert cloud('GET', f'/v2.1/servers/{lost}', '2.68').status == 500
    assert set(cloud.server(lost, '2.69')) == SHOWN
    assert set(cloud.server(lost, '2.70')) == SHOWN
    assert set(cloud.server(lost, '2.71')) == SHOWN | {'server_groups'}


@pytest.mark.parametrize('rest', ['/os-instance-actions', '/ips', '/metadata', '/tags'])
def test_what_only_the_cell_knows_fails(cloud: caller.Caller, lost: str, rest: str) -> None:
    assert cloud('GET', f'/v2.1/servers/{lost}{rest}', '2.90').status == 500


def test_services_of_a_down_cell_are_listed_with_a_few_keys_from_2_69(
    cloud: caller.Caller,
) -> None:
    path = '/v2.1/os-services?binary=nova-compute'
    hosts = [each['host'] for each in cloud('GET', path, '2.68').body['services']]
    assert hosts == ['host2']
    lost = {'binary': 'nova-compute', 'host': 'host1', 'status': 'UNKNOWN'}
    assert cloud('GET', path, '2.69').body['services'][1:] == [lost]


@pytest.mark.parametrize(
    'path', ['/os-hypervisors', '/os-simple-tenant-usage', '/os-server-groups']
)
def test_what_is_asked_of_every_cell_fails(cloud: caller.Caller, path: str) -> None:
    assert cloud('GET', f'/v2.1{path}', '2.90').status == 500


def test_a_cell_comes_up_again(cloud: caller.Caller, lost: str) -> None:
    assert cloud.application.on_demand is not None
    cloud.application.on_demand.clear()
    assert cloud.server(lost)['status'] != 'UNKNOWN'
