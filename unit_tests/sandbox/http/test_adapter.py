"""The environment of a request for an application in process, and its answer."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

import pytest
import requests

from novaclient_mv.sandbox.http.transport import SandboxAdapter

URL = 'http://cloud.example:8774'


class Application:
    """Records requests, and answers with a fixed answer."""

    def __init__(self) -> None:
        self.environ: dict[str, Any] = {}
        self.body = b''
        self.status = '200 OK'
        self.headers = [('Content-Type', 'application/json')]
        self.content = [b'{"a": ', b'1}']
        self.error: Exception | None = None

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        self.environ = environ
        self.body = environ['wsgi.input'].read()
        if self.error is not None:
            raise self.error
        start_response(self.status, self.headers)
        return self.content


@pytest.fixture
def application() -> Application:
    """An application that answers ``{"a": 1}``."""
    return Application()


@pytest.fixture
def session(application: Application) -> requests.Session:
    """A session whose requests go to the application."""
    session = requests.Session()
    session.trust_env = False
    for scheme in ('http://', 'https://'):
        session.mount(scheme, SandboxAdapter(application))
    return session


def test_application_is_told_all_of_a_request(
    application: Application, session: requests.Session
) -> None:
    headers: dict[str, str | bytes] = {'X-Auth-Token': 'abc', 'X-Bytes': b'\xfc'}
    url = f'{URL}/a%20b/%C3%BC?c=d%20e'
    session.put(url, headers=headers, json={'name': 'x'})
    assert application.body == b'{"name": "x"}'
    environ = application.environ
    assert {
        'REQUEST_METHOD': 'PUT',
        'SCRIPT_NAME': '',
        'PATH_INFO': '/a b/\xc3\xbc',
        'QUERY_STRING': 'c=d%20e',
        'SERVER_NAME': 'cloud.example',
        'SERVER_PORT': '8774',
        'SERVER_PROTOCOL': 'HTTP/1.1',
        'REMOTE_ADDR': '127.0.0.1',
        'HTTP_HOST': 'cloud.example:8774',
        'HTTP_X_AUTH_TOKEN': 'abc',
        'HTTP_X_BYTES': '\xfc',
        'CONTENT_TYPE': 'application/json',
        'CONTENT_LENGTH': '13',
        'wsgi.version': (1, 0),
        'wsgi.url_scheme': 'http',
        'wsgi.multithread': True,
        'wsgi.multiprocess': True,
        'wsgi.run_once': False,
    }.items() <= environ.items()
    assert 'HTTP_CONTENT_TYPE' not in environ
    assert 'HTTP_CONTENT_LENGTH' not in environ
    environ['wsgi.errors'].write('text')


@pytest.mark.parametrize(
    ('url', 'name', 'port', 'host'),
    [
        ('http://a.example/', 'a.example', '80', 'a.example'),
        ('https://a.example/', 'a.example', '443', 'a.example'),
        ('https://a.example:5000/', 'a.example', '5000', 'a.example:5000'),
        ('http://user:pass@a.example/', 'a.example', '80', 'a.example'),
        ('http://[::1]:80/', '::1', '80', '[::1]:80'),
    ],
)
def test_host_and_port_are_those_of_the_url(
    application: Application, session: requests.Session, url: str, name: str, port: str, host: str
) -> None:
    session.get(url)
    environ = application.environ
    keys = ('SERVER_NAME', 'SERVER_PORT', 'HTTP_HOST', 'wsgi.url_scheme')
    assert [environ[key] for key in keys] == [name, port, host, url.partition(':')[0]]


@pytest.mark.parametrize(
    ('body', 'arrives'),
    [
        (None, b''),
        ('\xfc', b'\xc3\xbc'),
        (b'\xfc', b'\xfc'),
        (bytearray(b'\xfc'), b'\xfc'),
        (io.BytesIO(b'file'), b'file'),
        (io.StringIO('file'), b'file'),
        ([b'a', 'b'], b'ab'),
    ],
)
def test_body_of_any_kind_arrives_with_its_length(
    application: Application, body: Any, arrives: bytes
) -> None:
    request = requests.Request('POST', URL).prepare()
    # Libraries put bodies of these kinds on requests that are prepared.
    request.body = body
    SandboxAdapter(application).send(request)
    assert application.body == arrives
    assert application.environ['CONTENT_LENGTH'] == str(len(arrives))


def test_answer_is_a_response_like_any_other(
    application: Application, session: requests.Session
) -> None:
    application.status = '404 Not Found Here'
    application.headers = [
        ('Content-Type', 'application/json; charset=latin-1'),
        ('X-One', 'a'),
        ('X-One', 'b'),
    ]
    answer = session.get(f'{URL}/x')
    assert (answer.status_code, answer.reason, answer.ok) == (404, 'Not Found Here', False)
    assert (answer.json(), answer.content) == ({'a': 1}, b'{"a": 1}')
    assert (answer.headers['x-one'], answer.encoding) == ('a, b', 'latin-1')
    assert (answer.url, answer.request.method) == (f'{URL}/x', 'GET')
    assert (answer.raw.status, answer.raw.reason, answer.raw.version) == (404, 'Not Found Here', 11)
    assert dict(answer.cookies) == {}


def test_cut_answer_is_an_error(application: Application, session: requests.Session) -> None:
    application.headers = [('Content-Length', '9')]
    with pytest.raises(requests.exceptions.ChunkedEncodingError):
        session.get(URL)


@pytest.mark.parametrize(('timeout', 'patience'), [(3, 3), ((1, 5), 5), (None, None)])
def test_patience_of_the_client_is_known(
    application: Application, session: requests.Session, timeout: Any, patience: float | None
) -> None:
    session.get(URL, timeout=timeout)
    assert application.environ['sandbox.timeout'] == patience


def test_late_answer_is_a_timeout(application: Application, session: requests.Session) -> None:
    application.error = TimeoutError()
    with pytest.raises(requests.ReadTimeout, match=r'^No answer within 3 s\.$') as caught:
        session.get(f'{URL}/x', timeout=3)
    assert caught.value.request is not None
    assert caught.value.request.url == f'{URL}/x'


def test_dropped_connection_is_an_error_of_the_connection(
    application: Application, session: requests.Session
) -> None:
    application.error = ConnectionResetError('gone')
    with pytest.raises(requests.ConnectionError) as caught:
        session.get(f'{URL}/x')
    assert str(caught.value) == "('Connection aborted.', ConnectionResetError('gone'))"
    assert caught.value.request is not None
    assert caught.value.request.url == f'{URL}/x'
