"""Tests that lists are complete, in order, and taken page by page."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import exceptions, shell
from novaclient_mv.clouds import environment
from novaclient_mv.v2.client import Client
from unit_tests import cases, records
from unit_tests.nova import Nova
from unit_tests.scripted import Request, ScriptedCloud
from unit_tests.v2 import exchange

LIST = ('server-list', '-f', 'value', '-c', 'name')
DETAIL = 'GET /v2.1/servers/detail'


@pytest.fixture(scope='module')
def many() -> list[dict[str, Any]]:
    """2,500 servers."""
    return [records.server(number) for number in range(2500)]


@pytest.fixture
def full_cloud(cloud: ScriptedCloud, many: list[dict[str, Any]]) -> ScriptedCloud:
    """A cloud with 2,500 servers that shows 1,000 at once."""
    cloud.on('GET', '/servers/detail', records.pages(many, 'servers', 1000))
    cloud.on('GET', '/servers', records.pages(many, 'servers', 1000))
    return cloud


def markers(cloud: ScriptedCloud) -> list[str | None]:
    """The marker of each list request."""
    return [dict(each.query).get('marker') for each in cloud.requests if '/servers' in each.path]


@pytest.mark.parametrize('words', [(), ('--limit', '-1'), ('--minimal',)])
def test_list_is_complete(nova: Nova, full_cloud: ScriptedCloud, words: tuple[str, ...]) -> None:
    result = nova(*LIST, *words, cloud=full_cloud)
    assert result.status == 0
    assert result.lines == [f'web{number}' for number in range(2500)]
    assert markers(full_cloud) == [None, records.server_id(999), records.server_id(1999)]


@pytest.mark.parametrize(
    ('limit', 'requests'), [(1, 1), (1000, 1), (1001, 2), (2499, 3), (9999, 3)]
)
def test_limit_is_what_it_says_over_any_number_of_pages(
    nova: Nova, full_cloud: ScriptedCloud, limit: int, requests: int
) -> None:
    result = nova(*LIST, '--limit', str(limit), cloud=full_cloud)
    assert result.lines == [f'web{number}' for number in range(min(limit, 2500))]
    assert len(markers(full_cloud)) == requests


def test_marker_starts_after_a_server(nova: Nova, full_cloud: ScriptedCloud) -> None:
    result = nova(*LIST, '--marker', records.server_id(2497), cloud=full_cloud)
    assert result.lines == ['web2498', 'web2499']


def test_only_the_query_of_a_link_is_used(nova: Nova, cloud: ScriptedCloud) -> None:
    def answer(request: Request) -> Any:
        if dict(request.query).get('page') == '2':
            return {'servers': [records.server(2)]}
        href = 'https://evil.example:1/other/path?page=2&name=a%26b&tags=x&tags=y'
        link = {'rel': 'next', 'href': href}
        return {'servers': [records.server(1)], 'servers_links': [{'rel': 'self'}, link]}

    cloud.on('GET', '/servers/detail', answer)
    assert nova(*LIST, cloud=cloud).lines == ['web1', 'web2']
    assert cloud.requests[-1].query == [
        ('page', '2'), ('name', 'a&b'), ('tags', 'x'), ('tags', 'y')
    ]  # fmt: skip


def test_first_page_is_printed_before_the_third_is_asked_for(
    nova: Nova, cloud: ScriptedCloud, many: list[dict[str, Any]]
) -> None:
    out = io.StringIO()
    printed: list[int] = []
    pages = records.pages(many, 'servers', 1000)

    def answer(request: Request) -> Any:
        printed.append(out.getvalue().count('\n'))
        return pages(request)

    cloud.on('GET', '/servers/detail', answer)
    surroundings = environment.Environment(
        nova.variables(cloud, {}), io.BytesIO(), out, io.StringIO(), nova.clock.clock()
    )
    assert shell.run(['server-list', '-f', 'ndjson'], surroundings) == 0
    assert printed == [0, 1000, 2000]
    assert out.getvalue().count('\n') == 2500


@pytest.mark.parametrize('format', ['csv', 'value', 'ndjson'])
def test_page_that_fails_does_not_hide_what_came_before(
    nova: Nova, full_cloud: ScriptedCloud, many: list[dict[str, Any]], format: str
) -> None:
    pages = records.pages(many, 'servers', 1000)

    def answer(request: Request) -> Any:
        from unit_tests.scripted import fault

        return fault(400, 'Lost.') if markers(full_cloud)[2:] else pages(request)

    full_cloud.on('GET', '/servers/detail', answer)
    result = nova('server-list', '-f', format, '-c', 'name', cloud=full_cloud)
    assert result.status == 1
    assert 'Lost.' in result.err
    assert len(result.lines) == 2000 + (format == 'csv')


# -- other lists -------------------------------------------------------------


def test_server_is_found_on_the_last_page(nova: Nova, full_cloud: ScriptedCloud) -> None:
    path = f'/servers/{records.server_id(2499)}'
    full_cloud.on('GET', path, {'server': records.server(2499, image='')})
    result = nova('server-show', 'web2499', '-f', 'json', version='2.53', cloud=full_cloud)
    assert json.loads(result.out)['id'] == records.server_id(2499)


# -- the library -------------------------------------------------------------


@pytest.fixture
def library(full_cloud: ScriptedCloud, connect: Callable[..., Client]) -> Client:
    """A client of the cloud with 2,500 servers."""
    return connect(full_cloud, '2.53')


def test_library_lists_one_page_or_all(library: Client, full_cloud: ScriptedCloud) -> None:
    assert len(library.servers.list()) == 1000
    assert len(library.servers.list(limit=10)) == 10
    found: Any = library.servers.list(limit=-1)
    assert [server.id for server in found] == [records.server_id(each) for each in range(2500)]
    # One more than there are pages, as with python-novaclient: the last is empty.
    assert len(found.request_ids) == 4
    assert len(library.servers.list(marker=records.server_id(1499), limit=-1)) == 1000


@pytest.mark.parametrize(
    ('arguments', 'query'),
    [({'limit': 0}, ''), ({'limit': '5'}, '?limit=5'), ({'marker': '', 'limit': None}, '')],
)
def test_library_sends_what_says_something(
    library: Client, full_cloud: ScriptedCloud, arguments: dict[str, Any], query: str
) -> None:
    library.servers.list(**arguments)
    assert exchange.sent(full_cloud)[-1] == f'GET /servers/detail{query}'


def test_library_takes_pages_while_they_are_used(
    library: Client, full_cloud: ScriptedCloud
) -> None:
    rows = library.servers.iterate()
    assert next(rows).name == 'web0'
    assert full_cloud.wire().count(DETAIL) == 1
    assert sum(1 for _ in rows) == 2499
    assert full_cloud.wire().count(DETAIL) == 3


def test_library_finds_over_all_pages(library: Client, full_cloud: ScriptedCloud) -> None:
    for number in (1500, 2499):
        one = records.server_id(number)
        full_cloud.on('GET', f'/servers/{one}', {'server': records.server(number)})
    found: Any = library.servers.findall(name='web2499')
    assert [each.id for each in found] == [records.server_id(2499)]
    assert len(found.request_ids) == 4
    assert library.servers.find(name='web1500').id == records.server_id(1500)
    with pytest.raises(exceptions.NotFound):
        library.servers.find(name='nobody')
    with pytest.raises(exceptions.NoUniqueMatch):
        library.servers.find(status='ACTIVE')


@pytest.mark.parametrize('version', ['2.0', '2.53'])
@cases.one_test_of(
    'words, query',
    [
        (('--uuid', 'u1'), ('uuid', 'u1')),
        (('--hostname', 'web'), ('hostname', 'web')),
        (('--description', 'old'), ('display_description', 'old')),
        (('--access-ip-v4', '10.0'), ('access_ip_v4', '10.0')),
        (('--access-ip-v6', 'fd00'), ('access_ip_v6', 'fd00')),
        (('--created-at', '2026-01'), ('created_at', '2026-01')),
        (('--launched-at', '2026-01'), ('launched_at', '2026-01')),
        (('--terminated-at', '2026-01'), ('terminated_at', '2026-01')),
        (('--launch-index', '0'), ('launch_index', '0')),
        (('--locked-by', 'owner'), ('locked_by', 'owner')),
        (('--node', 'host1'), ('node', 'host1')),
        (('--root-device-name', 'vda'), ('root_device_name', 'vda')),
        (('--kernel-id', 'k1'), ('kernel_id', 'k1')),
        (('--ramdisk-id', 'r1'), ('ramdisk_id', 'r1')),
        (('--soft-deleted',), ('soft_deleted', 'True')),
        (('--auto-disk-config', 'true'), ('auto_disk_config', '1')),
        (('--auto-disk-config', 'no'), ('auto_disk_config', '0')),
    ],
)
def test_filter_is_sent_at_every_version(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], query: tuple[str, str], version: str
) -> None:
    assert nova('server-list', *words, version=version, cloud=cloud).status == 0
    assert cloud.requests[-1].query == [query]


@pytest.mark.parametrize(
    'words', [('--launch-index', '-1'), ('--locked-by', 'me'), ('--auto-disk-config', 'maybe')]
)
def test_filter_that_means_nothing_is_refused(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]
) -> None:
    assert nova('server-list', *words, cloud=cloud).status == 2
    assert cloud.requests == []
