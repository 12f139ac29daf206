"""Empty arguments are not sent: programs pass empty texts and zeros for "not given".

They do so with python-novaclient, which leaves such arguments out of its requests.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest

from unit_tests.newest import NEWEST
from unit_tests.scripted import ScriptedCloud, StartCloud
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect

Call = Callable[[Any], object]


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    cloud = start_cloud(maximum=NEWEST)
    cloud.on('GET', '/flavors/detail', {'flavors': []})
    cloud.on('GET', '/os-keypairs', {'keypairs': []})
    cloud.on('GET', '/os-migrations', {'migrations': []})
    cloud.on('GET', '/os-server-groups', {'server_groups': []})
    cloud.on('GET', '/os-services', {'services': []})
    cloud.on('GET', '/servers/s/os-instance-actions', {'instanceActions': []})
    cloud.on('GET', '/limits', {'limits': {'rate': [], 'absolute': {}}})
    cloud.on('GET', '/os-quota-sets/p', {'quota_set': {'id': 'p'}})
    cloud.on('POST', '/os-keypairs', {'keypair': {'name': 'k'}})
    cloud.on('POST', '/servers', {'server': {'id': 's'}})
    cloud.on('POST', '/servers/s/action', {'adminPass': 'p'})
    cloud.on('POST', '/servers/s/os-interface', {'interfaceAttachment': {'port_id': 'p'}})
    return cloud


@pytest.mark.parametrize(
    ('list_them', 'request_line'),
    [
        (lambda c: c.flavors.list(marker='', limit=0, sort_key=''), 'GET /flavors/detail'),
        (lambda c: c.keypairs.list(marker='', limit=0), 'GET /os-keypairs'),
        (lambda c: c.migrations.list(marker='', limit=0), 'GET /os-migrations'),
        (lambda c: c.server_groups.list(limit=0, offset=0), 'GET /os-server-groups'),
        (lambda c: c.services.list(host='', binary=''), 'GET /os-services'),
        (
            lambda c: c.instance_action.list('s', marker='', limit=0),
            'GET /servers/s/os-instance-actions',
        ),
        (lambda c: c.limits.get(tenant_id=''), 'GET /limits'),
        (lambda c: c.quotas.get('p', user_id=''), 'GET /os-quota-sets/p'),
        (lambda c: c.migrations.list(host='', status='', user_id=''), 'GET /os-migrations'),
        (lambda c: c.keypairs.list(user_id=''), 'GET /os-keypairs'),
        (
            lambda c: c.instance_action.list('s', changes_since='', changes_before=''),
            'GET /servers/s/os-instance-actions',
        ),
        (lambda c: c.flavors.list(is_public='some text'), 'GET /flavors/detail'),
        (lambda c: c.flavors.list(is_public=None), 'GET /flavors/detail?is_public=None'),
    ],
)
def test_query_has_no_empty_values(
    connect: Connect, cloud: ScriptedCloud, list_them: Call, request_line: str
) -> None:
    list_them(connect(cloud, '2.90'))
    assert exchange.sent(cloud) == [request_line]


@pytest.mark.parametrize(
    ('write', 'body'),
    [
        (
            lambda c: c.keypairs.create('k', public_key=''),
            {'keypair': {'name': 'k', 'type': 'ssh'}},
        ),
        (lambda c: c.servers.rescue('s', password=''), {'rescue': None}),
        (lambda c: c.servers.interface_attach('s', '', '', ''), {'interfaceAttachment': {}}),
    ],
)
def test_body_has_no_empty_values(
    connect: Connect, cloud: ScriptedCloud, write: Call, body: Any
) -> None:
    write(connect(cloud, '2.36'))
    assert exchange.bodies(cloud) == [body]


def test_arguments_of_later_versions_may_be_given_empty(
    connect: Connect, cloud: ScriptedCloud
) -> None:
    # Wrappers pass on each argument that they have themselves.
    later = {'description': '', 'tags': [], 'host': None, 'hypervisor_hostname': None}
    connect(cloud, '2.1').servers.create('web', 'i', 'f', **later, hostname=None)
    (body,) = exchange.bodies(cloud)
    assert not {*later, 'hostname'} & set(body['server'])


def test_fewer_at_most_than_at_least_are_so_many(connect: Connect, cloud: ScriptedCloud) -> None:
    connect(cloud, '2.1').servers.create('web', 'i', 'f', min_count=3, max_count=2)
    (body,) = exchange.bodies(cloud)
    assert (body['server']['min_count'], body['server']['max_count']) == (2, 2)


CHANGES: list[tuple[Call, dict[str, Any]]] = [
    (
        lambda c: c.servers.update('s', description=''),
        {'server': {'description': None}},
    ),
    (
        lambda c: c.servers.get('s').update(name='n', description=''),
        {'server': {'name': 'n', 'description': None}},
    ),
    (lambda c: c.flavors.update('f', ''), {'flavor': {'description': None}}),
    *(
        (
            lambda c, keyword=keyword, empty=empty: c.servers.rebuild('s', 'i', **{keyword: empty}),
            {'rebuild': {'imageRef': 'i', field: None}},
        )
        for keyword, field, empty in (
            ('description', 'description', ''),
            ('userdata', 'user_data', ''),
            ('userdata', 'user_data', b''),
            ('userdata', 'user_data', io.BytesIO()),
        )
    ),
]
"""Where the API removes a value with ``null``, and would keep an empty one."""


@pytest.mark.parametrize(('change', 'body'), CHANGES)
def test_empty_value_removes_the_present_one(
    connect: Connect, cloud: ScriptedCloud, change: Call, body: dict[str, Any]
) -> None:
    cloud.on('GET', '/servers/s', {'server': {'id': 's'}})
    cloud.on('PUT', '/servers/s', {'server': {'id': 's'}})
    cloud.on('PUT', '/flavors/f', {'flavor': {'id': 'f'}})
    cloud.on('POST', '/servers/s/action', {'server': {'id': 's'}})
    change(connect(cloud, '2.90'))
    assert cloud.requests[-1].body == body
