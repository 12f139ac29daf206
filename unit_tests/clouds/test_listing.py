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
            'file': file,
            'service': 'compute',
        },
    ]
    assert (result.err, result.status) == ('', 0)
    assert 'hush' not in nova('cloud-list', '-f', 'yaml').out


def test_versions_are_those_of_the_service(nova: Nova) -> None:
    nova.cloud_file(FILE)
    rows = json.loads(nova('cloud-list', '--service', 'baremetal', '-f', 'json').out)
    assert [(row['version'], row['service']) for row in rows] == [
        ('1.81', 'baremetal'),
        (None, 'baremetal'),
    ]


def test_table_names_the_regions(nova: Nova) -> None:
    nova.cloud_file(FILE)
    assert '| r1, r2 ' in nova('cloud-list').out


def test_a_cloud_that_is_wrong_is_named_beside_the_others(nova: Nova) -> None:
    nova.cloud_file(FILE + '  c: {regions: {}, profile: [x]}\n')
    result = nova('cloud-list', '-f', 'json')
    assert [row['name'] for row in json.loads(result.out)] == ['a', 'b']
    assert (result.status, json.loads(result.err)['failures'].keys()) == (8, {'c'})


def test_without_a_file_the_list_is_empty(nova: Nova) -> None:
    result = nova('cloud-list', '-f', 'json')
    assert (json.loads(result.out), result.status) == ([], 0)


def test_a_file_that_cannot_be_read_is_an_error(nova: Nova) -> None:
    nova.cloud_file('clouds: [')
    assert nova('cloud-list').status == 2
