"""Methods that programs replace, wrap and call where servers are created.

The private methods are those that python-novaclient's own tests wrap, and that subclasses of its
manager call: blazar has one of its own.
"""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest

from novaclient_mv.v2.servers import Server
from unit_tests.newest import NEWEST
from unit_tests.scripted import ScriptedCloud, StartCloud
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect

NIC = {'net-id': 'n', 'v6-fixed-ip': '2001:db8::10'}


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    cloud = start_cloud(maximum=NEWEST)
    cloud.on('POST', '/servers', {'server': {'id': 's'}, 'reservation_id': 'r-1'})
    return cloud


def test_boot_is_called_with_keywords_and_may_be_wrapped(
    connect: Connect, cloud: ScriptedCloud
) -> None:
    servers = connect(cloud, '2.90').servers
    with mock.patch.object(servers, '_boot', wraps=servers._boot) as boot:
        servers.create('web', 'i', 'f', nics=[NIC], access_ip_v4='192.0.2.1')
    assert boot.call_args.args == ('server', 'web', 'i', 'f')
    assert boot.call_args.kwargs['nics'] == [NIC]
    assert boot.call_args.kwargs['access_ip_v4'] == '192.0.2.1'
    (body,) = exchange.bodies(cloud)
    assert body['server']['networks'] == [{'uuid': 'n', 'fixed_ip': '2001:db8::10'}]


def test_subclass_sends_a_create_request_of_its_own(connect: Connect, cloud: ScriptedCloud) -> None:
    servers = connect(cloud, '2.90').servers
    server = servers._boot('server', 'web', None, 'f', min_count=2, nics='none')
    assert isinstance(server, Server)
    assert server.id == 's'
    assert servers._boot('reservation_id', 'web', None, 'f', return_raw=True) == 'r-1'
    first, second = exchange.bodies(cloud)
    assert (first['server']['max_count'], first['server']['networks']) == (2, 'none')
    assert 'networks' not in second['server']


def test_reservation_id_knows_its_request(connect: Connect, cloud: ScriptedCloud) -> None:
    servers = connect(cloud, '2.36').servers
    reservation_id = servers.create('web', 'i', 'f', reservation_id=True)
    assert reservation_id == 'r-1'
    assert len(reservation_id.request_ids) == 1
    (body,) = exchange.bodies(cloud)
    assert body['server']['return_reservation_id'] is True


@pytest.mark.parametrize(
    ('version', 'nics'),
    [('2.36', 'auto'), ('2.36', 7), ('2.37', None), ('2.37', []), (NEWEST, ())],
)
def test_networks_that_no_request_can_have_are_refused(
    connect: Connect, cloud: ScriptedCloud, version: str, nics: Any
) -> None:
    servers = connect(cloud, version).servers
    with pytest.raises(ValueError, match='nics'):
        servers._validate_create_nics(nics)
    with pytest.raises(ValueError, match='nics'):
        servers.create('web', 'i', 'f', nics=nics)
    assert exchange.bodies(cloud) == []


@pytest.mark.parametrize(
    ('version', 'nics', 'networks'),
    [
        *(('2.36', nothing, None) for nothing in (None, [], ())),
        *(('2.36', [NIC], [{'uuid': 'n', 'fixed_ip': '2001:db8::10'}]), ('2.37', 'auto', 'auto')),
    ],
)
def test_networks_are_sent_where_there_are_any(
    connect: Connect, cloud: ScriptedCloud, version: str, nics: Any, networks: Any
) -> None:
    connect(cloud, version).servers.create('web', 'i', 'f', nics=nics)
    (body,) = exchange.bodies(cloud)
    assert body['server'].get('networks') == networks


@pytest.mark.parametrize(
    ('before', 'at', 'devices'),
    [
        ('2.31', '2.32', {'nics': [{'net-id': 'n', 'tag': 't'}]}),
        ('2.31', '2.32', {'block_device_mapping_v2': [{'uuid': 'v', 'tag': 't'}], 'nics': None}),
        ('2.66', '2.67', {'block_device_mapping_v2': [{'uuid': 'v', 'volume_type': 't'}]}),
    ],
)
def test_device_is_refused_what_it_has_only_later(
    connect: Connect, cloud: ScriptedCloud, before: str, at: str, devices: dict[str, Any]
) -> None:
    devices = {'nics': [NIC], **devices}
    with pytest.raises(ValueError, match=f'only from API version {at}'):
        connect(cloud, before).servers.create('web', '', 'f', **devices)
    assert exchange.bodies(cloud) == []
    connect(cloud, at).servers.create('web', '', 'f', **devices)
    assert len(exchange.bodies(cloud)) == 1
