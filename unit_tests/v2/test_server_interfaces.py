"""Network interfaces and security groups of servers: bodies, columns by version, waits."""

from __future__ import annotations

import json
from typing import Any

import pytest

from novaclient_mv import exceptions
from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import Request, ScriptedCloud, StartCloud, fault
from unit_tests.v2 import exchange, instance_actions
from unit_tests.v2.conftest import Connect

WEB = records.server(1, 'web')
ID = WEB['id']
PORT = '0a1b2c3d-0000-4000-8000-000000000001'
NET = '0a1b2c3d-0000-4000-8000-000000000002'
FIXED_IPS = [
    {'ip_address': '10.0.0.3', 'subnet_id': 's1'},
    {'ip_address': 'fd00::3', 'subnet_id': 's2'},
]
INTERFACE = {
    'port_state': 'ACTIVE',
    'port_id': PORT,
    'net_id': NET,
    'mac_addr': 'fa:16:3e:00:00:01',
    'fixed_ips': FIXED_IPS,
}
GROUP = {
    'id': '0a1b2c3d-0000-4000-8000-000000000003',
    'name': 'default',
    'description': 'Default security group',
    'tenant_id': 'project-1',
    'rules': [],
}


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    cloud: ScriptedCloud = start_cloud(maximum=NEWEST, catalog={'network': '/network'})
    records.add_server(cloud, WEB)
    place = f'/servers/{ID}/os-interface'
    cloud.on('GET', place, lambda request: {'interfaceAttachments': [shown_to(request)]})
    cloud.on('GET', f'{place}/{PORT}', lambda request: {'interfaceAttachment': shown_to(request)})
    cloud.on('POST', place, lambda request: {'interfaceAttachment': shown_to(request)})
    cloud.on('DELETE', f'{place}/{PORT}', status=202)
    cloud.on('GET', f'/servers/{ID}/os-security-groups', {'security_groups': [GROUP]})
    cloud.on('POST', f'/servers/{ID}/action', status=202)
    return cloud


def shown_to(request: Request) -> dict[str, Any]:
    """The interface as Nova shows it at the version of a request."""
    asked = (request.headers['OpenStack-API-Version'] or 'compute 2.1').split('2.')[1]
    return {**INTERFACE, 'tag': 'nic1'} if int(asked) >= 70 else INTERFACE


@pytest.mark.parametrize(
    ('version', 'titles', 'cells'),
    [('2.69', [], []), ('2.70', ['Tag'], ['nic1'])],
)
def test_interfaces_are_listed_with_their_tag_from_2_70(
    nova: Nova, cloud: ScriptedCloud, version: str, titles: list[str], cells: list[str]
) -> None:
    result = nova('interface-list', 'web', version=version, cloud=cloud)
    assert exchange.table(result) == [
        ['Port State', 'Port ID', 'Net ID', 'IP addresses', 'MAC Addr', *titles],
        ['ACTIVE', PORT, NET, '10.0.0.3, fd00::3', 'fa:16:3e:00:00:01', *cells],
    ]


def test_machines_get_subnets_and_a_tag_at_every_version(nova: Nova, cloud: ScriptedCloud) -> None:
    for version, tag in (('2.69', None), ('2.70', 'nic1')):
        result = nova('interface-list', 'web', '-f', 'json', version=version, cloud=cloud)
        (found,) = json.loads(result.out)
        assert found == {**INTERFACE, 'tag': tag}


def test_interface_without_addresses_has_an_empty_cell(nova: Nova, cloud: ScriptedCloud) -> None:
    bare = {**INTERFACE, 'fixed_ips': None}
    cloud.on('GET', f'/servers/{ID}/os-interface', {'interfaceAttachments': [bare]})
    result = nova('interface-list', 'web', version='2.69', cloud=cloud)
    assert exchange.table(result)[1][3] == ''


@pytest.mark.parametrize(
    ('words', 'body'),
    [
        ((), {}),
        (('--port-id', PORT), {'port_id': PORT}),
        (
            ('--net-id', NET, '--fixed-ip', '10.0.0.3'),
            {'net_id': NET, 'fixed_ips': [{'ip_address': '10.0.0.3'}]},
        ),
        (('--net-id', NET, '--tag', 'nic1'), {'net_id': NET, 'tag': 'nic1'}),
    ],
)
def test_interface_is_attached_with_what_was_given(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], body: dict[str, Any]
) -> None:
    result = nova('interface-attach', *words, 'web', version='2.49', cloud=cloud)
    assert (result.err, result.status) == ('', 0)
    assert exchange.bodies(cloud) == [{'interfaceAttachment': body}]
    assert exchange.properties(result) == {
        'ip_address': '10.0.0.3, fd00::3',
        'mac_addr': 'fa:16:3e:00:00:01',
        'net_id': NET,
        'port_id': PORT,
        'port_state': 'ACTIVE',
    }


