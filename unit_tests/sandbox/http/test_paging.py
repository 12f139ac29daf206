"""Pages: how long they are, where they begin, and the links between them."""

from __future__ import annotations

import types
from typing import Any

import pytest

from novaclient_mv.sandbox.http import paging
from novaclient_mv.sandbox.http.wsgi import Fault, Request
from unit_tests.sandbox.caller import HOST, Caller

THINGS = [
    types.SimpleNamespace(id=name, document={'updated': place}) for place, name in enumerate('abc')
]


def _asking(query: str, path: str = '/things') -> Request:
    """A request of a query."""
    return Request(
        {
            'REQUEST_METHOD': 'GET',
            'PATH_INFO': path,
            'QUERY_STRING': query,
            'HTTP_HOST': HOST.partition('://')[2],
        }
    )


def _refused(call: Any, *words: Any) -> str:
    with pytest.raises(Fault) as caught:
        call(*words)
    assert caught.value.status == 400
    return caught.value.message


@pytest.mark.parametrize(
    ('query', 'names', 'is_full'),
    [
        ('', 'abc', False),
        ('limit=0', '', False),
        ('limit=1', 'a', True),
        ('limit=3', 'abc', True),
        ('limit=4', 'abc', False),
        (f'limit={"9" * 5000}', 'abc', False),
        ('marker=a', 'bc', False),
        ('marker=a&limit=1', 'b', True),
        ('marker=b&limit=2', 'c', False),
        ('marker=c&limit=1', '', False),
    ],
)
def test_page_begins_behind_its_marker_and_is_full_at_its_limit(
    query: str, names: str, is_full: bool
) -> None:
    page, is_full_page = paging.page_of(THINGS, _asking(query), 'id')
    assert ([thing.id for thing in page], is_full_page) == (list(names), is_full)


def test_page_is_never_longer_than_1000() -> None:
    things = [types.SimpleNamespace(id=str(number)) for number in range(1002)]
    for query in ('', 'limit=1001', 'limit=5000'):
        page, is_full = paging.page_of(things, _asking(query), 'id')
        assert (len(page), is_full) == (1000, True)


def test_marker_that_is_not_there_is_refused_in_the_words_of_the_operation() -> None:
    assert _refused(paging.page_of, THINGS, _asking('marker=x'), 'id') == 'marker [x] not found'
    words = 'No {} here.'
    assert _refused(paging.page_of, THINGS, _asking('marker=x'), 'id', words) == 'No x here.'


def test_empty_marker_is_one_that_is_not_there_unless_the_operation_takes_it_for_none() -> None:
    assert _refused(paging.page_of, THINGS, _asking('marker='), 'id') == 'marker [] not found'
    assert paging.page_of(THINGS, _asking('marker='), 'id', is_empty_none=True) == (THINGS, False)
    page, _ = paging.page_of(THINGS, _asking('marker=b'), 'id', is_empty_none=True)
    assert page == THINGS[2:]


def test_limit_is_a_number_from_0_where_no_schema_has_looked(cloud: Caller) -> None:
    for value, words in (
        ('x', 'Invalid input received: limit must be an integer'),
        ('-1', 'Invalid input received: limit must be >= 0'),
    ):
        assert _refused(paging.limit_of, _asking(f'limit={value}')) == words
        assert cloud('GET', f'/v2/servers?limit={value}').message == words


@pytest.mark.parametrize(
    ('query', 'names'),
    [
        ('', 'abc'),
        ('offset=0', 'abc'),
        ('offset=1', 'bc'),
        ('offset=1&limit=1', 'b'),
        ('limit=2', 'ab'),
        ('limit=0', 'abc'),
        ('offset=3', ''),
        (f'offset={"9" * 5000}', ''),
        (f'limit={"9" * 5000}', 'abc'),
    ],
)
def test_offset_skips_things_and_a_limit_of_0_is_none(query: str, names: str) -> None:
    assert [thing.id for thing in paging.slice_of(THINGS, _asking(query))] == list(names)


def test_slice_is_never_longer_than_1000() -> None:
    assert len(paging.slice_of(range(1002), _asking('limit=0'))) == 1000


@pytest.mark.parametrize(
    ('query', 'names'),
    [
        ('', 'abc'),
        ('changes-since=1970-01-01T00:00:01Z', 'bc'),
        ('changes-before=1970-01-01T00:00:01Z', 'ab'),
        ('changes-since=1970-01-01T00:00:01Z&changes-before=1970-01-01T00:00:01Z', 'b'),
        ('changes-since=1970-01-01T00:00:03Z', ''),
    ],
)
def test_changes_are_those_between_two_moments_with_both_of_them(query: str, names: str) -> None:
    changed: Any = paging.changed_between(_asking(query), THINGS)  # type: ignore[arg-type]
    assert [thing.id for thing in changed] == list(names)


def test_moments_of_changes_that_are_the_wrong_way_round_are_refused() -> None:
    request = _asking('changes-since=1970-01-01T00:00:02Z&changes-before=1970-01-01T00:00:01Z')
    assert _refused(paging.changed_between, request, []) == (
        'The value of changes-since must be less than or equal to changes-before.'
    )


def test_link_to_the_next_page_is_the_same_query_with_another_marker() -> None:
    request = _asking('sort=b&limit=1&marker=old&sort=a', '/v2.1/a b')
    request.prefix = '/compute'
    assert paging.next_links(request, 'new') == [
        {'rel': 'next', 'href': f'{HOST}/compute/v2.1/a%20b?limit=1&marker=new&sort=b'}
    ]
    (link,) = paging.next_links(_asking('sort=a'), 'new', '/project')
    assert link['href'] == f'{HOST}/project/things?sort=a&marker=new'


def test_links_lead_from_page_to_page_to_the_last_thing(cloud: Caller) -> None:
    path, names = '/v2.1/flavors?limit=1', []
    while path:
        body = cloud('GET', path).body
        names += [flavor['name'] for flavor in body['flavors']]
        links = body.get('flavors_links')
        path = links[0]['href'].removeprefix(HOST) if links else ''
    assert names == [flavor['name'] for flavor in cloud('GET', '/v2.1/flavors').body['flavors']]
    assert len(names) > 2
