"""Tests of requests on the wire: headers, retries, redirects, writes that are never repeated."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import api_versions, exceptions, services
from novaclient_mv.compat import session_connection
from novaclient_mv.wire import answer_headers, endpoints
from novaclient_mv.wire import request as requests
from novaclient_mv.wire.connection import Connection
from unit_tests import cases, records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.patience import PATIENCE
from unit_tests.scripted import Answer, Request, ScriptedCloud

MAXIMUM = NEWEST
CREATE = ('server-create', 'web', '--flavor', '1', '--boot-volume', 'volume-1')


# -- a write is never sent twice ---------------------------------------------


@pytest.mark.parametrize(
    'kind',
    [
        *('reset', 'close', 'cut', 'html:502'),
        *('status:500', 'status:502', 'status:503', 'status:504'),
    ],
)
def test_create_that_may_have_been_carried_out_is_not_sent_again(
    nova: Nova, new_cloud: ScriptedCloud, kind: str
) -> None:
    new_cloud.answer_next('POST', '/servers', kind)
    result = nova(*CREATE, cloud=new_cloud)
    assert result.status == 7
    line = result.message
    assert 'may have been carried out' in line
    assert "'nova-mv server-list'" in line
    assert new_cloud.posts() == 1


def test_create_is_sent_again_after_429_and_after_401(nova: Nova, new_cloud: ScriptedCloud) -> None:
    new_cloud.answer_next('POST', '/servers', 'status:429', {'Retry-After': '7'})
    new_cloud.answer_next('POST', '/servers', 'status:401')
    result = nova(*CREATE, cloud=new_cloud)
    assert result.status == 0
    assert nova.clock.sleeps == [7]
    assert new_cloud.posts() == 3


def test_create_is_tried_again_where_no_connection_was_made(
    nova: Nova, new_cloud: ScriptedCloud, closed_port: int
) -> None:
    catalog = dict(new_cloud._others)
    catalog['compute'] = f'http://127.0.0.1:{closed_port}/v2.1'
    new_cloud._others = catalog
    result = nova('keypair-create', 'mine', '--key-type', 'ssh', version='2.2', cloud=new_cloud)
    assert result.status == 7
    # It is certain that nothing was done.
    assert 'may have been' not in result.message
    assert nova.clock.sleeps[:3] == [0.5, 1.0, 2.0]


@pytest.mark.parametrize('kind', ['reset', 'status:503'])
def test_uncertain_write_tells_programs_not_to_try_again(
    nova: Nova, new_cloud: ScriptedCloud, kind: str
) -> None:
    import json

    new_cloud.answer_next('POST', '/servers', kind)
    told = json.loads(nova(*CREATE, '-f', 'json', cloud=new_cloud).err)
    assert told['code'] == 'write_uncertain'
    assert told['retryable'] is False
    assert told['status'] == 7


# -- redirects ---------------------------------------------------------------


@pytest.mark.parametrize('status', [301, 302, 307, 308])
def test_write_that_is_redirected_is_no_success(
    nova: Nova, new_cloud: ScriptedCloud, status: int
) -> None:
    where = {'Location': f'{new_cloud.url}/v2.1/elsewhere'}
    path = f'/servers/{records.server_id(1)}'
    new_cloud.on('DELETE', path, None, status, where)
    result = nova('server-delete', records.server_id(1), cloud=new_cloud)
    assert result.status == 1
    assert 'redirect' in result.message
    assert 'accepted' not in result.out


def test_read_follows_a_redirect_on_the_same_host_only(nova: Nova, cloud: ScriptedCloud) -> None:
    where = {'Location': f'{cloud.url}/v2.1/elsewhere'}
    cloud.on('GET', '/servers/detail', None, 302, where)
    cloud.on('GET', '/elsewhere', {'servers': [records.server()]})
    assert nova('server-list', '-f', 'value', '-c', 'name', cloud=cloud).lines == ['web1']
    cloud.on('GET', '/servers/detail', None, 302, {'Location': 'http://evil.example/'})
    before = len(cloud.requests)
    result = nova('server-list', cloud=cloud)
    assert result.status == 7
    assert 'another host' in result.message
    assert len(cloud.requests) == before + 1


# -- one connection ----------------------------------------------------------


@pytest.fixture
def connection(cloud: ScriptedCloud) -> session_connection.SessionConnection:
    """A connection at 2.53 that does not wait."""
    from keystoneauth1 import session
    from keystoneauth1.identity import v3

    made = session_connection.SessionConnection(
        session.Session(v3.Password(**cloud.credentials()), app_name='nova-mv'),
        services.COMPUTE,
        api_versions.APIVersion('2.53'),
        sleep=slept.append,
    )
    slept.clear()
    return made


slept: list[float] = []


def ask(
    connection: Connection, operation: str = 'GET /servers/detail', **more: Any
) -> requests.Answer:
    """Carry one operation out."""
    return connection.send(requests.request(operation, **more))


def test_request_to_a_supporting_service_has_no_version(
    cloud: ScriptedCloud, connection: Connection
) -> None:
    cloud._others['image'] = '/image/v2'
    cloud.on('GET', '/image/v2/images', {'images': []})
    ask(connection, 'GET /v2/images', service='image')
    assert cloud.wire()[-1] == 'GET /image/v2/images'
    assert cloud.requests[-1].headers['OpenStack-API-Version'] is None
    with pytest.raises(exceptions.CloudError, match='network'):
        ask(connection, 'GET /v2.0/networks', service='network')


@pytest.mark.parametrize(
    ('header', 'wait'),
    [('3', 3), ('0', 0), ('60', 60), ('-5', 0.5), ('soon', 0.5), ('', 0.5), (None, 0.5)],
)
@pytest.mark.parametrize('status', [429, 503])
def test_cloud_says_how_long_to_wait(
    cloud: ScriptedCloud, connection: Connection, status: int, header: str | None, wait: float
) -> None:
    headers = {} if header is None else {'Retry-After': header}
    cloud.answer_next('GET', '/servers/detail', f'status:{status}', headers)
    ask(connection)
    assert slept == [wait]


@pytest.mark.parametrize('status', [400, 403, 404, 409, 500, 501])
def test_lasting_error_is_not_tried_again(
    cloud: ScriptedCloud, connection: Connection, status: int
) -> None:
    cloud.answer_next('GET', '/servers/detail', f'status:{status}')
    with pytest.raises(exceptions.ClientException) as caught:
        ask(connection)
    assert caught.value.code == status
    assert slept == []


@pytest.mark.parametrize(
    ('standard', 'legacy', 'expected'),
    [
        ('compute 2.9', None, '2.9'),
        ('identity 3.4, compute 2.9', '2.1', '2.9'),
        ('COMPUTE 2.9', None, '2.9'),
        (None, '2.9', '2.9'),
        ('identity 3.4', '2.9', '2.9'),
        ('compute', None, None),
        (None, None, None),
    ],
)
def test_version_of_an_answer(
    standard: str | None, legacy: str | None, expected: str | None
) -> None:
    names = {'OpenStack-API-Version': standard, 'X-OpenStack-Nova-API-Version': legacy}
    headers = {name: value for name, value in names.items() if value is not None}
    assert answer_headers.answered_version(headers, services.COMPUTE) == expected


def test_write_that_is_not_answered_in_time_is_not_sent_again(
    cloud: ScriptedCloud, connection: session_connection.SessionConnection
) -> None:
    import threading

    is_asked, is_over = threading.Event(), threading.Event()

    def hang(request: Request) -> Any:
        is_asked.set()
        is_over.wait(PATIENCE)
        return {}

    cloud.on('POST', '/servers', hang)
    ask(connection)  # the login has time
    connection.session.timeout = 0.2
    with pytest.raises(exceptions.WriteUncertain, match='may have been carried out'):
        ask(connection, 'POST /servers', body={})
    # A busy machine may read the request after the client has given up.
    assert is_asked.wait(PATIENCE)
    is_over.set()
    assert cloud.posts() == 1
    assert slept == []


# -- where redirects may lead ------------------------------------------------


class _Redirect:
    """A redirect, as far as its target is judged."""

    def __init__(self, location: str, status: int = 302) -> None:
        self.status = status
        self.headers = {'location': location}


@pytest.mark.parametrize(
    ('location', 'target'),
    [
        ('https://cloud.example:8774/v2.1/other', 'https://cloud.example:8774/v2.1/other'),
        ('/v2.1/other', 'https://cloud.example:8774/v2.1/other'),
        ('other', 'https://cloud.example:8774/v2.1/other'),
        ('//cloud.example:8774/x', 'https://cloud.example:8774/x'),
        # The token would go over the wire in the clear.
        ('http://cloud.example:8774/v2.1/other', None),
        ('https://cloud.example/v2.1/other', None),
        ('https://cloud.example:8775/v2.1/other', None),
        ('https://cloud.example.org:8774/v2.1/other', None),
        ('//evil.example/x', None),
    ],
)
@cases.one_test_of('status', [301, 302, 303, 307, 308])
def test_redirect_leads_to_the_same_scheme_host_and_port_only(
    location: str, target: str | None, status: int
) -> None:
    url = 'https://cloud.example:8774/v2.1/servers'
    answer: Any = _Redirect(location, status)
    if target is not None:
        assert answer_headers.redirect_target(answer, url) == target
        return
    with pytest.raises(exceptions.CloudError, match='another host, scheme or port'):
        answer_headers.redirect_target(answer, url)


# -- supporting services -----------------------------------------------------


@pytest.mark.parametrize(
    ('path', 'sent'),
    [('/image', '/image'), ('/image/v2/', '/image'), ('/vimage', '/vimage'), ('/v', '/v')],
)
def test_only_a_version_is_taken_off_the_endpoint_of_a_supporting_service(
    cloud: ScriptedCloud, connection: Connection, path: str, sent: str
) -> None:
    cloud._others['image'] = path
    cloud.on('GET', f'{sent}/v2/images', {'images': []})
    assert ask(connection, 'GET /v2/images', service='image').body == {'images': []}


def test_token_that_another_worker_has_renewed_is_used_without_one_more_login(
    cloud: ScriptedCloud, connection: session_connection.SessionConnection
) -> None:
    refused = []

    def answer(request: Request) -> Any:
        if not refused:
            refused.append(request)
            connection.session.invalidate()
            assert connection.session.get_token()
            return Answer(401)
        return {'servers': []}

    cloud.on('GET', '/servers/detail', answer)
    assert ask(connection).status == 200
    assert cloud.wire().count('POST /v3/auth/tokens') == 2


def test_url_that_is_listed_for_several_interfaces_counts_once_as_the_public_one(
    cloud: ScriptedCloud, connection: Connection
) -> None:
    listed = cloud.catalog()
    for service in listed:
        service['endpoints'].reverse()
    cloud.keystone.catalog = lambda: listed
    places = [(each.interface, each.url) for each in endpoints.listed(connection)]
    assert places == [('public', f'{cloud.url}/v2.1')]
