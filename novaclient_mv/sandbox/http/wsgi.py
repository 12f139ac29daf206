"""Requests, answers, faults and controllers: what every service of the sandbox uses."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Protocol
from urllib.parse import parse_qsl, quote

from novaclient_mv.sandbox import errors

Headers = tuple[tuple[str, str], ...]
Document = dict[str, Any]
"""An object of JSON."""

# What is answered is a tree; not looking for circles makes long lists faster.
_encode = json.JSONEncoder(separators=(',', ':'), check_circular=False).encode

MOST_DIGITS = 4300
"""Python reads no number of more digits than these from a text."""

JSON = 'application/json'
FAULT_JSON = 'application/json; charset=UTF-8'
PAGE = ('Content-Type', 'text/html; charset=UTF-8')
"""The header that web libraries put on an answer of which nobody says what it is."""


class Application(Protocol):
    """An application of WSGI."""

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """The body of the answer; status and headers go to ``start_response``."""


def quoted(path: str) -> str:
    """A path, quoted for a URL."""
    return quote(path, safe="/~!$&'()*+,;=:@")


class Request:
    """One HTTP request, read from a WSGI environment.

    ``path`` is what is left of it for the service: an application takes its prefix off.
    """

    def __init__(self, environ: Mapping[str, Any]) -> None:
        self.environ = environ
        self.method: str = environ['REQUEST_METHOD']
        # WSGI hands paths over as latin-1 text of the bytes on the wire.
        path: str = environ.get('PATH_INFO', '')
        self.path = path.encode('latin-1').decode('utf-8', 'replace')
        self.prefix = ''
        self.request_id = ''
        self.query_string: str = environ.get('QUERY_STRING', '')
        self._body: bytes | None = None
        self._query: list[tuple[str, str]] | None = None

    def header(self, name: str) -> str | None:
        """A request header, ``None`` where it was not sent."""
        key = name.upper().replace('-', '_')
        if key not in ('CONTENT_TYPE', 'CONTENT_LENGTH'):
            key = f'HTTP_{key}'
        value = self.environ.get(key)
        return None if value is None else str(value)

    @property
    def media_type(self) -> str:
        """The media type of the body, without its parameters; empty where it is not said."""
        return (self.header('Content-Type') or '').partition(';')[0].strip()

    @property
    def host_url(self) -> str:
        """Scheme and host that the request was sent to, and the path that the cloud is behind:
        every link of an answer starts with it.
        """
        prefix: str = self.environ.get('sandbox.prefix', '')
        base = self.environ.get('sandbox.base_url')
        if base:
            return str(base).rstrip('/') + prefix
        host = self.environ.get('HTTP_HOST')
        if not host:
            host = f'{self.environ["SERVER_NAME"]}:{self.environ["SERVER_PORT"]}'
        return f'{self.environ.get("wsgi.url_scheme", "http")}://{host}{prefix}'

    @property
    def url(self) -> str:
        """The full URL without its query."""
        return f'{self.host_url}{self.prefix}{quoted(self.path)}'

    @property
    def query(self) -> list[tuple[str, str]]:
        """The query's pairs in order, blank values included; set to what a handler is to hear."""
        if self._query is None:
            self._query = parse_qsl(self.query_string, keep_blank_values=True)
        return self._query

    @query.setter
    def query(self, pairs: list[tuple[str, str]]) -> None:
        self._query = pairs

    def parameter(self, name: str, default: str | None = None) -> str | None:
        """The last value of a query parameter."""
        value = default
        for key, text in self.query:
            if key == name:
                value = text
        return value

    def parameters(self, name: str) -> list[str]:
        """All values of a query parameter, in order."""
        return [value for key, value in self.query if key == name]

    @property
    def length(self) -> int:
        """The number of octets of the body, which is not read for it."""
        text = str(self.environ.get('CONTENT_LENGTH') or '')
        return int(text) if text.isdecimal() and len(text) < 20 else 0

    @property
    def body(self) -> bytes:
        """The body; empty without one."""
        if self._body is None:
            stream = self.environ.get('wsgi.input')
            self._body = stream.read(self.length) if stream is not None and self.length else b''
        return self._body

    def json(self) -> Any:
        """The decoded body, ``None`` for an empty one."""
        if not self.body:
            return None
        try:
            value = json.loads(self.body)
        except RecursionError:
            raise Unstorable(_TOO_DEEP) from None
        require_storable(self.body, value)
        return value


class Unstorable(ValueError):
    """A body is JSON, but holds what cannot be stored: half of a surrogate pair, an infinite
    number, a hundred lists in each other.
    """


_DEEPEST = 100
_TOO_DEEP = 'The body is nested too deeply.'


def require_storable(body: bytes, value: Any) -> None:
    """Refuse a JSON value that is nested too deeply, or has half a surrogate pair or NaN in it."""
    # Most bodies do not have as many brackets as that.
    if body.count(b'[') + body.count(b'{') > _DEEPEST and _is_deep(value):
        raise Unstorable(_TOO_DEEP)
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except ValueError as error:
        raise Unstorable(str(error)) from None


def _is_deep(value: Any) -> bool:
    level = [[value]]
    for _ in range(_DEEPEST + 1):
        level = [inner for outer in level for inner in _parts(outer) if _parts(inner)]
    return bool(level)


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


class Response:
    """One HTTP answer."""

    __slots__ = ('body', 'headers', 'status')

    def __init__(
        self, status: int, body: bytes = b'', headers: Iterable[tuple[str, str]] = ()
    ) -> None:
        self.status = status
        self.body = body
        self.headers: list[tuple[str, str]] = list(headers)

    @classmethod
    def of(
        cls, status: int, value: Any, headers: Iterable[tuple[str, str]] = (), kind: str = JSON
    ) -> Response:
        """An answer that carries a value as JSON."""
        body = _encode(value).encode()
        return cls(status, body, [('Content-Type', kind), *headers])

    def header(self, name: str) -> str | None:
        """The first header of a name."""
        lower_name = name.lower()
        return next((value for key, value in self.headers if key.lower() == lower_name), None)


class Fault(Exception):
    """An error answer, which each service writes in its own shape."""

    def __init__(
        self, status: int, message: str | None = None, headers: Headers = (), code: str = ''
    ) -> None:
        self.status = status
        self.code = code
        self.message = MESSAGES.get(status, '') if message is None else message
        self.headers = headers
        super().__init__(self.message)


class PackageMissing(Fault):
    """The sandbox lacks a package for what it is asked; the answer says how to install it."""

    def __init__(self, purpose: str) -> None:
        super().__init__(
            501,
            f'{purpose} needs one more package. Install it with: {errors.INSTALL}',
            ((errors.LACKS_PACKAGE, 'yes'),),
        )


# What the service says when a fault has no words of its own.
MESSAGES = {
    400: 'The server could not comply with the request since it is either malformed or otherwise '
    'incorrect.',
    401: 'This server could not verify that you are authorized to access the document you '
    'requested. Either you supplied the wrong credentials (e.g., bad password), or your browser '
    'does not understand how to supply the credentials required.',
    403: 'Access was denied to this resource.',
    404: 'The resource could not be found.',
    409: 'There was a conflict when trying to complete your request.',
    410: 'This resource is no longer available. No forwarding address is given.',
    415: 'Unsupported Content-Type',
    500: 'The server has either erred or is incapable of performing the requested operation.',
    501: 'The server does not support the functionality required to fulfill the request.',
}
