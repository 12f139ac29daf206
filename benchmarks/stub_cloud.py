"""A cloud for measurements: Keystone, Nova and Glance as ready-made bytes, in a process of its own.

    python stub_cloud.py --servers 10000

prints its URL and serves until its input ends. ``GET /requests`` names the requests since the last
such call.
"""

import argparse
import http.server
import json
import re
import ssl
import sys
import threading
import time
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

MINIMUM = (2, 1)
MAXIMUM = (2, 104)
MAX_ROWS = 1000
# As many pages as a case reads with every run are kept; longer lists are made anew.
MAX_PAGES = 20
PROJECT = '5b1f6c1e2f0d4a64a6d5c7cf4a1c0e11'
USER = '9d0b7e55c1f94f0b8c0c3f2a6a7e8d42'
IMAGE = '3f0e1c9a-6a52-4c0e-9d0f-2b7f5f0a1d10'
FLAVOR = {'id': '1', 'name': 'm1.tiny', 'ram': 512, 'vcpus': 1, 'disk': 1, 'swap': 0}
UPDATED = '2026-01-01T00:00:00Z'


class Answer(NamedTuple):
    """The answer to one request."""

    status: int
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()


def answer(status: int, body: Any, *headers: tuple[str, str]) -> Answer:
    """An answer with a JSON body."""
    return Answer(status, json.dumps(body).encode(), headers)


def link(url: str, rel: str = 'self') -> dict[str, str]:
    """A link as version documents and resources carry it."""
    return {'rel': rel, 'href': url}


def server(number: int, base: str) -> dict[str, Any]:
    """A server as Nova shows it from 2.96 on, of about the size that real ones have."""
    ident = f'{number:08x}-5e11-4b0a-8c1d-{number:012x}'
    name = f'server-{number:05d}'
    low = number.to_bytes(3, 'big')
    return {
        'id': ident,
        'name': name,
        'description': None,
        'status': 'ACTIVE',
        'tenant_id': PROJECT,
        'user_id': USER,
        'metadata': {},
        'hostId': f'{number % 64:056x}',
        'image': {'id': IMAGE, 'links': [link(f'{base}/images/{IMAGE}', 'bookmark')]},
        'flavor': {
            'original_name': FLAVOR['name'],
            'ram': FLAVOR['ram'],
            'vcpus': FLAVOR['vcpus'],
            'disk': FLAVOR['disk'],
            'swap': FLAVOR['swap'],
            'ephemeral': 0,
            'extra_specs': {},
        },
        'created': UPDATED,
        'updated': UPDATED,
        'addresses': {
            'private': [
                {
                    'version': 4,
                    'addr': '10.' + '.'.join(str(byte) for byte in low),
                    'OS-EXT-IPS:type': 'fixed',
                    'OS-EXT-IPS-MAC:mac_addr': 'fa:16:3e:' + low.hex(':'),
                }
            ]
        },
        'accessIPv4': '',
        'accessIPv6': '',
        'links': [
            link(f'{base}/v2.1/servers/{ident}'),
            link(f'{base}/servers/{ident}', 'bookmark'),
        ],
        'OS-DCF:diskConfig': 'MANUAL',
        'progress': 0,
        'OS-EXT-AZ:availability_zone': 'nova',
        'pinned_availability_zone': None,
        'config_drive': '',
        'key_name': None,
        'OS-SRV-USG:launched_at': '2026-01-01T00:00:03.000000',
        'OS-SRV-USG:terminated_at': None,
        'security_groups': [{'name': 'default'}],
        'OS-EXT-SRV-ATTR:hostname': name,
        'OS-EXT-STS:task_state': None,
        'OS-EXT-STS:vm_state': 'active',
        'OS-EXT-STS:power_state': 1,
        'os-extended-volumes:volumes_attached': [],
        'locked': False,
        'locked_reason': None,
        'tags': [],
        'trusted_image_certificates': None,
    }


MISSING = answer(404, {'itemNotFound': {'code': 404, 'message': 'Not found'}})


