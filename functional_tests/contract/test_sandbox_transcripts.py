"""Replays recorded exchanges of the Compute API, in the order in which they took place."""

from __future__ import annotations

import re
import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import pytest

from functional_tests.contract import facts, prepared, recorded_cloud, recorded_scenes, shapes
from novaclient_mv.sandbox import clocks, formats
from novaclient_mv.sandbox.compute import routes
from novaclient_mv.sandbox.routing import Actions

# Just before the records were made: their queries name moments.
START = clocks.moment('2026-11-21T04:00:00Z')

_ID = re.compile(r'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')

# Beginnings of recorded tests whose exchanges cannot come out as recorded, with an operation and
# the reason.
DOWN_CELL = 'a part of the cloud is down in this record, and a sandbox has one part only'
TIES = 'which of equals comes first is not fixed'
TOPOLOGY = 'the nodes of this record were made up by its test'
ORDER = 'the order of this list was made up by its test'
REBUILD = 'its test kept the rebuild from taking place'
PEM = 'the words of a library that reads certificates'
REASONS: dict[tuple[str, str], str] = {
    **prepared.REASONS,
    ('test_servers.ServersSampleJson269Test', 'GET /servers/{id}'): DOWN_CELL,
    ('test_servers.ServersSampleJson271Test', 'GET /servers/{id}'): DOWN_CELL,
    (
        'test_flavors.FlavorsSampleJsonTest2102.test_flavors_detail_with_sort_key',
        'ephemeral_gb',
    ): TIES,
    (
        'test_flavors.FlavorsSampleJsonTest275.test_flavors_detail_with_sort_key',
        'ephemeral_gb',
    ): TIES,
    ('test_migrations.MigrationsSamplesJsonTestV2_23.', 'GET /os-migrations'): ORDER,
    ('test_preserve_ephemeral_rebuild', 'action rebuild'): REBUILD,
    ('test_server_topology', 'GET /servers/{server_id}/topology'): TOPOLOGY,
    ('test_keypairs.KeyPairsV22SampleJsonTest.test_keypairs_import_key_post_invalid', ''): PEM,
}


def reason_of(record: dict[str, Any]) -> str | None:
    """Why an exchange cannot come out as recorded."""
    for (test, part), reason in REASONS.items():
        if record['test'].startswith(test) and part in f'{record["operation"]} {record["path"]}':
            return reason
    return None


def served() -> set[str]:
    """The ids of the operations that the sandbox serves, as the facts spell them."""
    found = set()
    for route in routes.ROUTES:
        if isinstance(route, Actions):
            found |= {f'POST {route.path} {name}' for name in route.by_name}
        else:
            found |= {f'{method} {route.path}' for method in route.methods}
    return found


class Exchange(NamedTuple):
    """One recorded exchange, with its place in the file."""

    number: int
    record: dict[str, Any]

    def __str__(self) -> str:
        return f'{self.record["operation"]} {self.record["microversion"]} #{self.number}'


def _exchanges() -> list[Exchange]:
    if not facts.is_present():
        return []
    known = served()
    return [
        Exchange(number, record)
        for number, record in enumerate(facts.lines('nova-api/transcripts.jsonl'))
        if record['operation'] in known
    ]


class Outcome(NamedTuple):
    """What the sandbox answered, and what of it is not as recorded."""

    problems: list[str]


@pytest.fixture(scope='module')
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Outcome]:
    """Replays every recorded test on a cloud of its own; exchange number to outcome."""
    folder = tmp_path_factory.mktemp('transcripts')
    prepared = folder / 'prepared.db'
    cloud = recorded_cloud.RecordedCloud(prepared)
    groups: dict[str, list[Exchange]] = {}
    known = served()
    for number, record in enumerate(facts.lines('nova-api/transcripts.jsonl')):
        groups.setdefault(record['test'], []).append(Exchange(number, record))
    found: dict[int, Outcome] = {}
    for exchanges in groups.values():
        if any(each.record['operation'] in known for each in exchanges):
            path = folder / 'state.db'
            _copy(cloud, prepared, path)
            found.update(_Replay(cloud, path).run(exchanges, known))
    return found


