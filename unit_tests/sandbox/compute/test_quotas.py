"""Quotas, limits, usage and audits."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.newest import NEWEST
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


def test_audit_is_of_the_month_before(cloud: Caller) -> None:
    path = '/v2.1/os-instance_usage_audit_log'
    log = cloud('GET', path).body['instance_usage_audit_logs']
    assert (log['period_beginning'], log['num_hosts_done']) == ('2026-12-01 00:00:00', 2)
    assert log['total_instances'] == 4
    older = cloud('GET', f'{path}/2026-03-05 00:00:00').body['instance_usage_audit_log']
    assert older['period_ending'] == '2026-03-01 00:00:00'
    assert cloud('GET', f'{path}/soon').status == 400


def test_metadata_have_a_quota_when_a_server_is_rebuilt_too(cloud: Caller) -> None:
    server = cloud.boot()
    cloud.now += 5
    body = {'quota_set': {'metadata_items': 1}}
    cloud('PUT', f'/v2.1/os-quota-sets/{cloud.project}', NEWEST, body)
    rebuild = {'imageRef': cloud.image(), 'metadata': {'a': '1', 'b': '2'}}
    refused = cloud.act(server, {'rebuild': rebuild})
    assert (refused.status, refused.message) == (403, 'Maximum number of metadata items exceeds 1')
