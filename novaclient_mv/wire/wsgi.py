"""Carries requests to a WSGI application in this process, in place of a network."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from novaclient_mv import errors
from novaclient_mv.wire.transport import WireAnswer, WireRequest

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Headers(dict[str, str]):
    """Headers whose names ignore case."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        for name, value in pairs:
            lower = name.lower()
            known = super().get(lower)
            super().__setitem__(lower, value if known is None else f'{known}, {value}')

    def __getitem__(self, name: str) -> str:
        return super().__getitem__(name.lower())

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and super().__contains__(name.lower())

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a header, or the default."""
        return super().get(name.lower(), default)


class WsgiTransport:
    """Calls an application; no socket is opened and no library is needed.

    :param application: the WSGI application.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    def send(self, request: WireRequest) -> WireAnswer:
        """The answer of the application.

        :raises CloudError: it dropped the connection, or would answer too late.
        """
        started: dict[str, Any] = {}

        def start_response(status: str, headers: list[tuple[str, str]], *_: Any) -> None:
            started.update(status=int(status.partition(' ')[0]), headers=Headers(headers))

        begin = time.monotonic()
        try:
            body = b''.join(self.application(_environ(request), start_response))
        except (ConnectionResetError, TimeoutError) as error:
            late = isinstance(error, TimeoutError)
            message = (
                f'The request to {request.url} timed out.'
                if late
                else f'{request.url} closed the connection without an answer.'
            )
            lost = errors.CloudError(message, url=request.url)
            lost.may_be_sent = True
            raise lost from error
        seconds = time.monotonic() - begin
        return WireAnswer(started['status'], started['headers'], body, seconds)

    def close(self) -> None:
        """Nothing is kept open between requests."""


def _environ(request: WireRequest) -> dict[str, Any]:
    parts = urlsplit(request.url)
    body = request.body or b''
    environ: dict[str, Any] = {
        'REQUEST_METHOD': request.method,
        'SCRIPT_NAME': '',
        'PATH_INFO': unquote_to_bytes(parts.path).decode('latin-1'),
        'QUERY_STRING': parts.query,
        'SERVER_NAME': parts.hostname or 'localhost',
        'SERVER_PORT': str(parts.port or (443 if parts.scheme == 'https' else 80)),
        'SERVER_PROTOCOL': 'HTTP/1.1',
        'REMOTE_ADDR': '127.0.0.1',
        'HTTP_HOST': parts.netloc.rpartition('@')[2],
        'wsgi.version': (1, 0),
        'wsgi.url_scheme': parts.scheme,
        'wsgi.input': io.BytesIO(body),
        'wsgi.errors': io.StringIO(),
        'wsgi.multithread': True,
        'wsgi.multiprocess': True,
        'wsgi.run_once': False,
    }
    environ.update(_variables(request.headers))
    environ['CONTENT_LENGTH'] = str(len(body))
    return environ


def _variables(headers: Mapping[str, str]) -> dict[str, str]:
    variables = {}
    for name, value in headers.items():
        key = name.upper().replace('-', '_')
        variables[key if key in ('CONTENT_TYPE', 'CONTENT_LENGTH') else f'HTTP_{key}'] = value
    return variables
