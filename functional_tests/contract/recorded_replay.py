"""Replays recorded exchanges on the recorded cloud, and tells what comes out in another way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote

from functional_tests.contract import (
    answers,
    facts,
    prepared,
    recorded_cloud,
    recorded_names,
    recorded_scenes,
    recorded_servers,
    recorded_state,
    shapes,
)
from novaclient_mv.sandbox.compute import routes
from novaclient_mv.sandbox.http.routing import Actions
from novaclient_mv.sandbox.state import clocks
from unit_tests.sandbox import caller

Record = dict[str, Any]

HEADERS = ('content-type', 'openstack-api-version', 'vary', 'location')
"""The part that is recorded of the headers of answers."""

_REQUEST_ID = re.compile(r'req-([0-9a-f-]{36})')


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
    :param answer: of the sandbox; ``None`` if the exchange could not be replayed.
    :param bound: recorded ids that the request and its scene named, with ours.
    :param leniency: what was not compared.
    """

    differences: tuple[str, ...]
    answer: caller.Answer | None
    bound: tuple[tuple[str, str], ...]
    leniency: shapes.Leniency


class Replay:
    """The exchanges of one recorded test.

    :param records: all of them.
    """

    def __init__(self, cloud: recorded_cloud.RecordedCloud, records: Iterable[Record] = ()) -> None:
        self.cloud = cloud
        self.names = recorded_names.Names(records)
        self._asked: set[tuple[str, str]] = set()

    def outcome(self, record: Record, leniency: shapes.Leniency = shapes.STRICT) -> Outcome:
        """Carry out one exchange: what is not as recorded, and what was not compared."""
        before = len(self.names.named)
        try:
            # What makes the scene sees nothing that is recorded of the answer.
            asked = {key: value for key, value in record.items() if key not in _ANSWERED}
            answer = self._answer(asked)
        except Exception as error:
            # One exchange that cannot be replayed is one failure, not that of all others.
            return Outcome((f'it cannot be replayed: {error!r}',), None, (), leniency)
        bound = tuple(self.names.named[before:])
        found = [*differences(record, answer, self.names, leniency)]
        found += _schema_problems(record, answer)
        return Outcome(tuple(found), answer, bound, leniency)

    def _answer(self, record: Record) -> caller.Answer:
        self.cloud.now += 10
        if record['operation'] != 'POST /servers':
            self.cloud.end_placing()
        self.cloud.as_user(user_of(record))
        path = self._path(record)
        request = self._request(record)
        record = {**record, 'request': request, 'names': self.names, 'again': self._again(record)}
        self._prepare(record)
        recorded_scenes.Scene(self.cloud, record, self.names.translate(path)).prepare()
        # The scene may have named things anew.
        path = self.names.translate(path)
        prepared.prepare(self.cloud, record['method'], path, request)
        return self.cloud(
            record['method'],
            _decoded(path),
            record['microversion'],
            request,
            host=recorded_cloud.HOST,
        )

    def _prepare(self, record: Record) -> None:
        """Make what came from exchanges that the records left out as repetitions."""
        path = str(record['path'])
        if '/flavors' in path and record['microversion'] == '2.1':
            self.cloud.remove('flavor', '7')
        for id in _hinted_groups(record):
            self.cloud.add('server_group', id, {}, project=recorded_cloud.PROJECT)
        if '/os-keypairs/' in path:
            asked = re.search(r'user_id=(\w+)', path)
            owner = asked[1] if asked else self.cloud.user
            self.cloud.add_keypair(owner, path.rpartition('/')[2].partition('?')[0])

    def _again(self, record: Record) -> bool:
        """Whether a request is sent once more with nothing made since: its test is run again."""
        asked = record['method'], recorded_names.ID.sub('', record['path'])
        is_again = asked in self._asked
        if record['method'] == 'POST':
            self._asked.clear()
        self._asked.add(asked)
        return is_again

    def _path(self, record: Record) -> str:
        """The path, whose ids have names; servers that it takes for granted are made."""
        path = str(record['path']).replace('//', '/')
        for id in recorded_names.ID.findall(path):
            if id not in self.names.own and f'/servers/{id}' in path:
                self.names.name(id, recorded_servers.add(self.cloud, record, id))
        if '/os-instance-actions' in path:
            path = self._after_a_stop(record, path)
        self.names.keep(path)
        return path

    def _after_a_stop(self, record: Record, path: str) -> str:
        """A path about the actions of a server, which each of these tests has stopped."""
        server = self.names.translate(path).split('/servers/')[1][:36]
        stopped = recorded_servers.stop(self.cloud, record, server)
        for id in _REQUEST_ID.findall(path):
            if id not in self.names.own:
                self.names.name(id, stopped.removeprefix('req-'))
        start = self.cloud.row('instance_action', f'{server}/{stopped}').created
        return re.sub(r'(changes-\w+)=[\d:.T-]+', rf'\1={clocks.iso_micro(start)}', path)

    def _request(self, record: Record) -> Any:
        """The body with the ids of our own things."""
        for text in recorded_names.texts_in([record['request']]):
            self.names.keep(text)
        return _translated(record['request'], self.names)