class Cloud:
    """All that can be answered, made before the first request."""

    def __init__(self, base: str, servers: int, latency: float) -> None:
        self.base = base
        self.latency = latency
        self.count = servers
        self.fixed = self._fixed()
        self.pages: dict[tuple[int, int], Answer] = {}
        for start in range(0, min(max(servers, 1), MAX_PAGES * MAX_ROWS), MAX_ROWS):
            self._page(start, MAX_ROWS)

    def _fixed(self) -> dict[tuple[str, str], Answer]:
        """The answers that depend on method and path only."""
        nova, image = self._nova_versions(), {'id': 'v2.16', 'status': 'CURRENT'}
        image['links'] = [link(f'{self.base}/image/v2/')]  # type: ignore[assignment]
        keystone = {
            'id': 'v3.14',
            'status': 'stable',
            'updated': UPDATED,
            'links': [link(f'{self.base}/identity/v3/')],
        }
        flavor = {**FLAVOR, 'description': None, 'extra_specs': {}, 'links': []}
        images = {
            'images': [{'id': IMAGE, 'name': 'cirros', 'status': 'active', 'visibility': 'public'}],
            'schema': '/v2/schemas/images',
            'first': '/v2/images',
        }
        return {
            ('GET', '/identity'): answer(300, {'versions': {'values': [keystone]}}),
            ('GET', '/identity/v3'): answer(200, {'version': keystone}),
            ('POST', '/identity/v3/auth/tokens'): self._token(),
            ('GET', ''): answer(200, {'versions': nova}),
            ('GET', '/v2'): answer(200, {'version': nova[0]}),
            ('GET', '/v2.1'): answer(200, {'version': nova[1]}),
            ('GET', '/v2.1/flavors'): answer(200, {'flavors': [flavor]}),
            ('GET', '/v2.1/flavors/detail'): answer(200, {'flavors': [flavor]}),
            ('GET', '/v2.1/flavors/1'): answer(200, {'flavor': flavor}),
            ('GET', '/image'): answer(300, {'versions': [image]}),
            ('GET', '/image/v2/images'): answer(200, images),
            ('GET', f'/image/v2/images/{IMAGE}'): answer(200, images['images'][0]),
        }

    def _nova_versions(self) -> list[dict[str, Any]]:
        rest = {'updated': UPDATED}
        return [
            {
                'id': 'v2.0',
                'status': 'DEPRECATED',
                'version': '',
                'min_version': '',
                'links': [link(f'{self.base}/v2/')],
                **rest,
            },
            {
                'id': 'v2.1',
                'status': 'CURRENT',
                'version': '{}.{}'.format(*MAXIMUM),
                'min_version': '{}.{}'.format(*MINIMUM),
                'links': [link(f'{self.base}/v2.1/')],
                **rest,
            },
        ]

    def _token(self) -> Answer:
        def entry(kind: str, name: str, path: str) -> dict[str, Any]:
            endpoints = [
                {
                    'id': f'{interface}-{name}',
                    'interface': interface,
                    'region': 'RegionOne',
                    'region_id': 'RegionOne',
                    'url': self.base + path,
                }
                for interface in ('public', 'internal', 'admin')
            ]
            return {'id': name, 'type': kind, 'name': name, 'endpoints': endpoints}

        domain = {'id': 'default', 'name': 'Default'}
        token = {
            'methods': ['password'],
            'user': {'id': USER, 'name': 'bench', 'domain': domain, 'password_expires_at': None},
            'project': {'id': PROJECT, 'name': 'bench', 'domain': domain},
            'is_domain': False,
            'roles': [{'id': 'member', 'name': 'member'}],
            'catalog': [
                entry('identity', 'keystone', '/identity'),
                entry('compute', 'nova', '/v2.1'),
                entry('image', 'glance', '/image'),
            ],
            'audit_ids': ['bench'],
            'issued_at': '2026-01-01T00:00:00.000000Z',
            'expires_at': '2099-01-01T00:00:00.000000Z',
        }
        return answer(201, {'token': token}, ('X-Subject-Token', 'gAAAA-benchmark-' + 'x' * 160))

    def _page(self, start: int, limit: int) -> Answer:
        """The servers after the first ones, with a link to the next page if there is one."""
        page = self.pages.get((start, limit))
        if page is not None:
            return page
        end = min(start + limit, self.count)
        rows = [server(number, self.base) for number in range(start + 1, end + 1)]
        body: dict[str, Any] = {'servers': rows}
        if end < self.count:
            query = f'limit={limit}&marker={rows[-1]["id"]}'
            body['servers_links'] = [link(f'{self.base}/v2.1/servers/detail?{query}', 'next')]
        page = answer(200, body)
        if len(self.pages) < MAX_PAGES:
            self.pages[start, limit] = page
        return page

    def _number(self, ident: str) -> int | None:
        """The number of a server, by its id."""
        digits = ident[:8]
        number = int(digits, 16) if re.fullmatch('[0-9a-f]{8}', digits) else 0
        is_there = 0 < number <= self.count and server(number, self.base)['id'] == ident
        return number if is_there else None

    def find(self, method: str, target: str) -> Answer:
        """The answer to a request."""
        parts = urlsplit(target)
        path = parts.path.rstrip('/').replace(f'/v2.1/{PROJECT}', '/v2.1')
        if (method, path) == ('GET', '/v2.1/servers/detail'):
            query = parse_qs(parts.query)
            marker = query.get('marker', [''])[0]
            limit = min(int(query.get('limit', [MAX_ROWS])[0]), MAX_ROWS)
            return self._page(self._number(marker) or 0, limit)
        if path.startswith('/v2.1/servers'):
            return self._server(method, path.removeprefix('/v2.1/servers'), parse_qs(parts.query))
        return self.fixed.get((method, path), MISSING)

    def _server(self, method: str, rest: str, query: dict[str, list[str]]) -> Answer:
        """Names, one server, and the writes on servers, none of which changes anything."""
        if method == 'POST':
            fields = ('id', 'links', 'security_groups', 'OS-DCF:diskConfig')
            made = {**server(0, self.base), 'name': 'fresh'}
            return answer(202, {'server': {name: made[name] for name in fields}})
        if not rest:
            return answer(200, {'servers': self._named(query.get('name', [''])[0])})
        fresh = server(0, self.base)
        if rest == f'/{fresh["id"]}':
            return answer(200, {'server': {**fresh, 'name': 'fresh'}})
        number = self._number(rest.strip('/'))
        if number is None:
            return MISSING
        if method != 'GET':
            return Answer(204, b'')
        return answer(200, {'server': server(number, self.base)})

    def _named(self, pattern: str) -> list[dict[str, Any]]:
        """The servers that a filter is about, as Nova reads it where its database is MySQL."""
        wanted = re.compile(pattern.replace('|', r'\|'))
        servers = (server(number, self.base) for number in range(1, self.count + 1))
        return [
            {name: shown[name] for name in ('id', 'name', 'links')}
            for shown in servers
            if wanted.search(shown['name'])
        ]


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers from a :class:`Cloud`, on connections that stay open."""

    protocol_version = 'HTTP/1.1'
    disable_nagle_algorithm = True
    wbufsize = -1
    cloud: Cloud
    seen: list[str]

    def do_GET(self) -> None:
        self._serve()

    def do_POST(self) -> None:
        self._serve()

    def do_DELETE(self) -> None:
        self._serve()

    def _serve(self) -> None:
        self.rfile.read(int(self.headers.get('Content-Length', 0)))
        if self.path == '/requests':
            found = answer(200, list(self.seen))
            self.seen.clear()
        else:
            self.seen.append(f'{self.command} {self.path}')
            time.sleep(self.cloud.latency)
            found = self._refusal() or self.cloud.find(self.command, self.path)
        self.send_response_only(found.status)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(found.body)))
        for name, value in (*found.headers, *self._version_headers()):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(found.body)

    def _asked_version(self) -> str:
        standard = self.headers.get('OpenStack-API-Version', '').split()
        if standard[:1] == ['compute'] and len(standard) == 2:
            return standard[1]
        return self.headers.get('X-OpenStack-Nova-API-Version', '2.1')

    def _refusal(self) -> Answer | None:
        """401 without a token, 406 for a version outside the range."""
        if not self.path.startswith('/v2.1/') or len(self.path) <= len('/v2.1/'):
            return None
        if not self.headers.get('X-Auth-Token'):
            return answer(
                401, {'error': {'code': 401, 'message': 'No token', 'title': 'Unauthorized'}}
            )
        version = tuple(int(part) for part in self._asked_version().split('.'))
        if MINIMUM <= version <= MAXIMUM:
            return None
        return answer(406, {'computeFault': {'code': 406, 'message': 'No such version'}})

    def _version_headers(self) -> list[tuple[str, str]]:
        if not self.path.startswith('/v2.1'):
            return []
        version = self._asked_version()
        return [
            ('OpenStack-API-Version', f'compute {version}'),
            ('X-OpenStack-Nova-API-Version', version),
            ('Vary', 'OpenStack-API-Version, X-OpenStack-Nova-API-Version'),
            ('x-openstack-request-id', 'req-00000000-0000-4000-8000-000000000000'),
        ]


def main() -> None:
    """Serve until the standard input ends."""
    parser = argparse.ArgumentParser(description='Serve a cloud for measurements.')
    parser.add_argument('--servers', type=int, default=1, help='how many servers it has')
    parser.add_argument('--latency', type=float, default=0, help='seconds before each answer')
    parser.add_argument('--certificate', help='file of a certificate; without it there is no TLS')
    parser.add_argument('--key', help='file with the key of the certificate')
    wanted = parser.parse_args()
    listener = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    listener.daemon_threads = True
    if wanted.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(wanted.certificate, wanted.key)
        # The handshake is made by the first read, so by the thread of the connection.
        listener.socket = context.wrap_socket(
            listener.socket, server_side=True, do_handshake_on_connect=False
        )
    scheme = 'https' if wanted.certificate else 'http'
    base = f'{scheme}://127.0.0.1:{listener.server_port}'
    Handler.cloud, Handler.seen = Cloud(base, wanted.servers, wanted.latency), []
    threading.Thread(target=listener.serve_forever, daemon=True).start()
    print(base, flush=True)
    sys.stdin.read()


if __name__ == '__main__':
    main()