def _copy(cloud: recorded_cloud.RecordedCloud, prepared: Path, path: Path) -> None:
    import sqlite3

    for suffix in ('', '-wal', '-shm'):
        Path(f'{path}{suffix}').unlink(missing_ok=True)
    # The log of a closed database is empty, so the file alone is all of it.
    sqlite3.connect(prepared).close()
    shutil.copy(prepared, path)
    cloud.application.database.path = str(path)
    # Tokens last an hour.
    cloud.now = START


class _Replay:
    """The exchanges of one recorded test."""

    def __init__(self, cloud: recorded_cloud.RecordedCloud, path: Path) -> None:
        self.cloud = cloud
        self.ids: dict[str, str] = {}
        self.is_disturbed = False

    def run(self, exchanges: list[Exchange], known: set[str]) -> Iterator[tuple[int, Outcome]]:
        for exchange in exchanges:
            record = exchange.record
            if record['operation'] not in known:
                # What this would have changed is missing from here on.
                self.is_disturbed |= record['method'] != 'GET'
                continue
            self.cloud.now += 10
            yield exchange.number, Outcome(list(self._replay(record)))

    def _replay(self, record: dict[str, Any]) -> Iterator[str]:
        self.cloud.as_user(_user_of(record))
        path = self._path(record)
        self._prepare(record)
        recorded_scenes.Scene(self.cloud, record, path).prepare()
        prepared.prepare(self.cloud, record['method'], path, record['request'])
        answer = self.cloud(
            record['method'],
            path,
            record['microversion'],
            record['request'],
            host=recorded_cloud.HOST,
        )
        if answer.status != record['status']:
            yield f'status {record["status"]} is recorded, not {answer.status}: {answer.body!r}'
            return
        recorded_type = record['headers'].get('content-type')
        if answer.headers['Content-Type'] != recorded_type:
            yield f'content type {recorded_type} is recorded, not {answer.headers["Content-Type"]}'
        for name in ('openstack-api-version', 'location'):
            if (name in record['headers']) != (name in answer.headers):
                yield f'header {name} is there or missing'
        if record['method'] == 'POST' and record['path'].endswith('/servers'):
            self._note_server(record['response'], answer.body)
        if record['response'] is None:
            if answer.body != b'':
                yield f'no body is recorded: {answer.body!r}'
            return
        yield from shapes.differences(
            record['response'], answer.body, self._ignored(record, answer)
        )
        yield from schema_problems(
            record['operation'], record['microversion'], answer.status, answer.body
        )

    def _prepare(self, record: dict[str, Any]) -> None:
        """Make what came from exchanges that the records left out as repetitions."""
        path, user = str(record['path']), _user_of(record)
        if '/flavors' in path and record['microversion'] == '2.1':
            self.cloud.remove('flavor', '7')
        for id in _hinted_groups(record):
            self.cloud.add('server_group', id, {}, project=recorded_cloud.PROJECT)
        if record['status'] >= 400:
            return
        if '/os-keypairs/' in path or (
            path.partition('?')[0].endswith('keypairs') and record['method'] == 'GET'
        ):
            name = path.rpartition('/')[2] if '/os-keypairs/' in path else 'keypair-1'
            asked = re.search(r'user_id=(\w+)', path)
            owner = asked[1] if asked else user
            facts = {'public_key': 'ssh-rsa AAAA', 'fingerprint': '00:11', 'type': 'ssh'}
            name = name.partition('?')[0]
            self.cloud.add('keypair', f'{owner}/{name}', facts, parent=owner, name=name)
        answer = record['response']
        if isinstance(answer, dict) and answer.get('servers') and not self.cloud.has_servers():
            for _ in range(2 if 'limit=1' in path else 1):
                self.cloud.add_server(str(uuid.uuid4()), user, _flavor_of(record))
        text = str(answer)
        has_tags = '/tags/tag1' in path or "'tags': ['tag1', 'tag2']" in text
        if has_tags and record['method'] != 'PUT':
            self.cloud.change_servers(tags=['tag1', 'tag2'])
        groups = answer.get('server', {}).get('server_groups') if isinstance(answer, dict) else None
        if groups:
            self.cloud.change_servers(server_groups=groups)

    def _ignored(self, record: dict[str, Any], answer: Any) -> frozenset[str]:
        if record['operation'].endswith('action rebuild'):
            # The recorded cloud had rebuilt the server before it answered.
            return frozenset(('status', 'progress', 'OS-EXT-STS:task_state'))
        if "'status': 'RESCUE'" in str(record['response']):
            # A rescued server of the recorded cloud's hypervisor does not run.
            return frozenset(('OS-EXT-STS:power_state', 'OS-SRV-USG:launched_at'))
        if not self.is_disturbed:
            return frozenset(('os-extended-volumes:volumes_attached',))
        # These follow the state, which an operation that is missing here has changed.
        return frozenset(
            (
                'progress', 'fault', 'status', 'OS-EXT-STS:task_state', 'OS-EXT-STS:vm_state',
                'OS-EXT-STS:power_state',
                'metadata', 'os-extended-volumes:volumes_attached', 'OS-DCF:diskConfig',
                'server_groups',
            )
        )  # fmt: skip

    def _path(self, record: dict[str, Any]) -> str:
        """The path with the ids of our own things; servers that it takes for granted are made."""
        path = str(record['path'])
        for id in _ID.findall(path):
            if id not in self.ids and f'/servers/{id}' in path:
                self.cloud.add_server(id, _user_of(record), _flavor_of(record))
                self.ids[id] = id
            path = path.replace(id, self.ids.get(id, id))
        return path

    def _note_server(self, recorded: Any, body: Any) -> None:
        if isinstance(body, dict) and 'server' in body and recorded and 'server' in recorded:
            self.ids[recorded['server']['id']] = body['server']['id']


