"""The file of a remembered login is read as it was written, or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novaclient_mv.clouds.logins import cached_access
from novaclient_mv.wire.logins import token_facts

ACCESS = cached_access.CachedAccess(
    {'X-Auth-Token': 'gAAAAA-b_c='},
    'project',
    'user',
    {
        ('compute', 'public', 'RegionOne', None): 'https://cloud.example:8774/v2.1',
        ('image', 'internal', None, ''): 'http://[::1]/image',
    },
    '/etc/ssl/certs/ca-certificates.crt',
    token_facts.read({'user': {'id': 'u'}, 'roles': [{'name': 'member'}]}),
)
TEXT = st.text(st.characters(codec='utf-8'), max_size=3) | st.sampled_from(['a b', 'http://h/a'])
VALUES = st.none() | st.booleans() | st.integers() | TEXT | st.lists(TEXT, max_size=2)


def kept(access: cached_access.CachedAccess = ACCESS) -> Any:
    """An access as it is read from a file."""
    return json.loads(json.dumps(access.as_json()))


@pytest.mark.parametrize('name', ['project_id', 'user_id', 'authorities', 'token_facts', ''])
def test_what_was_written_is_read(name: str) -> None:
    access = ACCESS._replace(**{name: None}) if name else ACCESS._replace(endpoints={})
    assert cached_access.read(kept(access)) == access
    assert ('token' in kept(access)) == (name != 'token_facts')


def places(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all values in a document."""
    yield before
    listed = value if isinstance(value, list) else ()
    for key, inner in value.items() if isinstance(value, dict) else enumerate(listed):
        yield from places(inner, (*before, key))


def may_be(place: tuple[Any, ...], value: Any) -> bool:
    """Whether a value may stand in a place."""
    is_text = isinstance(value, str) and value != '' and value.isprintable()
    is_visible = is_text and value.isascii()
    if place in {(name,) for name in ('project_id', 'user_id', 'authorities')}:
        return value is None or is_text
    if place[0] == 'headers':
        return is_visible and len(place) == 2
    if len(place) == 4:
        return is_text if place[3] < 2 else value is None or isinstance(value, str)
    is_url = is_visible and ' ' not in value and value.startswith(('http://', 'https://'))
    return is_url and place[2] == 1 if len(place) == 3 else place == ('endpoints',) and value == []


@given(st.sampled_from([p for p in places(kept()) if p and p[0] != 'token']), VALUES)
def test_a_value_that_no_login_brings_is_not_read(place: tuple[Any, ...], value: Any) -> None:
    content = inner = kept()
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    access = cached_access.read(content)
    assert (access is not None) == may_be(place, value)
    assert access is None or kept(access) == content
    if place == ('endpoints', 0, 1):
        names = ('compute', 'public', None, None)
        assert cached_access.is_endpoint(names, value) == may_be(place, value)


@pytest.mark.parametrize('name', kept())
def test_an_access_without_a_part_or_with_another_one_is_not_read(name: str) -> None:
    content = kept()
    del content[name]
    # Older programs wrote no facts of a token.
    assert (cached_access.read(content) is not None) == (name == 'token')
    assert cached_access.read({**kept(), f'{name}2': kept()[name]}) is None
    assert cached_access.read({**kept(), 'token': {'user': {'id': 5}}}) is None
    for header in ('a\r\nX-Other: 1', '\x7f', ''):
        assert cached_access.read({**kept(), 'headers': {header: 'x'}}) is None
