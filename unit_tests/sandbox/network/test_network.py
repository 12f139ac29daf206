"""The network service, as clients of Compute use it beside it."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Answer, Caller

PATH = '/network/v2.0'


def make(cloud: Caller, plural: str, **given: Any) -> dict[str, Any]:
    """Create a resource; return it as shown."""
    key = plural.replace('-', '_').removesuffix('s')
    answer = cloud('POST', f'{PATH}/{plural}', body={key: given})
    assert answer.status == 201, answer.body
    shown: dict[str, Any] = answer.body[key]
    return shown


def kind(answer: Answer) -> tuple[int, str]:
    """Status and name of an error."""
    return answer.status, answer.body['NeutronError']['type']


@pytest.fixture
def net(cloud: Caller) -> dict[str, Any]:
    """A network with one subnet."""
    network = make(cloud, 'networks', name='mine')
    subnet = make(cloud, 'subnets', network_id=network['id'], cidr='192.168.7.0/24', ip_version=4)
    return {**network, 'subnet': subnet['id']}


def test_network_has_what_it_was_given_and_defaults_for_the_rest(cloud: Caller) -> None:
    made = make(cloud, 'networks', name='mine', description='x')
    assert (made['description'], made['shared'], made['subnets']) == ('x', False, [])
    path = f'{PATH}/networks/{made["id"]}'
    changed = cloud('PUT', path, body={'network': {'name': 'other', 'shared': True}})
    assert (changed.body['network']['name'], changed.body['network']['shared']) == ('other', True)
    assert changed.body['network']['revision_number'] == made['revision_number'] + 1
    assert cloud('DELETE', path).status == 204
    assert kind(cloud('GET', path)) == (404, 'NetworkNotFound')


@pytest.mark.parametrize(
    ('body', 'status'),
    [
        ({'network': {'shared': True}}, 403),
    ],
)
def test_network_that_cannot_be_is_refused(
    cloud: Caller, body: dict[str, Any], status: int
) -> None:
    assert cloud.other('demo')('POST', f'{PATH}/networks', body=body).status == status


def test_what_is_in_use_stays(cloud: Caller, net: dict[str, Any]) -> None:
    port = make(cloud, 'ports', network_id=net['id'])
    subnet, network = f'{PATH}/subnets/{net["subnet"]}', f'{PATH}/networks/{net["id"]}'
    assert kind(cloud('DELETE', subnet)) == (409, 'SubnetInUse')
    assert kind(cloud('DELETE', network)) == (409, 'NetworkInUse')
    cloud('DELETE', f'{PATH}/ports/{port["id"]}')
    assert cloud('DELETE', subnet).status == 204
    assert cloud('GET', network).body['network']['subnets'] == []


def test_port_gets_the_address_that_was_asked_for_or_a_free_one(
    cloud: Caller, net: dict[str, Any]
) -> None:
    wanted = [{'ip_address': '192.168.7.9'}]
    port = make(cloud, 'ports', network_id=net['id'], fixed_ips=wanted)
    assert port['fixed_ips'] == [{'subnet_id': net['subnet'], 'ip_address': '192.168.7.9'}]
    body = {'port': {'network_id': net['id'], 'fixed_ips': wanted}}
    assert kind(cloud('POST', f'{PATH}/ports', body=body)) == (409, 'IpAddressAlreadyAllocated')
    body['port']['fixed_ips'] = [{'ip_address': '10.1.1.1'}]
    assert kind(cloud('POST', f'{PATH}/ports', body=body)) == (400, 'InvalidIpForNetwork')
    found = {
        make(cloud, 'ports', network_id=net['id'])['fixed_ips'][0]['ip_address'] for _ in range(3)
    }
    assert len(found) == 3


def test_server_on_a_port_shows_its_address_and_leaves_it_behind(
    cloud: Caller, net: dict[str, Any]
) -> None:
    port = make(cloud, 'ports', network_id=net['id'])
    id = cloud.boot(networks=[{'port': port['id']}])
    cloud.now += 5
    (entry,) = cloud.server(id)['addresses']['mine']
    assert entry['addr'] == port['fixed_ips'][0]['ip_address']
    path = f'{PATH}/ports/{port["id"]}'
    assert cloud('GET', path).body['port']['device_id'] == id
    cloud('DELETE', f'/v2.1/servers/{id}')
    cloud.now += 5
    assert cloud('GET', path).body['port']['device_id'] == ''


def test_port_that_is_deleted_takes_its_address_from_the_server(
    cloud: Caller, net: dict[str, Any]
) -> None:
    id = cloud.boot(networks=[{'uuid': net['id']}])
    cloud.now += 5
    (port,) = cloud('GET', f'{PATH}/ports?device_id={id}').body['ports']
    assert cloud('DELETE', f'{PATH}/ports/{port["id"]}').status == 204
    assert cloud.server(id)['addresses'] == {}


def test_floating_ip_needs_a_router_and_is_shown_by_the_server(
    cloud: Caller, net: dict[str, Any]
) -> None:
    id = cloud.boot(networks=[{'uuid': net['id']}])
    cloud.now += 5
    (port,) = cloud('GET', f'{PATH}/ports?device_id={id}').body['ports']
    (public,) = cloud('GET', f'{PATH}/networks?name=public').body['networks']
    floating = make(cloud, 'floatingips', floating_network_id=public['id'])
    path = f'{PATH}/floatingips/{floating["id"]}'
    body = {'floatingip': {'port_id': port['id']}}
    assert kind(cloud('PUT', path, body=body)) == (404, 'ExternalGatewayForFloatingIPNotFound')

    gateway = {'network_id': public['id']}
    router = f'{PATH}/routers/{make(cloud, "routers", external_gateway_info=gateway)["id"]}'
    given = {'subnet_id': net['subnet']}
    assert cloud('PUT', f'{router}/add_router_interface', body=given).status == 200
    shown = cloud('PUT', path, body=body).body['floatingip']
    assert shown['fixed_ip_address'] == port['fixed_ips'][0]['ip_address']
    found = {each['OS-EXT-IPS:type'] for each in cloud.server(id)['addresses']['mine']}
    assert found == {'fixed', 'floating'}

    assert kind(cloud('DELETE', router)) == (409, 'RouterInUse')
    assert cloud('PUT', path, body={'floatingip': {'port_id': None}}).status == 200
    assert len(cloud.server(id)['addresses']['mine']) == 1


def test_rules_belong_to_their_group(cloud: Caller) -> None:
    group = make(cloud, 'security-groups', name='web')
    given = {'direction': 'ingress', 'protocol': 'tcp', 'port_range_min': 22, 'port_range_max': 22}
    rule = make(cloud, 'security-group-rules', security_group_id=group['id'], **given)
    body = {'security_group_rule': {**given, 'security_group_id': group['id']}}
    path = f'{PATH}/security-group-rules'
    assert kind(cloud('POST', path, body=body)) == (409, 'SecurityGroupRuleExists')
    found = cloud('GET', f'{PATH}/security-groups/{group["id"]}').body['security_group']
    assert [each['id'] for each in found['security_group_rules']] == [rule['id']]
    shown = cloud('GET', f'/v2.1/os-security-groups/{group["id"]}', '2.1').body
    assert [each['from_port'] for each in shown['security_group']['rules']] == [22]
    assert cloud('DELETE', f'{path}/{rule["id"]}').status == 204
    assert kind(cloud('GET', f'{path}/{rule["id"]}')) == (404, 'SecurityGroupRuleNotFound')


def test_others_neither_see_nor_change_what_is_not_theirs(
    cloud: Caller, net: dict[str, Any]
) -> None:
    demo = cloud.other('demo')
    assert demo('GET', f'{PATH}/networks/{net["id"]}').status == 404
    (private,) = demo('GET', f'{PATH}/networks?name=private').body['networks']
    assert 'provider:network_type' not in private
    body = {'network': {'name': 'x'}}
    assert demo('PUT', f'{PATH}/networks/{private["id"]}', body=body).status == 403
    assert demo('DELETE', f'{PATH}/networks/{private["id"]}').status == 403


def test_lists_come_in_pages_and_in_order(cloud: Caller, net: dict[str, Any]) -> None:
    for name in 'bca':
        make(cloud, 'ports', network_id=net['id'], name=name)
    path = f'{PATH}/ports?network_id={net["id"]}&sort_key=name&sort_dir=asc'
    names, asked = [], f'{path}&limit=2'
    while asked:
        answer = cloud('GET', asked).body
        names.append([each['name'] for each in answer['ports']])
        links = {each['rel']: each['href'] for each in answer['ports_links']}
        asked = links.get('next', '').partition('cloud.example')[2]
    assert names == [['a', 'b'], ['c']]


def test_tags_are_put_and_filtered_by(cloud: Caller, net: dict[str, Any]) -> None:
    path = f'{PATH}/networks/{net["id"]}/tags'
    assert cloud('PUT', path, body={'tags': ['b', 'a']}).body == {'tags': ['a', 'b']}
    assert cloud('PUT', f'{path}/c').status == 201
    found = cloud('GET', f'{PATH}/networks?tags=a,c').body['networks']
    assert [each['id'] for each in found] == [net['id']]
    assert cloud('DELETE', f'{path}/c').status == 204
    assert cloud('GET', path).body == {'tags': ['a', 'b']}


def test_quotas_are_set_kept_to_and_taken_away(cloud: Caller) -> None:
    demo = cloud.other('demo')
    path = f'{PATH}/quotas/{demo.project}'
    assert demo('PUT', path, body={'quota': {'network': 0}}).status == 403
    assert cloud('PUT', path, body={'quota': {'network': 0}}).body['quota']['network'] == 0
    answer = demo('POST', f'{PATH}/networks', body={'network': {}})
    assert kind(answer) == (409, 'OverQuota')
    assert cloud('DELETE', path).status == 204
    assert demo('POST', f'{PATH}/networks', body={'network': {}}).status == 201


def test_network_without_subnet_takes_no_server(cloud: Caller) -> None:
    id = make(cloud, 'networks')['id']
    server = {'name': 'x', 'flavorRef': '1', 'imageRef': cloud.image(), 'networks': [{'uuid': id}]}
    assert cloud('POST', '/v2.1/servers', '2.90', {'server': server}).status == 400
    body = {'interfaceAttachment': {'net_id': id}}
    (standing, *_) = cloud('GET', '/v2.1/servers').body['servers']
    answer = cloud('POST', f'/v2.1/servers/{standing["id"]}/os-interface', '2.90', body)
    assert answer.status == 400


def test_port_without_address_can_be_added_and_not_be_started_from(
    cloud: Caller, net: dict[str, Any]
) -> None:
    wanted = [{'ip_address': '192.168.7.9'}, {'ip_address': '192.168.7.10'}]
    two = make(cloud, 'ports', network_id=net['id'], fixed_ips=wanted)['id']
    none = make(cloud, 'ports', network_id=net['id'])['id']
    cloud('PUT', f'{PATH}/ports/{none}', body={'port': {'fixed_ips': []}})
    server = {'name': 'x', 'flavorRef': '1', 'imageRef': cloud.image()}
    body = {'server': {**server, 'networks': [{'port': none}]}}
    assert cloud('POST', '/v2.1/servers', '2.90', body).status == 400
    id = cloud.boot(networks=[{'port': two}])
    cloud.now += 5
    path = f'/v2.1/servers/{id}/os-interface'
    assert cloud('POST', path, '2.90', {'interfaceAttachment': {'port_id': none}}).status == 200
    shown = cloud.server(id)['addresses']
    assert [each['addr'] for each in shown['mine']] == ['192.168.7.9', '192.168.7.10']


def test_new_sandbox_has_a_router_to_the_outside(cloud: Caller) -> None:
    (public,) = cloud('GET', f'{PATH}/networks?name=public').body['networks']
    id = cloud.boot()
    cloud.now += 5
    (port,) = cloud('GET', f'{PATH}/ports?device_id={id}').body['ports']
    floating = make(cloud, 'floatingips', floating_network_id=public['id'], port_id=port['id'])
    found = [each['addr'] for each in cloud.server(id)['addresses']['private']]
    assert found == [port['fixed_ips'][0]['ip_address'], floating['floating_ip_address']]
