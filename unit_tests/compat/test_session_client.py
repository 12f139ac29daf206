"""The connection of a client as an adapter, and as what programs script."""

from __future__ import annotations

import json
import logging
import types
from typing import Any
from unittest import mock

import pytest
import requests
from keystoneauth1 import adapter
from keystoneauth1 import exceptions as ks_exceptions

from novaclient_mv import api_versions, client, errors, exceptions
from unit_tests.scripted import PROJECT, Request, ScriptedCloud, fault
from unit_tests.test_client import session_of

BODY = {'server': {'id': '1', 'name': 'web'}}


def library(cloud: ScriptedCloud, version: str = '2.53', **options: Any) -> Any:
    return client.Client(version, session=session_of(cloud), **options)


def connection(cloud: ScriptedCloud, version: str = '2.53', **options: Any) -> Any:
    """The adapter of a client whose cloud has one server."""
    cloud.on('GET', '/servers/1', BODY)
    return library(cloud, version, **options).client


# -- an adapter


def test_connection_is_an_adapter(cloud: ScriptedCloud) -> None:
    made = connection(cloud, region_name='RegionOne', endpoint_type='internalURL')
    assert isinstance(made, adapter.LegacyJsonAdapter)
    assert isinstance(made, client.SessionClient)
    assert client.HTTPClient is client.SessionClient
    assert made.api_version == api_versions.APIVersion('2.53')
    assert made.session.auth.get_project_id(made.session) == PROJECT
    assert (made.service_type, made.region_name, made.interface, made.version, made.auth) == (
        *('compute', 'RegionOne', 'internalURL', None, None),
    )


def test_get_goes_below_the_endpoint_at_the_version_of_the_client(cloud: ScriptedCloud) -> None:
    response, body = connection(cloud, '2.9').get('/servers/1')
    assert isinstance(response, requests.Response)
    assert (response.status_code, response.json(), body) == (200, BODY, BODY)
    assert cloud.wire()[-1] == 'GET /v2.1/servers/1'
    assert cloud.versions_sent() == [('compute 2.9', '2.9')]


@pytest.mark.parametrize('method', ['post', 'put', 'patch'])
def test_body_is_sent_as_json(cloud: ScriptedCloud, method: str) -> None:
    cloud.on(method.upper(), '/things', {'thing': 1}, status=202)
    for name in ('body', 'json'):
        response, body = getattr(connection(cloud), method)(
            '/things', **{name: {'a': 1}}, headers={'X-Extra': 'yes'}
        )
        assert (response.status_code, body) == (202, {'thing': 1})
        assert cloud.requests[-1].body == {'a': 1}
        assert cloud.requests[-1].headers['X-Extra'] == 'yes'


def test_version_header_of_the_caller_stays(cloud: ScriptedCloud) -> None:
    headers = {'OpenStack-API-Version': 'compute 2.3', 'X-OpenStack-Nova-API-Version': '2.3'}
    connection(cloud).request('/servers/1', 'GET', headers=headers)
    assert cloud.versions_sent() == [('compute 2.3', '2.3')]


def test_errors_are_ours(cloud: ScriptedCloud) -> None:
    made = connection(cloud)
    with pytest.raises(exceptions.NotFound) as caught:
        made.get('/nothing/1')
    assert (caught.value.code, caught.value.method) == (404, 'GET')
    response, _ = made.get('/nothing/1', raise_exc=False)
    assert response.status_code == 404


def test_write_that_may_have_been_carried_out_is_sent_once(cloud: ScriptedCloud) -> None:
    made = connection(cloud, connect_retries=3, status_code_retries=3)
    made.sleep = lambda seconds: None
    cloud.answer_next('POST', '/v2.1/things', 'close')
    with pytest.raises(errors.WriteUncertain, match='POST /things') as caught:
        made.post('/things', body={})
    # As what keystoneauth1 raises of it.
    assert isinstance(caught.value, ks_exceptions.ConnectFailure)
    cloud.answer_next('POST', '/v2.1/things', 'status:503')
    with pytest.raises(exceptions.ClientException):
        made.post('/things', body={})
    assert cloud.wire().count('POST /v2.1/things') == 2


