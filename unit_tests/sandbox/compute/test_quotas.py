"""Quotas, limits, usage and audits."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Answer, Caller


def _set(cloud: Caller, version: str = '2.90', query: str = '', **limits: Any) -> Answer:
    path = f'/v2.1/os-quota-sets/{cloud.project}{query}'
    return cloud('PUT', path, version, {'quota_set': limits})


def _create(cloud: Caller, **keys: Any) -> Answer:
    server = {'name': 'x', 'flavorRef': '1', 'imageRef': cloud.image(), 'networks': 'none'}
    return cloud('POST', '/v2.1/servers', '2.90', {'server': {**server, **keys}})


@pytest.mark.parametrize(
    ('key', 'with_', 'without'),
    [('floating_ips', '2.35', '2.36'), ('injected_files', '2.56', '2.57')],
)
def test_quota_has_its_versions(cloud: Caller, key: str, with_: str, without: str) -> None:
    path = f'/v2.1/os-quota-sets/{cloud.project}'
    for suffix in ('', '/defaults', '/detail'):
        assert key in cloud('GET', path + suffix, with_).body['quota_set']
        assert key not in cloud('GET', path + suffix, without).body['quota_set']
    assert _set(cloud, with_, **{key: 7}).body['quota_set'][key] == 7
    assert _set(cloud, without, **{key: 7}).status == 400


@pytest.mark.parametrize(
    ('key', 'with_', 'without'),
    [
        ('floating_ips', '2.49', '2.50'),
        ('server_groups', '2.50', '2.49'),
        ('injected_files', '2.56', '2.57'),
    ],
)
def test_quota_of_a_class_has_its_versions(
    cloud: Caller, key: str, with_: str, without: str
) -> None:
    path = '/v2.1/os-quota-class-sets/default'
    assert key in cloud('GET', path, with_).body['quota_class_set']
    assert key not in cloud('GET', path, without).body['quota_class_set']


def test_class_is_what_holds_until_a_project_has_its_own(cloud: Caller) -> None:
    body = {'quota_class_set': {'cores': 50, 'instances': 40}}
    assert cloud('PUT', '/v2.1/os-quota-class-sets/default', '2.90', body).status == 200
    _set(cloud, cores=30)
    path = f'/v2.1/os-quota-sets/{cloud.project}'
    found = cloud('GET', path, '2.90').body['quota_set']
    assert (found['cores'], found['instances']) == (30, 40)
    assert cloud('DELETE', path, '2.90').status == 202
    assert cloud('GET', path, '2.90').body['quota_set']['cores'] == 50


def test_quota_is_not_set_below_what_is_used(cloud: Caller) -> None:
    assert _set(cloud, instances=2).status == 400
    assert _set(cloud, instances=2, force=True).status == 200


def test_quota_of_a_user_stays_below_that_of_the_project(cloud: Caller) -> None:
    assert _set(cloud, query='?user_id=u', instances=11).status == 400
    assert _set(cloud, query='?user_id=u', instances=9).body['quota_set']['instances'] == 9
    path = f'/v2.1/os-quota-sets/{cloud.project}'
    assert cloud('GET', path, '2.90').body['quota_set']['instances'] == 10
    assert cloud('GET', f'{path}?user_id=u', '2.90').body['quota_set']['instances'] == 9


def test_users_of_a_project_share_what_it_has(cloud: Caller) -> None:
    assert _set(cloud, query='?user_id=u', instances=7).status == 200
    assert _set(cloud, query='?user_id=v', instances=4).status == 400
    assert _set(cloud, query='?user_id=v', instances=-1).status == 400
    assert _set(cloud, query='?user_id=v', instances=3).status == 200
    # The project keeps what its users were promised.
    assert _set(cloud, instances=9).status == 400
    assert _set(cloud, instances=9, force=True).status == 200
    assert _set(cloud, query='?user_id=v', instances=20, force=True).status == 200


def test_quota_of_an_empty_user_is_that_of_the_project(cloud: Caller) -> None:
    assert _set(cloud, query='?user_id=', instances=30).status == 200
    path = f'/v2.1/os-quota-sets/{cloud.project}'
    assert cloud('GET', path, '2.90').body['quota_set']['instances'] == 30


def test_quotas_of_others_are_for_administrators(cloud: Caller) -> None:
    demo = cloud.other('demo')
    assert demo('GET', f'/v2.1/os-quota-sets/{demo.project}').status == 200
    assert demo('GET', f'/v2.1/os-quota-sets/{cloud.project}').status == 403
    assert _set(demo, cores=1).status == 403
    assert cloud('GET', '/v2.1/os-quota-sets/nobody').status == 400


@pytest.mark.parametrize('quota', ['instances', 'cores', 'ram'])
def test_server_beyond_the_quota_is_refused(cloud: Caller, quota: str) -> None:
    has = {'instances': 3, 'cores': 4, 'ram': 512 + 2048 + 4096}[quota]
    more = {'instances': 1, 'cores': 1, 'ram': 512}[quota]
    _set(cloud, **{quota: has + more})
    assert _create(cloud, min_count=2).status == 403
    assert _create(cloud).status == 202
    answer = _create(cloud)
    assert answer.status == 403
    assert 'Quota exceeded' in answer.message


def test_keypair_group_and_metadata_beyond_the_quota_are_refused(cloud: Caller) -> None:
    _set(cloud, key_pairs=0, server_groups=0, metadata_items=1)
    key = {'keypair': {'name': 'k'}}
    assert cloud('POST', '/v2.1/os-keypairs', '2.1', key).status == 403
    group = {'server_group': {'name': 'g', 'policy': 'affinity'}}
    assert cloud('POST', '/v2.1/os-server-groups', '2.64', group).status == 403
    assert _create(cloud, metadata={'a': '1', 'b': '2'}).status == 403
    assert _create(cloud, metadata={'a': '1'}).status == 202


@pytest.mark.parametrize(
    ('key', 'with_', 'without'),
    [
        ('maxTotalFloatingIps', '2.35', '2.36'),
        ('maxImageMeta', '2.38', '2.39'),
        ('maxPersonality', '2.56', '2.57'),
    ],
)
def test_limit_has_its_versions(cloud: Caller, key: str, with_: str, without: str) -> None:
    assert key in cloud('GET', '/v2.1/limits', with_).body['limits']['absolute']
    assert key not in cloud('GET', '/v2.1/limits', without).body['limits']['absolute']


def test_limits_tell_what_is_used(cloud: Caller) -> None:
    found = cloud('GET', '/v2.1/limits', '2.90').body['limits']['absolute']
    assert found['totalInstancesUsed'] == 3
    assert found['totalRAMUsed'] == 512 + 2048 + 4096
    demo = cloud.other('demo')
    path = f'/v2.1/limits?tenant_id={demo.project}'
    assert cloud('GET', path).body['limits']['absolute']['totalInstancesUsed'] == 1
    for project in (cloud.project, demo.project):
        assert demo('GET', f'/v2.1/limits?tenant_id={project}').status == 403


PERIOD = 'start=2027-01-10T00:00:00&end=2027-01-15T08:00:00'


def test_usage_is_the_time_that_servers_ran(cloud: Caller) -> None:
    path = f'/v2.1/os-simple-tenant-usage/{cloud.project}'
    usage = cloud('GET', f'{path}?{PERIOD}').body['tenant_usage']
    assert usage['tenant_id'] == cloud.project
    assert {each['name'] for each in usage['server_usages']} == {'web-1', 'web-2', 'db-1'}
    assert usage['total_hours'] == pytest.approx(24 * (4 + 3 + 2), abs=0.01)
    all_of_them = cloud('GET', f'/v2.1/os-simple-tenant-usage?{PERIOD}').body['tenant_usages']
    assert len(all_of_them) == 2
    assert 'server_usages' not in all_of_them[0]


def test_server_that_has_gone_is_in_the_usage(cloud: Caller) -> None:
    id = cloud('GET', '/v2.1/servers?name=web-1').body['servers'][0]['id']
    cloud('DELETE', f'/v2.1/servers/{id}')
    cloud.now += 10
    path = f'/v2.1/os-simple-tenant-usage/{cloud.project}?{PERIOD}'
    found = cloud('GET', path).body['tenant_usage']['server_usages']
    (gone,) = [each for each in found if each['instance_id'] == id]
    assert gone['state'] == 'terminated'
    assert gone['ended_at'] is not None


def test_usage_has_pages_from_2_40(cloud: Caller) -> None:
    path = f'/v2.1/os-simple-tenant-usage/{cloud.project}?{PERIOD}&limit=2'
    assert len(cloud('GET', path, '2.39').body['tenant_usage']['server_usages']) == 3
    body = cloud('GET', path, '2.40').body
    assert len(body['tenant_usage']['server_usages']) == 2
    assert 'marker=' in body['tenant_usage_links'][0]['href']


def test_bad_period_is_refused(cloud: Caller) -> None:
    path = '/v2.1/os-simple-tenant-usage'
    assert cloud('GET', f'{path}?start=yesterday').status == 400
    assert cloud('GET', f'{path}?start=2027-01-02T00:00:00&end=2027-01-01T00:00:00').status == 400
    assert cloud.other('demo')('GET', path).status == 403


def test_audit_is_of_the_month_before(cloud: Caller) -> None:
    path = '/v2.1/os-instance_usage_audit_log'
    log = cloud('GET', path).body['instance_usage_audit_logs']
    assert (log['period_beginning'], log['num_hosts_done']) == ('2026-12-01 00:00:00', 2)
    assert log['total_instances'] == 4
    older = cloud('GET', f'{path}/2026-03-05 00:00:00').body['instance_usage_audit_log']
    assert older['period_ending'] == '2026-03-01 00:00:00'
    assert cloud('GET', f'{path}/soon').status == 400


def test_link_to_the_next_page_of_the_own_usage_names_the_project_twice(cloud: Caller) -> None:
    path = f'/os-simple-tenant-usage/{cloud.project}'
    answer = cloud('GET', f'/v2.1{path}?{PERIOD}&limit=1', '2.40')
    link = answer.body['tenant_usage_links'][0]['href'].partition('?')[0]
    assert link.endswith(f'/v2.1/{cloud.project}{path}')


def test_marker_of_another_project_is_behind_nothing(cloud: Caller) -> None:
    marker = cloud('GET', '/v2.1/servers').body['servers'][0]['id']
    path = '/v2.1/os-simple-tenant-usage/nobody'
    answer = cloud('GET', f'{path}?{PERIOD}&marker={marker}', '2.40')
    assert (answer.status, answer.body) == (200, {'tenant_usage': {}})
    assert cloud('GET', f'{path}?{PERIOD}&marker=nope', '2.40').status == 400
