"""Tests of the list of a cloud's versions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from novaclient_mv import api_versions, exceptions
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud
from unit_tests.v2.conftest import Connect

KEYS = ('id', 'min_version', 'max_version', 'shared')


def told(nova: Nova, cloud: ScriptedCloud) -> list[tuple[Any, ...]]:
    """Return the row of each endpoint."""
    result = nova('version-list', '-f', 'json', cloud=cloud)
    assert result.status == 0, result
    return [tuple(each[key] for key in KEYS) for each in json.loads(result.out)]


@pytest.mark.parametrize(
    ('options', 'expected'),
    [
        ({'maximum': '2.53'}, ('v2.1', '2.1', '2.53', '2.1 to 2.53')),
        ({'maximum': '2.999'}, ('v2.1', '2.1', '2.999', f'2.1 to {NEWEST}')),
        ({'minimum': '2.200', 'maximum': '2.300'}, ('v2.1', '2.200', '2.300', None)),
        ({'microversions': False}, ('v2.1', '', '', '2.0')),
        ({'compute_path': '/v2/PROJECT'}, ('v2.0', '', '', '2.0')),
        ({'compute_path': '/compute', 'maximum': '2.90'}, ('v2.1', '2.1', '2.90', '2.1 to 2.90')),
        ({'service_type': 'computev21'}, ('v2.1', '2.1', '2.53', '2.1 to 2.53')),
    ],
)
def test_endpoint_is_told_whatever_it_shares(
    nova: Nova, start_cloud: StartCloud, options: dict[str, Any], expected: tuple[Any, ...]
) -> None:
    cloud = start_cloud(**options)
    assert told(nova, cloud) == [expected]
    assert cloud.versions_sent() == []


def test_endpoint_that_does_not_answer_is_named(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud._others['compute_legacy'] = 'http://127.0.0.1:9/v2'
    result = nova('version-list', '-f', 'json', '--error-format', 'text', cloud=cloud)
    shown = {each['url']: each['status'] for each in json.loads(result.out)}
    assert shown == {f'{cloud.url}/v2.1': 'CURRENT', 'http://127.0.0.1:9/v2': 'UNREACHABLE'}
    assert result.status == 8
    lines = result.err.splitlines()
    assert lines[0].startswith('nova-mv: http://127.0.0.1:9/v2: ')
    assert lines[1:] == ['nova-mv: 1 of 2 failed.']


def test_no_endpoint_that_answers_is_a_failure_of_the_cloud(
    nova: Nova, start_cloud: StartCloud
) -> None:
    cloud = start_cloud(compute_path='/elsewhere')
    for path in ('/elsewhere/v2.1/', '/elsewhere/', '/v2.1/', '/'):
        cloud.on('GET', path, b'<html></html>')
    result = nova('version-list', cloud=cloud)
    assert (result.status, result.out) == (7, '')
    assert '/elsewhere' in result.err


def test_endpoint_that_is_no_url_does_not_hide_the_others(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud._others['compute_legacy'] = 'nonsense'
    result = nova('version-list', '-f', 'json', cloud=cloud)
    assert [each['status'] for each in json.loads(result.out)] == ['CURRENT', 'UNREACHABLE']
    assert result.status == 8


def test_catalog_without_a_compute_endpoint_is_a_failure_of_the_cloud(
    nova: Nova, start_cloud: StartCloud
) -> None:
    cloud = start_cloud(service_type='object-store')
    result = nova('version-list', cloud=cloud)
    assert (result.status, result.out) == (7, '')
    assert result.err == 'nova-mv: The service catalog has no endpoint for compute.\n'


def test_login_without_a_project_is_told_to_name_one(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('version-list', cloud=cloud, env={'OS_PROJECT_NAME': ''})
    assert (result.status, result.out) == (4, '')
    assert '--os-project-name' in result.err


def test_without_a_login_the_given_endpoint_is_told(nova: Nova, cloud: ScriptedCloud) -> None:
    endpoint = f'{cloud.url}/v2.1'
    env = {'OS_AUTH_TYPE': 'none', 'OS_ENDPOINT': endpoint}
    assert nova('version-list', '-f', 'value', '-c', 'url', cloud=cloud, env=env).lines == [
        endpoint
    ]


def test_library(cloud: ScriptedCloud, connect: Connect) -> None:
    versions = connect(cloud, '2.1').versions
    assert str(versions.server_range()) == '2.1 to 2.53'
    assert versions.get_current().id == 'v2.1'
    assert [each.id for each in versions.list()] == ['v2.0', 'v2.1']


def test_library_shows_documents_as_they_are_and_their_requests(
    cloud: ScriptedCloud, connect: Connect
) -> None:
    # Programs read the links, and log the ids.
    versions = connect(cloud, '2.10').versions
    named = versions.list()
    assert [version.links[0]['rel'] for version in named] == ['self', 'self']
    current = versions.get_current()
    assert (current.version, current.min_version) == ('2.53', '2.1')
    assert len(current.request_ids) == 1
    assert not [
        request for request in cloud.requests if request.headers.get('OpenStack-API-Version')
    ]


def test_library_is_not_told_the_version_where_the_login_does_not_suffice(
    cloud: ScriptedCloud, connect: Connect
) -> None:
    cloud.on('GET', '/', {'unauthorized': {'message': 'No.'}}, status=401)
    assert connect(cloud, '2.1').versions.get_current() is None


@pytest.mark.parametrize(
    ('status', 'kind'),
    [
        (403, exceptions.Forbidden),
        (404, exceptions.NotFound),
        (500, exceptions.ClientException),
    ],
)
def test_refusal_of_every_document_is_told_as_such(
    cloud: ScriptedCloud, connect: Connect, status: int, kind: type[Exception]
) -> None:
    for path in ('/', '/v2.1', '/v2.1/'):
        cloud.on('GET', path, {'fault': {'message': 'No.'}}, status=status)
    library = connect(cloud, '2.1')
    with pytest.raises(kind, match=r'No\.') as caught:
        library.versions.get_current()
    assert (caught.value.code, caught.value.method) == (status, 'GET')  # type: ignore[attr-defined]
    with pytest.raises(kind):
        api_versions.discover_version(library, api_versions.APIVersion('2.latest'))


def test_library_refuses_a_document_that_is_none(cloud: ScriptedCloud, connect: Connect) -> None:
    cloud.on('GET', '/', b'<html></html>')
    with pytest.raises(exceptions.CloudError):
        connect(cloud, '2.1').versions.list()
