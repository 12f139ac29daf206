"""Records each exchange with the sandbox in a file, as HTTP Archive (HAR) 1.2."""

from __future__ import annotations

import base64
import datetime
import io
import json
import os
import stat
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl

from novaclient_mv.sandbox import errors
from novaclient_mv.sandbox.http.wsgi import Application, Request

Pairs = Iterable[tuple[str, str]]
_END = b'\n]}}\n'


class Archive:
    """A file of exchanges, which is whole after each of them; one that is there is replaced."""

    def __init__(self, path: str, creator: Mapping[str, str]) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._is_empty = True
        head = json.dumps({'version': '1.2', 'creator': dict(creator)})
        start = f'{{"log": {head[:-1]}, "entries": ['.encode()
        self._end = len(start)
        try:
            self._handle = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
            if not stat.S_ISREG(os.fstat(self._handle).st_mode):
                # It has no end to write at, and may not be this program's own.
                raise errors.SandboxError(f'Cannot write {path}: it is not a regular file.')
            # One that was there may be open to others.
            os.fchmod(self._handle, 0o600)
            os.ftruncate(self._handle, 0)
            self._write(start + _END, 0)
        except OSError as error:
            raise errors.SandboxError(f'Cannot write {path}: {error.strerror}.') from error

    def add(self, entry: Mapping[str, Any]) -> None:
        """Add an entry at the end; the file is unchanged where the disk is full."""
        text = json.dumps(entry).encode()
        with self._lock:
            content = (b'\n' if self._is_empty else b',\n') + text
            try:
                self._write(content + _END, self._end)
            except OSError as error:
                os.pwrite(self._handle, _END, self._end)
                os.ftruncate(self._handle, self._end + len(_END))
                words = f'Cannot write {self._path}: {error.strerror}.'
                raise errors.SandboxError(words) from error
            self._end += len(content)
            self._is_empty = False

    def _write(self, content: bytes, at: int) -> None:
        """Write all of a content, in one call where the system allows it."""
        while content:
            count = os.pwrite(self._handle, content, at)
            content, at = content[count:], at + count


class Recorded:
    """Wraps an application and records each exchange, without its secrets."""

    def __init__(
        self,
        application: Application,
        archive: Archive,
        clock: Callable[[], float],
        masked: Callable[[str], str],
    ) -> None:
        self._application, self._archive = application, archive
        self._clock, self._masked = clock, masked

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request, and keep both."""
        request = Request(environ)
        environ['wsgi.input'] = io.BytesIO(request.body)
        started: tuple[str, list[tuple[str, str]]] = '0 ', []

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            nonlocal started
            started = status, headers
            return start_response(status, headers, *more)

        now, before, content = self._clock(), time.perf_counter(), b''
        try:
            content = b''.join(self._application(environ, start))
        finally:
            # A connection that was cut has the status 0, as in browsers.
            milliseconds = round(1000 * (time.perf_counter() - before), 3)
            moment = datetime.datetime.fromtimestamp(now, datetime.UTC)
            self._archive.add(
                {
                    'startedDateTime': moment.isoformat(timespec='milliseconds'),
                    'time': milliseconds,
                    'request': self._request(request, environ),
                    'response': self._response(*started, content),
                    'cache': {},
                    'timings': {'send': 0, 'wait': milliseconds, 'receive': 0},
                }
            )
        return [content]

    def _request(self, request: Request, environ: Mapping[str, Any]) -> dict[str, Any]:
        query = self._masked(f'?{request.query_string}')[1:]
        names = {key: key.removeprefix('HTTP_').replace('_', '-').title() for key in environ}
        entry = {
            'method': request.method,
            'url': self._masked(request.url) + (f'?{query}' if query else ''),
            'httpVersion': environ.get('SERVER_PROTOCOL', 'HTTP/1.1'),
            'cookies': [],
            'headers': self._headers(
                (name, environ[key])
                for key, name in names.items()
                if key.startswith('HTTP_') or (key.startswith('CONTENT_') and environ[key])
            ),
            'queryString': _named(parse_qsl(query, keep_blank_values=True)),
            'headersSize': -1,
            'bodySize': len(request.body),
        }
        if request.body:
            kind = environ.get('CONTENT_TYPE', '')
            text = self._text(request.body)
            # The format knows encodings of answers alone; its own names have no underscore.
            encoding = {f'_{name}': value for name, value in text.items() if name != 'text'}
            entry['postData'] = {'mimeType': kind, 'params': [], 'text': text['text'], **encoding}
        return entry

    def _response(self, line: str, headers: list[tuple[str, str]], body: bytes) -> dict[str, Any]:
        status, _, reason = line.partition(' ')
        named = {name.lower(): value for name, value in headers}
        kind = named.get('content-type', '')
        content = {'size': len(body), 'mimeType': kind, **(self._text(body) if body else {})}
        return {
            'status': int(status),
            'statusText': reason,
            'httpVersion': 'HTTP/1.1',
            'cookies': [],
            'headers': self._headers(headers),
            'content': content,
            'redirectURL': named.get('location', '') if status.startswith('3') else '',
            'headersSize': -1,
            'bodySize': len(body),
        }

    def _headers(self, pairs: Pairs) -> list[dict[str, str]]:
        lines = [self._masked(f'{name}: {value}') for name, value in pairs]
        return _named((name, value) for name, _, value in (line.partition(': ') for line in lines))

    def _text(self, body: bytes) -> dict[str, str]:
        # Binary bodies may contain secrets as well.
        masked = self._masked(body.decode(errors='surrogateescape'))
        try:
            masked.encode()
        except UnicodeEncodeError:
            encoded = base64.b64encode(masked.encode(errors='surrogateescape'))
            return {'text': encoded.decode(), 'encoding': 'base64'}
        return {'text': masked}


def _named(pairs: Pairs) -> list[dict[str, str]]:
    return [{'name': name, 'value': value} for name, value in pairs]
