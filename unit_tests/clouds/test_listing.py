"""The clouds of the cloud files, without a login."""

from __future__ import annotations

import json

from unit_tests.nova import Nova

FILE = """
clouds:
  a:
    auth: {auth_url: http://a.example/v3, username: ada, project_name: engines, password: hush}
    regions: [r1, {name: r2, values: {}}]
    compute_default_microversion: 2.60
    baremetal_api_version: "1.81"
  b: {auth_type: none, auth: {endpoint: http://b.example}, region_name: r1}
"""


def test_clouds_are_listed_without_secrets(nova: Nova) -> None:
    file = str(nova.cloud_file(FILE))
    result = nova('cloud-list', '-f', 'json')
    assert json.loads(result.out) == [
        {
            'name': 'a',
            'auth_url': 'http://a.example/v3',
            'user': 'ada',
            'project': 'engines',
            'regions': ['r1', 'r2'],
            'version': '2.60',
            'version_from': 'compute_default_microversion',
            'file': file,
            'service': 'compute',
        },
        {
            'name': 'b',
            'auth_url': 'http://b.example',
            'user': None,
            'project': None,
            'regions': ['r1'],
            'version': None,
            'version_from': 'default',
            'file': file,
            'service': 'compute',
        },
    ]
    assert (result.err, result.status) == ('', 0)
    assert 'hush' not in nova('cloud-list', '-f', 'yaml').out


def versions_of(nova: Nova, *words: str, **variables: str) -> list[tuple[str, str]]:
    """Version and origin of each cloud."""
    rows = json.loads(nova('cloud-list', '-f', 'json', *words, env=variables).out)
    return [(row['version'], row['version_from']) for row in rows]


def test_the_version_is_what_a_run_on_the_cloud_asks_for(nova: Nova) -> None:
    nova.cloud_file(FILE)
    for name in ('a', 'b'):
        assert nova('version-pin', '2.53', '--force', '--os-cloud', name).status == 0
    file = ('2.60', 'compute_default_microversion')
    assert versions_of(nova) == [file, ('2.53', 'pin')]
    assert versions_of(nova, '--os-cloud', 'b', '--os-region-name', 'r9') == [file, ('2.53', 'pin')]
    assert (
        versions_of(nova, OS_COMPUTE_API_VERSION='pike') == [('pike', 'OS_COMPUTE_API_VERSION')] * 2
    )
    option = '--os-compute-api-version'
    assert versions_of(nova, option, '2.1', OS_COMPUTE_API_VERSION='pike') == [('2.1', option)] * 2
    assert '| Version From ' in nova('cloud-list').out


def test_a_broken_pin_is_told_beside_the_other_clouds(nova: Nova) -> None:
    nova.cloud_file(FILE)
    nova('version-pin', '2.53', '--force', '--os-cloud', 'b')
    pins = nova.home / '.config' / 'nova-mv' / 'pins'
    pins.write_text('b 2.53\n')
    result = nova('cloud-list', '-f', 'json')
    assert [row['name'] for row in json.loads(result.out)] == ['a']
    assert (result.status, json.loads(result.err)['failures'].keys()) == (8, {'b'})


def test_a_cloud_that_is_wrong_is_named_beside_the_others(nova: Nova) -> None:
    nova.cloud_file(FILE + '  c: {regions: {}, profile: [x]}\n')
    result = nova('cloud-list', '-f', 'json')
    assert [row['name'] for row in json.loads(result.out)] == ['a', 'b']
    assert (result.status, json.loads(result.err)['failures'].keys()) == (8, {'c'})


def test_a_file_that_cannot_be_read_is_an_error(nova: Nova) -> None:
    nova.cloud_file('clouds: [')
    assert nova('cloud-list').status == 2