@pytest.mark.parametrize('status', [301, 302, 303, 307, 308])
@pytest.mark.parametrize('method', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
def test_redirect_to_another_host_gets_neither_token_nor_body(
    cloud: ScriptedCloud, start_cloud: Any, method: str, status: int
) -> None:
    other = start_cloud()
    other.on(method, '/things', {})
    location = {'Location': f'{other.url}/v2.1/things'}
    cloud.on(method, '/things', {}, status=status, headers=location)
    for options in ({}, {'redirect': True}, {'redirect': 30}):
        cloud.requests.clear()
        with pytest.raises(errors.CloudError):
            connection(cloud).request('/things', method, **options)
        assert cloud.wire().count(f'{method} /v2.1/things') == 1
        assert other.requests == []


@pytest.mark.parametrize('status', [301, 302, 303, 307, 308])
def test_read_is_redirected_on_its_host_and_a_write_is_sent_once(
    cloud: ScriptedCloud, status: int
) -> None:
    location = {'Location': '/v2.1/servers/1'}
    for method in ('GET', 'POST'):
        cloud.on(method, '/old', {}, status=status, headers=location)
    made = connection(cloud)
    assert made.get('/old', params={'a': 1})[1] == BODY
    assert cloud.wire()[-2:] == ['GET /v2.1/old', 'GET /v2.1/servers/1']
    assert [request.query for request in cloud.requests[-2:]] == [[('a', '1')], []]
    with pytest.raises(errors.ClientException, match='redirect, which is not followed') as refused:
        made.post('/old', body={})
    assert refused.value.code == status
    assert cloud.wire()[-1] == 'POST /v2.1/old'
    assert made.post('/old', redirect=False)[0].status_code == status
    cloud.on('GET', '/circle', {}, status=status, headers={'Location': '/v2.1/circle'})
    with pytest.raises(errors.CloudError, match='redirects in a circle'):
        made.get('/circle')


def test_adapter_says_who_and_where(cloud: ScriptedCloud) -> None:
    made = connection(cloud)
    assert made.get_endpoint() == f'{cloud.url}/v2.1'
    assert made.get_endpoint(service_type='identity', interface='public') == f'{cloud.url}/v3'
    assert made.get_token() in cloud.keystone.tokens
    assert made.get_project_id() == PROJECT
    assert made.get_user_id() == made.session.get_user_id()
    assert made.get_endpoint_data().url.startswith(cloud.url)
    assert made.get_api_major_version() == (2, 1)
    assert 'RegionOne' in made.get_all_version_data()


def test_timings_are_collected_where_they_are_asked_for(cloud: ScriptedCloud) -> None:
    made = library(cloud, timings=True)
    cloud.on('GET', '/servers/1', BODY)
    made.client.get('/servers/1')
    made.servers.list()
    names = [name for name, begin, end in made.client.get_timings() if begin <= end]
    assert names == ['GET /servers/1', 'GET /servers/detail']
    assert made.client.times == made.client.get_timings()
    made.client.reset_timings()
    assert made.client.times == []
    quiet = connection(cloud)
    quiet.get('/servers/1')
    assert quiet.times == []


def test_program_makes_a_connection_of_its_own(cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/servers/1', BODY)
    made = client.SessionClient(
        session=session_of(cloud),
        service_type='compute',
        interface='public',
        api_version=api_versions.APIVersion('2.9'),
        user_agent='mine/1',
    )
    assert made.get('/servers/1')[1] == BODY
    assert cloud.versions_sent() == [('compute 2.9', '2.9')]
    assert cloud.requests[-1].headers['User-Agent'] == 'mine/1'


def test_connection_without_a_version_sends_none(cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/servers/1', BODY)
    for version in (None, api_versions.APIVersion()):
        made = client.SessionClient(session=session_of(cloud), api_version=version)
        made.get('/servers/1')
    assert cloud.versions_sent() == [(None, None), (None, None)]


# -- what programs script


def answered(body: Any, status: int = 200) -> tuple[requests.Response, Any]:
    response = requests.Response()
    response.status_code = status
    response.headers['x-openstack-request-id'] = 'req-scripted'
    return response, body


BODIES = {
    ('GET', '/servers/1'): BODY,
    ('GET', '/servers/detail?limit=1'): {'servers': [BODY['server']]},
    ('POST', '/servers/1/action'): None,
    ('PUT', '/servers/1'): BODY,
    ('DELETE', '/servers/1'): None,
}


class Scripted(client.SessionClient):  # type: ignore[misc, valid-type, name-defined]
    """A connection of a test, made without a session."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str, dict[str, Any]]] = []

    def request(self, url: str, method: str, **kwargs: Any) -> tuple[Any, Any]:
        self.calls.append((method, url, kwargs))
        return answered(BODIES[method, url])


class OfOldTests(client.SessionClient):  # type: ignore[misc, valid-type, name-defined]
    """A connection that scripts what older tests do."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str, dict[str, Any]]] = []

    def _cs_request(self, url: str, method: str, **kwargs: Any) -> tuple[Any, Any]:
        self.calls.append((method, url, kwargs))
        return answered(BODIES[method, url])


class Foreign:
    """An object that only has the methods of HTTP."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str, dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Any:
        if name not in ('get', 'post', 'put', 'delete'):
            raise AttributeError(name)

        def call(url: str, **kwargs: Any) -> tuple[Any, Any]:
            self.calls.append((name.upper(), url, kwargs))
            return answered(BODIES[name.upper(), url])

        return call


@pytest.mark.parametrize('kind', [Scripted, OfOldTests, Foreign])
def test_requests_of_managers_go_through_what_a_program_put_there(kind: Any) -> None:
    made: Any = client.Client('2.53', session=object())
    made.client = kind()
    assert made.api_version == api_versions.APIVersion('2.53')
    server = made.servers.get('1')
    assert (server.name, server.request_ids) == ('web', ['req-scripted'])
    assert [row.id for row in made.servers.list(limit=1)] == ['1']
    made.servers.lock(server)
    made.servers.update(server, name='db')
    made.servers.delete(server)
    assert made.client.calls == [
        ('GET', '/servers/1', {}),
        ('GET', '/servers/detail?limit=1', {}),
        ('POST', '/servers/1/action', {'body': {'lock': None}}),
        ('PUT', '/servers/1', {'body': {'server': {'name': 'db'}}}),
        ('DELETE', '/servers/1', {}),
    ]


@pytest.mark.parametrize('kind', [Scripted, Foreign])
def test_version_of_a_scripted_client_may_be_set(kind: Any) -> None:
    made: Any = client.Client('2.53', session=object())
    made.client = kind()
    made.api_version = api_versions.APIVersion('2.9')
    assert made.api_version == api_versions.APIVersion('2.9')
    made.servers.get('1')
    assert made.client.calls == [('GET', '/servers/1', {})]
    other = made.with_version('2.10')
    assert [str(each.api_version) for each in (made, other)] == ['2.9', '2.10']
    assert other.servers.get('1').name == 'web'


def test_request_that_wraps_ours_sees_those_of_managers(cloud: ScriptedCloud) -> None:
    calls: list[str] = []

    class Noting(client.SessionClient):  # type: ignore[misc, valid-type, name-defined]
        def request(self, url: str, method: str, **kwargs: Any) -> tuple[Any, Any]:
            calls.append(f'{method} {url}')
            pair: tuple[Any, Any] = super().request(url, method, **kwargs)
            return pair

    made = library(cloud, '2.9')
    made.client = Noting(session_of(cloud), 'compute', api_version=made.api_version)
    assert list(made.servers.list()) == []
    with pytest.raises(exceptions.NotFound):
        made.servers.get('1')
    assert calls == ['GET /servers/detail', 'GET /servers/1']
    assert set(cloud.versions_sent()) == {('compute 2.9', '2.9')}


def test_patched_method_gets_the_requests_of_managers(cloud: ScriptedCloud) -> None:
    made = library(cloud)
    scripted = mock.Mock(return_value=answered(BODY))
    with mock.patch.object(made.client, 'get', scripted):
        assert made.servers.get('1').name == 'web'
    scripted.assert_called_once_with('/servers/1')
    with mock.patch.object(client.SessionClient, 'request', autospec=True) as patched:
        patched.return_value = answered(BODY)
        assert made.servers.get('1').name == 'web'
    assert list(made.servers.list()) == []
    assert cloud.wire()[-1] == 'GET /v2.1/servers/detail'


def test_headers_of_a_scripted_answer_ignore_case() -> None:
    """heat 27 scripts a plain mapping with a small ``location`` for ``create_image``."""
    made: Any = client.Client('2.9', session=object())
    made.client = mock.Mock()
    for name in ('location', 'Location'):
        response = types.SimpleNamespace(status_code=202, headers={name: 'http://blah/images/456'})
        made.client.post.return_value = (response, None)
        assert made.servers.create_image('1', 'backup') == '456'


def test_neighbours_are_asked_by_their_type() -> None:
    seen: list[Any] = []

    class Typed(Scripted):
        service_type = 'compute'

        def request(self, url: str, method: str, **kwargs: Any) -> tuple[Any, Any]:
            seen.append((self.service_type, url))
            return answered({'id': '1', 'name': 'cirros'})

    made: Any = client.Client('2.53', session=object())
    made.client = Typed()
    made.glance.get('1')
    assert seen == [('image', '/v2/images/1')]
    assert made.client.service_type == 'compute'


def test_version_range_of_a_scripted_cloud() -> None:
    class Cloud(Scripted):
        def get_endpoint(self, auth: Any = None, **kwargs: Any) -> str:
            return 'http://nova-api:8774/v2.1'

        def request(self, url: str, method: str, **kwargs: Any) -> tuple[Any, Any]:
            assert url == 'http://nova-api:8774/v2.1/'
            current = {'id': 'v2.1', 'status': 'CURRENT', 'min_version': '2.1', 'version': '2.53'}
            return answered({'version': {**current, 'updated': '', 'links': []}})

    made: Any = client.Client('2.1', session=object())
    made.client = Cloud()
    lowest, highest = api_versions._get_server_version_range(made)
    assert (str(lowest), str(highest)) == ('2.1', '2.53')
    latest = api_versions.APIVersion('2.latest')
    assert api_versions.discover_version(made, latest) == highest


def test_cloud_without_microversions_has_null_ones(start_cloud: Any) -> None:
    with start_cloud('/v2', microversions=False) as cloud:
        bounds = api_versions._get_server_version_range(library(cloud, '2.0'))
    assert [version.is_null() for version in bounds] == [True, True]


def test_cloud_that_tells_nothing_of_its_version_has_null_ones() -> None:
    silent = mock.Mock()
    for current in (None, types.SimpleNamespace(version='', min_version='')):
        silent.versions.get_current.return_value = current
        lowest, highest = api_versions._get_server_version_range(silent)
        assert (lowest.is_null(), highest.is_null()) == (True, True)
        latest = api_versions.APIVersion('2.latest')
        assert str(api_versions.discover_version(silent, latest)) == '2.0'


def test_logs_and_errors_of_a_program_repeat_no_secret(
    cloud: ScriptedCloud, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(request: Request) -> object:
        return fault(400, f'S3cret-2 is bad, as {json.dumps(request.body)} is.')

    cloud.on('POST', '/servers/1/action', refuse)
    made = library(cloud)
    caplog.set_level(logging.DEBUG)
    body = {'changePassword': {'adminPass': 'S3cret-2'}}
    with pytest.raises(exceptions.BadRequest) as of_program:
        made.client.post('/servers/1/action?token=S3cret-3', body=body)
    with pytest.raises(exceptions.BadRequest) as of_manager:
        made.servers.change_password('1', 'S3cret-2')
    for told in (of_program, of_manager):
        assert '*** is bad' in str(told.value)
        assert 'S3cret' not in str(told.value)
    assert caplog.text.count('"changePassword": "***"') == 2
    assert caplog.text.count('/servers/1/action?token=*** HTTP') == 1
    assert 'S3cret' not in caplog.text
