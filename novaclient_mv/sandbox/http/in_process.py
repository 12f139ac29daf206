"""Calls a WSGI application as a server would, in this process."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from novaclient_mv.sandbox.http.wsgi import Application

Answer = tuple[str, list[tuple[str, str]], bytes]
"""An application's answer: status with its reason, as in ``200 OK``, headers and body."""


def call(
    application: Application,
    method: str,
    url: str,
    headers: Iterable[tuple[str, str]],
    body: bytes,
    timeout: float | None = None,
) -> Answer:
    """The answer to a request, unless a fault on demand drops it or makes it too late."""
    started: dict[str, Any] = {}

    def start_response(status: str, headers: list[tuple[str, str]], *_: Any) -> None:
        started.update(status=status, headers=headers)

    environ = {**_environ(method, url, headers, body), 'sandbox.timeout': timeout}
    content = b''.join(application(environ, start_response))
    return started['status'], started['headers'], content


def _environ(
    method: str, url: str, headers: Iterable[tuple[str, str]], body: bytes
) -> dict[str, Any]:
    parts = urlsplit(url)
    environ: dict[str, Any] = {
        'REQUEST_METHOD': method,
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
        'wsgi.input': io.BytesIO(body),
        'wsgi.errors': io.StringIO(),
        'wsgi.multithread': True,
        'wsgi.multiprocess': True,
        'wsgi.run_once': False,
    }
    for name, value in headers:
        key = name.upper().replace('-', '_')
        environ[key if key in ('CONTENT_TYPE', 'CONTENT_LENGTH') else f'HTTP_{key}'] = value
    environ['CONTENT_LENGTH'] = str(len(body))
    return environ
