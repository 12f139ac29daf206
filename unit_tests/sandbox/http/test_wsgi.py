"""Requests as handlers read them."""

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


def test_body_is_read_once_up_to_its_length() -> None:
    request = _of(b'[1]xyz', CONTENT_LENGTH='3')
    assert [request.body, request.body] == [b'[1]', b'[1]']
    assert request.json() == [1]
    assert _request(CONTENT_LENGTH='3').body == b''
