"""Answers in process as the cloud of the recorded command lines did, and remembers the requests."""

from __future__ import annotations

import dataclasses
import datetime
import http
import io
import json
import re
import urllib.parse
from collections.abc import Mapping
from typing import Any

import requests
from requests import adapters, structures

from functional_tests.contract import facts, supplied_answers
from novaclient_mv import api_versions

RANGE = api_versions.VersionRange('2.1', '2.96')
"""The range of the recorded client; the cloud offers no more, so that its ``2.latest`` is ours."""

KEYSTONE = 'http://no.where/v3'
COMPUTE = 'http://compute.example/v2.1'
IMAGE = 'http://image.example'
NETWORK = 'http://network.example'
PROJECT = 'tenant_id'
"""The project of the token: commands that are not given another one name it."""
TOKEN = 'a-token'
SERVICE_TYPES = {'compute': COMPUTE, 'computev21': COMPUTE, 'image': IMAGE, 'network': NETWORK}
_UUID = '00000000-0000-4000-8000-{:012d}'
_UUID_OF_ID = re.compile(r'00000000-0000-4000-8000-0*(\d+)')


def uuid_of(number: str) -> str:
    """The id of a server that the recorded cloud knew by a number.

    Ids of servers are UUIDs, and only those are taken for ids by this client.
    """
    return _UUID.format(int(number))


def with_numbers(text: str) -> str:
    """A text in which ids of servers are the numbers that the recorded cloud knew them by."""
    return _UUID_OF_ID.sub(r'\1', text)


@dataclasses.dataclass(frozen=True)
class Asked:
    """A request as the recorded ones are written: path below the endpoint, query as pairs."""

    service: str
    method: str
    path: str
    query: tuple[tuple[str, str], ...]
    body: Any = dataclasses.field(compare=False)
    versions: tuple[str | None, str | None] = dataclasses.field(compare=False)
    text: str = ''
    """The body as text with sorted keys, which is what is compared."""

    @property
    def is_write(self) -> bool:
        """Whether it may change something."""
        return self.method != 'GET'

    def __str__(self) -> str:
        query = f'?{urllib.parse.urlencode(self.query)}' if self.query else ''
        body = f' {self.text}' if self.body is not None else ''
        return f'{self.service}: {self.method} {self.path}{query}{body}'


def asked(
    service: str,
    method: str,
    path: str,
    query: Any,
    body: Any,
    versions: tuple[str | None, str | None] = (None, None),
) -> Asked:
    """A request in the one form in which two of them can be compared."""
    pairs = tuple(sorted((str(name), str(value)) for name, value in query))
    text = json.dumps(body, sort_keys=True)
    return Asked(service, method, urllib.parse.unquote(path), pairs, body, versions, text)


class TracedCloud(adapters.BaseAdapter):
    """A transport that answers with the recorded answers; no socket is opened."""

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[Asked] = []

    def mount(self, session: Any) -> None:
        """Stand in for the network below a keystoneauth1 session."""
        session.session.mount('http://', self)

    def close(self) -> None:
        """There is nothing to close."""

    def send(
        self, request: requests.PreparedRequest, *args: Any, **kwargs: Any
    ) -> requests.Response:
        """Answer one request."""
        url = request.url or ''
        if url.startswith(KEYSTONE):
            return _response(request, *_keystone_answer(request))
        service, endpoint = _service_of(url)
        parts = urllib.parse.urlsplit(with_numbers(url.removeprefix(endpoint)))
        if service == 'compute' and parts.path in ('', '/'):
            return _response(request, 200, _version_document())
        headers = {name.lower(): _text(value) for name, value in request.headers.items()}
        versions = (
            headers.get(api_versions.HEADER_NAME.lower()),
            headers.get(api_versions.LEGACY_HEADER_NAME.lower()),
        )
        query = urllib.parse.parse_qsl(parts.query, keep_blank_values=True)
        body = json.loads(with_numbers(_text(request.body))) if request.body else None
        one = asked(service, request.method or '', parts.path, query, body, versions)
        self.requests.append(one)
        status, content, answered = answer_to(one)
        if versions[1]:
            answered |= {
                api_versions.HEADER_NAME: f'compute {versions[1]}',
                api_versions.LEGACY_HEADER_NAME: versions[1],
                'Vary': f'{api_versions.HEADER_NAME}, {api_versions.LEGACY_HEADER_NAME}',
            }
        return _response(request, status, content, answered)


def asked_path(url: str) -> str:
    """The path of a URL below the endpoint, as the recorded requests have it."""
    _, endpoint = _service_of(url)
    parts = urllib.parse.urlsplit(with_numbers(url.removeprefix(endpoint)))
    return urllib.parse.unquote(parts.path)


def _text(body: Any) -> str:
    return body.decode() if isinstance(body, bytes) else str(body)


def _service_of(url: str) -> tuple[str, str]:
    for service, endpoint in SERVICE_TYPES.items():
        if url.startswith(endpoint):
            return service, endpoint
    raise requests.ConnectionError(f'There is nothing at {url}.')


# -- the recorded answers


