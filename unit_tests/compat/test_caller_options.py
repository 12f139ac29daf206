"""Tests of what a program wants of every request: each keyword acts, or is refused by its name."""

from __future__ import annotations

import inspect
import logging
import time
import warnings
from concurrent import futures
from typing import Any

import pytest

from novaclient_mv import client, exceptions
from novaclient_mv.compat import caller_options, client_keywords, keyword_types
from novaclient_mv.v2 import client as v2_client
from unit_tests import records
from unit_tests.scripted import PROJECT, SECRET, Request, ScriptedCloud
from unit_tests.test_client import connect, session_of


def last(cloud: ScriptedCloud) -> Any:
    """The headers of the last request."""
    return cloud.requests[-1].headers


@pytest.fixture(params=['credentials', 'session'])
def made(request: pytest.FixtureRequest, cloud: ScriptedCloud) -> Any:
    """Makes clients with some keywords, by credentials or over a session."""
    if request.param == 'credentials':
        return lambda **options: connect(cloud, **options)
    return lambda **options: client.Client('2.53', session=session_of(cloud), **options)


def test_global_request_id_is_on_each_request(made: Any, cloud: ScriptedCloud) -> None:
    cloud.on('POST', '/os-keypairs', {'keypair': {'name': 'mine'}})
    library = made(global_request_id='req-one')
    library.servers.list()
    assert last(cloud)['X-Openstack-Request-Id'] == 'req-one'
    library.with_version('2.9').keypairs.create('mine', 'ssh-rsa A')
    assert last(cloud)['X-Openstack-Request-Id'] == 'req-one'
    library.client.global_request_id = 'req-two'
    library.servers.list()
    assert last(cloud)['X-Openstack-Request-Id'] == 'req-two'


def test_global_request_id_is_on_version_documents(made: Any, cloud: ScriptedCloud) -> None:
    library = made(global_request_id='req-one')
    library.versions.get_current()
    asked = [each for each in cloud.requests if '/v3' not in each.path]
    assert asked
    assert {each.headers['X-Openstack-Request-Id'] for each in asked} == {'req-one'}


def test_additional_headers_are_on_each_request(made: Any, cloud: ScriptedCloud) -> None:
    library = made(additional_headers={'X-Extra': 'yes'})
    library.servers.list()
    assert last(cloud)['X-Extra'] == 'yes'
    library.raw_requests.send_raw('GET', '/servers/detail', headers={'X-Extra': 'own'})
    assert last(cloud)['X-Extra'] == 'own'


def test_header_of_a_program_goes_before_the_keyword_for_it(
    made: Any, cloud: ScriptedCloud
) -> None:
    headers = {'x-openstack-request-id': 'req-header'}
    made(additional_headers=headers, global_request_id='req-keyword').servers.list()
    assert last(cloud)['X-Openstack-Request-Id'] == 'req-header'


@pytest.mark.parametrize('option', ['interface', 'endpoint_type'])
def test_interfaces_are_tried_in_their_order(made: Any, cloud: ScriptedCloud, option: str) -> None:
    assert list(made(**{option: ['nowhere', 'internal']}).servers.list()) == []
    with pytest.raises(exceptions.CloudError, match='no nowhere or never endpoint'):
        made(**{option: ['nowhere', 'never']}).servers.list()


@pytest.mark.parametrize('timeout', ['5', 5, 5.0])
def test_timeout_may_be_a_text(made: Any, cloud: ScriptedCloud, timeout: Any) -> None:
    assert list(made(timeout=timeout).servers.list()) == []


@pytest.mark.parametrize('timeout', [0, -1, '0'])
def test_timeout_that_is_no_time(cloud: ScriptedCloud, timeout: Any) -> None:
    with pytest.raises(ValueError, match='more than 0 seconds'):
        connect(cloud, timeout=timeout)
    # python-novaclient leaves it to the session, which has one of its own.
    assert (
        list(client.Client('2.1', session=session_of(cloud), timeout=timeout).servers.list()) == []
    )