# What scenes do not see.
_ANSWERED = ('status', 'response', 'headers', 'response_sample')


def differences(
    record: Record,
    answer: caller.Answer,
    names: recorded_names.Names,
    leniency: shapes.Leniency = shapes.STRICT,
) -> Iterator[str]:
    """Yield what of an answer is not as recorded.

    :param names: of what was compared before it in its test.
    """
    if answer.status != record['status']:
        yield f'status {record["status"]} is recorded, not {answer.status}: {answer.body!r}'
        return
    yield from _header_differences(record, answer, names)
    if record['response'] is None:
        if answer.body != b'':
            yield f'no body is recorded: {answer.body!r}'
        return
    names.begin()
    yield from shapes.differences(record['response'], answer.body, leniency, names=names)


def _schema_problems(record: Record, answer: caller.Answer) -> Iterator[str]:
    """Yield what of an answer is not as its schema says."""
    operation, version = record['operation'], record['microversion']
    # The facts name the schema of one version for the list of versions, too.
    has_schema = operation in facts.operations() and 'versions' not in (record['response'] or ())
    if record['response'] is not None and answer.status < 400 and has_schema:
        yield from answers.body_problems(operation, version, answer.body)


def _header_differences(
    record: Record, answer: caller.Answer, names: recorded_names.Names
) -> Iterator[str]:
    if record.get('headers') is None:
        return
    for name in HEADERS:
        recorded, own = record['headers'].get(name), answer.headers.get_all(name)
        text = ', '.join(own) if own else None
        if recorded is None or text is None:
            if recorded != text:
                yield f'header {name}: {recorded!r} is recorded, not {text!r}'
        elif not names.is_same(shapes.at_home(recorded), text):
            yield f'header {name}: {recorded!r} is recorded, not {text!r}'


def _decoded(path: str) -> str:
    """The path as WSGI hands it over; the query stays as it is."""
    path, mark, query = path.partition('?')
    return f'{unquote(path)}{mark}{query}'


def _translated(content: Any, names: recorded_names.Names) -> Any:
    if isinstance(content, dict):
        return {names.translate(key): _translated(each, names) for key, each in content.items()}
    if isinstance(content, list):
        return [_translated(each, names) for each in content]
    return names.translate(content) if isinstance(content, str) else content


def _hinted_groups(record: Record) -> list[str]:
    """The server groups that a request names, which another operation has made."""
    request = record['request'] if isinstance(record['request'], dict) else {}
    hints = request.get('OS-SCH-HNT:scheduler_hints') or request.get('os:scheduler_hints') or {}
    return [hints['group']] if 'group' in hints else []


def user_of(record: Record) -> str:
    """The user that a recorded request came from."""
    is_members = any(part in record['test'] for part in recorded_state.MEMBERS)
    return 'fake' if is_members else 'admin'
