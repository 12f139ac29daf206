"""Connections of a server: addresses, groups, consoles, and other services."""

from __future__ import annotations

from typing import Any

from unit_tests.sandbox.caller import Caller

UNKNOWN = '11111111-2222-3333-4444-555555555555'


def addresses(cloud: Caller, id: str) -> list[tuple[str, str]]:
    return [
        (each['OS-EXT-IPS:type'], each['addr'])
        for each in cloud.server(id)['addresses'].get('private', [])
    ]


def change(cloud: Caller, id: str, **facts: Any) -> None:
    """Change a server in the state itself."""
    with cloud.application.database.session() as session:
        session.begin()
        row = session.get('server', id)
        assert row is not None
        row.document.update(facts)
        session.save(row)
        session.commit()


# -- groups


def test_security_group_comes_and_goes(cloud: Caller, server: str) -> None:
    assert cloud.act(server, {'removeSecurityGroup': {'name': 'default'}}).status == 202
    assert cloud.server(server)['security_groups'] == []
    assert cloud.act(server, {'removeSecurityGroup': {'name': 'default'}}).status == 404
    assert cloud.act(server, {'addSecurityGroup': {'name': 'default'}}).status == 202
    assert cloud.server(server)['security_groups'] == [{'name': 'default'}]
    answer = cloud.act(server, {'addSecurityGroup': {'name': 'nope'}})
    assert (answer.status, answer.message) == (404, 'Security group nope not found.')


# -- addresses


def test_fixed_address_comes_and_goes_up_to_2_43(cloud: Caller, server: str) -> None:
    network = cloud('GET', '/network/v2.0/networks?name=private').body['networks'][0]['id']
    add = {'addFixedIp': {'networkId': network}}
    assert cloud.act(server, add, '2.44').status == 404
    assert cloud.act(server, add, '2.43').status == 202
    (_, second) = addresses(cloud, server)
    ports = cloud('GET', f'/network/v2.0/ports?device_id={server}').body['ports']
    assert len(ports) == 2
    remove = {'removeFixedIp': {'address': second[1]}}
    assert cloud.act(server, remove, '2.44').status == 404
    assert cloud.act(server, remove, '2.43').status == 202
    assert second not in addresses(cloud, server)
    # The host finds out later that there is nothing to do.
    assert cloud.act(server, remove, '2.43').status == 202
    assert cloud.act(server, {'addFixedIp': {'networkId': UNKNOWN}}, '2.43').status == 202
    assert len(addresses(cloud, server)) == 1


def test_floating_address_comes_and_goes_up_to_2_43(cloud: Caller, server: str) -> None:
    with cloud.application.database.session() as session:
        session.begin()
        facts = {'floating_ip_address': '172.24.4.9', 'fixed_ip_address': None, 'port_id': None}
        session.insert('floating_ip', 'f', facts, project=cloud.project)
        session.commit()
    add = {'addFloatingIp': {'address': '172.24.4.9'}}
    assert cloud.act(server, add, '2.44').status == 404
    wrong = {'addFloatingIp': {'address': '172.24.4.9', 'fixed_address': '10.9.9.9'}}
    assert cloud.act(server, wrong, '2.43').status == 400
    assert cloud.act(server, add, '2.43').status == 202
    assert ('floating', '172.24.4.9') in addresses(cloud, server)
    # Given to another server, it is taken from the first.
    other = cloud.boot()
    cloud.now += 5
    remove = {'removeFloatingIp': {'address': '172.24.4.9'}}
    assert cloud.act(other, remove, '2.43').status == 409
    assert cloud.act(other, add, '2.43').status == 202
    assert ('floating', '172.24.4.9') not in addresses(cloud, server)
    assert cloud.act(other, remove, '2.44').status == 404
    assert cloud.act(other, remove, '2.43').status == 202
    assert ('floating', '172.24.4.9') not in addresses(cloud, other)
    unknown = cloud.act(other, {'addFloatingIp': {'address': '1.2.3.4'}}, '2.43')
    assert (unknown.status, unknown.message) == (404, 'floating IP not found')