def test_older_name_of_the_cache_is_taken_beside_the_newer(made: Any) -> None:
    caches = [
        made(os_cache=os_cache, no_cache=no_cache).os_cache
        for os_cache, no_cache in ((True, True), (False, True), (False, False), (True, False))
    ]
    assert caches == [True, False, True, True]


def test_client_name_is_part_of_the_user_agent(made: Any, cloud: ScriptedCloud) -> None:
    made(client_name='shade', client_version='1.2').servers.list()
    agent = last(cloud)['User-Agent']
    assert 'shade/1.2' in agent.split()
    assert 'keystoneauth1/' in agent
    made(user_agent='mine/1').servers.list()
    assert last(cloud)['User-Agent'] == 'mine/1'


@pytest.mark.parametrize('tries', [0, 1])
def test_retries_hold_for_reads(made: Any, cloud: ScriptedCloud, tries: int) -> None:
    for kind, option in (('close', 'connect_retries'), ('status:503', 'status_code_retries')):
        library = made(**{option: tries, 'connect_retry_delay': 0, 'status_code_retry_delay': 0})
        before = len(cloud.requests)
        for _ in range(tries + 1):
            cloud.answer_next('GET', '/servers/detail', kind)
        with pytest.raises(exceptions.Error):
            library.servers.list()
        asked = [each.path for each in cloud.requests[before:]]
        assert asked.count('/v2.1/servers/detail') == tries + 1


def test_statuses_to_retry_are_chosen(made: Any, cloud: ScriptedCloud) -> None:
    library = made(retriable_status_codes=[500], status_code_retry_delay=0)
    cloud.answer_next('GET', '/servers/detail', 'status:500')
    assert list(library.servers.list()) == []


@pytest.mark.parametrize(('option', 'kind'), [('connect_retries', 'close')])
def test_write_that_may_have_arrived_is_not_sent_again(
    made: Any, cloud: ScriptedCloud, option: str, kind: str
) -> None:
    library = made(**{option: 3, 'connect_retry_delay': 0})
    cloud.answer_next('DELETE', '/os-keypairs/mine', kind)
    with pytest.raises(exceptions.WriteUncertain):
        library.keypairs.delete('mine')
    assert cloud.wire().count('DELETE /v2.1/os-keypairs/mine') == 1


def test_write_that_cannot_have_arrived_is_tried_again(made: Any) -> None:
    waits: list[float] = []
    library = made(
        endpoint_override='http://127.0.0.1:1/v2.1', connect_retries=2, connect_retry_delay=0.25
    )
    library.client.sleep = waits.append
    with pytest.raises(exceptions.CloudError, match='refused the connection'):
        library.keypairs.delete('mine')
    assert waits == [0.25, 0.25]


# -- which endpoint, and which version ---------------------------------------


def _with_versions(cloud: ScriptedCloud) -> None:
    links = [{'rel': 'self', 'href': f'{cloud.url}/v2.1/'}]
    version = {'id': 'v2.1', 'status': 'CURRENT', 'links': links, 'min_version': '2.1'}
    cloud.on('GET', '/', {'versions': [{**version, 'version': '2.53'}]}, 300)


@pytest.mark.parametrize('options', [{'min_version': '2'}, {'min_version': '2', 'allow': {}}])
def test_endpoint_of_a_version_is_looked_for(
    made: Any, cloud: ScriptedCloud, options: dict[str, Any]
) -> None:
    _with_versions(cloud)
    assert list(made(**options).servers.list()) == []
    assert cloud.wire()[-1] == 'GET /v2.1/servers/detail'
    assert len([line for line in cloud.wire() if line in ('GET /', 'GET /v2.1')]) == 1


@pytest.mark.parametrize(
    'options', [{'min_version': '7'}, {'max_version': '1'}, {'min_version': '2.7'}]
)
def test_version_that_no_endpoint_has_is_told(
    made: Any, cloud: ScriptedCloud, options: dict[str, Any]
) -> None:
    _with_versions(cloud)
    (name,) = options
    with pytest.raises(exceptions.CloudError, match=name):
        made(**options).servers.list()


