"""Replays recorded exchanges on the recorded cloud, and tells what comes out in another way."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from functional_tests.contract import (
    answers,
    prepared,
    recorded_cloud,
    recorded_contents,
    recorded_scenes,
    shapes,
)
from novaclient_mv.sandbox.compute import routes
from novaclient_mv.sandbox.routing import Actions

Record = dict[str, Any]

_ID = re.compile(r'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')
# What only administrators are shown, by the end of an operation.
_HIDDEN = {
    '/topology': 'host_node',
    '/shares/{id}': 'export_location',
    'POST /servers/{server_id}/shares': 'export_location',
}
_OWNER = re.compile("'user_id': '(admin|fake)'")


def served() -> set[str]:
    """The ids of the operations that the sandbox serves, as the facts spell them."""
    found = set()
    for route in routes.ROUTES:
        if isinstance(route, Actions):
            found |= {f'POST {route.path} {name}' for name in route.by_name}
        else:
            found |= {f'{method} {route.path}' for method in route.methods}
    return found


class Replay:
    """The exchanges of one recorded test."""

    def __init__(self, cloud: recorded_cloud.RecordedCloud) -> None:
        self.cloud = cloud
        self.ids: dict[str, str] = {}

    def differences(
        self, record: Record, leniency: shapes.Leniency = shapes.STRICT
    ) -> Iterator[str]:
        """Carry out one exchange; what is not as recorded."""
        self.cloud.now += 10
        self.cloud.as_user(_user_of(record))
        path = self._path(record)
        self._prepare(record)
        recorded_scenes.Scene(self.cloud, record, path).prepare()
        prepared.prepare(self.cloud, record['method'], path, record['request'])
        answer = self.cloud(
            record['method'],
            _decoded(path),
            record['microversion'],
            record['request'],
            host=recorded_cloud.HOST,
        )
        if answer.status != record['status']:
            yield f'status {record["status"]} is recorded, not {answer.status}: {answer.body!r}'
            return
        yield from _header_differences(record, answer)
        if record['method'] == 'POST' and record['path'].endswith('/servers'):
            self._note_server(record['response'], answer.body)
        if record['response'] is None:
            if answer.body != b'':
                yield f'no body is recorded: {answer.body!r}'
            return
        yield from shapes.differences(record['response'], answer.body, leniency)
        if answer.status < 400:
            operation, version = record['operation'], record['microversion']
            yield from answers.body_problems(operation, version, answer.body)

    def _prepare(self, record: Record) -> None:
        """Make what came from exchanges that the records left out as repetitions."""
        path, user = str(record['path']), _user_of(record)
        if '/flavors' in path and record['microversion'] == '2.1':
            self.cloud.remove('flavor', '7')
        for id in _hinted_groups(record):
            self.cloud.add('server_group', id, {}, project=recorded_cloud.PROJECT)
        if record['status'] >= 400:
            return
        if '/os-keypairs/' in path:
            name = path.rpartition('/')[2]
            asked = re.search(r'user_id=(\w+)', path)
            owner = asked[1] if asked else user
            facts = {'public_key': 'ssh-rsa AAAA', 'fingerprint': '00:11', 'type': 'ssh'}
            name = name.partition('?')[0]
            self.cloud.add('keypair', f'{owner}/{name}', facts, parent=owner, name=name)
        answer = record['response']
        if isinstance(answer, dict) and answer.get('servers') and not self.cloud.has_servers():
            for _ in range(2 if 'limit=1' in path else 1):
                facts = recorded_contents.taken_for_granted(record)
                self.cloud.add_server(str(uuid.uuid4()), user, _flavor_of(record), **facts)
        text = str(answer)
        has_tags = '/tags/tag1' in path or "'tags': ['tag1', 'tag2']" in text
        if has_tags and record['method'] != 'PUT':
            self.cloud.change_servers(tags=['tag1', 'tag2'])
        groups = answer.get('server', {}).get('server_groups') if isinstance(answer, dict) else None
        if groups:
            self.cloud.change_servers(server_groups=groups)

    def _path(self, record: Record) -> str:
        """The path with the ids of our own things; servers that it takes for granted are made."""
        path = str(record['path'])
        for id in _ID.findall(path):
            is_there = f'Instance {id} could not be found' not in str(record['response'])
            if id not in self.ids and f'/servers/{id}' in path and is_there:
                facts = recorded_contents.taken_for_granted(record)
                self.cloud.add_server(id, _user_of(record), _flavor_of(record), **facts)
                self.ids[id] = id
            path = path.replace(id, self.ids.get(id, id))
        return path

    def _note_server(self, recorded: Any, body: Any) -> None:
        if isinstance(body, dict) and 'server' in body and recorded and 'server' in recorded:
            self.ids[recorded['server']['id']] = body['server']['id']


def _header_differences(record: Record, answer: Any) -> Iterator[str]:
    headers = record.get('headers')
    if headers is None:
        return
    if answer.headers['Content-Type'] != headers.get('content-type'):
        yield f'content type {headers} is recorded, not {answer.headers["Content-Type"]}'
    for name in ('openstack-api-version', 'location'):
        if (name in headers) != (name in answer.headers):
            yield f'header {name} is there or missing'


def _decoded(path: str) -> str:
    """The path as WSGI hands it over; the query stays as it is."""
    path, mark, query = path.partition('?')
    return f'{unquote(path)}{mark}{query}'


def _hinted_groups(record: Record) -> list[str]:
    """The server groups that a request names, which another operation has made."""
    request = record['request'] if isinstance(record['request'], dict) else {}
    hints = request.get('OS-SCH-HNT:scheduler_hints') or request.get('os:scheduler_hints') or {}
    return [hints['group']] if 'group' in hints else []


def _flavor_of(record: Record) -> str:
    """The flavor that the servers of an answer have."""
    return '6' if "'original_name': 'm1.tiny.specs'" in str(record['response']) else '1'


def _user_of(record: Record) -> str:
    """Who sent a recorded request: the record does not say, but its answer shows it."""
    text = str(record['response'])
    if record['status'] == 403:
        return 'fake'
    if "'instanceAction'" in text and "'traceback'" not in text:
        return 'fake'
    for operation, hidden in _HIDDEN.items():
        if record['operation'].endswith(operation) and hidden not in text:
            return 'fake'
    owner = _OWNER.search(text)
    is_own = re.search('/os-(keypairs|server-groups)', record['operation'])
    if owner and is_own and 'user_id' not in f'{record["path"]} {record["request"]}':
        return owner[1]
    if 'OS-EXT-SRV-ATTR:host' in text and 'OS-EXT-SRV-ATTR:instance_name' in text:
        return 'admin'
    if "'vm_state'" in text or 'OS-EXT-STS:vm_state' in text:
        return 'fake'
    return 'admin'
