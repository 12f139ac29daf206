"""Checks before every operation are as on a running Nova: paths, methods, headers, bodies."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

from evidence.side_by_side.clouds import Answer
from evidence.side_by_side.pair import Pair, compared
from unit_tests.sandbox.newest import BEYOND, NEWEST

STANDARD, LEGACY = 'OpenStack-API-Version', 'X-OpenStack-Nova-API-Version'
MISSING = '11111111-2222-3333-4444-555555555555'
METHODS = ('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS')

PATHS = (
    '', '/', '//', '/servers/', '/servers//', '/servers/detail/', '/servers/nope',
    '/servers/nope/action', '/servers/nope/nope', '/servers/nope/tags/a', '/servers/nope/tags/a/b',
    '/servers.json', '/flavors/1.json', '/nope', '/nope/', '/SERVERS', '/limits/x',
    '/{project}', '/{project}/', '/{project}//', '/{project}/servers/nope', '/{project}/servers/',
    '/{project}//servers/nope', '/{project}/nope', '/{project}/{project}/servers',
    '//{project}/servers/nope', '//servers/nope', '/abc', '/abc/', '/abc/servers',
    '/deadbeef/servers', '/deadbeef//servers', '/zzz/servers', '/-/servers', '/DEADBEEF/servers',
    '/versions', '/versions/', '/versions/v2.1', '/versions/v2.0', '/versions/v9',
    '/{project}/versions', '/{project}/versions/v2.1', '/{project}//versions/v2.1',
    '/os-keypairs/a.b', '/os-keypairs/a%2Fb', '/os-keypairs/a%20b', '/os-keypairs/%C3%BC',
    '/os-keypairs/%FF', '/os-keypairs/a+b', '/os-keypairs/%00', '/servers/a;b', '/servers/a,b',
    '/os-cells', '/os-cells/x', '/os-agents/1', '/images/x', '/extensions/x', '/os-quota-sets',
    '/os-hypervisors/1/uptime', '/os-floating-ips-bulk/delete', '/os-fixed-ips',
)  # fmt: skip

DOCUMENTS = (
    '/', '/v2.1', '/v2.1/', '/v2', '/v2/', '/nothing', '/v1', '/v2.0', '/v9/servers',
    '/v2.1/flavors', '/v2/flavors', '/v2.1/nope', '/v2.1/os-cells', '/v2.1/images',
    '/v2.1/deadbeef/flavors', '/v2.1/versions/v2.1',
)  # fmt: skip

STANDARD_FORMS = (
    'compute 2.50', 'compute  2.50', 'COMPUTE 2.50', 'compute\t2.50', 'compute latest',
    'compute LATEST', 'compute 2.latest', 'compute', '', '2.50', 'compute 2.01', 'compute 3.0',
    f'compute {BEYOND}', 'compute 2.0', 'compute 1.0', 'nova 2.5', 'nova 2.5, compute 2.6',
    'compute 2.6, nova 2.5', 'compute 2.6,compute 2.7', 'compute 2.6, compute x',
    'compute x, compute 2.6', 'compute 2.6 x', 'compute2.6', 'compute 2.6,', ',compute 2.6',
    'compute 2.6.1', 'compute -2.6', 'compute 2.6;', 'compute=2.6', 'compute 2', 'compute 2.',
    'compute .6', 'compute 10.0', 'compute 2.9999999999999999999',
)  # fmt: skip
LEGACY_FORMS = (
    '2.50',
    'latest',
    'LATEST',
    '',
    '2.01',
    '3.0',
    BEYOND,
    'x',
    '2.5, 2.6',
    'compute 2.5',
)

ACCEPTS = (
    None, '*/*', 'text/html', 'text/*', 'application/*', 'application/json', 'application/xml',
    'text/plain', 'application/json;q=0.1,text/html', 'text/html;q=0.5,application/json',
    'text/html;q=0,*/*', 'application/json;q=0', 'application/json, */*', 'garbage',
    'application/json; charset=utf-8', 'APPLICATION/JSON', 'text/plain, application/json',
)  # fmt: skip

MEDIA_TYPES = (
    None, '', 'application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON',
    'text/plain', 'text/html', 'application/xml', 'application/x-www-form-urlencoded',
    'application/vnd.openstack.compute+json',
    'garbage', 'text/json', 'multipart/form-data; boundary=x',
)  # fmt: skip

BODIES = (
    b'', b'{', b'nul', b'{} x', b'\xff', b'{"keypair": {"name": "a\xff"}}', b'\xef\xbb\xbf{}',
    '{"keypair": {}}'.encode('utf-16'), b'[]', b'["a"]', b'[1, 2]', b'{}', b'null', b'true', b'1',
    b'1.5', b'"x"', b'"xy"', b'""', b'{"a": 1, "b": 2}', b'{"os-nothing": null}',
    b'{"os-start": null, "os-stop": null}', b'[{"os-start": null}]', b'{"keypair": {"name": NaN}}',
    b'{"keypair": {"name": "\\ud800"}}', b'[' * 5000, b' ' * 114688, b' ' * 114689,
)  # fmt: skip


class Found(dict[str, list[str]]):
    """Differences by what was asked."""

    def ask(self, pair: Pair, title: str, method: str, path: str, **given: Any) -> None:
        """Send a request to both, and keep in what the answers differ."""
        answers = pair.ask(method, path, **given)
        different = [*compared(*answers), *_compared_ids(*answers)]
        if different:
            self[f'{method} {path} {title}'] = different

    def check(self) -> None:
        """Fail where answers differ, and say in what."""
        assert not self, '\n'.join(f'{asked}: {different}' for asked, different in self.items())


def _compared_ids(ours: Answer, theirs: Answer) -> list[str]:
    """Headers that are there or not."""
    names = ('x-openstack-request-id', 'x-compute-request-id', 'www-authenticate')
    return [
        f'header {name}: {ours.headers.get(name)}, not {theirs.headers.get(name)}'
        for name in names
        if (name in ours.headers) != (name in theirs.headers)
    ]


def _sent(**headers: str | None) -> dict[str, Mapping[str, str | None]]:
    """A header, or ``None`` for one that is not sent."""
    return {'headers': {name.replace('_', '-'): value for name, value in headers.items()}}


def test_every_path_takes_the_same_methods(member: Pair) -> None:
    found = Found()
    for path, method, prefix in itertools.product(PATHS, METHODS, ('', '/v2')):
        found.ask(member, '', method, f'{prefix}{path}')
    found.check()


def test_version_headers_are_read_alike(member: Pair) -> None:
    found = Found()
    for path, text in itertools.product(DOCUMENTS, STANDARD_FORMS):
        found.ask(member, text, 'GET', path, headers={STANDARD: text}, is_rooted=True)
    for path, text in itertools.product(DOCUMENTS, LEGACY_FORMS):
        found.ask(member, f'({text})', 'GET', path, headers={LEGACY: text}, is_rooted=True)
    forms = ('compute 2.50', 'compute x', 'volume 3.50', '', 'compute', f'compute {BEYOND}')
    for path, text, other in itertools.product(DOCUMENTS, forms, ('2.60', 'x', '')):
        headers = {STANDARD: text, LEGACY: other}
        found.ask(member, f'{text} ({other})', 'GET', path, headers=headers, is_rooted=True)
    found.check()


def test_outsiders_are_told_the_same(member: Pair) -> None:
    found = Found()
    for path, method, token in itertools.product(DOCUMENTS, METHODS, (None, 'bad')):
        found.ask(member, str(token), method, path, **_sent(X_Auth_Token=token), is_rooted=True)
    found.check()


def test_error_pages_are_what_the_client_likes(member: Pair) -> None:
    found = Found()
    large = b' ' * 200_000
    for accept, method in itertools.product(ACCEPTS, ('GET', 'HEAD')):
        for path in DOCUMENTS:
            found.ask(member, str(accept), method, path, **_sent(Accept=accept), is_rooted=True)
        found.ask(member, f'{accept} 413', 'POST', '/nope', body=large, **_sent(Accept=accept))
    found.check()


def test_media_types_are_taken_and_refused_alike(member: Pair) -> None:
    found = Found()
    paths = ('/os-keypairs', f'/servers/{MISSING}', f'/servers/{MISSING}/action')
    for kind, version in itertools.product(MEDIA_TYPES, ('2.1', NEWEST)):
        headers = {'Content-Type': kind, STANDARD: f'compute {version}'}
        title = f'{kind} {version}'
        for path, method in itertools.product(DOCUMENTS, ('GET', 'DELETE')):
            found.ask(member, title, method, path, headers=headers, is_rooted=True)
        for path, method, body in itertools.product(paths, ('POST', 'PUT'), (b'', b'{}')):
            found.ask(member, f'{title} {body!r}', method, path, body=body, headers=headers)
    found.check()


def test_bodies_that_are_no_objects_are_refused_alike(member: Pair) -> None:
    found = Found()
    paths = (
        '/', '/nothing', '/v2.1', '/v2.1/nope', '/v2.1/os-keypairs', '/v2.1/os-networks',
        f'/v2.1/servers/{MISSING}', f'/v2.1/servers/{MISSING}/action', '/v2.1/flavors/1/action',
        f'/v2.1/servers/{MISSING}/metadata',
    )  # fmt: skip
    for path, body, method in itertools.product(paths, BODIES, ('GET', 'POST', 'PUT', 'DELETE')):
        found.ask(member, repr(body[:40]), method, path, body=body, is_rooted=True)
    found.check()
