"""Tests of the scripted cloud, driven as a plain HTTP client would."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from email.message import Message
from typing import Any, NamedTuple

import pytest

from unit_tests.patience import PATIENCE
from unit_tests.scripted import PROJECT, Answer, Request, ScriptedCloud

STANDARD, LEGACY = 'OpenStack-API-Version', 'X-OpenStack-Nova-API-Version'


class Got(NamedTuple):
    status: int
    headers: Message
    body: Any


def call(cloud: ScriptedCloud, method: str, path: str, body: Any = None, **headers: str) -> Got:
    raw = None if body is None else json.dumps(body).encode()
    names = {name.replace('_', '-'): value for name, value in headers.items()}
    request = urllib.request.Request(cloud.url + path, raw, names, method=method)
    if raw:
        request.add_header('Content-Type', 'application/json')
    try:
        answer = urllib.request.urlopen(request, timeout=PATIENCE)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        text = answer.read()
        return Got(answer.status, answer.headers, json.loads(text) if text else None)


def login(cloud: ScriptedCloud, password: str = 'secret', scoped: bool = True) -> Got:
    user = {'name': 'demo', 'domain': {'name': 'Default'}, 'password': password}
    auth: dict[str, Any] = {'identity': {'methods': ['password'], 'password': {'user': user}}}
    if scoped:
        auth['scope'] = {'project': {'name': 'demo', 'domain': {'name': 'Default'}}}
    return call(cloud, 'POST', '/v3/auth/tokens', {'auth': auth})


def token_of(cloud: ScriptedCloud) -> str:
    return str(login(cloud).headers['X-Subject-Token'])


def endpoint(got: Got, kind: str) -> str:
    (service,) = [each for each in got.body['token']['catalog'] if each['type'] == kind]
    return str(service['endpoints'][0]['url'])


@pytest.fixture
def cloud() -> Iterator[ScriptedCloud]:
    with ScriptedCloud() as cloud:
        yield cloud


def test_login_gives_a_token_and_the_catalog(cloud: ScriptedCloud) -> None:
    assert call(cloud, 'GET', '/v3').body['version']['links'][0]['href'] == f'{cloud.url}/v3/'
    got = login(cloud)
    assert got.status == 201
    assert got.body['token']['project']['id'] == PROJECT
    assert endpoint(got, 'compute') == f'{cloud.url}/v2.1'
    assert 'catalog' not in login(cloud, scoped=False).body['token']
    assert cloud.wire() == ['GET /v3', 'POST /v3/auth/tokens', 'POST /v3/auth/tokens']
    assert cloud.requests[1].body['auth']['identity']['password']['user']['name'] == 'demo'


def test_wrong_password_and_foreign_token_are_refused(cloud: ScriptedCloud) -> None:
    assert login(cloud, 'wrong').body['error']['code'] == 401
    assert call(cloud, 'GET', '/v2.1/servers/detail').status == 401
    assert call(cloud, 'GET', '/v2.1/servers/detail', X_Auth_Token='other').status == 401


def test_token_and_application_credential_are_logins_too(cloud: ScriptedCloud) -> None:
    def status(method: str, **given: str) -> int:
        identity = {'methods': [method], method: given}
        return call(cloud, 'POST', '/v3/auth/tokens', {'auth': {'identity': identity}}).status

    assert status('token', id=token_of(cloud)) == 201
    assert status('token', id='other') == 401
    assert status('application_credential', id='x', secret='secret') == 201
    assert status('application_credential', id='x', secret='wrong') == 401


def test_expired_tokens_are_refused_and_new_ones_are_not(cloud: ScriptedCloud) -> None:
    old = token_of(cloud)
    cloud.expire()
    assert call(cloud, 'GET', '/v2.1/servers/detail', X_Auth_Token=old).status == 401
    new = token_of(cloud)
    got = call(cloud, 'GET', '/v2.1/servers/detail', X_Auth_Token=new)
    assert (got.status, got.body) == (200, {'servers': []})


@pytest.mark.parametrize(
    ('compute_path', 'root', 'prefix'),
    [
        ('/v2.1', '', '/v2.1'),
        ('/v2/PROJECT', '', f'/v2/{PROJECT}'),
        ('/compute', '/compute', '/compute/v2.1'),
        ('/compute/v2.1', '/compute', '/compute/v2.1'),
        ('/compute/v2.1/PROJECT', '/compute', f'/compute/v2.1/{PROJECT}'),
    ],
)
def test_compute_lies_where_the_catalog_says(compute_path: str, root: str, prefix: str) -> None:
    with ScriptedCloud(compute_path, service_type='computev21') as cloud:
        got = login(cloud)
        path = compute_path.replace('PROJECT', PROJECT)
        assert endpoint(got, 'computev21') == cloud.url + path
        token = got.headers['X-Subject-Token']
        assert call(cloud, 'GET', f'{prefix}/servers/detail', X_Auth_Token=token).status == 200
        for slash in ('', '/'):
            versions = call(cloud, 'GET', root + slash).body['versions']
            assert [each['id'] for each in versions] == ['v2.0', 'v2.1']
            one = call(cloud, 'GET', f'{root}/v2.1{slash}').body['version']
            assert (one['min_version'], one['version']) == ('2.1', '2.53')
            assert one['links'][0]['href'] == f'http://internal.example{root}/v2.1/'
            assert call(cloud, 'GET', f'{root}/v2{slash}').body['version']['version'] == ''


def test_other_paths_at_the_root_of_compute_are_a_choice() -> None:
    with ScriptedCloud('/compute') as cloud:
        got = call(cloud, 'GET', '/compute/servers')
        assert got.status == 300
        href = 'http://internal.example/compute/v2.1/servers'
        assert got.body['choices'][1]['links'][0]['href'] == href
        assert call(cloud, 'GET', '/elsewhere').status == 404


def test_old_nova_has_no_microversions() -> None:
    with ScriptedCloud(microversions=False) as cloud:
        for document in call(cloud, 'GET', '/').body['versions']:
            assert (document['version'], document['min_version']) == ('', '')
        assert call(cloud, 'GET', '/v2.1/').body['version']['version'] == ''
        headers = {STANDARD: 'compute 2.999', 'X-Auth-Token': token_of(cloud)}
        got = call(cloud, 'GET', '/v2.1/servers/detail', **headers)
        assert got.status == 200
        assert STANDARD not in got.headers


@pytest.mark.parametrize(
    ('headers', 'status', 'echo'),
    [
        ({}, 200, '2.1'),
        ({STANDARD: 'compute 2.53', LEGACY: '2.53'}, 200, '2.53'),
        ({STANDARD: 'COMPUTE 2.9'}, 200, '2.9'),
        ({LEGACY: '2.9'}, 200, '2.9'),
        ({STANDARD: 'compute 2.10', LEGACY: '2.9'}, 200, '2.10'),
        ({STANDARD: 'computev21 2.10'}, 200, '2.1'),
        ({STANDARD: 'baremetal 1.50, compute 2.10'}, 200, '2.10'),
        ({STANDARD: 'compute latest'}, 200, '2.53'),
        ({STANDARD: 'compute 2.54'}, 406, '2.54'),
        ({LEGACY: '2.54'}, 406, '2.54'),
        ({STANDARD: 'compute 2.0'}, 406, '2.0'),
        ({STANDARD: 'compute 2.01', LEGACY: '2.9'}, 400, None),
        ({LEGACY: ''}, 400, None),
    ],
)
def test_version_headers_are_read_as_nova_reads_them(
    cloud: ScriptedCloud, headers: dict[str, str], status: int, echo: str | None
) -> None:
    got = call(cloud, 'GET', '/v2.1/servers/detail', X_Auth_Token=token_of(cloud), **headers)
    assert got.status == status
    assert got.headers[LEGACY] == echo
    assert got.headers[STANDARD] == (echo and f'compute {echo}')
    assert (got.headers.get_all('Vary') or []) == ([STANDARD, LEGACY] if echo else [])
    assert cloud.versions_sent() == [(headers.get(STANDARD), headers.get(LEGACY))]


def test_refused_version_is_told_in_novas_words(cloud: ScriptedCloud) -> None:
    got = call(cloud, 'GET', '/v2.1/', **{LEGACY: '2.54'})
    assert got.body['computeFault'] == {
        'code': 406,
        'message': 'Version 2.54 is not supported by the API. Minimum is 2.1 and maximum is 2.53.',
    }
    assert cloud.versions_sent() == []


def test_nova_below_2_27_knows_the_legacy_header_only() -> None:
    with ScriptedCloud(maximum='2.26') as cloud:
        token = token_of(cloud)
        headers = {STANDARD: 'compute 2.10', 'X-Auth-Token': token}
        got = call(cloud, 'GET', '/v2.1/servers/detail', **headers)
        assert (got.headers[STANDARD], got.headers[LEGACY]) == (None, '2.1')
        headers[LEGACY] = '2.10'
        got = call(cloud, 'GET', '/v2.1/servers/detail', **headers)
        assert (got.headers[STANDARD], got.headers[LEGACY]) == (None, '2.10')


def test_v2_ignores_version_headers(cloud: ScriptedCloud) -> None:
    headers = {STANDARD: 'compute 2.999', 'X-Auth-Token': token_of(cloud)}
    got = call(cloud, 'GET', '/v2/servers/detail', **headers)
    assert (got.status, got.headers[STANDARD], got.headers[LEGACY]) == (200, None, None)
    assert got.headers['X-OpenStack-Request-ID'].startswith('req-')


def test_scripts_answer_with_values_and_functions(cloud: ScriptedCloud) -> None:
    def create(request: Request) -> Answer:
        return Answer(202, {'server': request.body['server'] | {'id': '1'}})

    cloud.on('POST', '/servers', create)
    cloud.on('GET', '/servers/*', lambda request: {'path': request.path})
    cloud.on('DELETE', '/servers/1', status=204, headers={'X-More': 'yes'})
    cloud.on('GET', '/image/v2/images', {'images': []})
    token = token_of(cloud)
    got = call(cloud, 'POST', '/v2.1/servers', {'server': {'name': 'web'}}, X_Auth_Token=token)
    assert (got.status, got.body) == (202, {'server': {'name': 'web', 'id': '1'}})
    got = call(cloud, 'GET', f'/v2.1/{PROJECT}/servers/7?all=1&all=', X_Auth_Token=token)
    assert got.body == {'path': f'/v2.1/{PROJECT}/servers/7'}
    assert cloud.requests[-1].query == [('all', '1'), ('all', '')]
    assert cloud.requests[-1].headers['x-auth-token'] == token
    assert cloud.wire(query=True)[-1] == f'GET /v2.1/{PROJECT}/servers/7?all=1&all='
    gone = call(cloud, 'DELETE', '/v2.1/servers/1', X_Auth_Token=token)
    assert (gone.status, gone.body, gone.headers['X-More']) == (204, None, 'yes')
    assert call(cloud, 'GET', '/image/v2/images').body == {'images': []}
    assert call(cloud, 'GET', '/image/v2/images', X_Auth_Token='other').status == 401
    missing = call(cloud, 'GET', '/v2.1/os-nothing', X_Auth_Token=token)
    assert (missing.status, missing.body['itemNotFound']['code']) == (404, 404)


def test_catalog_holds_further_services() -> None:
    further = {'image': '/image', 'network': 'http://network.example/'}
    with ScriptedCloud(catalog=further) as cloud:
        got = login(cloud)
        assert endpoint(got, 'image') == f'{cloud.url}/image'
        assert endpoint(got, 'network') == 'http://network.example/'


def test_misbehaviour_lasts_for_one_request(cloud: ScriptedCloud) -> None:
    token = token_of(cloud)

    def get() -> Got:
        return call(cloud, 'GET', '/v2.1/servers/detail', X_Auth_Token=token)

    cloud.answer_next('GET', '/servers/detail', 'status:503', {'Retry-After': '2'})
    cloud.answer_next('GET', '/v2.1/servers/detail', 'version:2.9')
    cloud.answer_next('GET', '/servers/detail', 'no-version')
    cloud.answer_next('POST', '/servers', 'close')
    got = get()
    assert (got.status, got.headers['Retry-After']) == (503, '2')
    assert got.body['serviceUnavailable']['code'] == 503
    assert get().headers[LEGACY] == '2.9'
    assert get().headers[LEGACY] is None
    assert get().headers[LEGACY] == '2.1'


@pytest.mark.parametrize(
    ('kind', 'error'),
    [
        ('html', json.JSONDecodeError),
        ('html:502', json.JSONDecodeError),
        ('json', json.JSONDecodeError),
        ('cut', http.client.IncompleteRead),
        ('reset', ConnectionResetError),
        ('close', http.client.RemoteDisconnected),
    ],
)
def test_broken_answer_breaks_one_request(
    cloud: ScriptedCloud, kind: str, error: type[Exception]
) -> None:
    token = token_of(cloud)
    cloud.answer_next('GET', '/servers/detail', kind)
    with pytest.raises((error, urllib.error.URLError)) as caught:
        call(cloud, 'GET', '/v2.1/servers/detail', X_Auth_Token=token)
    cause = getattr(caught.value, 'reason', caught.value)
    assert type(cause) is error
    assert call(cloud, 'GET', '/v2.1/servers/detail', X_Auth_Token=token).status == 200


def test_unknown_misbehaviour_is_refused(cloud: ScriptedCloud) -> None:
    with pytest.raises(ValueError, match='sulk'):
        cloud.answer_next('GET', '/', 'sulk')


def test_script_that_fails_fails_the_test() -> None:
    def fail(request: Request) -> None:
        raise LookupError(request.path)

    def drive() -> None:
        with ScriptedCloud() as cloud:
            cloud.on('GET', '/servers/1', fail)
            got = call(cloud, 'GET', '/v2.1/servers/1', X_Auth_Token=token_of(cloud))
            assert got.status == 500

    with pytest.raises(LookupError, match='/servers/1'):
        drive()


def test_environment_of_a_user_names_the_cloud(cloud: ScriptedCloud) -> None:
    environ = cloud.environ()
    assert environ['OS_AUTH_URL'] == f'{cloud.url}/v3'
    assert environ['OS_PASSWORD'] == 'secret'
    assert environ['OS_REGION_NAME'] == 'RegionOne'
