"""Logins, tokens and the catalog."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from unit_tests.sandbox.caller import HOST, Caller, password_login

TOKENS = '/identity/v3/auth/tokens'
SYSTEM = {'system': {'all': True}}


@pytest.fixture
def outside(path: Path) -> Caller:
    return Caller(path, user=None)


def _login(cloud: Caller, identity: dict[str, Any], scope: Any = None) -> Any:
    auth: dict[str, Any] = {'identity': identity}
    if scope is not None:
        auth['scope'] = scope
    return cloud('POST', TOKENS, body={'auth': auth})


def test_password_and_project_give_roles_and_a_catalog(outside: Caller) -> None:
    answer = outside('POST', TOKENS, body=password_login('demo', 'demo'))
    token = answer.body['token']
    assert answer.status == 201
    assert [role['name'] for role in token['roles']] == ['member', 'reader']
    urls = {
        entry['type']: {each['interface']: each['url'] for each in entry['endpoints']}
        for entry in token['catalog']
    }
    assert urls['compute'] == dict.fromkeys(('public', 'internal', 'admin'), f'{HOST}/v2.1')
    assert urls['compute_legacy']['public'] == f'{HOST}/v2/{token["project"]["id"]}'
    others = {'identity', 'image', 'network', 'volumev3', 'placement', 'baremetal'}
    assert set(urls) == {'compute', 'compute_legacy', *others}


def test_unscoped_token_has_no_catalog_and_can_be_scoped(outside: Caller) -> None:
    answer = outside('POST', TOKENS, body=password_login('demo', None))
    assert 'catalog' not in answer.body['token']
    identity = {'methods': ['token'], 'token': {'id': answer.headers['X-Subject-Token']}}
    scope = {'project': {'name': 'demo', 'domain': {'name': 'Default'}}}
    scoped = _login(outside, identity, scope)
    assert scoped.body['token']['project']['name'] == 'demo'


def test_application_credential_logs_in_without_a_scope(outside: Caller) -> None:
    method = 'application_credential'
    for facts in (
        {'id': 'sandbox-app', 'secret': 'sandbox'},
        {
            'name': 'sandbox-app',
            'secret': 'sandbox',
            'user': {'name': 'demo', 'domain': {'id': 'default'}},
        },
    ):
        answer = _login(outside, {'methods': [method], method: facts})
        assert answer.body['token']['project']['name'] == 'demo'
    bad = {'methods': [method], method: {'id': 'sandbox-app', 'secret': 'no'}}
    assert _login(outside, bad).status == 401


def test_token_is_good_for_an_hour(cloud: Caller) -> None:
    cloud.now += 3599
    assert cloud('GET', '/v2.1/servers').status == 200
    cloud.now += 1
    assert cloud('GET', '/v2.1/servers').status == 401


def test_token_of_one_application_is_good_for_another(cloud: Caller, path: Path) -> None:
    other = Caller(path, user=None)
    other.token = cloud.token
    assert other('GET', '/v2.1/servers').status == 200


def test_token_is_stored_as_a_digest_only(cloud: Caller, path: Path) -> None:
    assert cloud.token is not None
    for file in path.parent.iterdir():
        assert cloud.token.encode() not in file.read_bytes()


@pytest.mark.parametrize('path_', ['/v2.1/servers', '/v2/servers', '/network/v2.0/networks'])
def test_request_without_a_token_is_refused_before_the_service(outside: Caller, path_: str) -> None:
    answer = outside('GET', path_, '2.90')
    assert answer.status == 401
    assert answer.body['error']['title'] == 'Unauthorized'
    assert answer.headers['WWW-Authenticate'] == f'Keystone uri="{HOST}/identity/v3"'
    assert answer.headers['OpenStack-API-Version'] is None


def test_version_documents_need_no_token(outside: Caller) -> None:
    assert outside('GET', '/identity/v3').body['version']['id'] == 'v3.14'
    assert outside('GET', '/identity').status == 300
    assert outside('GET', '/image').status == 300
    assert outside('GET', '/network').body['versions'][0]['id'] == 'v2.0'
    assert outside('GET', '/v2.1/').status == 200
    assert outside('GET', '/v2/').status == 200


def test_projects_are_for_administrators_and_own_ones_for_all(cloud: Caller) -> None:
    names = [each['name'] for each in cloud('GET', '/identity/v3/projects').body['projects']]
    assert sorted(names) == ['admin', 'demo']
    demo = cloud.other('demo')
    assert demo('GET', '/identity/v3/projects').status == 403
    own = demo('GET', '/identity/v3/auth/projects').body['projects']
    assert [each['name'] for each in own] == ['demo']
    assert demo('GET', f'/identity/v3/projects/{demo.project}').status == 200
    assert demo('GET', f'/identity/v3/projects/{cloud.project}').status == 403


# -- what administrators and users do besides logging in


@pytest.mark.parametrize(
    ('scope', 'status'),
    [
        ('unscoped', 201),
        ({'project': {'name': 'nope', 'domain': {'id': 'default'}}}, 401),
        ({'project': {'name': 'admin', 'domain': {'id': 'default'}}}, 401),
        ({'domain': {'id': 'default'}}, 401),
        (SYSTEM, 401),
    ],
)
def test_scope_is_one_that_the_user_has(outside: Caller, scope: Any, status: int) -> None:
    identity = password_login('demo', None)['auth']['identity']
    assert _login(outside, identity, scope).status == status


def test_administrators_log_in_to_the_system(outside: Caller) -> None:
    identity = password_login('admin', None)['auth']['identity']
    token = _login(outside, identity, SYSTEM).body['token']
    assert token['system'] == {'all': True}
    assert 'project' not in token
    assert token['catalog']


@pytest.mark.parametrize(
    ('facts', 'status'),
    [
        ({'name': 'x', 'expires_at': '2000-01-01T00:00:00Z'}, 400),
        ({'name': 'x', 'roles': [{'name': 'admin'}]}, 400),
        ({'name': 'x', 'roles': [{'name': 'nope'}]}, 404),
    ],
)
def test_bad_application_credential_is_refused(
    cloud: Caller, facts: dict[str, Any], status: int
) -> None:
    demo = cloud.other('demo')
    headers = {'X-Subject-Token': demo.token or ''}
    user = demo('GET', TOKENS, headers=headers).body['token']['user']['id']
    path = f'/identity/v3/users/{user}/application_credentials'
    assert demo('POST', path, body={'application_credential': facts}).status == status


def test_new_user_with_a_role_in_a_new_project_uses_the_cloud(cloud: Caller) -> None:
    body: dict[str, Any] = {'project': {'name': 'third'}}
    assert cloud.other('demo')('POST', '/identity/v3/projects', body=body).status == 403
    project = cloud('POST', '/identity/v3/projects', body=body).body['project']['id']
    assert cloud('POST', '/identity/v3/projects', body=body).status == 409
    body = {'user': {'name': 'third', 'password': 'sandbox'}}
    user = cloud('POST', '/identity/v3/users', body=body).body['user']['id']
    roles = cloud('GET', '/identity/v3/roles?name=member').body['roles']
    path = f'/identity/v3/projects/{project}/users/{user}/roles'
    assert cloud('PUT', f'{path}/{roles[0]["id"]}').status == 204
    assert [role['name'] for role in cloud('GET', path).body['roles']] == ['member']
    assert cloud.other('third').boot()
    assert cloud('DELETE', f'/identity/v3/users/{user}').status == 204
    login = password_login('third', 'third')['auth']
    assert _login(cloud, login['identity'], login['scope']).status == 401


def test_lists_of_the_identity_service_are_for_administrators(cloud: Caller) -> None:
    demo = cloud.other('demo')
    for name in ('roles', 'domains', 'services', 'endpoints', 'role_assignments', 'groups'):
        assert cloud('GET', f'/identity/v3/{name}').status == 200
        assert demo('GET', f'/identity/v3/{name}').status == 403
    (service,) = cloud('GET', '/identity/v3/services?type=compute').body['services']
    assert service['name'] == 'nova'
    assert demo('GET', '/identity/v3/regions').status == 200


def test_role_in_the_system_gives_tokens_of_it(cloud: Caller) -> None:
    users = cloud('GET', '/identity/v3/users').body['users']
    user = next(user['id'] for user in users if user['name'] == 'demo')
    roles = {role['name']: role['id'] for role in cloud('GET', '/identity/v3/roles').body['roles']}
    path = f'/identity/v3/system/users/{user}/roles'
    identity = password_login('demo', None)['auth']['identity']
    demo = cloud.other('demo')
    assert demo('PUT', f'{path}/{roles["admin"]}').status == 403
    assert cloud('PUT', f'{path}/nope').status == 404
    assert cloud('PUT', f'{path}/{roles["member"]}').status == 204
    assert [cloud('HEAD', f'{path}/{roles[name]}').status for name in ('member', 'reader')] == [
        204, 404,
    ]  # fmt: skip
    listed = cloud('GET', '/identity/v3/role_assignments?scope.system=all').body
    own = [each for each in listed['role_assignments'] if each['user']['id'] == user]
    assert [(each['scope'], each['role']['id']) for each in own] == [(SYSTEM, roles['member'])]
    login = _login(cloud, identity, SYSTEM)
    assert [role['name'] for role in login.body['token']['roles']] == ['member', 'reader']
    system = {'X-Auth-Token': login.headers['X-Subject-Token']}
    assert cloud('GET', path, headers=system).body['roles'][0]['name'] == 'member'
    assert cloud('PUT', f'{path}/{roles["admin"]}', headers=system).status == 403
    assert cloud('DELETE', f'{path}/{roles["reader"]}').status == 404
    assert cloud('DELETE', f'{path}/{roles["member"]}').status == 204
    assert cloud('GET', path, headers=system).status == 403
    assert _login(cloud, identity, SYSTEM).status == 401
