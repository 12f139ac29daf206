"""Parts of a server: groups, metadata, addresses, interfaces, volumes and tags."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import HOST, Answer, Caller


def _group(cloud: Caller, policy: str, **rules: int) -> str:
    body = {'server_group': {'name': 'g', 'policy': policy, 'rules': rules}}
    if not rules:
        del body['server_group']['rules']
    answer = cloud('POST', '/v2.1/os-server-groups', '2.64', body)
    assert answer.status == 200, answer.body
    return str(answer.body['server_group']['id'])


def _boot_in(cloud: Caller, group: str, count: int) -> list[dict[str, Any]]:
    """Create servers in a group; returns them when they have been built."""
    server = {'name': 'm', 'flavorRef': '1', 'imageRef': cloud.image(), 'networks': 'none'}
    body = {'server': {**server, 'min_count': count}, 'os:scheduler_hints': {'group': group}}
    assert cloud('POST', '/v2.1/servers', '2.64', body).status == 202
    cloud.now += 5
    members = cloud('GET', f'/v2.1/os-server-groups/{group}', '2.64').body['server_group']
    return [cloud.server(id) for id in members['members']]


@pytest.mark.parametrize(
    ('policy', 'hosts', 'failed'),
    [
        ('affinity', 1, 0),
        ('anti-affinity', 0, 3),
        ('soft-affinity', 1, 0),
        ('soft-anti-affinity', 2, 0),
    ],
)
def test_policy_of_a_group_places_its_servers(
    cloud: Caller, policy: str, hosts: int, failed: int
) -> None:
    servers = _boot_in(cloud, _group(cloud, policy), 3)
    assert sum(each['status'] == 'ERROR' for each in servers) == failed
    found = {each['OS-EXT-SRV-ATTR:host'] for each in servers if each['status'] == 'ACTIVE'}
    assert len(found) == hosts


def test_rule_says_how_many_servers_of_a_group_a_host_takes(cloud: Caller) -> None:
    cloud.lift_quotas()
    servers = _boot_in(cloud, _group(cloud, 'anti-affinity', max_server_per_host=2), 4)
    assert [each['status'] for each in servers] == ['ACTIVE'] * 4
    # All that one request asks for are placed, or none.
    servers = _boot_in(cloud, _group(cloud, 'anti-affinity', max_server_per_host=2), 5)
    assert [each['status'] for each in servers] == ['ERROR'] * 5


def _plug(cloud: Caller, server: str, version: str = '2.90', **keys: Any) -> Answer:
    body = {'interfaceAttachment': keys}
    return cloud('POST', f'/v2.1/servers/{server}/os-interface', version, body)


def test_interface_comes_and_goes_with_its_address(cloud: Caller, server: str) -> None:
    network = cloud('GET', '/network/v2.0/networks?name=private').body['networks'][0]['id']
    answer = _plug(cloud, server, net_id=network, fixed_ips=[{'ip_address': '10.0.8.8'}])
    port = answer.body['interfaceAttachment']
    assert port['fixed_ips'][0]['ip_address'] == '10.0.8.8'
    assert len(cloud.server(server)['addresses']['private']) == 2
    path = f'/v2.1/servers/{server}/os-interface'
    assert len(cloud('GET', path).body['interfaceAttachments']) == 2
    other = cloud.boot()
    of_another = cloud('GET', f'/v2.1/servers/{other}/os-interface/{port["port_id"]}')
    words = f'Instance {other} does not have a port with id {port["port_id"]}'
    assert (of_another.status, of_another.message) == (404, words)
    assert cloud('DELETE', f'{path}/{port["port_id"]}').status == 202
    assert cloud('GET', f'{path}/{port["port_id"]}').status == 404
    assert len(cloud.server(server)['addresses']['private']) == 1
    taken = cloud.server(server)['addresses']['private'][0]['addr']
    again = _plug(cloud, server, net_id=network, fixed_ips=[{'ip_address': taken}])
    assert again.status == 400


def _attach(cloud: Caller, server: str, version: str = '2.90', **keys: Any) -> Answer:
    path = f'/v2.1/servers/{server}/os-volume_attachments'
    return cloud('POST', path, version, {'volumeAttachment': keys})


def _volume_status(cloud: Caller, id: str) -> str:
    found = cloud('GET', f'/volume/v3/{cloud.project}/volumes/{id}').body
    return str(found['volume']['status'])


def test_volume_is_attached_once_and_detached(cloud: Caller, server: str) -> None:
    volume = cloud.volume()
    attached = _attach(cloud, server, volumeId=volume).body['volumeAttachment']
    assert attached['device'] == '/dev/vdb'
    assert _volume_status(cloud, volume) == 'in-use'
    assert cloud.server(server)['os-extended-volumes:volumes_attached'] == [
        {'id': volume, 'delete_on_termination': False}
    ]
    assert _attach(cloud, server, volumeId=volume).status == 400
    assert _attach(cloud, server, volumeId=cloud.volume(), device='/dev/vdb').status == 409
    path = f'/v2.1/servers/{server}/os-volume_attachments/{volume}'
    assert cloud('DELETE', path).status == 202
    assert cloud('DELETE', path).status == 404
    assert _volume_status(cloud, volume) == 'available'


def test_attachment_is_answered_without_a_body_from_2_101(cloud: Caller, server: str) -> None:
    assert _attach(cloud, server, '2.100', volumeId=cloud.volume()).status == 200
    answer = _attach(cloud, server, '2.101', volumeId=cloud.volume())
    assert (answer.status, answer.body) == (202, b'')


def test_volume_is_swapped_and_from_2_85_kept_or_not(cloud: Caller, server: str) -> None:
    old, new = cloud.volume(), cloud.volume()
    _attach(cloud, server, volumeId=old)
    path = f'/v2.1/servers/{server}/os-volume_attachments'
    body = {'volumeAttachment': {'volumeId': new}}
    refused = cloud('PUT', f'{path}/{old}', '2.84', body)
    assert (refused.status, refused.message) == (
        409,
        f'volume {old} is not migrating; this API should only be called by Cinder',
    )
    cloud.migrate_volume(old)
    assert cloud('PUT', f'{path}/{old}', '2.84', body).status == 202
    assert _volume_status(cloud, old) == 'available'
    assert _volume_status(cloud, new) == 'in-use'
    body = {'volumeAttachment': {'volumeId': new, 'delete_on_termination': True}}
    assert cloud('PUT', f'{path}/{new}', '2.84', body).status == 400
    assert cloud('PUT', f'{path}/{new}', '2.85', body).status == 202
    cloud('DELETE', f'/v2.1/servers/{server}')
    cloud.now += 5
    assert cloud('GET', f'/volume/v3/{cloud.project}/volumes/{new}').status == 404


def test_tag_is_added_once(cloud: Caller, server: str) -> None:
    path = f'/v2.1/servers/{server}/tags/a'
    first, again = (cloud('PUT', path, '2.26') for _ in range(2))
    assert (first.status, first.headers['Location']) == (201, f'{HOST}{path}')
    assert (again.status, again.headers['Location']) == (204, None)
