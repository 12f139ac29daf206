"""Checks, at every version, what is read of a server's life by the schema of its version."""

from __future__ import annotations

from pathlib import Path

import pytest

from functional_tests.contract import answers, facts, recorded_cloud
from novaclient_mv import api_versions
from unit_tests import cases

SERVER = '9168b536-cd40-4630-b43f-b259807c6e87'
_BASE = f'/servers/{SERVER}'

# Paths, with REQUEST and NUMBER in the places of an action's request and a migration's number.
READS = {
    'GET /os-migrations': '/os-migrations',
    'GET /servers/{server_id}/diagnostics': f'{_BASE}/diagnostics',
    'GET /servers/{server_id}/migrations': f'{_BASE}/migrations',
    'GET /servers/{server_id}/migrations/{id}': f'{_BASE}/migrations/NUMBER',
    'GET /servers/{server_id}/os-instance-actions': f'{_BASE}/os-instance-actions',
    'GET /servers/{server_id}/os-instance-actions/{id}': f'{_BASE}/os-instance-actions/REQUEST',
    'GET /servers/{server_id}/os-server-password': f'{_BASE}/os-server-password',
    'GET /servers/{server_id}/topology': f'{_BASE}/topology',
}
VERSIONS = facts.versions()

pytestmark = pytest.mark.skipif(not facts.is_present(), reason=facts.ABSENT)


@pytest.fixture(scope='module')
def made(tmp_path_factory: pytest.TempPathFactory) -> recorded_cloud.RecordedCloud:
    """A cloud in which a server has been stopped and started, and is on its way to a host."""
    found = recorded_cloud.RecordedCloud(tmp_path_factory.mktemp('made') / 'state.db')
    found.as_user('admin')
    found.add_server(SERVER, 'admin', '6')
    for action in ('os-stop', 'os-start'):
        assert found.act(SERVER, {action: None}).status == 202
        found.now += 5
    body = {'os-migrateLive': {'host': None, 'block_migration': 'auto'}}
    assert found.act(SERVER, body).status == 202
    found.now += 2
    return found


@pytest.fixture
def cloud(made: recorded_cloud.RecordedCloud, tmp_path: Path) -> recorded_cloud.RecordedCloud:
    """A copy of that cloud."""
    return made.copied(tmp_path / 'state.db')


def _is_offered(operation: str, version: str) -> bool:
    known = facts.operations()[operation]
    least = api_versions.APIVersion(known['min_version'] or '2.1')
    return least <= api_versions.APIVersion(version)


@pytest.mark.parametrize('user', ['admin', 'fake'])
@pytest.mark.parametrize('operation', list(READS))
def test_answer_matches_its_schema_from_its_first_version_to_its_last(
    cloud: recorded_cloud.RecordedCloud, operation: str, user: str
) -> None:
    actions = cloud('GET', f'/v2.1{_BASE}/os-instance-actions', '2.1').body['instanceActions']
    migrations = cloud('GET', f'/v2.1{_BASE}/migrations', '2.23').body['migrations']
    path = READS[operation].replace('REQUEST', actions[0]['request_id'])
    path = path.replace('NUMBER', str(migrations[0]['id']))
    cloud.as_user(user)
    problems = []
    for version in facts.edges(operation):
        answer = cloud('GET', f'/v2.1{path}', version, host=recorded_cloud.HOST)
        if not _is_offered(operation, version):
            assert answer.status == 404
        elif user == 'fake' and ('migrations' in path or 'diagnostics' in path):
            assert answer.status == 403
        else:
            assert answer.status == 200, answer.body
            found = answers.body_problems(operation, version, answer.body)
            problems += [f'{version}: {each}' for each in found]
    assert problems == []


def test_rebuild_answers_by_its_schema_from_its_first_version_to_its_last(
    cloud: recorded_cloud.RecordedCloud,
) -> None:
    operation = 'POST /servers/{id}/action rebuild'
    problems = []
    for version in facts.edges(operation):
        cloud.now += 10
        answer = cloud.act(SERVER, {'rebuild': {'imageRef': recorded_cloud.IMAGE}}, version)
        assert answer.status == 202, answer.body
        problems += list(answers.body_problems(operation, version, answer.body))
    assert problems == []


@cases.one_test_of('version', VERSIONS[30:])
def test_every_version_of_a_console_token_matches_its_schema(
    cloud: recorded_cloud.RecordedCloud, version: str
) -> None:
    body = {'remote_console': {'protocol': 'vnc', 'type': 'novnc'}}
    made = cloud('POST', f'/v2.1{_BASE}/remote-consoles', version, body)
    operation = 'POST /servers/{server_id}/remote-consoles'
    assert list(answers.body_problems(operation, version, made.body)) == []
    token = made.body['remote_console']['url'][-36:]
    answer = cloud('GET', f'/v2.1/os-console-auth-tokens/{token}', version)
    operation = 'GET /os-console-auth-tokens/{id}'
    assert answer.status == 200
    assert list(answers.body_problems(operation, version, answer.body)) == []
