"""Paths and queries: what goes in comes out decoded, and nothing leaves its place."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, unquote_to_bytes, urlsplit

from hypothesis import given, settings
from hypothesis import strategies as st

from novaclient_mv import errors
from novaclient_mv.wire.request import request

QUICK = settings(max_examples=100, deadline=None)
TEXT = st.text(st.characters(), max_size=8) | st.sampled_from(
    [
        '',
        '.',
        '..',
        '/',
        '../x',
        '%2e%2e',
        '%',
        '?',
        '#',
        '&a=b',
        ';',
        '{id}',
        '}',
        '\\',
        '\udcff',
        ' ',
    ]
)


def octets(text: str) -> bytes:
    """A text as octets: what stands for octets, or halves of characters, goes back."""
    try:
        return text.encode('utf-8', 'surrogateescape')
    except UnicodeEncodeError:
        return text.encode('utf-8', 'surrogatepass')


@QUICK
@given(st.lists(TEXT, min_size=1, max_size=3))
def test_each_id_comes_back_out_of_its_own_segment(ids: list[str]) -> None:
    path = '/part/x/{name}' * len(ids)
    try:
        call = request(f'PUT {path} act', *ids)
    except errors.NotFound:
        assert {'', '.', '..'} & {*ids}
        return
    assert not {'', '.', '..'} & {*ids}
    parts = urlsplit(f'http://a.example{call.target}')
    assert (parts.query, parts.fragment, call.target.isascii()) == ('', '', True)
    segments = parts.path.split('/')
    assert len(segments) == 1 + 3 * len(ids)
    assert [unquote_to_bytes(each) for each in segments[3::3]] == [octets(each) for each in ids]
    assert segments[1::3] == ['part'] * len(ids)
    assert segments[2::3] == ['x'] * len(ids)


VALUES = TEXT | st.integers() | st.booleans() | st.none()


@QUICK
@given(st.lists(st.tuples(TEXT, VALUES | st.lists(VALUES, max_size=3)), max_size=4))
def test_each_parameter_comes_back_in_its_order(query: list[tuple[str, Any]]) -> None:
    expected = [
        (octets(name), octets(str(item)))
        for name, value in query
        for item in (value if isinstance(value, list) else [value])
        if item is not None
    ]
    call = request('GET /things', query=query)
    parts = urlsplit(f'http://a.example{call.target}')
    assert (parts.path, parts.fragment, call.target.isascii()) == ('/things', '', True)
    assert not {*call.target} & {*' \r\n\t'}
    read = parse_qsl(parts.query, keep_blank_values=True, encoding='latin-1')
    assert [(name.encode('latin-1'), value.encode('latin-1')) for name, value in read] == expected
    by_name = request('GET /things', query=dict(query))
    assert by_name.target == request('GET /things', query=sorted(dict(query).items())).target
