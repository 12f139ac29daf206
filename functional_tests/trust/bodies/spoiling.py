"""Requests as they should not be: bodies, queries, headers, paths, methods and encodings."""

from __future__ import annotations

import copy
import gzip
import json
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from functional_tests.drawn_requests import drawing
from functional_tests.drawn_requests.drawing import Draw
from functional_tests.trust.bodies.operations import SERVICES, Asked

_DEEP = 60_000
_LONG = 20_000

VALUES: tuple[Any, ...] = (
    *drawing.BAD_VALUES, '\0', 'a\0b', '\ud800', '\U0001f4a9', '\u202e', '\x1b[2J', '\r\nX: y',
    'x' * _LONG, '%s%n{0}', '../../etc/passwd', "' OR 1=1 --", '(a+)+$', '[', '*', '-0', '1e999',
    '٣', '²', '0x10', '1_000', ' 7 ', '9' * 5000, 2**63, -(2**63) - 1, 10**400, 1e308, -0.0,
    5e-324, [[]], [{}], [[[[]]]], {'': ''}, {'\0': None}, {'\ud800': 1}, {'a': {'b': {'c': []}}},
    [1] * 1000, ['x', 'x'], dict.fromkeys(map(str, range(300)), 'x'), '2020-13-45T99:99:99Z',
    '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999+14:00', '256.1.1.1', '::ffff:1.2.3.4',
    '10.0.0.0/33', '0.0.0.0/0', '::/0', 'fe80::1%eth0', 'http://[', 'data:,', 'AA==\n', '=',
)  # fmt: skip
"""Values for any place of a body."""