@pytest.mark.parametrize(
    ('version', 'sent'), [('2', '2.5'), ('2.0', '2.5'), ('2.1', '2.1'), ('2.9', '2.9')]
)
def test_default_version_is_sent_where_there_is_no_other(
    cloud: ScriptedCloud, version: str, sent: str
) -> None:
    connect(cloud, version, default_microversion='2.5').servers.list()
    assert cloud.versions_sent() == [(f'compute {sent}', sent)]


# -- how fast ----------------------------------------------------------------


def test_rate_of_requests_is_limited(made: Any, cloud: ScriptedCloud) -> None:
    library = made(rate_limit=20)
    library.servers.list()
    before = time.monotonic()
    for _ in range(4):
        library.with_version('2.9').servers.list()
    assert time.monotonic() - before > 0.15


def test_requests_at_the_same_time_are_limited(made: Any, cloud: ScriptedCloud) -> None:
    running: list[int] = []
    most: list[int] = []

    def answer(request: Request) -> Any:
        running.append(1)
        most.append(len(running))
        time.sleep(0.03)
        running.pop()
        return {'servers': []}

    cloud.on('GET', '/servers/detail', answer)
    library = made(concurrency=2)
    library.client.get_endpoint()
    with futures.ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda _: library.servers.list(), range(6)))
    assert max(most) == 2


# -- keywords that say nothing -----------------------------------------------


@pytest.mark.parametrize('name', sorted(client_keywords.IGNORED))
def test_keyword_without_an_effect_is_taken_with_a_warning(
    made: Any, cloud: ScriptedCloud, name: str
) -> None:
    with pytest.warns(DeprecationWarning, match=f"ignores '{name}'") as caught:
        library = made(**{name: 'x'})
    assert list(library.servers.list()) == []
    # It is the line that makes the client.
    assert 'novaclient_mv' not in caught[0].filename.replace('\\', '/').split('/')


