"""Carries the requests of a ``requests`` session to the sandbox in this process."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes, urlsplit

import requests
import urllib3
from requests import adapters, cookies, structures, utils

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Application


class SandboxAdapter(adapters.BaseAdapter):
    """Calls an application instead of opening a connection; holds no state of its own."""

    def __init__(self, application: Application) -> None:
        super().__init__()
        self.application = application

    def send(
        self,
        request: requests.PreparedRequest,
        stream: bool = False,
        timeout: Any = None,
        verify: Any = True,
        cert: Any = None,
        proxies: Any = None,
    ) -> requests.Response:
        """The answer of the application as a response like any other.

        :raises requests.ConnectionError: a fault on demand: the connection was dropped.
        :raises requests.ReadTimeout: a fault on demand: the answer would come too late.
        """
        started: dict[str, Any] = {}

        def start_response(status: str, headers: list[tuple[str, str]], *_: Any) -> None:
            started['status'], started['headers'] = status, headers

        environ = _environ(request)
        environ['sandbox.timeout'] = timeout[1] if isinstance(timeout, tuple) else timeout
        try:
            body = b''.join(self.application(environ, start_response))
        except ConnectionResetError as error:
            cause = urllib3.exceptions.ProtocolError('Connection aborted.', error)
            raise requests.ConnectionError(cause, request=request) from error
        except TimeoutError:
            message = f'No answer within {environ["sandbox.timeout"]} s.'
            raise requests.ReadTimeout(message, request=request) from None
        return _response(request, started['status'], started['headers'], body, stream)

    def close(self) -> None:
        """Nothing is kept open between requests."""


def _environ(request: requests.PreparedRequest) -> dict[str, Any]:
    parts = urlsplit(request.url or '')
    body = request.body or b''
    if hasattr(body, 'read'):
        body = body.read()
    elif not isinstance(body, (str, bytes, bytearray)):
        body = b''.join(part if isinstance(part, bytes) else part.encode() for part in body)
    content = body.encode() if isinstance(body, str) else bytes(body)
    environ: dict[str, Any] = {
        'REQUEST_METHOD': request.method or 'GET',
        'SCRIPT_NAME': '',
        'PATH_INFO': unquote_to_bytes(parts.path).decode('latin-1'),
        'QUERY_STRING': parts.query,
        'SERVER_NAME': parts.hostname or 'sandbox.invalid',
        'SERVER_PORT': str(parts.port or (443 if parts.scheme == 'https' else 80)),
        'SERVER_PROTOCOL': 'HTTP/1.1',
        'REMOTE_ADDR': '127.0.0.1',
        'HTTP_HOST': parts.netloc.rpartition('@')[2],
        'wsgi.version': (1, 0),
        'wsgi.url_scheme': parts.scheme,
        'wsgi.input': io.BytesIO(content),
        'wsgi.errors': io.StringIO(),
        'wsgi.multithread': True,
        'wsgi.multiprocess': True,
        'wsgi.run_once': False,
    }
    for name, value in request.headers.items():
        text = value.decode('latin-1') if isinstance(value, bytes) else str(value)
        key = name.upper().replace('-', '_')
        environ[key if key in ('CONTENT_TYPE', 'CONTENT_LENGTH') else f'HTTP_{key}'] = text
    environ['CONTENT_LENGTH'] = str(len(content))
    return environ


def _response(
    request: requests.PreparedRequest,
    status: str,
    headers: list[tuple[str, str]],
    body: bytes,
    stream: bool,
) -> requests.Response:
    code, _, reason = status.partition(' ')
    raw = urllib3.HTTPResponse(
        body=io.BytesIO(body),
        headers=urllib3.HTTPHeaderDict(headers),
        status=int(code),
        reason=reason,
        version=11,
        preload_content=False,
        decode_content=False,
        request_method=request.method,
        request_url=request.url,
    )
    response = requests.Response()
    response.status_code = int(code)
    response.reason = reason
    response.headers = structures.CaseInsensitiveDict(raw.headers)
    response.encoding = utils.get_encoding_from_headers(response.headers)
    response.raw = raw
    response.url = request.url or ''
    response.request = request
    response.cookies = cookies.RequestsCookieJar()
    if not stream:
        response.content  # noqa: B018 - reading it takes the body off the stream, as a session does
    return response