_TEXTS = tuple(value for value in VALUES if isinstance(value, str) and '\ud800' not in value)
_SEGMENTS = (
    *(quote(text, safe='') for text in drawing.BAD_SEGMENTS), '%ff%fe', '%00', '..', '.', '',
    '%2f', '%25', '%c0%af', ';a=b', '%20', '%0d%0a', '%ED%A0%80', '1' * 5000, '%F0%9F%92%A9', '٣',
    '*', '-1.json', '%2e%2e', '{id}', '0' * 32, 'None', '%s', '٣'.encode().hex(),
)  # fmt: skip
_QUERIES = (
    '%ff=%fe', '%', '&&==&', 'a', '=', ';', 'limit=%00', 'limit=²', 'limit=٣', 'limit=1e3',
    'limit=+1', 'limit=' + '9' * 5000, 'marker=%ED%A0%80', 'name=%28a%2B%29%2B%24', 'name=%5B',
    'sort=' + 'x,' * 2000, 'x=1&' * 5000, 'limit=-9223372036854775809', 'changes-since=0001-01-01',
    'changes-since=9999-12-31T23:59:59-14', 'sort_key=__class__&sort_dir=%00',
    'fields=id&fields=%00', 'tags=' + 'a,' * 500, 'limit=1&limit=2',
    'sort_key=id&sort_key=id&sort_dir=asc', 'offset=99999999999999999999', 'created_at=gt:x',
    'id=in:', 'size_min=x', 'resources=VCPU:' + '9' * 5000, 'required=' + 'in:' * 300,
    'member_of=!in:', 'resources=', 'limit=0x10', 'start=x&end=y', 'detailed=' + '9' * 30,
    'shared=%00', 'metadata=%7B', 'ip=%28', 'reserved=x', 'name=%2A', 'detail=true&fields=uuid',
    'page_reverse=true&marker=x', 'fixed_ips=ip_address%3Dx', 'fixed_ips=%3D',
)  # fmt: skip
_VERSIONS = (
    *drawing.MALFORMED_VERSIONS, 'latest', '9.999', '0.0', '2.' + '9' * 5000, '٢.٣', '2.²',
    '2.1,2.2', '2.1 2.2', '2.1\t', '\xff', 'None', '2.1e3', '2.+1', '2._1', '2.1_0', '1' * 5000,
    '2.99999999999999999999', '-2.-1',
)  # fmt: skip
_HEADERS = (
    ('Accept', '\xff'), ('Accept', 'application/json;q=x'), ('Accept', '*' * 5000),
    ('Accept', 'a/b;q=2, ,;='), ('Accept', 'text/html'), ('Accept', 'application/xml'),
    ('Accept', ''), ('Accept-Language', '\xff;q=\xff'),
    ('Content-Type', 'application/json; charset=utf-16'), ('Content-Type', 'application/xml'),
    ('Content-Type', 'multipart/form-data'), ('Content-Type', '\xff'), ('Content-Type', ''),
    ('Content-Type', '/'), ('Content-Type', 'application/octet-stream'),
    ('Content-Type', 'application/x-www-form-urlencoded'),
    ('Content-Type', 'application/openstack-images-v2.1-json-patch'),
    ('Content-Type', 'text/plain'), ('Content-Encoding', 'gzip'), ('X-Auth-Token', '\xff\xfe'),
    ('X-Auth-Token', 'x' * _LONG), ('X-Auth-Token', ''), ('X-Subject-Token', '\xff'),
    ('X-Subject-Token', ''), ('Host', ''), ('Host', '[::1'), ('Host', 'a b"<'),
    ('X-Service-Token', 'x'), ('OpenStack-System-Scope', 'all'),
    ('X-Openstack-Request-Id', '\xff' * 300), ('X-OpenStack-Nova-API-Version', '\xff'),
    ('X-OpenStack-Ironic-API-Version', '1'), ('If-Match', 'revision_number=x'), ('If-Match', '"x'),
    ('Range', 'bytes=5-1'), ('Expect', '100-continue'), ('X-HTTP-Method-Override', 'DELETE'),
    ('X-Image-Meta-Store', '\xff'), ('OpenStack-API-Version', 'compute 2.1, volume 3.x'),
    ('Origin', 'http://x'), ('OpenStack-API-Version', ',' * 3000),
    ('OpenStack-API-Version', 'compute latest, compute 2.1'),
)  # fmt: skip
_BODIES = (
    *drawing.RAW_BODIES, b'[' * _DEEP + b']' * _DEEP, b'{"a":' * _DEEP + b'1' + b'}' * _DEEP,
    b'{"a":' * 900 + b'1' + b'}' * 900, b'\xef\xbb\xbf{}', '{"a": 1}'.encode('utf-16'),
    '{"a": "\xe9"}'.encode('latin-1'), b'\xed\xa0\x80', b'"\\ud800"', b'NaN', b'[Infinity]',
    b'{"a": 1e999}', b'9' * 5000, b'-', b'{"a": 1, "a": 2}', b'\x00', b'{}\x00', b' ' * 5000,
    b'{"a": "' + b'x' * 200_000 + b'"}', b'[' + b'1,' * 60_000 + b'1]', b'a=1&b=2', b'<xml/>',
    b'\x1f\x8b', b'[null]', b'[{"op": "add"}]', b'[{"op": "add", "path": "", "value": {}}]',
    b'[{"op": "test", "path": "/~2", "value": 1}]',
    b'[{"op": "move", "from": "/a", "path": "/a/b"}]', b'[{"op": "remove", "path": "/"}]',
    b'[{"op": null, "path": 1}]', b'[{"op": "replace", "path": "/extra/-", "value": null}]',
    b'[{"op": "add", "path": "/driver_info/a/b/c", "value": 1}]',
)  # fmt: skip
_METHODS = (
    'GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'FOO', 'get', 'QUERY',
    'CONNECT',
)  # fmt: skip


class Wire(NamedTuple):
    """A request as it is sent.

    :ivar target: path, quoted, with its query.
    :ivar spoiled: what was made bad.
    :ivar route: the path that it was made for, with variables in braces.
    """

    service: str
    method: str
    target: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    role: str
    spoiled: tuple[str, ...] = ()
    route: str = ''


def spoiled(draw: Draw, asked: Asked) -> Wire:
    """A request that is right in a third of all cases, and wrong in up to three ways otherwise."""
    count = draw.weighted((0, 1, 2, 3), (6, 8, 3, 1))
    kinds = [draw.weighted(*_KINDS) for _ in range(count)]
    return _encoded(draw, asked, kinds)


_KINDS = (
    (
        'body', 'raw body', 'query', 'parameter', 'path', 'header', 'version', 'method', 'role',
        'size', 'coding',
    ),
    (8.0, 1.5, 1.0, 1.5, 1.5, 1.5, 1.0, 0.4, 0.6, 0.02, 0.2),
)  # fmt: skip


