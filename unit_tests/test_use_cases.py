"""The eight cases of a client and a cloud of different ages: the wire, from shell and library."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Any

import pytest
from keystoneauth1 import session as ks_session
from keystoneauth1.identity.v3 import Password

from novaclient_mv import api_versions, client, exceptions, services
from novaclient_mv.cli.reading import commands, read
from novaclient_mv.compat import compute_versions
from novaclient_mv.v2 import client as v2_client
from unit_tests.newest import BEYOND, NEWEST
from unit_tests.nova import Nova, Result
from unit_tests.scripted import LEGACY_HEADER, STANDARD_HEADER, ScriptedCloud, fault

StartCloud = Callable[..., ScriptedCloud]

ENDPOINTS = (
    *(
        '/v2.1',
        '/v2.1/PROJECT',
        '/compute/v2.1',
        '/compute/v2.1/PROJECT',
        '/compute',
        '/',
        '/v2.1/',
    ),
)
LEGACY_ENDPOINTS = ('/v2', '/v2/PROJECT', '/compute/v2', '/compute/v2/PROJECT')
SERVICE_TYPES = ('compute', 'compute_legacy', 'computev21')
EMPTY_TABLE = 'Networks'


def library(cloud: ScriptedCloud, version: Any, **options: Any) -> v2_client.Client:
    """A client of the library, at one version."""
    auth = Password(**cloud.credentials())
    options.setdefault('service_type', cloud.service_type)
    return client.Client(version, session=ks_session.Session(auth=auth), **options)


def compute_wire(cloud: ScriptedCloud) -> list[str]:
    """The requests to compute, project id left out."""
    return [re.sub('/[0-9a-f]{32}', '', line) for line in cloud.wire() if ' /v3' not in line]


def root_of(path: str) -> str:
    return re.sub(r'/v2(\.1)?(/.*)?$', '', path).rstrip('/')


def assert_documents_carry_no_version(cloud: ScriptedCloud) -> None:
    for request in cloud.requests:
        route = cloud.nova.route(request.path)
        if route is None or route[2] in ('', '/'):
            assert STANDARD_HEADER not in request.headers
            assert LEGACY_HEADER not in request.headers


def assert_refused(result: Result, *parts: str) -> None:
    """One line that has all the parts, and status 3."""
    assert (result.status, result.out) == (3, '')
    assert result.err.count('\n') == 1
    for part in parts:
        assert part in result.err


# -- 1 and 2: a client that sends no version --


@pytest.mark.parametrize('path', [*LEGACY_ENDPOINTS, *ENDPOINTS])
@pytest.mark.parametrize('has_microversions', [False, True])
def test_cases_1_and_2_without_a_version_no_header_is_sent(
    nova: Nova, start_cloud: StartCloud, path: str, has_microversions: bool
) -> None:
    cloud = start_cloud(path, microversions=has_microversions)
    assert library(cloud, '2.0').servers.list() == []
    assert nova('server-list', version='2.0', cloud=cloud).status == 0
    assert cloud.versions_sent() == [(None, None)] * 2


def test_case_2_a_cloud_that_dropped_2_1_is_shown_by_its_own_words(
    start_cloud: StartCloud,
) -> None:
    cloud = start_cloud(minimum='2.10')
    refusal = fault(406, 'Version 2.1 is not served any more.')
    cloud.on('GET', '/servers/detail', lambda request: refusal)
    with pytest.raises(exceptions.NotAcceptable, match='not served any more') as raised:
        library(cloud, '2.0').servers.list()
    assert str(raised.value.server_range) == '2.10 to 2.53'


@pytest.mark.parametrize('text', ['2', '2.0', 'None'])
def test_case_2_the_shell_refuses_2_0_where_the_minimum_is_above_2_1(
    nova: Nova, start_cloud: StartCloud, text: str
) -> None:
    cloud = start_cloud(minimum='2.10')
    result = nova('server-list', version=text, cloud=cloud)
    assert_refused(result, text, '--os-compute-api-version', '2.10 to 2.53', f'2.1 to {NEWEST}')
    assert compute_wire(cloud) == ['GET /v2.1/']


# -- 3A: a cloud without microversions, no version asked for --


@pytest.mark.parametrize('path', ENDPOINTS)
def test_case_3a_shell_uses_2_0_where_version_and_minimum_are_empty(
    nova: Nova, start_cloud: StartCloud, path: str
) -> None:
    cloud = start_cloud(path, microversions=False)
    result = nova('server-list', cloud=cloud)
    assert (result.status, result.err) == (0, '')
    root = root_of(path)
    assert compute_wire(cloud) == [f'GET {root}/v2.1/', f'GET {root}/v2.1/servers/detail']
    assert cloud.versions_sent() == [(None, None)]


@pytest.mark.parametrize('path', LEGACY_ENDPOINTS)
@pytest.mark.parametrize('version', [None, 'latest', '2.latest'])
def test_case_3a_an_endpoint_of_v2_has_no_microversions_whatever_stands_beside_it(
    nova: Nova, start_cloud: StartCloud, path: str, version: str | None
) -> None:
    cloud = start_cloud(path)
    result = nova('server-list', version=version, cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert compute_wire(cloud)[-1] == f'GET {root_of(path)}/v2/servers/detail'
    assert cloud.versions_sent() == [(None, None)]


@pytest.mark.parametrize('path', ['/v2.1', '/v2', '/compute'])
def test_case_3a_shell_says_what_a_command_needs_where_there_are_no_microversions(
    nova: Nova, start_cloud: StartCloud, path: str
) -> None:
    cloud = start_cloud(path, microversions=False)
    result = nova('server-tag-list', 'web', cloud=cloud)
    assert_refused(result, 'server-tag-list needs API version 2.26 (Newton) or later', '2.0 only')
    assert cloud.versions_sent() == []


# -- 3B: a cloud without microversions, and a version named --


@pytest.mark.parametrize('path', [*ENDPOINTS, *LEGACY_ENDPOINTS])
def test_case_3b_shell_refuses_a_named_version(
    nova: Nova, start_cloud: StartCloud, path: str
) -> None:
    cloud = start_cloud(path, microversions=False)
    result = nova('server-list', version='2.10', cloud=cloud)
    assert_refused(
        result,
        'API version 2.10 (--os-compute-api-version)',
        'no microversions',
        f'this client speaks 2.1 to {NEWEST}',
    )
    assert cloud.versions_sent() == []


@pytest.mark.parametrize('path', ['/v2.1', '/v2', '/compute/v2/PROJECT'])
def test_case_3b_in_the_library_the_result_of_an_answer_without_version_stands(
    start_cloud: StartCloud, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    cloud = start_cloud(path, microversions=False)
    cloud.on('GET', '/servers/detail', {'servers': [{'id': 'a', 'name': 'web'}]})
    nova = library(cloud, '2.10')
    with caplog.at_level(logging.WARNING, 'novaclient_mv'):
        assert [server.name for server in nova.servers.list()] == ['web']
        assert [server.name for server in nova.servers.list()] == ['web']
    assert cloud.versions_sent() == [('compute 2.10', '2.10')] * 2
    assert [each.getMessage() for each in caplog.records if each.name == 'novaclient_mv'] == [
        'The cloud did not say in which API version it answered; 2.10 was asked for.'
    ]


# -- 3C: a cloud without microversions, and 2.0 asked for --


@pytest.mark.parametrize('path', [*ENDPOINTS, *LEGACY_ENDPOINTS])
@pytest.mark.parametrize('text', ['2.0', '2', 'None'])
def test_case_3c_shell_and_library_use_2_0(
    nova: Nova, start_cloud: StartCloud, path: str, text: str
) -> None:
    cloud = start_cloud(path, microversions=False)
    result = nova('server-list', version=text, cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert EMPTY_TABLE in result.out
    if text != 'None':
        assert library(cloud, text).servers.list() == []
    assert set(cloud.versions_sent()) == {(None, None)}


# -- 4: a version that is none --


@pytest.mark.parametrize(
    'text', ['spam', 'l33t', '1.2.3.4.5', '2.01', '', ' ', '2.1 ', '\u0662.\u0661', '3.0', BEYOND]
)
def test_case_4_a_wrong_version_is_refused_without_a_request(
    nova: Nova, cloud: ScriptedCloud, text: str
) -> None:
    result = nova('server-list', version=text, cloud=cloud)
    assert (result.status, result.out, result.err.count('\n')) == (2, '', 1)
    with pytest.raises(exceptions.UnsupportedVersion):
        library(cloud, text)
    assert cloud.wire() == []


# -- 5 and 6: ranges that do not meet --


def speaking(monkeypatch: pytest.MonkeyPatch, start: str, end: str) -> None:
    """Let the client speak other versions than it does."""
    spoken = api_versions.VersionRange(start, end)
    compute = services.COMPUTE._replace(range=spoken)
    for module in (commands, read):
        monkeypatch.setattr(module, 'SERVICES', (compute,))
    monkeypatch.setattr(compute_versions, 'COMPUTE', compute)


NEWER = ('2.1', '2.6', '2.8', '2.15')
OLDER = ('2.10', '2.15', '2.1', '2.5')


@pytest.mark.parametrize('ranges', [NEWER, OLDER], ids=['case 5', 'case 6'])
@pytest.mark.parametrize('version', [None, 'latest', '2.latest'])
def test_cases_5_and_6_shell_refuses_with_both_ranges(
    nova: Nova,
    start_cloud: StartCloud,
    monkeypatch: pytest.MonkeyPatch,
    ranges: tuple[str, ...],
    version: str | None,
) -> None:
    start, end, minimum, maximum = ranges
    speaking(monkeypatch, start, end)
    cloud = start_cloud(minimum=minimum, maximum=maximum)
    result = nova('server-list', version=version, cloud=cloud)
    assert_refused(result, f'{minimum} to {maximum}', f'this client speaks {start} to {end}')
    assert cloud.versions_sent() == []
    assert_documents_carry_no_version(cloud)


@pytest.mark.parametrize(
    ('version', 'minimum', 'maximum'),
    [('2.6', '2.8', '2.15'), ('2.10', '2.1', '2.5'), ('2.54', '2.1', '2.53')],
)
@pytest.mark.parametrize('path', ['/v2.1', '/compute'])
def test_cases_5_and_6_a_named_version_outside_the_range_is_refused_and_never_changed(
    nova: Nova, start_cloud: StartCloud, version: str, minimum: str, maximum: str, path: str
) -> None:
    cloud = start_cloud(path, minimum=minimum, maximum=maximum)
    result = nova('server-list', version=version, cloud=cloud)
    assert_refused(
        result,
        f'API version {version} (--os-compute-api-version)',
        f'offers {minimum} to {maximum}',
        f'this client speaks 2.1 to {NEWEST}',
    )
    assert cloud.versions_sent() == []
    result = nova('server-list', cloud=cloud, env={'OS_COMPUTE_API_VERSION': version})
    assert_refused(result, f'API version {version} (OS_COMPUTE_API_VERSION)')


@pytest.mark.parametrize(
    ('version', 'minimum', 'maximum'), [('2.6', '2.8', '2.15'), ('2.10', '2.1', '2.5')]
)
def test_cases_5_and_6_library_raises_not_acceptable_with_the_range(
    start_cloud: StartCloud, version: str, minimum: str, maximum: str
) -> None:
    cloud = start_cloud(minimum=minimum, maximum=maximum)
    with pytest.raises(exceptions.NotAcceptable) as raised:
        library(cloud, version).servers.list()
    assert str(raised.value.server_range) == f'{minimum} to {maximum}'
    assert raised.value.http_code == 406
    # Nothing is sent again by itself; the range is asked for without a version.
    assert compute_wire(cloud) == ['GET /v2.1/servers/detail', 'GET /v2.1/']
    assert_documents_carry_no_version(cloud)


# -- 7: a version that both speak --


@pytest.mark.parametrize('path', ENDPOINTS)
@pytest.mark.parametrize('service_type', SERVICE_TYPES)
def test_case_7_both_headers_name_compute_whatever_the_endpoint_is_called(
    nova: Nova, start_cloud: StartCloud, path: str, service_type: str
) -> None:
    cloud = start_cloud(path, service_type=service_type)
    words = [] if service_type == 'compute' else ['--service-type', service_type]
    result = nova(*words, 'server-list', version='2.10', cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert library(cloud, '2.10').servers.list() == []
    assert cloud.versions_sent() == [('compute 2.10', '2.10')] * 2
    root = root_of(path)
    assert compute_wire(cloud) == [
        f'GET {root}/v2.1/',
        f'GET {root}/v2.1/servers/detail',
        f'GET {root}/v2.1/servers/detail',
    ]
    assert_documents_carry_no_version(cloud)


@pytest.mark.parametrize('service', ['identity', 'image', 'network'])
def test_case_7_neighbours_never_get_a_version(
    nova: Nova, start_cloud: StartCloud, service: str
) -> None:
    cloud = start_cloud(catalog={'image': '/image', 'network': '/network'})
    cloud.on('GET', '/image/v2/images', {'images': [{'id': 'i', 'name': 'cirros'}]})
    cloud.on('GET', '/network/v2.0/networks', {'networks': []})
    nova('server-list', '--image', 'cirros', cloud=cloud)
    path = {'identity': '/v3', 'image': '/image', 'network': '/network'}[service]
    for request in cloud.requests:
        if request.path.startswith(path):
            assert STANDARD_HEADER not in request.headers
            assert LEGACY_HEADER not in request.headers


# -- 8: the newest version that both speak --


@pytest.mark.parametrize('text', [None, 'latest', '2.latest'])
@pytest.mark.parametrize(
    ('minimum', 'maximum', 'used'),
    [
        ('2.1', '2.53', '2.53'),
        ('2.1', NEWEST, NEWEST),
        ('2.1', '2.300', NEWEST),
        (NEWEST, '2.300', NEWEST),
        ('2.1', '2.1', '2.1'),
    ],
)
def test_case_8_shell_and_library_take_the_newest_that_both_speak(
    nova: Nova, start_cloud: StartCloud, text: str | None, minimum: str, maximum: str, used: str
) -> None:
    cloud = start_cloud(minimum=minimum, maximum=maximum)
    result = nova('server-list', version=text, cloud=cloud)
    assert (result.status, result.err) == (0, '')
    found = api_versions.discover_version(
        library(cloud, '2.0'), api_versions.APIVersion('2.latest')
    )
    library(cloud, found).servers.list()
    assert cloud.versions_sent() == [(f'compute {used}', used)] * 2
    assert_the_word_is_never_sent(cloud)


def assert_the_word_is_never_sent(cloud: ScriptedCloud) -> None:
    for request in cloud.requests:
        assert 'latest' not in f'{request.path} {request.query} {request.headers} {request.body}'
