"""Requests over the wire, as they are: no header is added, and no redirect followed."""

from __future__ import annotations

import http.client
import json
from collections.abc import Sequence
from typing import Any

from functional_tests.comparison import Answer

_TIMEOUT = 60.0


class Connection:
    """A connection that is kept open, where the server keeps it."""

    def __init__(self, port: int) -> None:
        self._http = http.client.HTTPConnection('127.0.0.1', port, timeout=_TIMEOUT)

    def ask(
        self,
        method: str,
        path: str,
        headers: Sequence[tuple[str, str]] = (),
        body: bytes | None = None,
    ) -> Answer:
        """Send a request; once more where the server has closed the connection meanwhile."""
        try:
            return self._ask(method, path, headers, body)
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            self._http.close()
            return self._ask(method, path, headers, body)

    def close(self) -> None:
        """Close it."""
        self._http.close()

    def _ask(
        self, method: str, path: str, headers: Sequence[tuple[str, str]], body: bytes | None
    ) -> Answer:
        http_ = self._http
        try:
            http_.putrequest(method, path, skip_accept_encoding=True)
            for name, value in headers:
                http_.putheader(name, value)
            if body is not None:
                http_.putheader('Content-Length', str(len(body)))
            http_.endheaders(body)
            response = http_.getresponse()
            content = response.read()
        except Exception:
            http_.close()
            raise
        joined: dict[str, str] = {}
        for name, value in response.getheaders():
            key = name.lower()
            joined[key] = f'{joined[key]}, {value}' if key in joined else value
        return Answer(response.status, joined, _decoded(content))


def _decoded(content: bytes) -> Any:
    if not content:
        return None
    try:
        return json.loads(content)
    except ValueError:
        return content.decode('utf-8', 'replace')