# -- consoles


def test_last_lines_of_the_console_are_given(cloud: Caller, server: str) -> None:
    whole = cloud.act(server, {'os-getConsoleOutput': {}}).body['output'].split('\n')
    for length, expected in ((2, whole[-2:]), ('1', whole[-1:]), (-1, whole), (None, whole)):
        answer = cloud.act(server, {'os-getConsoleOutput': {'length': length}})
        assert answer.body['output'].split('\n') == expected
    assert cloud.act(server, {'os-getConsoleOutput': {'length': -2}}).status == 400


# -- what is read of it


def test_topology_is_there_from_2_78_and_hides_the_host(cloud: Caller) -> None:
    demo = cloud.other('demo')
    id = demo.boot()
    demo.now = cloud.now = cloud.now + 5
    path = f'/v2.1/servers/{id}/topology'
    assert cloud('GET', path, '2.77').status == 404
    assert cloud('GET', path, '2.78').body == {'nodes': [], 'pagesize_kb': None}
    flavor = cloud.server(id)['flavor']
    specs = {'hw:numa_nodes': '2', 'hw:cpu_policy': 'dedicated', 'hw:mem_page_size': 'large'}
    change(cloud, id, flavor={**flavor, 'vcpus': 4, 'extra_specs': specs})
    shown = cloud('GET', path, '2.78').body
    assert shown['pagesize_kb'] == 2048
    assert shown['nodes'][1]['vcpu_set'] == [1, 3]
    assert set(shown['nodes'][1]) == {
        'memory_mb', 'siblings', 'vcpu_set', 'host_node', 'cpu_pinning',
    }  # fmt: skip
    assert set(demo('GET', path, '2.78').body['nodes'][1]) == {'memory_mb', 'siblings', 'vcpu_set'}


# -- other services


def report(cloud: Caller, version: str, *events: dict[str, Any]) -> Any:
    return cloud('POST', '/v2.1/os-server-external-events', version, {'events': list(events)})


def test_power_that_went_off_stops_the_server(cloud: Caller, server: str) -> None:
    event = {'name': 'power-update', 'server_uuid': server}
    for tag, status in (('POWER_OFF', 'SHUTOFF'), ('POWER_ON', 'ACTIVE')):
        assert report(cloud, '2.76', {**event, 'tag': tag}).status == 200
        cloud.now += 5
        assert cloud.server(server)['status'] == status


def test_snapshot_of_a_volume_is_made_where_it_is_attached(cloud: Caller, server: str) -> None:
    info = {'snapshot_id': UNKNOWN, 'type': 'qcow2', 'new_file': 'f', 'id': UNKNOWN}
    body = {'snapshot': {'volume_id': UNKNOWN, 'create_info': info}}
    path = '/v2.1/os-assisted-volume-snapshots'
    assert cloud('POST', path, None, body).status == 400
    query = f'delete_info=%7B%22volume_id%22:%22{UNKNOWN}%22%7D'
    assert cloud('DELETE', f'{path}/{UNKNOWN}?{query}').status == 400
    change(cloud, server, volumes=[{'id': UNKNOWN, 'delete_on_termination': False}])
    answer = cloud('POST', path, None, body)
    assert answer.body == {'snapshot': {'id': UNKNOWN, 'volumeId': UNKNOWN}}
    assert cloud('DELETE', f'{path}/{UNKNOWN}').status == 400
    for value in ('1', 'null', 'true', '%5B%5D'):
        assert cloud('DELETE', f'{path}/{UNKNOWN}?delete_info={value}').status == 400
    assert cloud('DELETE', f'{path}/{UNKNOWN}?{query}&x=1', '2.74').status == 204
    assert cloud('DELETE', f'{path}/{UNKNOWN}?{query}&x=1', '2.75').status == 400
    assert cloud.other('demo')('POST', path, None, body).status == 403
