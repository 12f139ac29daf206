"""Calls of a program, and what came of each: a value or an error, and the requests."""

from __future__ import annotations

import json
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import requests

from evidence.dependents import rendering

_WORLDS = ('novaclient', 'keystoneauth1', 'requests', 'builtins')
_COMPUTE = '/v2.1/'
_HEADERS = ('x-openstack-request-id', 'x-foo', 'x-service-token')


class Calls:
    """Records calls under their labels, in the order in which they are made."""

    def __init__(self) -> None:
        self.record: dict[str, dict[str, Any]] = {}
        self._requests: list[list[Any]] = []

    def __call__(self, label: str, call: Callable[[], Any]) -> Any:
        """Make a call, and record what comes of it.

        :returns: its value, ``None`` where it fails.
        """
        self._requests.clear()
        result = None
        try:
            result = call()
            outcome: dict[str, Any] = {'value': rendering.value(result)}
        except (Exception, SystemExit) as error:
            outcome = error_outcome(error)
        outcome['requests'] = list(self._requests)
        self.record[label] = outcome
        return result

    def each(self, prefix: str, **calls: Callable[[], Any]) -> None:
        """Make several calls, whose labels begin alike."""
        for name, call in calls.items():
            self(f'{prefix} {name}'.strip(), call)

    @contextmanager
    def watching(self, identity: str) -> Iterator[None]:
        """Note each request that is sent in the block.

        :param identity: the URL of Keystone, whose requests are not noted.
        """
        send = requests.Session.send
        root = identity.removesuffix('/v3')

        def noted(session: requests.Session, request: Any, **options: Any) -> requests.Response:
            line = request_line(request)
            response = send(session, request, **options)
            # What meets no connection is no request, and may be tried again.
            if not request.url.startswith(root):
                self._requests.append(line)
            return response

        requests.Session.send = noted  # type: ignore[method-assign, assignment]
        try:
            yield
        finally:
            requests.Session.send = send  # type: ignore[method-assign]


def error_outcome(error: BaseException) -> dict[str, Any]:
    """Return an error as programs see it: its class, the classes that catch it, its message."""
    caught = []
    for kind in type(error).__mro__:
        world = kind.__module__.partition('.')[0].replace('novaclient_mv', 'novaclient')
        if world in _WORLDS:
            caught.append(f'{world}.{kind.__name__}')
    code = getattr(error, 'code', None)
    return {
        'error': type(error).__name__,
        'caught': sorted(set(caught)),
        'code': code if isinstance(code, int) else None,
        'message': rendering.text(error),
    }


def request_line(request: requests.PreparedRequest) -> list[Any]:
    """A request: method, decoded path, version, body, and the headers that programs choose."""
    headers = {name.lower(): text for name, text in request.headers.items()}
    version = headers.get('openstack-api-version') or headers.get('x-openstack-nova-api-version')
    path = urllib.parse.unquote_plus(request.path_url).rstrip('/')
    return [
        request.method,
        rendering.text(path),
        # Documents of versions, and other services, have no version of Compute.
        str(version).removeprefix('compute ') if _COMPUTE in path else None,
        _body(request.body),
        {name: rendering.text(headers[name]) for name in _HEADERS if name in headers},
    ]


def _body(body: bytes | str | Any | None) -> Any:
    """A body, decoded where it is JSON."""
    if not body:
        return None
    try:
        return rendering.value(json.loads(body))
    except ValueError:
        return rendering.text(body)