def refused_or_shown(request: Request) -> Any:
    """Nova's answer to an attach, which takes UUIDs only."""
    [word] = request.body['interfaceAttachment'].values()
    if word not in (NET, PORT):
        return fault(400, f'Invalid input for {word}')
    return {'interfaceAttachment': shown_to(request)}


def test_networks_and_ports_are_named(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/network/v2.0/networks', {'networks': [{'id': NET, 'name': 'private'}]})
    cloud.on('GET', '/network/v2.0/ports', {'ports': [{'id': PORT}, {'id': NET}]})
    cloud.on('POST', f'/servers/{ID}/os-interface', refused_or_shown)
    nova('interface-attach', '--net-id', 'private', 'web', cloud=cloud)
    assert exchange.bodies(cloud)[-1] == {'interfaceAttachment': {'net_id': NET}}
    several = nova('interface-attach', '--port-id', 'p', 'web', cloud=cloud)
    cloud.on('GET', '/network/v2.0/ports', {'ports': []})
    missing = nova('interface-attach', '--port-id', 'p', 'web', cloud=cloud)
    assert (several.status, missing.status) == (5, 5)
    assert 'There is no port' in missing.err


def test_interface_is_detached_without_a_word(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('interface-detach', ID, PORT, cloud=cloud)
    assert result == ('', '', 0)
    assert exchange.writes(cloud) == [f'DELETE /servers/{ID}/os-interface/{PORT}']


def test_port_to_detach_is_looked_up_since_the_cloud_takes_any_word(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.on('GET', '/network/v2.0/ports', {'ports': [{'id': PORT, 'name': 'p'}]})
    for word in ('p', PORT):
        assert nova('interface-detach', 'web', '--port-id', word, cloud=cloud).status == 0
        assert exchange.sent(cloud)[-1] == f'DELETE /servers/{ID}/os-interface/{PORT}'
    assert sum('/network/' in each for each in cloud.wire()) == 1
    cloud.on('GET', '/network/v2.0/ports', {'ports': []})
    assert nova('interface-detach', 'web', '--port-id', 'p', cloud=cloud).status == 5
    assert len(exchange.writes(cloud)) == 2


@pytest.mark.parametrize('network', [NET, 'private'])
def test_all_interfaces_on_a_network_are_detached(
    nova: Nova, cloud: ScriptedCloud, network: str
) -> None:
    place = f'/servers/{ID}/os-interface'
    nets = {'p1': NET, 'p2': 'other', 'p3': NET}
    listed = [{**INTERFACE, 'port_id': port, 'net_id': net} for port, net in nets.items()]
    cloud.on('GET', place, {'interfaceAttachments': listed})
    cloud.on('DELETE', f'{place}/*', status=202)
    cloud.on('GET', '/network/v2.0/networks', {'networks': [{'id': NET, 'name': 'private'}]})
    assert nova('interface-detach', 'web', '--net-id', network, cloud=cloud).status == 0
    assert exchange.writes(cloud) == [f'DELETE {place}/{port}' for port in ('p1', 'p3')]


def test_network_without_interfaces_of_the_server_is_refused(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    result = nova('interface-detach', 'web', '--net-id', PORT, cloud=cloud)
    assert (result.status, 'web has no interface on the network' in result.err) == (5, True)


@pytest.mark.parametrize('words', [(), (PORT, '--net-id', NET), ('--port-id', PORT, PORT)])
def test_interfaces_to_detach_are_named_in_one_way(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]
) -> None:
    assert nova('interface-detach', 'web', *words, cloud=cloud).status == 2
    assert cloud.requests == []


def test_interface_to_show_is_named(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', f'/servers/{ID}/os-interface/p', lambda request: fault(404, 'no p'))
    cloud.on('GET', '/network/v2.0/ports', {'ports': [{'id': PORT, 'name': 'p'}]})
    result = nova('server-interface-show', 'web', 'p', '-f', 'json', cloud=cloud)
    assert json.loads(result.out)['port_id'] == PORT


def test_detach_is_waited_for_by_its_instance_action(nova: Nova, cloud: ScriptedCloud) -> None:
    results = iter([None, None, 'Success'])

    def action() -> dict[str, Any]:
        events = [instance_actions.event('compute_detach_interface', next(results))]
        return {'message': None, 'events': events}

    instance_actions.record(cloud, ID, action)
    result = nova('interface-detach', ID, PORT, '--wait', cloud=cloud)
    assert result.status == 0
    assert len(nova.clock.sleeps) == 2


@pytest.mark.parametrize('message', ['Error', None])
def test_detach_that_fails_is_told_with_its_reason(
    nova: Nova, cloud: ScriptedCloud, message: str | None
) -> None:
    reason = f'Port {PORT} is not attached'
    event = instance_actions.event('compute_detach_interface', 'Error', details=reason)
    instance_actions.record(cloud, ID, lambda: {'message': message, 'events': [event]})
    result = nova('interface-detach', ID, PORT, '--wait', cloud=cloud)
    assert result.status == 1
    assert reason in result.err


def test_detach_without_events_yet_goes_on(nova: Nova, cloud: ScriptedCloud) -> None:
    instance_actions.record(cloud, ID, lambda: {'message': None, 'events': []})
    words = ('interface-detach', ID, PORT, '--wait', '--wait-timeout', '5')
    result = nova(*words, cloud=cloud)
    assert result.status == 9
    assert 'is RUNNING after 5 seconds' in result.err
    assert f"'nova-mv server-action-show {ID} req-" in result.err


def test_wait_says_so_where_a_version_does_not_tell(nova: Nova, cloud: ScriptedCloud) -> None:
    instance_actions.record(cloud, ID, lambda: {'message': None})
    result = nova('interface-detach', ID, PORT, '--wait', version='2.50', cloud=cloud)
    assert result.status == 1
    assert '2.51' in result.err


def test_interface_of_the_library_can_be_asked_for_again(
    connect: Connect, cloud: ScriptedCloud
) -> None:
    server = connect(cloud, '2.90').servers.get(ID)
    (interface,) = server.interface_list()
    assert (interface.id, str(interface)) == (PORT, f'<NetworkInterface: {PORT}>')
    interface.get()
    assert exchange.sent(cloud)[-1] == f'GET /servers/{ID}/os-interface/{PORT}'
    assert server.interface_attach(None, NET, None, tag='nic1').mac_addr == 'fa:16:3e:00:00:01'
    assert exchange.bodies(cloud) == [{'interfaceAttachment': {'net_id': NET, 'tag': 'nic1'}}]
    with pytest.raises(exceptions.UnsupportedAttribute):
        connect(cloud, '2.48').servers.get(ID).interface_attach(None, NET, None, tag='nic1')


def test_addresses_are_asked_for_on_their_own(connect: Connect, cloud: ScriptedCloud) -> None:
    addresses = {'private': [{'addr': '10.0.0.3', 'version': 4}]}
    cloud.on('GET', f'/servers/{ID}/ips', {'addresses': addresses})
    assert connect(cloud, '2.1').servers.ips(ID) == addresses


# -- security groups --


def test_security_groups_are_listed(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('list-secgroup', 'web', cloud=cloud)
    assert exchange.table(result) == [
        ['Id', 'Name', 'Description'],
        [GROUP['id'], 'default', 'Default security group'],
    ]
    (found,) = json.loads(nova('server-secgroup-list', 'web', '-f', 'json', cloud=cloud).out)
    assert (found['project_id'], found['rules']) == ('project-1', [])


@pytest.mark.parametrize(
    ('command', 'action'),
    [('add-secgroup', 'addSecurityGroup'), ('remove-secgroup', 'removeSecurityGroup')],
)
def test_security_group_is_named_in_an_action(
    nova: Nova, cloud: ScriptedCloud, command: str, action: str
) -> None:
    assert nova(command, 'web', 'default', cloud=cloud) == ('', '', 0)
    assert exchange.bodies(cloud) == [{action: {'name': 'default'}}]


def test_server_of_the_library_has_its_security_groups(
    connect: Connect, cloud: ScriptedCloud
) -> None:
    server = connect(cloud, '2.1').servers.get(ID)
    (group,) = server.list_security_group()
    assert (str(group), group.name) == (GROUP['id'], 'default')
    server.add_security_group('web')
    server.remove_security_group('web')
    assert exchange.bodies(cloud) == [
        {'addSecurityGroup': {'name': 'web'}},
        {'removeSecurityGroup': {'name': 'web'}},
    ]


@pytest.mark.parametrize(('version', 'tag'), [('2.0', None), ('2.69', None), ('2.70', 'nic1')])
def test_interface_is_shown(
    nova: Nova, cloud: ScriptedCloud, version: str, tag: str | None
) -> None:
    words = ('server-interface-show', 'web', PORT, '-f', 'json')
    assert json.loads(nova(*words, version=version, cloud=cloud).out) == {**INTERFACE, 'tag': tag}
    assert exchange.sent(cloud)[-1] == f'GET /servers/{ID}/os-interface/{PORT}'
