"""Tests of what is remembered of a login as a value: what is read, and what is not."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

from novaclient_mv.clouds.logins import cached_access
from novaclient_mv.wire.logins import token_facts
from unit_tests import cases

ACCESS = cached_access.CachedAccess(
    {'X-Auth-Token': 'gAAAAA-b_c='},
    'project',
    'user',
    {
        ('compute', 'public', 'RegionOne', None): 'https://cloud.example:8774/v2.1',
        ('image', 'internal', None, ''): 'http://[::1]/image',
    },
    '/etc/ssl/certs/ca-certificates.crt',
)


def kept() -> Any:
    """The way as it is read from a file."""
    return json.loads(json.dumps(ACCESS.as_json()))


def test_what_was_written_is_read() -> None:
    assert cached_access.read(kept()) == ACCESS


@pytest.mark.parametrize('name', ['project_id', 'user_id', 'authorities'])
def test_what_a_login_may_lack_may_be_missing(name: str) -> None:
    assert cached_access.read({**kept(), name: None}) == ACCESS._replace(**{name: None})


def test_login_that_needed_no_endpoint_is_remembered() -> None:
    assert cached_access.read({**kept(), 'endpoints': []}) == ACCESS._replace(endpoints={})


ODD: tuple[Any, ...] = (None, True, 5, 1.5, '', [], [1], [[]], {}, {'a': 1}, 'a\nb', 'é\x00', 'é')
PLACES: tuple[tuple[Any, ...], ...] = (
    ('headers',),
    ('headers', 'X-Auth-Token'),
    ('endpoints',),
    ('endpoints', 0),
    ('endpoints', 0, 0),
    ('endpoints', 0, 0, 0),
    ('endpoints', 0, 0, 1),
    ('endpoints', 0, 1),
)


@cases.one_test_of('place, value', itertools.product(PLACES, ODD))
def test_way_with_another_value_inside_is_none(place: tuple[Any, ...], value: Any) -> None:
    content = kept()
    inner = content
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    # A service may have any name, and a login may have needed no endpoint.
    is_name = value == 'é' and len(place) == 4
    is_no_endpoint = value == [] and place == ('endpoints',)
    assert (cached_access.read(content) is not None) == (is_name or is_no_endpoint)


@pytest.mark.parametrize('name', ['project_id', 'user_id', 'authorities'])
@pytest.mark.parametrize('value', [True, 5, '', [], {}, 'a\nb', 'a\x00'])
def test_way_with_another_id_or_file_is_none(name: str, value: Any) -> None:
    assert cached_access.read({**kept(), name: value}) is None


@pytest.mark.parametrize(
    'url',
    [
        'ftp://cloud.example/',
        'cloud.example',
        '//cloud.example',
        'file:///etc/passwd',
        'http://cloud.example/a b',
        'http://cloud.example/\r\nX-Other: 1',
        'http://cloud.example/é',
    ],
)
def test_url_that_no_request_may_have_is_not_read(url: str) -> None:
    content = kept()
    content['endpoints'][1][1] = url
    assert cached_access.read(content) is None
    assert not cached_access.is_endpoint(('compute', 'public', None, None), url)


@pytest.mark.parametrize('header', ['a\r\nX-Other: 1', 'a b\n', '\x7f', ''])
def test_header_that_no_request_may_have_is_not_read(header: str) -> None:
    assert cached_access.read({**kept(), 'headers': {'X-Auth-Token': header}}) is None
    assert cached_access.read({**kept(), 'headers': {header: 'x'}}) is None


@pytest.mark.parametrize('name', ACCESS.as_json())
def test_way_without_a_part_is_none(name: str) -> None:
    content = kept()
    del content[name]
    assert cached_access.read(content) is None


def test_way_of_a_later_form_is_none() -> None:
    assert cached_access.read({**kept(), 'form': 2}) is None


def test_facts_of_the_token_are_remembered_and_older_ways_have_none() -> None:
    facts = token_facts.read({'user': {'id': 'u'}, 'roles': [{'name': 'member'}]})
    way = ACCESS._replace(token_facts=facts)
    assert cached_access.read(json.loads(json.dumps(way.as_json()))) == way
    assert 'token' not in kept()
    assert cached_access.read({**kept(), 'token': {'user': {'id': 5}}}) is None
