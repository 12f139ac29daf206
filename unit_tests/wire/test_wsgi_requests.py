"""The environment of a request for an application in this process, and its answer."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

import pytest

from novaclient_mv.wire.transport import WireRequest
from unit_tests import wsgi_calls

PLACE = 'http://cloud.example:8774/a%20b/%C3%BC'
URL = f'{PLACE}?c=d%20e'


class Application:
    """Records its requests."""

    def __init__(self, error: Exception | None = None) -> None:
        self.environ: dict[str, Any] = {}
        self.error = error

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        self.environ = environ
        if self.error is not None:
            raise self.error
        start_response('404 Not Found', [('X-One', 'a'), ('x-one', 'b'), ('X-Two', 'c')])
        return [b'a', environ['wsgi.input'].read()]


def test_application_is_told_all_of_a_request() -> None:
    application = Application()
    headers = {'X-Auth-Token': 'abc', 'Content-Type': 'application/json', 'Content-Length': '9'}
    answer = wsgi_calls.transport(application, URL).send(WireRequest('PUT', URL, headers, b'body'))
    assert (answer.status, answer.body) == (404, b'abody')
    environ = application.environ
    assert isinstance(environ.pop('wsgi.input'), io.BytesIO)
    environ.pop('wsgi.errors').write('text')
    assert environ == {
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
        'CONTENT_TYPE': 'application/json',
        'CONTENT_LENGTH': '4',
        'wsgi.version': (1, 0),
        'wsgi.url_scheme': 'http',
        'wsgi.multithread': True,
        'wsgi.multiprocess': True,
        'wsgi.run_once': False,
        'sandbox.timeout': None,
    }


@pytest.mark.parametrize(
    ('url', 'name', 'port', 'host'),
    [
        ('http://a.example/', 'a.example', '80', 'a.example'),
        ('https://a.example/', 'a.example', '443', 'a.example'),
        ('https://user:pass@a.example:5000/', 'a.example', '5000', 'a.example:5000'),
    ],
)
def test_host_and_port_are_those_of_the_url(url: str, name: str, port: str, host: str) -> None:
    application = Application()
    answer = wsgi_calls.transport(application, url).send(WireRequest('GET', url, {}))
    environ = application.environ
    keys = ('SERVER_NAME', 'SERVER_PORT', 'HTTP_HOST', 'CONTENT_LENGTH')
    assert [environ[key] for key in keys] == [name, port, host, '0']
    assert answer.body == b'a'


def test_time_of_an_answer_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([10.0, 12.5])
    monkeypatch.setattr('time.monotonic', lambda: next(times))
    assert wsgi_calls.transport(Application(), URL).send(WireRequest('GET', URL, {})).seconds == 2.5