def test_errors_are_raised_whatever_is_asked_for(made: Any, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/servers/nope', status=404)
    with pytest.warns(DeprecationWarning, match='raise_exc'):
        library = made(raise_exc=False)
    with pytest.raises(exceptions.NotFound):
        library.servers.get('nope')
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        made(raise_exc=True)


@pytest.mark.parametrize('name', ['cacert', 'insecure', 'password', 'auth_token', 'username'])
def test_what_says_nothing_beside_a_session_is_told(cloud: ScriptedCloud, name: str) -> None:
    """octavia 14 passes ``cacert`` and ``insecure`` beside its session."""
    with pytest.warns(DeprecationWarning, match=f"'{name}' beside a session"):
        library = client.Client('2.9', session=session_of(cloud), **{name: 'x'})
    assert list(library.servers.list()) == []
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        client.Client('2.9', session=session_of(cloud), **{name: None})


def test_log_is_written_whatever_its_level_was(
    made: Any, cloud: ScriptedCloud, caplog: pytest.LogCaptureFixture
) -> None:
    logger = logging.getLogger('program.of.yours')
    logger.setLevel(logging.WARNING)
    made(logger=logger).servers.list()
    assert not [each for each in caplog.records if each.name == logger.name]
    made(logger=logger, http_log_debug=True).servers.list()
    said = [each.getMessage() for each in caplog.records if each.name == logger.name]
    assert any('/servers/detail' in each for each in said)


# -- older names -------------------------------------------------------------


def test_older_names_of_credentials(cloud: ScriptedCloud) -> None:
    library = connect(cloud, password=None, project_name=None, api_key=SECRET, tenant_name='demo')
    assert list(library.servers.list()) == []
    library = connect(cloud, password=None, project_name=None, api_key=SECRET, tenant_id=PROJECT)
    library.servers.list()
    sent = [each.body['auth'] for each in cloud.requests if each.method == 'POST']
    assert sent[0]['scope']['project']['name'] == 'demo'
    assert sent[1]['scope']['project']['id'] == PROJECT


def test_older_name_beside_the_newer_is_ignored_with_a_warning(
    made: Any, cloud: ScriptedCloud
) -> None:
    with pytest.warns(DeprecationWarning, match="'bypass_url': it is the older name"):
        library = made(endpoint_override=f'{cloud.url}/v2.1', bypass_url='http://b')
    assert list(library.servers.list()) == []


@pytest.mark.parametrize('name', ['spam', 'conect_retries', 'rate_semaphore'])
def test_unknown_keyword_is_refused_by_its_name(made: Any, cloud: ScriptedCloud, name: str) -> None:
    with pytest.raises(TypeError, match=f"'{name}'"):
        made(**{name: 1})
    assert not cloud.requests


def test_type_checkers_know_each_keyword() -> None:
    requests = keyword_types.RequestKeywords.__annotations__
    assert {*requests, 'timeout'} == caller_options.OPTIONS
    named = inspect.signature(v2_client.Client.__init__).parameters.keys() - {
        *('self', 'api_version', 'kwargs')
    }
    positional = inspect.signature(client.Client).parameters.keys() - {'kwargs'}
    older = keyword_types.OlderKeywords.__annotations__.keys()
    assert older >= client_keywords.IGNORED.keys()
    known = keyword_types.ComputeKeywords.__annotations__.keys()
    assert known == (named | requests.keys() | older) - positional


@pytest.mark.parametrize('name', sorted(keyword_types.OlderKeywords.__annotations__))
def test_older_keywords_are_taken(cloud: ScriptedCloud, name: str) -> None:
    options: dict[str, Any] = {name: 'public'}
    with warnings.catch_warnings():
        warnings.simplefilter('ignore', DeprecationWarning)
        client.Client('2.53', session=session_of(cloud), **options)


# -- what is set later -------------------------------------------------------


def test_late_endpoint_is_used(made: Any, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/elsewhere/v2.1/servers/detail', {'servers': [records.server(1)]})
    library = made()
    other = library.with_version('2.9')
    assert list(library.servers.list()) == []
    library.client.endpoint_override = f'{cloud.url}/elsewhere/v2.1'
    assert [each.name for each in library.servers.list()] == ['web1']
    assert library.client.get_endpoint() == f'{cloud.url}/elsewhere/v2.1'
    assert list(other.servers.list()) == []
    library.client.endpoint_override = None
    assert list(library.servers.list()) == []


@pytest.mark.parametrize('path', ['/proxy', '/proxy/nova/', '/v2.1/proxy', '/a//b', '/v2.1'])
@pytest.mark.parametrize('is_late', [False, True])
def test_endpoint_override_is_used_as_it_is(
    made: Any, cloud: ScriptedCloud, path: str, is_late: bool
) -> None:
    url = cloud.url + path
    where = path.rstrip('/')
    cloud.on('GET', f'{where}/servers/detail', {'servers': [records.server(1)]})
    library = made() if is_late else made(endpoint_override=url)
    if is_late:
        library.client.endpoint_override = url
    library.servers.list()
    assert cloud.wire()[-1] == f'GET {where}/servers/detail'
    assert library.client.get_endpoint() == url.rstrip('/')


def test_versions_are_found_behind_an_override_without_a_version(
    made: Any, cloud: ScriptedCloud
) -> None:
    document = {'id': 'v2.1', 'status': 'CURRENT', 'min_version': '2.1', 'version': '2.53'}
    cloud.on('GET', '/proxy/', {'version': document})
    cloud.on('GET', '/proxy/v2.1/', status=404)
    library = made(endpoint_override=f'{cloud.url}/proxy')
    assert str(library.versions.get_current().version) == '2.53'


def test_events_come_back_as_dictionaries(cloud: ScriptedCloud) -> None:
    told = {'name': 'network-changed', 'server_uuid': 'a', 'code': 200, 'status': 'completed'}

    def answer(request: Request) -> Any:
        return {'events': [told]}

    cloud.on('POST', '/os-server-external-events', answer)
    events = connect(cloud).server_external_events.create([{'name': 'network-changed'}])
    assert events == [told]
    assert type(events[0]) is dict
    assert len(events.request_ids) == 1
