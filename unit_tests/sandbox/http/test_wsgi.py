"""Requests as handlers read them, answers as they write them, and what controllers can do."""

from __future__ import annotations

import io
from typing import Any

import pytest

from novaclient_mv.sandbox.http import wsgi


def _request(**environ: Any) -> wsgi.Request:
    """A request of these variables, with a query ``a=1&b=&a=2``."""
    usual = {'REQUEST_METHOD': 'GET', 'PATH_INFO': '/x', 'QUERY_STRING': 'a=1&b=&a=2'}
    return wsgi.Request({**usual, **environ})


def _of(body: bytes, **environ: Any) -> wsgi.Request:
    """A request of a body."""
    stream = {'wsgi.input': io.BytesIO(body), 'CONTENT_LENGTH': str(len(body))}
    return _request(**{**stream, **environ})


def test_header_is_read_whatever_its_case() -> None:
    request = _request(HTTP_X_ONE='1', CONTENT_TYPE='text/plain', CONTENT_LENGTH=7)
    assert [request.header(name) for name in ('X-One', 'x-one')] == ['1', '1']
    assert [request.header(name) for name in ('Content-Type', 'content-length')] == [
        'text/plain',
        '7',
    ]
    assert request.header('X-Two') is None


def test_path_is_the_text_of_its_bytes() -> None:
    assert _request(PATH_INFO='/\xc3\xbc').path == '/ü'
    assert _request(PATH_INFO='/\xff').path == '/\ufffd'
    assert wsgi.Request({'REQUEST_METHOD': 'GET'}).path == ''
    assert wsgi.Request({'REQUEST_METHOD': 'GET'}).query == []


@pytest.mark.parametrize(
    ('environ', 'url'),
    [
        ({'HTTP_HOST': 'a.example:1'}, 'http://a.example:1'),
        ({'HTTP_HOST': 'a.example', 'wsgi.url_scheme': 'https'}, 'https://a.example'),
        ({'SERVER_NAME': 'b.example', 'SERVER_PORT': '80'}, 'http://b.example:80'),
        (
            {'HTTP_HOST': '', 'SERVER_NAME': 'b.example', 'SERVER_PORT': '80'},
            'http://b.example:80',
        ),
        ({'sandbox.base_url': 'https://c.example/', 'HTTP_HOST': 'x'}, 'https://c.example'),
    ],
)
def test_links_lead_where_the_request_was_sent(environ: dict[str, str], url: str) -> None:
    request = _request(**environ, PATH_INFO='/a b')
    assert (request.host_url, request.url) == (url, f'{url}/a%20b')
    request.prefix = '/v2.1'
    assert request.url == f'{url}/v2.1/a%20b'


def test_query_keeps_order_and_empty_values() -> None:
    request = _request()
    assert request.query == [('a', '1'), ('b', ''), ('a', '2')]
    assert [request.parameter(name) for name in ('a', 'b', 'c')] == ['2', '', None]
    assert [request.parameter(name, 'x') for name in ('b', 'c')] == ['', 'x']
    assert [request.parameters(name) for name in ('a', 'b', 'c')] == [['1', '2'], [''], []]
    request.query = [('c', '3')]
    assert (request.parameter('c'), request.parameter('a')) == ('3', None)


@pytest.mark.parametrize('length', ['0', '', None])
def test_body_without_a_length_is_empty(length: str | None) -> None:
    assert _of(b'{}', CONTENT_LENGTH=length).body == b''
    assert _of(b'{}', CONTENT_LENGTH=length).json() is None


def test_body_is_read_once_up_to_its_length() -> None:
    request = _of(b'[1]xyz', CONTENT_LENGTH='3')
    assert [request.body, request.body] == [b'[1]', b'[1]']
    assert request.json() == [1]
    assert _request(CONTENT_LENGTH='3').body == b''


@pytest.mark.parametrize(
    'body', [b'{', b'[1e999]', b'[NaN]', b'[-Infinity]', b'"\\ud800"', b'[' * 100_000]
)
def test_body_that_cannot_be_stored_is_no_json(body: bytes) -> None:
    with pytest.raises(ValueError, match=r'\w'):
        _of(body).json()


def test_texts_of_any_letters_and_numbers_with_fractions_are_json() -> None:
    assert _of('["ü", 1.5, -0.0]'.encode()).json() == ['ü', 1.5, 0]


def test_answer_of_a_value_is_short_json() -> None:
    answer = wsgi.Response.of(202, {'a': [1, 2], 'b': None}, [('X-One', '1'), ('X-one', '2')])
    assert (answer.status, answer.body) == (202, b'{"a":[1,2],"b":null}')
    assert answer.headers == [
        ('Content-Type', 'application/json'),
        ('X-One', '1'),
        ('X-one', '2'),
    ]
    assert [answer.header(name) for name in ('x-ONE', 'content-type', 'x')] == [
        '1',
        'application/json',
        None,
    ]
    assert wsgi.Response.of(200, 1, kind='text/x').header('Content-Type') == 'text/x'
    assert (wsgi.Response(204).body, wsgi.Response(204).headers) == (b'', [])


def test_fault_has_the_usual_words_of_its_status_unless_it_has_its_own() -> None:
    missing, empty, strange = wsgi.Fault(404), wsgi.Fault(404, ''), wsgi.Fault(418)
    assert missing.message == str(missing) == 'The resource could not be found.'
    assert (empty.message, strange.message) == ('', '')
    assert (missing.status, missing.headers) == (404, ())
    assert wsgi.Fault(404, 'Gone.', (('A', 'b'),)).headers == (('A', 'b'),)


def test_lack_of_a_package_is_told_with_what_installs_it() -> None:
    fault = wsgi.PackageMissing('Dancing')
    assert (fault.status, fault.message) == (
        501,
        'Dancing needs one more package. Install it with: pip install "nova-mv[sandbox]"',
    )
