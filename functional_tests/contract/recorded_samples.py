"""Makes exchanges of the recorded samples: an answer with the request that it is the answer to."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from functional_tests.contract import facts, prepared, recorded_cloud, recorded_state

SERVER = '9168b536-cd40-4630-b43f-b259807c6e87'

_VARIABLE = re.compile(r'\{\w+\}')
_FOLDER = re.compile(r'/v2\.\d+/')

# What stands in the places of variables of paths, where an answer does not tell.
_NAMES = {
    '/flavors/{flavor_id}': '/flavors/6',
    '/flavors/{id}/action': '/flavors/10/action',
    '/images/{image_id}': f'/images/{recorded_cloud.IMAGE}',
    '/os-hypervisors/{id}/s': '/os-hypervisors/fake/s',
    '/os-extra_specs/{id}': '/os-extra_specs/hw:numa_nodes',
    '/os-hosts/{id}': '/os-hosts/compute',
    '/os-quota-class-sets/{id}': '/os-quota-class-sets/test_class',
    '/os-quota-sets/{id}': f'/os-quota-sets/{prepared.TENANT}',
    '/os-simple-tenant-usage/{id}': f'/os-simple-tenant-usage/{recorded_cloud.PROJECT}',
    '/os-console-auth-tokens/{id}': f'/os-console-auth-tokens/{SERVER}',
    '/os-volume_attachments/{id}': f'/os-volume_attachments/{prepared.VOLUMES[0]}',
    '/os-interface/{id}': f'/os-interface/{prepared.PORT}',
    '/os-aggregates/{id}': '/os-aggregates/1',
    '/ips/{id}': '/ips/private',
    '/servers/{server_id}': f'/servers/{SERVER}',
    '/servers/{id}/action': f'/servers/{SERVER}/action',
}
# The paths of version documents.
DOCUMENTS = ('/', '/v2/', '/v2.1/')
# How what was taken out of the API answers.
_REFUSALS: dict[int, Any] = {
    410: {'computeFault': {'code': 410, 'message': 'words'}},
    400: {'badRequest': {'code': 400, 'message': 'words'}},
}
# Keys of an answer that name the thing which it shows.
_IDS = ('id', 'request_id', 'alias', 'share_id')


@functools.cache
def _exchanges() -> dict[str, dict[str, Any]]:
    """The exchanges that were recorded with the samples of their answers, by these."""
    found: dict[str, dict[str, Any]] = {}
    for record in facts.lines('nova-api/transcripts.jsonl'):
        if record['response_sample']:
            found.setdefault(record['response_sample'], record)
    return found


@functools.cache
def _by_test() -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for record in facts.lines('nova-api/transcripts.jsonl'):
        found.setdefault(record['test'], []).append(record)
    return found


def answers() -> Iterator[facts.Sample]:
    """All samples of answers, also of those that no test was recorded with."""
    if not facts.is_present():
        return
    for each in facts.read('nova-api/samples/INDEX.json')['files']:
        if each['kind'] != 'response':
            continue
        several = each['operation']
        operation = several[0] if isinstance(several, list) else several
        known = facts.operations().get(operation)
        successes = known['success'] if known else []
        version = each['used_at'][0] if each.get('used_at') else each['microversion']
        gone = known['removed'] if known else None
        status = each['status'][0] if each.get('status') else 200
        if gone:
            status = gone['status']
        elif successes and not each.get('status'):
            status = successes[0]['status']
        yield facts.Sample(each['file'], operation, 'response', version, status)


def before(sample: facts.Sample) -> list[dict[str, Any]]:
    """The recorded exchanges that led to the one of a sample."""
    record = _exchanges().get(sample.file)
    if record is None:
        return []
    earlier = _by_test()[record['test']]
    return earlier[: earlier.index(record)]


def record_of(sample: facts.Sample) -> dict[str, Any]:
    """The exchange that an answer belongs to, in the shape of the recorded exchanges."""
    recorded = _exchanges().get(sample.file)
    if recorded is not None:
        # What a sample shows has changed since: an exchange is about other moments and ids.
        path = re.sub(r'\?changes-.*', '', recorded['path'])
        content = _with_ids(sample.content, recorded['response'])
        if sample.operation.split()[1] in DOCUMENTS:
            path = sample.operation.split()[1]
        return {**recorded, 'path': path, 'headers': None, 'response': content}
    method, path = sample.operation.split()[:2]
    return {
        'test': sample.file,
        'operation': sample.operation,
        'method': method,
        'path': path if path in DOCUMENTS else _below(path, sample),
        'microversion': sample.version,
        'request': _request(sample),
        'status': sample.status,
        'headers': None,
        'response': _REFUSALS.get(sample.status, sample.content),
    }


def _shown(content: Any) -> dict[str, Any]:
    """The one thing that an answer shows."""
    things = list(content.values()) if isinstance(content, dict) else []
    return things[0] if len(things) == 1 and isinstance(things[0], dict) else {}


def _with_ids(content: Any, recorded: Any) -> Any:
    """Return a sample about the resource of the exchange."""
    shown, other = _shown(content), _shown(recorded)
    same = {key: other[key] for key in _IDS if key in shown and key in other}
    return {next(iter(content)): {**shown, **same}} if same else content


def _below(path: str, sample: facts.Sample) -> str:
    return f'/v2.1{_path(path, sample)}{_query(sample)}'


def _path(path: str, sample: facts.Sample) -> str:
    if path == '/os-services/{id}':
        return f'/os-services/{prepared.service_of(sample.file, sample.version)}'
    for variable, name in _NAMES.items():
        path = path.replace(variable, name)
    shown = _shown(sample.content)
    told = next((shown[key] for key in _IDS if key in shown), None)
    if told is None:
        # An item of metadata is under its own name.
        told = next(iter(shown), None)
    return _VARIABLE.sub(str(told), path)


# Queries of samples that do not tell theirs, by a part of their files.
_QUERIES = {
    'migrations-get-with-marker': f'?marker={recorded_state.MIGRATION_UUID.format(2)}',
    'migrations-get-with-changes-before': '?changes-before=2016-01-29T11:42:02',
}


def _query(sample: facts.Sample) -> str:
    """Return the query of an answer that is a page, or of a period, or has more in it."""
    content = sample.content
    for part, query in _QUERIES.items():
        if part in sample.file:
            return query
    if not isinstance(content, dict):
        return ''
    if 'servers' in content.get('hypervisor', ()):
        return '?with_servers=1'
    if any(key.endswith('links') for key in content):
        return f'?limit={len(next(iter(content.values())))}'
    usages = content.get('tenant_usages') or [content.get('tenant_usage')]
    if usages[0] is None:
        return ''
    pairs = {'start': usages[0]['start'], 'end': usages[0]['stop'], 'detailed': 1}
    if 'tenant_usages' not in content or 'server_usages' not in usages[0]:
        del pairs['detailed']
    return f'?{urlencode(pairs)}'


def _plain(file: str) -> str:
    """Return the common part of a request's and its answer's file names, at all versions."""
    name = re.sub('-(req|resp|response)(?=\\.json)', '', _FOLDER.sub('/', file))
    return name.replace('aggregates-', 'aggregate-').replace('-admin-', '-')


def _request(sample: facts.Sample) -> Any:
    """The newest request that has the name of an answer and is not newer than it."""
    fitting = [
        each
        for each in facts.samples()
        if each.kind == 'request'
        and _plain(each.file) == _plain(sample.file)
        and each.operation == sample.operation
        and int(each.version[2:]) <= int(sample.version[2:])
    ]
    found = max(fitting, key=lambda each: int(each.version[2:]), default=None)
    return None if found is None else found.content