def answer_to(one: Asked) -> tuple[int, Any, dict[str, str]]:
    """Status, content and headers of the recorded answer; 404 where there is none."""
    if re.fullmatch('/servers/[^/]+', one.path) and one.method == 'PUT':
        return _changed_server(one)
    wanted = api_versions.APIVersion(one.versions[1] or '2.0')
    fake = _fake_for(one)
    for each in fake['responses'] if fake else ():
        offered = api_versions.VersionRange(each['start_version'], each['end_version'])
        # Some answers could not be recorded: those of actions are empty, the others do not exist.
        status = each['status'] or (202 if one.is_write else 404)
        if wanted in offered:
            parts = one.service, one.method, one.path, dict(one.query), one.body
            content = supplied_answers.completed(*parts, each['body'])
            return status, content, dict(each['headers'])
    if one.path.endswith('/action') and any(one.path in each for each in _paths()):
        return 202, None, {}
    return 404, {'itemNotFound': {'message': 'There is no such thing.', 'code': 404}}, {}


def _changed_server(one: Asked) -> tuple[int, Any, dict[str, str]]:
    """The API answers a change of a server with the server, the recorded stand-in with nothing."""
    status, content, headers = answer_to(dataclasses.replace(one, method='GET', body=None))
    if status != 200:
        return status, content, headers
    return 200, {'server': {**content['server'], **one.body['server']}}, headers


def _paths() -> list[list[str]]:
    return [each['paths_seen'] for each in facts.read('fake_responses.json')['fakes']]


def _fake_for(one: Asked) -> Mapping[str, Any] | None:
    """The recorded call that is most like a request."""
    fitting: list[Mapping[str, Any]] = [
        each
        for each in facts.read('fake_responses.json')['fakes']
        if each['method'] == one.method
        and one.path in map(urllib.parse.unquote, (each['path_pattern'] or '', *each['paths_seen']))
        and _fits(each, one)
    ]
    if not fitting:
        return None
    found: Mapping[str, Any] = max(fitting, key=_closeness)
    marker = dict(one.query).get('marker')
    return _page_after(found, marker) if marker else found


def _closeness(fake: Mapping[str, Any]) -> int:
    return len(fake['case'] or '')


def _fits(fake: Mapping[str, Any], one: Asked) -> bool:
    """Whether a request is of the case that an answer was recorded for."""
    arguments = fake['arguments']
    if fake['case'] is None or arguments is None:
        return True
    if 'body' not in arguments:
        pairs = [(name.replace('names', 'name'), value) for name, value in arguments.items()]
        return all(pair in one.query for pair in pairs)
    action, content = next(iter(arguments['body'].items()))
    if not isinstance(one.body, dict) or action not in one.body:
        return False
    if re.fullmatch(':bad|.*:deleted', fake['case']):
        return bool(one.body[action].get('name') == content['name'])
    return True


def _page_after(fake: Mapping[str, Any], marker: str) -> Mapping[str, Any]:
    """The answer to a request for what follows a marker; answers for that are named ``_next``."""
    by_name: dict[str, Mapping[str, Any]] = {
        each['fake']: each for each in facts.read('fake_responses.json')['fakes']
    }
    page = fake
    while following := by_name.get(f'{page["fake"]}_next'):
        if marker in json.dumps(page['responses']):
            return following
        page = following
    return fake


# -- what is not part of what is compared: login and versions


def _keystone_answer(request: requests.PreparedRequest) -> tuple[int, Any, dict[str, str]]:
    if request.method == 'GET':
        version = {
            'id': 'v3.14',
            'status': 'stable',
            'links': [{'rel': 'self', 'href': KEYSTONE}],
            'media-types': [],
        }
        return 200, {'version': version}, {}
    now = datetime.datetime.now(datetime.UTC)
    token: dict[str, Any] = {
        'methods': ['password'],
        'user': {'id': 'user_id', 'name': 'username', 'domain': {'id': 'default', 'name': 'd'}},
        'project': {'id': PROJECT, 'name': 'p', 'domain': {'id': 'default', 'name': 'd'}},
        'roles': [{'id': 'admin', 'name': 'admin'}],
        'issued_at': now.isoformat(),
        'expires_at': (now + datetime.timedelta(hours=1)).isoformat(),
        'catalog': [
            {'type': kind, 'id': kind, 'name': kind, 'endpoints': _endpoints(kind, url)}
            for kind, url in SERVICE_TYPES.items()
        ],
    }
    if 'scope' not in json.loads(_text(request.body))['auth']:
        # Without a scope there is neither a project nor a catalog.
        del token['project'], token['catalog']
    return 201, {'token': token}, {'X-Subject-Token': TOKEN}


def _endpoints(kind: str, url: str) -> list[dict[str, str]]:
    return [
        {
            'id': f'{kind}-{interface}',
            'interface': interface,
            'region': 'one',
            'region_id': 'one',
            'url': url,
        }
        for interface in ('public', 'internal', 'admin')
    ]


def _version_document() -> Any:
    return {
        'version': {
            'id': 'v2.1',
            'status': 'CURRENT',
            'min_version': str(RANGE.start),
            'version': str(RANGE.end),
            'updated': '2013-07-23T11:33:21Z',
            'links': [{'rel': 'self', 'href': f'{COMPUTE}/'}],
        }
    }


def _response(
    request: requests.PreparedRequest,
    status: int,
    content: Any,
    headers: Mapping[str, str] | None = None,
) -> requests.Response:
    response = requests.Response()
    raw = b'' if content is None else json.dumps(content).encode()
    response.status_code = status
    response.reason = http.HTTPStatus(status).phrase
    response.headers = structures.CaseInsensitiveDict(
        {'Content-Type': 'application/json', 'Content-Length': str(len(raw)), **(headers or {})}
    )
    response.raw = io.BytesIO(raw)
    response._content = raw
    response.url = request.url or ''
    response.request = request
    response.encoding = 'utf-8'
    return response
