"""Tests of lists that have several pages: none is cut in silence, none goes on without an end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from unit_tests import cases, records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova, Result
from unit_tests.scripted import Request, ScriptedCloud, StartCloud

LISTS = {
    'servers': (('server-list',), '/servers/detail', 'servers'),
    'flavors': (('flavor-list',), '/flavors/detail', 'flavors'),
    'keypairs': (('keypair-list',), '/os-keypairs', 'keypairs'),
    'hypervisors': (('hypervisor-list',), '/os-hypervisors', 'hypervisors'),
    'migrations': (('migration-list',), '/os-migrations', 'migrations'),
    'names': (('server-show', 'web1'), '/servers', 'servers'),
}
"""Command, path and key of lists with links to the next page."""
BY_OFFSET = {
    'server groups': (('server-group-list',), '2.53', '/os-server-groups', 'server_groups'),
    'security groups': (('secgroup-list',), '2.1', '/os-security-groups', 'security_groups'),
    'volumes': (('volume-list',), '2.1', '/os-volumes/detail', 'volumes'),
    'snapshots': (('volume-snapshot-list',), '2.1', '/os-snapshots/detail', 'snapshots'),
}


def rows(key: str, count: int) -> list[dict[str, Any]]:
    """Rows of a list."""
    made = [{'id': f'id-{number}', 'name': f'name-{number}'} for number in range(count)]
    return [{'keypair': each} for each in made] if key == 'keypairs' else made


def page(key: str, found: list[dict[str, Any]], href: Any) -> dict[str, Any]:
    """A page with a link to the next one."""
    return {key: found, f'{key}_links': [{'rel': 'next', 'href': href}]}


def refused(result: Result, said: str) -> None:
    """The list ended in an error of one line."""
    assert result.status == 7, result
    assert len(result.err.splitlines()) == 1
    assert said in result.err
    assert 'http://127.0.0.1' in result.err
    assert 'unexpected' not in result.err


@pytest.mark.parametrize('name', [*LISTS][:-1])
def test_list_goes_over_all_pages_up_to_its_limit(
    nova: Nova, start_cloud: StartCloud, name: str
) -> None:
    cloud = start_cloud(maximum=NEWEST)
    words, path, key = LISTS[name]

    def answer(request: Request) -> Any:
        at = int(dict(request.query).get('marker', 0))
        found = rows(key, 5)[at : at + 2]
        return page(key, found, f'http://elsewhere/x?marker={at + 2}') if at < 4 else {key: found}

    cloud.on('GET', path, answer)
    for limit, count in ((), 5), (('--limit', '3'), 3), (('--limit', '-1'), 5):
        result = nova(*words, *limit, '-f', 'value', version='2.60', cloud=cloud)
        assert len(result.lines) == count, result


@pytest.mark.parametrize('name', LISTS)
@cases.one_test_of('href', [None, 7, '', 'http://[::1', 'http://[::1/servers?', '/servers#?a=b'])
def test_next_link_that_leads_nowhere_is_an_error(
    nova: Nova, start_cloud: StartCloud, name: str, href: Any
) -> None:
    cloud = start_cloud(maximum=NEWEST)
    words, path, key = LISTS[name]
    cloud.on('GET', path, page(key, rows(key, 2), href))
    refused(nova(*words, version='2.60', cloud=cloud), 'has no query')


@pytest.mark.parametrize('name', LISTS)
@pytest.mark.parametrize('count', [0, 2])
def test_page_with_nothing_new_is_an_error(
    nova: Nova, start_cloud: StartCloud, name: str, count: int
) -> None:
    cloud = start_cloud(maximum=NEWEST)
    words, path, key = LISTS[name]

    def answer(request: Request) -> Any:
        is_first = 'marker' not in dict(request.query)
        return page(key, rows(key, 2 if is_first else count), f'/x?marker=m{len(request.query)}')

    cloud.on('GET', path, answer)
    refused(nova(*words, version='2.60', cloud=cloud), 'nothing new')


def test_query_of_an_unparseable_link_is_used(nova: Nova, cloud: ScriptedCloud) -> None:
    def answer(request: Request) -> Any:
        if request.query[:2] == [('marker', 'a/b c'), ('name', '')]:
            return {'servers': [records.server(2)]}
        return page('servers', [records.server(1)], 'http://[::1?marker=a%2Fb+c&name=#here')

    cloud.on('GET', '/servers/detail', answer)
    assert nova('server-list', '-f', 'value', '-c', 'name', cloud=cloud).lines == ['web1', 'web2']


@pytest.mark.parametrize('name', BY_OFFSET)
def test_cloud_that_ignores_offsets_is_found_out(
    nova: Nova, start_cloud: StartCloud, name: str
) -> None:
    cloud = start_cloud(maximum=NEWEST)
    words, version, path, key = BY_OFFSET[name]
    cloud.on('GET', path, {key: rows(key, 12)})
    refused(nova(*words, version=version, cloud=cloud), 'nothing new')


def test_pages_that_alternate_are_found_out(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = start_cloud(maximum=NEWEST)
    made = rows('server_groups', 24)

    def answer(request: Request) -> Any:
        offset = int(dict(request.query).get('offset', 0)) % 24
        return {'server_groups': made[offset : offset + 12]}

    cloud.on('GET', '/os-server-groups', answer)
    refused(nova('server-group-list', version='2.53', cloud=cloud), 'nothing new')


@pytest.mark.parametrize('next_page', ['http://[::1', '/v2/images', 7, {'a': 1}])
def test_list_of_the_image_service_is_not_cut(
    nova: Nova, start_cloud: StartCloud, next_page: Any
) -> None:
    cloud = start_cloud(maximum=NEWEST, catalog={'image': '/image'})
    body = {'images': [{'id': 'a', 'name': 'cirros'}], 'next': next_page}
    cloud.on('GET', '/image/v2/images', body)
    words = ('server-create', 'web', '--flavor', '1', '--image', 'cirros')
    refused(nova(*words, cloud=cloud), 'has no query')


def test_networks_of_a_name_are_looked_for_on_all_pages(
    nova: Nova, start_cloud: StartCloud
) -> None:
    cloud = start_cloud(maximum=NEWEST, catalog={'network': '/network'})
    cloud.on('GET', '/flavors/1', {'flavor': records.flavor()})

    def answer(request: Request) -> Any:
        if 'marker' in dict(request.query):
            return {'networks': [{'id': 'b', 'name': 'net'}]}
        return page('networks', [{'id': 'a', 'name': 'net'}], '/x?name=net&marker=a')

    cloud.on('GET', '/network/v2.0/networks', answer)
    words = ('server-create', 'web', '--flavor', '1', '--boot-volume', 'v', '--nic', 'net-name=net')
    result = nova(*words, cloud=cloud)
    assert result.status == 5
    assert 'a, b' in result.err


def test_usages_that_repeat_are_an_error(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = start_cloud(maximum=NEWEST)
    usage = {'tenant_id': 'p', 'server_usages': [{'instance_id': 'a'}]}
    cloud.on('GET', '/os-simple-tenant-usage', json.dumps({'tenant_usages': [usage]}).encode())
    refused(nova('usage-list', version='2.60', cloud=cloud), 'nothing new')
