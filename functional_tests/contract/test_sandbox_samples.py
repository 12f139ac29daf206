"""Sends every recorded request sample, and checks answers by the schema of their version."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from functional_tests.contract import answers, facts, prepared, recorded_cloud, recorded_scenes
from functional_tests.contract.recorded_replay import served
from unit_tests import cases

SERVER = '9168b536-cd40-4630-b43f-b259807c6e87'

# Request samples whose exchange needs more than the sandbox has, with the reason.
REASONS = {
    'os-server-external-events/event-create-req.json': (
        'the record itself does not match its schema'
    ),
    'flavor-access/flavor-access-add-tenant-req.json': (
        'the project that it names is none by the schema of its answer'
    ),
    'servers/v2.90/server-create-req.json': 'the record itself does not match its schema',
    'servers/v2.94/server-create-req.json': 'the record itself does not match its schema',
}

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


def _requests() -> Iterator[facts.Sample]:
    if facts.is_present():
        known = served()
        for sample in facts.samples():
            if sample.kind == 'request' and sample.operation in known:
                yield sample


def _path(sample: facts.Sample) -> str:
    path = sample.operation.split()[1]
    for variable, value in (
        ('/flavors/{id}', '/flavors/10'),
        ('/flavors/{flavor_id}', '/flavors/10'),
        ('/os-extra_specs/{id}', '/os-extra_specs/hw:numa_nodes'),
        ('/os-services/{id}', f'/os-services/{prepared.service_of(sample.file, sample.version)}'),
        ('/images/{image_id}', f'/images/{recorded_cloud.IMAGE}'),
        ('/images/{id}', f'/images/{recorded_cloud.IMAGE}'),
        ('/os-hosts/{id}', '/os-hosts/compute'),
        ('/os-aggregates/{id}', '/os-aggregates/1'),
        ('/os-quota-sets/{id}', f'/os-quota-sets/{prepared.TENANT}'),
        ('/os-quota-class-sets/{id}', '/os-quota-class-sets/default'),
        (
            f'{recorded_cloud.IMAGE}/metadata/{{id}}',
            f'{recorded_cloud.IMAGE}/metadata/auto_disk_config',
        ),
        ('/metadata/{id}', '/metadata/foo'),
        ('/os-volume_attachments/{id}', f'/os-volume_attachments/{prepared.VOLUMES[0]}'),
        ('/servers/{id}', f'/servers/{SERVER}'),
        ('/servers/{server_id}', f'/servers/{SERVER}'),
        ('/migrations/{id}', '/migrations/1'),
    ):
        path = path.replace(variable, value)
    return f'/v2.1{path}'


@cases.one_test_of('sample', _requests(), ids=lambda each: each.file)
def test_request_sample_is_answered_as_recorded(
    made: recorded_cloud.RecordedCloud, tmp_path: Path, sample: facts.Sample
) -> None:
    cloud = made.copied(tmp_path / f'{sample.file.replace("/", "-")}.db')
    method = sample.operation.split()[0]
    body = sample.content
    _prepare(cloud, sample, body)
    recorded_scenes.of_sample(cloud, sample, _path(sample), body).prepare()
    answer = cloud(method, _path(sample), sample.version, body, host=recorded_cloud.HOST)
    problems = [] if answer.status == sample.status else [f'{answer.status}: {answer.body}']
    if answer.status < 400:
        problems += answers.body_problems(sample.operation, sample.version, answer.body)
    if sample.file in REASONS:
        assert problems
        pytest.xfail(REASONS[sample.file])
    assert problems == []


def _prepare(cloud: recorded_cloud.RecordedCloud, sample: facts.Sample, body: Any) -> None:
    """Bring the server into the state that the sample's action needs."""
    prepared.prepare(cloud, sample.operation.split()[0], _path(sample), body)
    if 'addTenantAccess' in sample.operation and sample.status == 409:
        cloud.replace('flavor', '10', {'is_public': True, 'access': []}, name='test_flavor')
    action = sample.operation.split()[2] if sample.operation.count(' ') == 2 else ''
    if action in ('add_host', 'remove_host'):
        # A host keeps its zone while servers are on it.
        cloud.change_servers(host='elsewhere')
    needed = {'os-start': 'stopped', 'unpause': 'paused', 'resume': 'suspended'}.get(action)
    if needed:
        cloud.change_servers(vm_state=needed)
    if not isinstance(body, dict):
        return
    # Samples of requests have patterns and variables in the places of ids and names.
    server = body.get('server', {})
    if str(server.get('availability_zone')).startswith('%'):
        server['availability_zone'] = recorded_cloud.ZONE
    hints = body.get('OS-SCH-HNT:scheduler_hints') or body.get('os:scheduler_hints') or {}
    if 'group' in hints:
        cloud.add('server_group', hints['group'], {}, project=recorded_cloud.PROJECT)
    for key in ('same_host', 'different_host'):
        if key in hints and '[' in str(hints[key]):
            hints[key] = SERVER


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
