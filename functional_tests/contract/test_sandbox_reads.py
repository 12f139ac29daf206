"""Checks answers to reads by the schema of their version, from the first to the last."""

from __future__ import annotations

from pathlib import Path

import pytest

from functional_tests.contract import answers, facts, prepared, recorded_cloud

SERVER = '9168b536-cd40-4630-b43f-b259807c6e87'

# What answers of these operations are read from.
READS = {
    'GET /flavors': '/flavors',
    'GET /flavors/detail': '/flavors/detail',
    'GET /flavors/{id}': '/flavors/7',
    'GET /flavors/{flavor_id}/os-extra_specs': '/flavors/7/os-extra_specs',
    'GET /flavors/{flavor_id}/os-extra_specs/{id}': '/flavors/7/os-extra_specs/hw:numa_nodes',
    'GET /limits': '/limits',
    'GET /os-aggregates': '/os-aggregates',
    'GET /os-aggregates/{id}': '/os-aggregates/1',
    'GET /os-hypervisors': '/os-hypervisors',
    'GET /os-hypervisors/detail': '/os-hypervisors/detail',
    'GET /os-hypervisors/statistics': '/os-hypervisors/statistics',
    'GET /os-instance_usage_audit_log': '/os-instance_usage_audit_log',
    'GET /os-quota-class-sets/{id}': '/os-quota-class-sets/default',
    'GET /os-quota-sets/{id}': f'/os-quota-sets/{recorded_cloud.PROJECT}',
    'GET /os-quota-sets/{id}/defaults': f'/os-quota-sets/{recorded_cloud.PROJECT}/defaults',
    'GET /os-quota-sets/{id}/detail': f'/os-quota-sets/{recorded_cloud.PROJECT}/detail',
    'GET /os-server-groups': '/os-server-groups',
    'GET /os-services': '/os-services',
    'GET /os-simple-tenant-usage': '/os-simple-tenant-usage?detailed=1&start=2020-01-01T00:00:00',
    'GET /os-simple-tenant-usage/{id}': (
        f'/os-simple-tenant-usage/{recorded_cloud.PROJECT}?start=2020-01-01T00:00:00'
    ),
    'GET /servers/{server_id}/ips': f'/servers/{SERVER}/ips',
    'GET /servers/{server_id}/metadata': f'/servers/{SERVER}/metadata',
    'GET /servers/{server_id}/os-interface': f'/servers/{SERVER}/os-interface',
    'GET /servers/{server_id}/os-security-groups': f'/servers/{SERVER}/os-security-groups',
    'GET /servers/{server_id}/os-volume_attachments': f'/servers/{SERVER}/os-volume_attachments',
    'GET /os-availability-zone': '/os-availability-zone',
    'GET /os-availability-zone/detail': '/os-availability-zone/detail',
    'GET /os-keypairs': '/os-keypairs',
    'GET /os-keypairs/{id}': '/os-keypairs/key',
    'GET /servers': '/servers',
    'GET /servers/detail': '/servers/detail',
    'GET /servers/{id}': f'/servers/{SERVER}',
    'GET /servers/{server_id}/tags': f'/servers/{SERVER}/tags',
}
# What users who are no administrators are answered.
REFUSED = {
    'GET /os-keypairs/{id}': 404,
    'GET /os-availability-zone/detail': 403,
    'GET /os-aggregates': 403,
    'GET /os-aggregates/{id}': 403,
    'GET /os-hypervisors': 403,
    'GET /os-hypervisors/detail': 403,
    'GET /os-hypervisors/statistics': 403,
    'GET /os-instance_usage_audit_log': 403,
    'GET /os-quota-class-sets/{id}': 403,
    'GET /os-services': 403,
    'GET /os-simple-tenant-usage': 403,
}


@pytest.fixture(scope='module')
def made(tmp_path_factory: pytest.TempPathFactory) -> recorded_cloud.RecordedCloud:
    found = recorded_cloud.RecordedCloud(tmp_path_factory.mktemp('made') / 'state.db')
    found.as_user('admin')
    found.add_server(SERVER, 'admin')
    facts_of_key = {'public_key': 'ssh-rsa AAAA', 'fingerprint': '00:11', 'type': 'ssh'}
    found.add('keypair', 'admin/key', facts_of_key, parent='admin', name='key')
    return found


@pytest.fixture
def cloud(made: recorded_cloud.RecordedCloud, tmp_path: Path) -> recorded_cloud.RecordedCloud:
    return made.copied(tmp_path / 'state.db')


@pytest.mark.parametrize('user', ['admin', 'fake'])
@pytest.mark.parametrize('operation', list(READS))
def test_answer_matches_its_schema_from_its_first_version_to_its_last(
    cloud: recorded_cloud.RecordedCloud, operation: str, user: str
) -> None:
    cloud.as_user(user)
    problems = []
    prepared.prepare(cloud, 'GET', READS[operation], None)
    for version in facts.edges(operation):
        answer = cloud('GET', f'/v2.1{READS[operation]}', version, host=recorded_cloud.HOST)
        allowed = facts.operations()[operation]
        if allowed['min_version'] and int(version[2:]) < int(allowed['min_version'][2:]):
            assert answer.status == 404
            continue
        if allowed['max_version'] and int(version[2:]) > int(allowed['max_version'][2:]):
            assert answer.status == 404
            continue
        if user == 'fake' and operation in REFUSED:
            assert answer.status == REFUSED[operation]
            continue
        assert answer.status == 200, answer.body
        problems += [
            f'{version}: {each}' for each in answers.body_problems(operation, version, answer.body)
        ]
    assert problems == []