def _hinted_groups(record: dict[str, Any]) -> list[str]:
    """The server groups that a request names, which another operation has made."""
    request = record['request'] if isinstance(record['request'], dict) else {}
    hints = request.get('OS-SCH-HNT:scheduler_hints') or request.get('os:scheduler_hints') or {}
    return [hints['group']] if 'group' in hints else []


def _flavor_of(record: dict[str, Any]) -> str:
    """The flavor that the servers of an answer have."""
    return '6' if "'original_name': 'm1.tiny.specs'" in str(record['response']) else '1'


def _user_of(record: dict[str, Any]) -> str:
    """Who sent a recorded request: the record does not say, but its answer shows it."""
    text = str(record['response'])
    if record['status'] == 403:
        return 'fake'
    if "'instanceAction'" in text and "'traceback'" not in text:
        return 'fake'
    if 'OS-EXT-SRV-ATTR:host' in text and 'OS-EXT-SRV-ATTR:instance_name' in text:
        return 'admin'
    if "'vm_state'" in text or 'OS-EXT-STS:vm_state' in text:
        return 'fake'
    return 'admin'


def schema_problems(operation: str, version: str, status: int, body: Any) -> Iterator[str]:
    """What the schema of an answer finds wrong with it."""
    if status >= 400:
        return
    name = facts.versioned(operation, 'response_body', version)
    if name is None:
        return
    checker = jsonschema.FormatChecker(formats=())
    for each in formats.TESTS:
        checker.checks(each)(lambda value, each=each: formats.matches(each, value))
    validator = jsonschema.Draft202012Validator(facts.schemas()[name], format_checker=checker)
    for error in validator.iter_errors(body):
        yield f'{name}: {error.json_path}: {error.message[:300]}'


@pytest.mark.parametrize('exchange', _exchanges(), ids=str)
def test_exchange_comes_out_as_recorded(outcomes: dict[int, Outcome], exchange: Exchange) -> None:
    problems = outcomes[exchange.number].problems
    reason = reason_of(exchange.record)
    if reason is not None:
        pytest.xfail(reason)
    assert problems == []
