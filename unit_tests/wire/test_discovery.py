"""Endpoints taken apart, version documents read, and entries matched by path."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import exceptions, services
from novaclient_mv.wire import documents

HOST = 'https://cloud.example:8774'
PROJECT = '6f70656e737461636b20342065766572'


@pytest.mark.parametrize(
    ('path', 'url', 'versioned', 'root', 'is_legacy'),
    [
        ('/v2.1', '/v2.1', '/v2.1', '', False),
        ('/v2.1/', '/v2.1', '/v2.1', '', False),
        (f'/v2.1/{PROJECT}', f'/v2.1/{PROJECT}', '/v2.1', '', False),
        ('/compute/v2.1', '/compute/v2.1', '/compute/v2.1', '/compute', False),
        ('/a/b/v2.1/p', '/a/b/v2.1/p', '/a/b/v2.1', '/a/b', False),
        ('/v9/nova/v2.1/p', '/v9/nova/v2.1/p', '/v9/nova/v2.1', '/v9/nova', False),
        ('/compute', '/compute/v2.1', '/compute/v2.1', '/compute', False),
        ('/compute/', '/compute/v2.1', '/compute/v2.1', '/compute', False),
        ('', '/v2.1', '/v2.1', '', False),
        ('/', '/v2.1', '/v2.1', '', False),
        ('/v2', '/v2', '/v2', '', True),
        (f'/v2/{PROJECT}', f'/v2/{PROJECT}', '/v2', '', True),
        ('/v2.0', '/v2.0', '/v2.0', '', True),
        ('/v1.1/p', '/v1.1/p', '/v1.1', '', True),
        ('/compute/v2/p', '/compute/v2/p', '/compute/v2', '/compute', True),
        # Only whole parts of the path are versions.
        ('/v2.1x', '/v2.1x/v2.1', '/v2.1x/v2.1', '/v2.1x', False),
        ('/dev2/nova', '/dev2/nova/v2.1', '/dev2/nova/v2.1', '/dev2/nova', False),
        # What stands further to the left is the version of a gateway.
        ('/v1/nova', '/v1/nova/v2.1', '/v1/nova/v2.1', '/v1/nova', False),
        ('/v2/a/nova', '/v2/a/nova/v2.1', '/v2/a/nova/v2.1', '/v2/a/nova', False),
        (f'/v1/{PROJECT}', f'/v1/{PROJECT}', '/v1', '', False),
    ],
)
def test_an_endpoint_is_taken_apart(
    path: str, url: str, versioned: str, root: str, is_legacy: bool
) -> None:
    found = documents.parse_endpoint(HOST + path, services.COMPUTE)
    assert found.url == HOST + url
    assert found.versioned == HOST + versioned
    assert found.root == HOST + root
    assert found.is_legacy is is_legacy


@pytest.mark.parametrize('url', ['', 'compute', '/v2.1', 'ftp://cloud/v2.1', 'http:///v2.1'])
def test_what_is_no_url_is_an_error_that_repeats_it(url: str) -> None:
    with pytest.raises(exceptions.CloudError) as raised:
        documents.parse_endpoint(url, services.COMPUTE)
    assert repr(url) in str(raised.value)


def entry(**fields: Any) -> dict[str, Any]:
    return {'id': 'v2.1', 'status': 'CURRENT', 'version': '2.53', 'min_version': '2.1', **fields}


@pytest.mark.parametrize(
    'body',
    [
        {'version': entry()},
        {'versions': [entry()]},
        {'versions': {'values': [entry()]}},
        {'versions': ['text', entry()]},
        {'version': entry(version=None, max_version='2.53')},
    ],
)
def test_a_document_is_read_in_each_of_its_shapes(body: Any) -> None:
    (found,) = documents.read_document(body, HOST)
    assert (found.id, str(found.range)) == ('v2.1', '2.1 to 2.53')


def test_without_version_and_minimum_there_are_no_microversions() -> None:
    for fields in ({'version': '', 'min_version': ''}, {'version': None, 'min_version': None}):
        (found,) = documents.read_document({'version': entry(**fields)}, HOST)
        assert found.range is None
    (found,) = documents.read_document({'version': {'id': 'v2.0'}}, HOST)
    assert (found.range, found.status, found.updated) == (None, '', '')


@pytest.mark.parametrize('body', [None, [], 'text', {}, {'version': 'x'}, {'versions': 'x'}, 7])
def test_what_is_no_version_document_is_said_with_its_url(body: Any) -> None:
    with pytest.raises(exceptions.CloudError, match='something else than a version document') as e:
        documents.read_document(body, HOST)
    assert HOST in str(e.value)


@pytest.mark.parametrize(
    'fields',
    [
        {'version': 'x'},
        {'version': ''},
        {'min_version': ''},
        {'min_version': '2.54'},
        {'version': '2.latest'},
        {'version': 2.53e9},
        {'version': '3.5'},
        {'version': ['2.53']},
    ],
)
def test_a_range_that_makes_no_sense_is_an_error_that_repeats_it(fields: dict[str, Any]) -> None:
    with pytest.raises(exceptions.CloudError, match='is malformed') as raised:
        documents.read_document({'version': entry(**fields)}, HOST)
    assert HOST in str(raised.value)


def test_a_value_of_any_length_is_repeated_in_few_letters() -> None:
    with pytest.raises(exceptions.CloudError) as raised:
        documents.read_document({'version': entry(version='2.' + '9 ' * 5000)}, HOST)
    assert len(str(raised.value)) < 250
    assert "maximum '2.9 9 " in str(raised.value)
    assert str(raised.value).endswith('....')


@pytest.mark.parametrize(
    ('path', 'found'),
    [
        ('/v2.1/p', 'v2.1'),
        ('/compute', 'v2.1'),
        ('/v2/p', 'v2.0'),
        ('/v2.0', 'v2.0'),
        ('/v1.1', None),
        ('/v3', None),
    ],
)
def test_an_entry_is_matched_by_path_not_by_the_host_of_its_link(
    path: str, found: str | None
) -> None:
    links = [{'rel': 'self', 'href': 'http://elsewhere.example/v9/'}]
    body = {'versions': [entry(id='v2.0', version='', min_version='', links=links), entry()]}
    endpoint = documents.parse_endpoint(HOST + path, services.COMPUTE)
    matched = documents.entry_for(documents.read_document(body, HOST), endpoint)
    assert (matched.id if matched else None) == found


@pytest.mark.parametrize('id', ['v2', 'v2.0'])
@pytest.mark.parametrize('path', ['/v2', '/v2/p', '/compute/v2/p'])
def test_entry_of_the_old_endpoint_is_found_in_both_spellings(id: str, path: str) -> None:
    body = {'versions': [entry(), entry(id=id, status='SUPPORTED', version='', min_version='')]}
    endpoint = documents.parse_endpoint(HOST + path, services.COMPUTE)
    matched = documents.entry_for(documents.read_document(body, HOST), endpoint)
    assert matched == documents.VersionEntry(id, 'SUPPORTED', '', None, body['versions'][1])
    assert endpoint.is_legacy
