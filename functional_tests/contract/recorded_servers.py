"""Servers that recorded exchanges are about, where the exchange that made them is not recorded.

Requests that repeat others were left out of the records, most of all those that create servers.
"""

from __future__ import annotations

import functools
import re
import uuid
from typing import Any

from functional_tests.contract import facts, recorded_cloud, recorded_state
from novaclient_mv.sandbox.state import clocks

Record = dict[str, Any]

# More than a server takes to be built, or to stop.
PAUSE = 5.0


def class_of(record: Record) -> str:
    """The module and the class of a recorded test."""
    return '.'.join(str(record['test']).split('.')[:2])


@functools.cache
def _creations() -> dict[str, tuple[str, dict[str, Any]]]:
    """A request for a server of each recorded test, class and module of tests.

    It is the first, or the first that is a sample of its own version.
    """
    records = [
        record
        for record in (facts.lines('nova-api/transcripts.jsonl') if facts.is_present() else ())
        if record['operation'] == 'POST /servers' and record['status'] == 202
    ]
    records.sort(key=lambda each: f'v{each["microversion"]}/' not in str(each['request_sample']))
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for record in records:
        for name in _names(record):
            found.setdefault(name, (record['microversion'], record['request']))
    return found


def _names(record: Record) -> tuple[str, str, str]:
    """The names of a recorded test, of its class and of its module."""
    return record['test'], class_of(record), class_of(record).partition('.')[0]


def add(cloud: recorded_cloud.RecordedCloud, record: Record, id: str) -> str:
    """Create the server that a test went on with, as others of its class were; returns its id.

    :param id: of the server if nothing tells how it was created.
    """
    known = next((_creations()[name] for name in _names(record) if name in _creations()), None)
    unusual = recorded_state.UNRECORDED.get(class_of(record))
    if unusual is not None or known is None:
        cloud.add_server(id, cloud.user, **(unusual or {}))
        return id
    version, request = known
    request = _with_group(cloud, request)
    zone = request['server'].get('availability_zone')
    cloud.place_servers(zone or recorded_state.DEFAULT_ZONE)
    answer = cloud('POST', '/v2.1/servers', version, request, host=recorded_cloud.HOST)
    assert answer.status == 202, answer.body
    cloud.now += PAUSE
    cloud.end_placing()
    created = str(answer.body['server']['id'])
    if 'unknown_instance' in record['test']:
        assert cloud('DELETE', f'/v2.1/servers/{created}').status == 204
        cloud.now += PAUSE
    return created


def _with_group(cloud: recorded_cloud.RecordedCloud, request: dict[str, Any]) -> dict[str, Any]:
    """A request whose server is to be in the group that this test has made."""
    for key in ('OS-SCH-HNT:scheduler_hints', 'os:scheduler_hints'):
        if 'group' not in (request.get(key) or {}):
            continue
        groups = cloud.rows('server_group')
        id = groups[-1].id if groups else request[key]['group']
        cloud.add('server_group', id, {}, project=recorded_cloud.PROJECT)
        return {**request, key: {'group': id}}
    return request


def require_any(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """Have servers, where lists of them begin: two for a list that is cut after the first."""
    if not cloud.has_servers():
        for _ in range(2 if 'limit=1' in record['path'] else 1):
            add(cloud, record, str(uuid.uuid4()))


def is_tagged(record: Record) -> bool:
    """Whether a test had its server tagged."""
    if record['method'] == 'PUT' or record['operation'] == 'POST /servers':
        return False
    tests = ('test_server_tags.', 'test_servers.ServersActionsJson226Test')
    return record['test'].startswith(tests) or '/tags/tag1' in record['path']


def stop(cloud: recorded_cloud.RecordedCloud, record: Record, server: str) -> str:
    """Have a server stopped whose actions are asked for; returns the id of that request.

    A client asks for what changed since the last action that it knows of.
    """
    actions = [row for row in cloud.rows('instance_action') if row.parent == server]
    stops = [row for row in actions if row.document['action'] == 'stop']
    if not stops:
        found = re.search(r'changes-since=([\d:.T-]+)', record['path'])
        if found is not None:
            cloud.now = clocks.moment(found[1])
        answer = cloud.act(server, {'os-stop': None}, '2.1')
        assert answer.status == 202, answer.body
        cloud.now += PAUSE
        return stop(cloud, record, server)
    return str(stops[-1].name)
