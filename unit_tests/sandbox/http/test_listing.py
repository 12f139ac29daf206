"""Lists by their queries: filters, order and pages."""

from __future__ import annotations

import types
from typing import Any

import pytest

from novaclient_mv import versions
from novaclient_mv.sandbox.http import listing
from novaclient_mv.sandbox.http.listing import Listing, Parameter
from novaclient_mv.sandbox.http.wsgi import Fault, Request

THINGS = [
    {'id': 'a', 'size': 2, 'is_red': True, 'tags': ['x', 'y'], 'note': None},
    {'id': 'b', 'size': 10, 'is_red': False, 'tags': ['y'], 'note': 'n'},
    {'id': 'c', 'size': 2, 'is_red': False, 'tags': [], 'note': 'm'},
]
LISTING = Listing(
    Parameter('least', listing.number, listing.at_least, 'size'),
    Parameter('most', listing.number, listing.at_most, 'size'),
    Parameter('is_red', listing.flag),
    Parameter('red', listing.is_true, field='is_red'),
    Parameter('tags', test=listing.has_all),
    Parameter('tags-any', test=listing.has_any, field='tags'),
    Parameter('kind', listing.one_of('a', 'b'), None),
    Parameter('id', versions=versions.VersionRange('2.5')),
    Parameter('note', rule='see'),
    sort_keys=('size', 'id', 'note'),
    marker=(404, '{} is not there.'),
)


def _handler(query: str, version: str = '2.5', may: bool = True) -> Any:
    request = Request({'REQUEST_METHOD': 'GET', 'PATH_INFO': '/', 'QUERY_STRING': query})
    return types.SimpleNamespace(
        req=request, api_version=versions.APIVersion(version), may=lambda rule: may
    )


def _ids(query: str, **more: Any) -> str:
    page = LISTING.page(_handler(query, **more), [dict(thing) for thing in THINGS])
    return ''.join(item['id'] for item in page.items)


@pytest.mark.parametrize(
    ('query', 'ids'),
    [
        ('', 'abc'),
        ('least=3', 'b'),
        ('most=9', 'ac'),
        ('is_red=yes', 'a'),
        ('is_red=F', 'bc'),
        ('red=perhaps', 'bc'),
        ('red=1', 'a'),
        ('tags=x&tags=y', 'a'),
        ('tags-any=x&tags-any=z', 'a'),
        ('id=a&id=c', 'ac'),
        ('note=n', 'b'),
        ('note=', 'a'),
        ('kind=a&other=1', 'abc'),
        ('sort_key=size', 'bac'),
        ('sort_key=size&sort_dir=asc&sort_key=id&sort_dir=desc', 'cab'),
        ('sort=size:asc,id', 'cab'),
        ('sort=note:asc', 'acb'),
        ('limit=2', 'ab'),
        ('limit=0', ''),
        ('limit=5000', 'abc'),
        ('marker=a', 'bc'),
        ('marker=a&limit=1', 'b'),
        ('offset=1&limit=1', 'b'),
    ],
)
def test_list_is_what_its_query_asks_for(query: str, ids: str) -> None:
    assert _ids(query) == ids


@pytest.mark.parametrize(
    ('query', 'status'),
    [
        ('least=x', 400), ('is_red=perhaps', 400), ('kind=c', 400), ('sort_key=tags', 400),
        ('sort=id:up', 400), ('limit=x', 400), ('limit=-1', 400), (f'limit={"9" * 5000}', 400),
        ('offset=x', 400), ('marker=x', 404),
    ],
)  # fmt: skip
def test_query_that_asks_for_what_there_is_not_is_refused(query: str, status: int) -> None:
    with pytest.raises(Fault) as caught:
        _ids(query)
    assert caught.value.status == status


def test_parameter_counts_in_its_versions_and_for_whom_its_rule_lets() -> None:
    assert [_ids('id=a', version=each) for each in ('2.4', '2.5')] == ['abc', 'a']
    assert [_ids('note=n', may=each) for each in (False, True)] == ['abc', 'b']


def test_undeclared_parameters_are_compared_where_a_list_says_so() -> None:
    lists = Listing(others=listing.same)
    assert [item['id'] for item in lists.narrowed(_handler('size=2'), THINGS)] == ['a', 'c']
    assert lists.narrowed(_handler('colour=red'), THINGS) == []


def test_page_tells_whether_there_is_more() -> None:
    handler = _handler('limit=2&offset=0')
    page = LISTING.page(handler, [dict(thing) for thing in THINGS])
    assert (page.is_full, page.has_more, page.total) == (True, True, 3)
    assert page.next_pairs(handler.req) == [('limit', '2'), ('marker', 'b')]
    last = LISTING.page(_handler('marker=b&limit=1'), [dict(thing) for thing in THINGS])
    assert (last.is_full, last.has_more) == (True, False)


def test_page_of_other_items_is_found_by_their_names() -> None:
    lists = Listing(name=lambda item: f'n{item}')
    page = lists.cut(_handler('limit=1&marker=n1').req, [1, 2, 3])
    assert (page.items, page.marker, page.has_more) == ([2], 'n2', True)
