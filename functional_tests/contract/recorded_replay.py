"""Replays recorded exchanges on the recorded cloud, and tells what comes out in another way."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote

from functional_tests.contract import (
    answers,
    facts,
    prepared,
    recorded_answers,
    recorded_cloud,
    recorded_contents,
    recorded_scenes,
    shapes,
)
from novaclient_mv.sandbox.compute import routes
from novaclient_mv.sandbox.http.routing import Actions

Record = dict[str, Any]

_ID = re.compile(r'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')
# What only administrators are shown, by the end of an operation.
_HIDDEN = {
    '/topology': 'host_node',
    '/shares/{id}': 'export_location',
    'POST /servers/{server_id}/shares': 'export_location',
}


def served() -> set[str]:
    """The ids of the operations that the sandbox serves, as the facts spell them."""
    found = set()
    for route in routes.ROUTES:
        if isinstance(route, Actions):
            found |= {f'POST {route.path} {name}' for name in route.by_name}
        else:
            found |= {f'{method} {route.path}' for method in route.methods}
    return found


class Outcome(NamedTuple):
    """The outcome of one exchange.

    :param differences: from what is recorded.
    :param taken: places of the values that the scene was made from.
    :param leniency: what else was not compared.
    """

    differences: tuple[str, ...]
    taken: frozenset[str]
    leniency: shapes.Leniency


class Replay:
    """The exchanges of one recorded test."""

    def __init__(self, cloud: recorded_cloud.RecordedCloud) -> None:
        self.cloud = cloud
        self.ids: dict[str, str] = {}

    def outcome(self, record: Record, leniency: shapes.Leniency = shapes.STRICT) -> Outcome:
        """Carry out one exchange: what is not as recorded, and what was not compared."""
        answer = recorded_answers.RecordedAnswer(record['response'])
        try:
            found = list(self._differences(record, answer, leniency))
        except Exception as error:
            # One exchange that cannot be replayed is one failure, not that of all others.
            found = [f'it cannot be replayed: {error!r}']
        return Outcome(tuple(found), frozenset(answer.taken), leniency)

    def _differences(
        self, record: Record, told: recorded_answers.RecordedAnswer, leniency: shapes.Leniency
    ) -> Iterator[str]:
        self.cloud.now += 10
        # What makes the scene sees the recorded answer through ``told`` only.
        scene = {**record, 'response': told}
        self.cloud.as_user(_user_of(scene))
        path = self._path(scene)
        self._prepare(scene)
        recorded_scenes.Scene(self.cloud, scene, path).prepare()
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
        leniency = leniency._replace(taken=frozenset(told.taken))
        yield from shapes.differences(record['response'], answer.body, leniency)
        operation, version = record['operation'], record['microversion']
        # The facts name the schema of one version for the list of versions, too.
        has_schema = operation in facts.operations() and 'versions' not in record['response']
        if answer.status < 400 and has_schema:
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
            key = {'public_key': 'ssh-rsa AAAA', 'fingerprint': '00:11', 'type': 'ssh'}
            name = name.partition('?')[0]
            self.cloud.add('keypair', f'{owner}/{name}', key, parent=owner, name=name)
        answer = record['response']
        if answer.things('servers') and not self.cloud.has_servers():
            for _ in range(2 if 'limit=1' in path else 1):
                shown = recorded_contents.taken_for_granted(record)
                self.cloud.add_server(str(uuid.uuid4()), user, _flavor_of(record), **shown)
        is_tagged = record['method'] != 'PUT' and ('/tags/tag1' in path or answer.tells('tag2'))
        if is_tagged:
            self.cloud.change_servers(tags=['tag1', 'tag2'])
        for server in answer.things('', 'server'):
            groups = recorded_answers.plain(server.get('server_groups'))
            if groups:
                self.cloud.change_servers(server_groups=groups)

    def _path(self, record: Record) -> str:
        """The path with the ids of our own things; servers that it takes for granted are made."""
        path = str(record['path']).replace('//', '/')
        for id in _ID.findall(path):
            is_there = not record['response'].tells(f'Instance {id} could not be found')
            if id not in self.ids and f'/servers/{id}' in path and is_there:
                shown = recorded_contents.taken_for_granted(record)
                self.cloud.add_server(id, _user_of(record), _flavor_of(record), **shown)
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
    return '6' if record['response'].tells('m1.tiny.specs') else '1'


def _user_of(record: Record) -> str:
    """Return the user of a recorded request, from its test or else its answer."""
    answer = record['response']
    if record['status'] == 403 or 'NonAdmin' in record['test']:
        return 'fake'
    if answer.has('instanceAction') and not answer.has('traceback'):
        return 'fake'
    for operation, hidden in _HIDDEN.items():
        if str(record['operation']).endswith(operation) and not answer.has(hidden):
            return 'fake'
    is_own = re.search('/os-(keypairs|server-groups)', record['path'])
    if is_own and 'user_id' not in f'{record["path"]} {record["request"]}':
        owner = answer.value_of('user_id')
        if owner in ('admin', 'fake'):
            return str(owner)
    if answer.has('OS-EXT-SRV-ATTR:host') and answer.has('OS-EXT-SRV-ATTR:instance_name'):
        return 'admin'
    return 'fake' if answer.has('OS-EXT-STS:vm_state') else 'admin'
