"""Version headers, documents and configurable ranges."""

from __future__ import annotations

from pathlib import Path

import pytest

from unit_tests.sandbox.caller import HOST, Caller
from unit_tests.sandbox.newest import BEYOND, NEWEST


@pytest.mark.parametrize('version', ['2.1', '2.9', '2.10', NEWEST])
def test_both_headers_tell_the_version_of_the_answer(cloud: Caller, version: str) -> None:
    answer = cloud('GET', '/v2.1/flavors', version)
    assert answer.headers['OpenStack-API-Version'] == f'compute {version}'
    assert answer.headers['X-OpenStack-Nova-API-Version'] == version
    assert answer.headers.get_all('Vary') == [
        'OpenStack-API-Version',
        'X-OpenStack-Nova-API-Version',
    ]


@pytest.mark.parametrize('version', [BEYOND, '3.0', '2.0', '1.1'])
def test_version_that_is_not_served_gets_406_and_its_own_echo(cloud: Caller, version: str) -> None:
    answer = cloud('GET', '/v2.1/flavors', version)
    assert answer.status == 406
    assert answer.headers['X-OpenStack-Nova-API-Version'] == version
    assert f'Minimum is 2.1 and maximum is {NEWEST}' in answer.message


def test_range_is_configurable_at_both_ends(path: Path) -> None:
    cloud = Caller(path, minimum='2.10', maximum='2.53')
    assert cloud('GET', '/v2.1/servers', '2.9').status == 406
    assert cloud('GET', '/v2.1/servers', '2.10').status == 200
    assert cloud('GET', '/v2.1/servers', '2.53').status == 200
    assert cloud('GET', '/v2.1/servers', '2.54').status == 406
    # Without a header the version is 2.1, which is not served here.
    assert cloud('GET', '/v2.1/servers').status == 406
    (_, newest) = cloud('GET', '/').body['versions']
    assert (newest['min_version'], newest['version']) == ('2.10', '2.53')


def test_nova_without_microversions_has_the_old_endpoint_alone(path: Path) -> None:
    cloud = Caller(path, microversions=False)
    (only,) = cloud('GET', '/').body['versions']
    assert (only['id'], only['version'], only['min_version']) == ('v2.0', '', '')
    assert cloud('GET', '/v2/servers').status == 200
    assert cloud('GET', '/v2.1/servers').status == 300


def test_links_start_with_the_host_that_was_asked(cloud: Caller) -> None:
    answer = cloud('GET', '/v2.1/flavors', host='http://other.example:8774')
    assert answer.body['flavors'][0]['links'][0]['href'] == (
        'http://other.example:8774/v2.1/flavors/1'
    )


def test_links_start_with_the_base_url_where_one_is_set(path: Path) -> None:
    cloud = Caller(path, base_url='https://cloud.example/compute')
    (first, _) = cloud('GET', '/').body['versions']
    assert first['links'][0]['href'] == 'https://cloud.example/compute/v2/'


def test_project_in_the_path_is_in_the_links_too(cloud: Caller) -> None:
    answer = cloud('GET', f'/v2.1/{cloud.project}/flavors/1')
    own, bookmark = answer.body['flavor']['links']
    assert own['href'] == f'{HOST}/v2.1/{cloud.project}/flavors/1'
    assert bookmark['href'] == f'{HOST}/{cloud.project}/flavors/1'


def test_what_was_removed_answers_410_at_every_version(cloud: Caller) -> None:
    for version in ('2.1', '2.53', NEWEST):
        assert cloud('GET', '/v2.1/os-cells', version).status == 410


# -- /v2


def test_old_endpoint_neither_reads_nor_returns_version_headers(cloud: Caller) -> None:
    for version in ('2.90', 'nonsense'):
        answer = cloud('GET', '/v2/servers/detail', version)
        assert answer.status == 200
        assert answer.headers['OpenStack-API-Version'] is None
        assert answer.headers['Vary'] is None
        assert 'locked' not in answer.body['servers'][0]


def test_old_endpoint_drops_unknown_keys_of_a_body(cloud: Caller) -> None:
    body = {'keypair': {'name': ' k ', 'bogus': 1}, 'other': 2}
    answer = cloud('POST', '/v2/os-keypairs', body=body)
    assert answer.status == 200
    assert answer.body['keypair']['name'] == 'k'


def test_old_endpoint_lacks_what_came_after_it(cloud: Caller) -> None:
    id = cloud.boot()
    assert cloud('GET', f'/v2/servers/{id}/tags').status == 404
