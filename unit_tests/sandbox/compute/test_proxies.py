"""Proxies of old versions, and requests that remain for old clients."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Caller
from unit_tests.sandbox.newest import NEWEST


@pytest.mark.parametrize(
    ('url', 'last', 'gone'),
    [
        ('/images', '2.35', '2.36'),
        ('/images/detail', '2.35', '2.36'),
        ('/images/IMAGE/metadata', '2.38', '2.39'),
        ('/os-baremetal-nodes', '2.35', '2.36'),
        ('/os-floating-ip-pools', '2.35', '2.36'),
        ('/os-floating-ips', '2.35', '2.36'),
        ('/os-hosts', '2.42', '2.43'),
        ('/os-hosts/host1', '2.42', '2.43'),
        ('/os-networks', '2.35', '2.36'),
        ('/os-security-groups', '2.35', '2.36'),
        ('/os-snapshots/detail', '2.35', '2.36'),
        ('/os-tenant-networks', '2.35', '2.36'),
        ('/os-volumes/detail', '2.35', '2.36'),
        ('/os-volumes_boot', '2.102', '2.103'),
    ],
)
def test_path_ends_with_its_version(cloud: Caller, url: str, last: str, gone: str) -> None:
    url = f'/v2.1{url.replace("IMAGE", cloud.image())}'
    assert cloud('GET', url, last).status == 200
    assert cloud('GET', url, gone).status == 404


@pytest.mark.parametrize('version', ['2.1', NEWEST])
@pytest.mark.parametrize(
    ('method', 'url'),
    [
        ('GET', '/os-agents'),
        ('GET', '/os-cells'),
        ('POST', '/os-certificates'),
        ('GET', '/os-cloudpipe'),
        ('GET', '/os-fixed-ips/10.0.0.1'),
        ('GET', '/os-floating-ip-dns'),
        ('GET', '/os-fping'),
        ('POST', '/os-networks'),
    ],
)
def test_what_was_removed_is_gone_at_every_version(
    cloud: Caller, version: str, method: str, url: str
) -> None:
    assert cloud(method, f'/v2.1{url}', version).status == 410


def test_images_are_listed_with_metadata_that_changes(cloud: Caller) -> None:
    (image,) = cloud('GET', '/v2.1/images/detail').body['images']
    assert (image['name'], image['status'], image['progress']) == ('cirros', 'ACTIVE', 100)
    path = f'/v2.1/images/{image["id"]}/metadata'
    cloud('PUT', path, body={'metadata': {'a': '1'}})
    assert cloud('POST', path, body={'metadata': {'b': '2'}}).body == {
        'metadata': {'a': '1', 'b': '2'}
    }
    assert cloud('PUT', f'{path}/a', body={'meta': {'b': '2'}}).status == 400
    assert cloud('DELETE', f'{path}/a').status == 204
    assert cloud('GET', f'{path}/a').status == 404
    assert cloud.other('demo')('DELETE', f'/v2.1/images/{image["id"]}').status == 403


def test_security_group_has_rules_until_it_is_deleted(cloud: Caller) -> None:
    body = {'security_group': {'name': 'web', 'description': 'd'}}
    group = cloud('POST', '/v2.1/os-security-groups', body=body).body['security_group']
    rule: dict[str, Any] = {
        'parent_group_id': group['id'],
        'ip_protocol': 'tcp',
        'from_port': 22,
        'to_port': 22,
        'cidr': '10.0.0.0/8',
    }
    rules = '/v2.1/os-security-group-rules'
    made = cloud('POST', rules, body={'security_group_rule': rule}).body['security_group_rule']
    path = f'/v2.1/os-security-groups/{group["id"]}'
    assert cloud('GET', path).body['security_group']['rules'] == [made]
    for cidr in ('all', '10.0.0.1'):
        bad = {'security_group_rule': {**rule, 'cidr': cidr}}
        assert cloud('POST', rules, body=bad).status == 400
    assert cloud('DELETE', f'{rules}/{made["id"]}').status == 202
    assert cloud('DELETE', f'{rules}/{made["id"]}').status == 404
    assert cloud.other('demo')('GET', path).status == 404
    assert cloud('DELETE', path).status == 202


def test_floating_ip_comes_from_a_pool(cloud: Caller) -> None:
    path = '/v2.1/os-floating-ips'
    found = cloud('POST', path, body={'pool': 'public'}).body['floating_ip']
    assert found['ip'].startswith('172.24.4.')
    assert cloud('GET', f'{path}/{found["id"]}').body['floating_ip'] == found
    assert cloud('POST', path, body={'pool': 'none'}).status == 404
    assert cloud('DELETE', f'{path}/{found["id"]}').status == 202


def test_volumes_and_snapshots_are_made_and_deleted(cloud: Caller) -> None:
    body = {'volume': {'size': 2, 'display_name': 'v'}}
    volume = cloud('POST', '/v2.1/os-volumes', body=body).body['volume']
    assert (volume['status'], volume['attachments']) == ('available', [{}])
    body = {'snapshot': {'volume_id': volume['id']}}
    snapshot = cloud('POST', '/v2.1/os-snapshots', body=body).body['snapshot']
    assert snapshot['size'] == 2
    assert cloud('DELETE', f'/v2.1/os-snapshots/{snapshot["id"]}').status == 202
    assert cloud('DELETE', f'/v2.1/os-volumes/{volume["id"]}').status == 202
    assert cloud('GET', f'/v2.1/os-volumes/{volume["id"]}').status == 404


def test_volume_without_a_name_has_none(cloud: Caller) -> None:
    made = cloud('POST', '/v2.1/os-volumes', '2.1', {'volume': {'size': 1}})
    assert made.body['volume']['displayName'] is None


def test_empty_marker_of_images_is_none(cloud: Caller) -> None:
    assert cloud('GET', '/v2.1/images?marker=', '2.1').body['images']
    assert cloud('GET', '/v2.1/images?marker=nope', '2.1').status == 400


def test_host_is_switched_off_and_counts_its_servers(cloud: Caller) -> None:
    body = {'status': 'disable'}
    assert cloud('PUT', '/v2.1/os-hosts/host1', body=body).body['status'] == 'disabled'
    resources = cloud('GET', '/v2.1/os-hosts/host1').body['host']
    used = {each['resource']['project']: each['resource']['cpu'] for each in resources}
    assert used['(used_now)'] == 3
    assert cloud('GET', '/v2.1/os-hosts/nowhere').status == 404
    assert cloud.other('demo')('GET', '/v2.1/os-hosts').status == 403


def test_share_is_mounted_into_a_server_that_is_off(cloud: Caller) -> None:
    id = cloud.boot()
    cloud.now += 5
    path = f'/v2.1/servers/{id}/shares'
    body = {'share': {'share_id': 'e8debdc0-447a-4376-a10a-4cd9122d7986'}}
    assert cloud('POST', path, '2.96', body).status == 404
    assert cloud('POST', path, '2.97', body).status == 409
    cloud.act(id, {'os-stop': None})
    cloud.now += 5
    assert cloud('POST', path, '2.97', body).body['share']['status'] == 'attaching'
    assert cloud('POST', path, '2.97', body).status == 409
    cloud.now += 5
    (share,) = cloud('GET', path, '2.97').body['shares']
    assert share['status'] == 'inactive'
    assert cloud('DELETE', f'{path}/{share["share_id"]}', '2.97').status == 200
    assert cloud('GET', f'{path}/{share["share_id"]}', '2.97').status == 404


def test_extensions_are_listed_and_shown(cloud: Caller) -> None:
    found = cloud('GET', '/v2.1/extensions', '2.101').body['extensions']
    shown = cloud('GET', '/v2.1/extensions/os-keypairs', '2.101').body['extension']
    assert shown in found
    assert cloud('GET', '/v2.1/extensions/none', '2.101').status == 404
    assert cloud('GET', '/v2.1/extensions?a=1', '2.102').status == 400


def test_bad_rules_of_security_groups_are_refused(cloud: Caller) -> None:
    body = {'security_group': {'name': 'own', 'description': ''}}
    group = cloud('POST', '/v2.1/os-security-groups', body=body).body['security_group']['id']
    rule = {'parent_group_id': group, 'ip_protocol': 'tcp', 'from_port': 22, 'to_port': 22}

    def create(**changes: Any) -> int:
        body = {'security_group_rule': {**rule, **changes}}
        return cloud('POST', '/v2.1/os-security-group-rules', body=body).status

    assert [create(), create()] == [200, 400]
    bad: tuple[dict[str, Any], ...] = (
        {'from_port': 24, 'to_port': 23}, {'ip_protocol': 'x'}, {'from_port': None},
        {'ip_protocol': None}, {'ip_protocol': ''},
    )  # fmt: skip
    assert [create(**each) for each in bad] == [400] * len(bad)
    every = {'ip_protocol': None, 'from_port': None, 'to_port': None, 'group_id': group}
    assert create(**every) == 200


def test_security_groups_are_named_by_uuids_and_the_default_one_is_there(cloud: Caller) -> None:
    for method, path in (
        ('GET', '/os-security-groups/x'),
        ('DELETE', '/os-security-groups/x'),
        ('DELETE', '/os-security-group-rules/x'),
    ):
        assert cloud(method, f'/v2.1{path}').status == 400
    body = {'security_group': {'name': 'default', 'description': ''}}
    assert cloud('POST', '/v2.1/os-security-groups', body=body).status == 403


def test_members_see_external_networks_when_they_ask_for_them(cloud: Caller) -> None:
    demo = cloud.other('demo')
    public = demo('GET', '/network/v2.0/networks?name=public').body['networks'][0]['id']
    assert demo('GET', f'/v2.1/os-networks/{public}').body['network']['label'] == 'public'
    listed = demo('GET', '/v2.1/os-networks').body['networks']
    assert [each['label'] for each in listed] == ['private']


def test_unknown_action_is_refused_as_such_after_its_path_has_ended(cloud: Caller) -> None:
    path = '/v2.1/os-baremetal-nodes/x/action'
    for version in ('2.35', '2.36'):
        assert cloud('POST', path, version, {'sleep': {}}).status == 400
    assert cloud('POST', path, '2.36', {'add_interface': {'address': 'x'}}).status == 404


@pytest.mark.parametrize(
    ('query', 'count'), [('name=cirros', 1), ('name=x', 0), ('status=SAVING', 0), ('foo=x', 1)]
)
def test_images_are_filtered_until_2_36(cloud: Caller, query: str, count: int) -> None:
    assert len(cloud('GET', f'/v2.1/images?{query}').body['images']) == count


def test_security_group_is_renamed(cloud: Caller) -> None:
    given = {'security_group': {'name': 'one', 'description': 'd'}}
    made = cloud('POST', '/v2.1/os-security-groups', body=given).body['security_group']
    given['security_group']['name'] = 'other'
    answer = cloud('PUT', f'/v2.1/os-security-groups/{made["id"]}', body=given)
    assert (answer.status, answer.body['security_group']['name']) == (200, 'other')