def plain(draw: Draw, asked: Asked) -> Wire:
    """A request as it should be."""
    return _encoded(draw, asked, [])


def _encoded(draw: Draw, asked: Asked, kinds: list[str]) -> Wire:
    service = SERVICES[asked.service]
    body = asked.body
    if 'body' in kinds and not isinstance(body, bytes):
        body = _spoiled_body(draw, body, kinds.count('body'))
    path = _path(draw, asked.path, 'path' in kinds)
    query = _query(draw, asked.query, kinds)
    version = draw.one_of(_VERSIONS) if 'version' in kinds else asked.version
    headers = dict(asked.headers)
    headers.setdefault('Accept', 'application/json')
    if service.header[0] and version is not None:
        headers.setdefault(service.header[0], f'{service.header[1]}{version}')
    content = _content(draw, body, kinds)
    if content and 'Content-Type' not in headers:
        headers['Content-Type'] = _media_type(service.name, asked)
    if 'coding' in kinds:
        content, headers['Content-Encoding'] = gzip.compress(content), 'gzip'
    if 'header' in kinds:
        headers.update(draw.some_of(_HEADERS, 1, 3))
    method = draw.one_of(_METHODS) if 'method' in kinds else asked.method
    role = draw.one_of(ROLES) if 'role' in kinds or draw.chance(0.05) else asked.role
    sent = tuple((name, text.encode('utf-8').decode('latin-1')) for name, text in headers.items())
    target = service.mount + path + (f'?{query}' if query else '')
    return Wire(asked.service, method, target, sent, content, role, tuple(kinds), asked.route)


ROLES = ('admin', 'member', 'reader', 'manager', 'service', 'unscoped', 'unknown', 'nobody')
"""The sender of requests."""


def _spoiled_body(draw: Draw, body: Any, times: int) -> Any:
    changed = copy.deepcopy(body)
    for _ in range(times):
        changed = draw.spoiled(changed, VALUES)
    return changed


def _path(draw: Draw, path: str, is_spoiled: bool) -> str:
    segments = [quote(each, safe=":@!$&'()*+,;=~%") for each in path.split('/')]
    if is_spoiled:
        at = draw.number(1, max(1, len(segments) - 1))
        way: Callable[[], list[str]] = draw.one_of((
            lambda: [*segments[:at], draw.one_of(_SEGMENTS), *segments[at + 1 :]],
            lambda: [*segments[:at], draw.one_of(_SEGMENTS), *segments[at + 1 :]],
            lambda: [*segments, draw.one_of(_SEGMENTS)],
            lambda: [*segments[:at], '', *segments[at:]],
            lambda: segments[:at],
        ))  # fmt: skip
        segments = way()
    return '/'.join(segments)


def _query(draw: Draw, pairs: tuple[tuple[str, str], ...], kinds: list[str]) -> str:
    listed = list(pairs)
    if 'parameter' in kinds:
        usual = ('limit', 'marker', 'sort_key', 'name', 'x')
        name = draw.one_of([*(name for name, _ in pairs), *usual])
        listed.append((name, draw.one_of(_TEXTS)))
    text = urlencode(listed, errors='replace')
    if 'query' in kinds:
        text = '&'.join(filter(None, (text, draw.one_of(_QUERIES))))
    return quote(text, safe="%=&+;:,!*'()-._~/?@$[]{}")


def _content(draw: Draw, body: Any, kinds: list[str]) -> bytes:
    if 'size' in kinds:
        return draw.one_of((b' ', b'[[],', b'{"x":[')) * draw.one_of((200_000, 5_000_000))
    if 'raw body' in kinds:
        return draw.one_of(_BODIES)
    if body is None or isinstance(body, bytes):
        return body or b''
    return json.dumps(body, ensure_ascii=draw.chance(0.5)).encode('utf-8', 'surrogatepass')


def _media_type(service: str, asked: Asked) -> str:
    if service == 'image' and asked.method == 'PATCH':
        return 'application/openstack-images-v2.1-json-patch'
    if service == 'image' and asked.path.endswith(('/file', '/stage')):
        return 'application/octet-stream'
    return 'application/json'
