"""Filters of lists of servers, and servers that are found by what programs know of them."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import exceptions
from unit_tests import records
from unit_tests.scripted import ScriptedCloud, StartCloud
from unit_tests.v2.conftest import Connect
from unit_tests.v2.exchange import sent

ONE = records.server_id(1)


@pytest.fixture
def filled(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud of three servers, as lists and each by itself."""
    cloud = start_cloud('/v2.1', maximum='2.90')
    rows = [records.server(number) for number in (1, 2, 3)]
    for row in rows:
        cloud.on('GET', f'/servers/{row["id"]}', {'server': row})
    names = [{'id': row['id'], 'name': row['name']} for row in rows]
    cloud.on('GET', '/servers', {'servers': names})
    cloud.on('GET', '/servers/detail', {'servers': rows})
    return cloud


@pytest.mark.parametrize(
    ('wanted', 'query'),
    [
        ({'name': 'web1'}, 'name=web1'),
        ({'name': 'web1', 'all_tenants': True}, 'all_tenants=True&name=web1'),
        ({'name': 'web1', 'all_tenants': False}, 'name=web1'),
        ({'name': 'web1', 'deleted': True}, 'deleted=True&name=web1'),
        ({'human_id': 'web1'}, 'name=web1'),
    ],
)
def test_server_is_found_by_its_name_and_asked_for_by_its_id(
    connect: Connect, filled: ScriptedCloud, wanted: dict[str, Any], query: str
) -> None:
    server = connect(filled, '2.1').servers.find(**wanted)
    assert sent(filled) == [f'GET /servers?{query}', f'GET /servers/{ONE}']
    assert server.is_loaded()
    assert server.status == 'ACTIVE'
    assert len(server.request_ids) == 2


def test_server_is_found_by_a_name_and_more_in_one_list(
    connect: Connect, filled: ScriptedCloud
) -> None:
    servers = connect(filled, '2.1').servers
    assert servers.find(name='web1', status='ACTIVE').id == ONE
    assert servers.findall(name='web1', status='ERROR') == []
    assert sent(filled) == ['GET /servers/detail?name=web1'] * 2


def test_options_of_the_list_alone_find_all(connect: Connect, filled: ScriptedCloud) -> None:
    assert len(connect(filled, '2.1').servers.findall(all_tenants=1)) == 3
    assert sent(filled) == ['GET /servers/detail?all_tenants=1']


def test_name_with_signs_of_a_pattern_is_sent_as_text(
    connect: Connect, filled: ScriptedCloud
) -> None:
    with pytest.raises(exceptions.NotFound):
        connect(filled, '2.1').servers.find(name='a.b (1)')
    assert sent(filled) == [r'GET /servers?name=a.b \(1\)']


def test_attribute_that_no_row_has_matches_nothing(connect: Connect, filled: ScriptedCloud) -> None:
    assert connect(filled, '2.1').servers.findall(spam=None) == []


def test_several_matches_are_named(connect: Connect, filled: ScriptedCloud) -> None:
    with pytest.raises(exceptions.NoUniqueMatch) as caught:
        connect(filled, '2.1').servers.find(status='ACTIVE')
    assert len(caught.value.ids) == 3
    assert str(caught.value).startswith('3 servers match status=ACTIVE: ')


@pytest.mark.parametrize(
    ('filters', 'query'),
    [
        ({'locked': False}, '?locked=False'),
        ({'locked': True}, '?locked=True'),
        ({'locked': None}, ''),
        ({'config_drive': False}, '?config_drive=False'),
        ({'deleted': False, 'host': 0, 'name': ''}, ''),
        ({'marker': 'x', 'limit': 5}, '?limit=5&marker=x'),
    ],
)
def test_filters_that_are_sent(
    connect: Connect, filled: ScriptedCloud, filters: dict[str, Any], query: str
) -> None:
    connect(filled, '2.73').servers.list(search_opts=filters)
    assert sent(filled) == [f'GET /servers/detail{query}']


def test_created_server_is_shown_by_the_name_that_is_asked_for(
    connect: Connect, filled: ScriptedCloud
) -> None:
    filled.on('POST', '/servers', {'server': {'id': ONE}}, 202)
    server = connect(filled, '2.1').servers.create('web1', 'image', '1')
    assert repr(server) == '<Server: web1>'
    assert sent(filled) == ['POST /servers', f'GET /servers/{ONE}']


def test_created_server_that_is_gone_is_shown_without_a_name(
    connect: Connect, filled: ScriptedCloud
) -> None:
    filled.on('POST', '/servers', {'server': {'id': 'gone'}}, 202)
    assert repr(connect(filled, '2.1').servers.create('x', 'image', '1')) == (
        '<Server: unknown-name>'
    )
