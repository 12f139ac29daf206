"""Requests with one place spoiled are refused alike, of every operation at every version."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

import pytest

from evidence.side_by_side.pair import Pair, compared
from functional_tests.contract import facts, spoiled
from novaclient_mv import api_versions
from unit_tests.sandbox.newest import NEWEST

pytestmark = pytest.mark.skipif(not facts.is_present(), reason=facts.ABSENT)

MISSING = '11111111-2222-3333-4444-555555555555'
LAST = NEWEST

# Right requests would leave something behind, so only wrong ones are sent.
_MAKES = re.compile(r'POST [^{]*$|PUT /os-quota')

OTHERWISE = {
    'GET /os-instance_usage_audit_log': 'a Nova in one process names its hosts as its own schema '
    'of the answer does not allow',
    'GET /images': 'a Nova in one process has images that no marker is looked for in',
    'GET /images/detail': 'a Nova in one process has images that no marker is looked for in',
    'GET /flavors/{flavor_id}/os-flavor-access': 'a Nova in one process lets members do this',
    'GET /os-quota-sets/{id}': 'a Nova in one process takes every id for a project',
    'GET /os-quota-sets/{id}/detail': 'a Nova in one process takes every id for a project',
    'GET /os-quota-sets/{id}/defaults': 'a Nova in one process takes every id for a project',
}
"""Operations that are not compared, and why."""

QUERIES = (
    '', '=', '=1', '&&', 'unknown=1', 'unknown=1&unknown=2', 'a%20b=1', '%FF=1', 'LIMIT=1',
    'limit=', 'limit=a', 'limit=-1', 'limit=1.5', 'limit=%201', 'limit=1&limit=x', 'limit',
    'limit=99999999999999999999', 'marker=%C3%BC', 'marker=%00', 'name=%FF', 'name=[', '_x=1',
)  # fmt: skip


def _operations(section: str) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Those that have schemas, each with its path."""
    for id, operation in facts.operations().items():
        path = operation['path']
        if operation[section] and id not in OTHERWISE and path not in ('/', '/{anything}'):
            yield operation, re.sub(r'\{\w+\}', MISSING, path)


def _versions(operation: Mapping[str, Any], section: str) -> list[str]:
    """The first and the last version of an operation and of each of its schemas."""
    first, last = operation['min_version'] or '2.1', operation['max_version'] or LAST
    served = api_versions.VersionRange(first, last)
    ends = {end for each in operation[section] for end in (each['min'], each['max']) if end}
    found = {each for each in map(api_versions.APIVersion, ends) if each in served}
    return [str(each) for each in sorted(found | {served.start, served.end})]


class Found(dict[str, list[str]]):
    """In what statuses, shapes of errors and headers differ, by what was asked."""

    def ask(self, pair: Pair, method: str, path: str, version: str, body: Any = None) -> None:
        """Send a request to both."""
        ours, theirs = pair.ask(method, path, version, body)
        if ours.status < 400:
            ours, theirs = ours._replace(body=None), theirs._replace(body=None)
        if different := list(compared(ours, theirs)):
            self[f'{method} {path} {version} {body!r:.200}'] = different

    def check(self) -> None:
        """Fail where answers differ, and say in what."""
        assert not self, '\n'.join(f'{asked}: {different}' for asked, different in self.items())


def _bodies(operation: Mapping[str, Any], version: str) -> Iterator[Any]:
    name = facts.versioned(operation['id'], 'request_body', version)
    if name is None:
        return
    schema = facts.schemas()[name]
    for body in spoiled.bodies(schema, operation['id'] + version, count=1, changed=8):
        if not _MAKES.match(operation['id']) or not spoiled.is_taken(schema, body):
            yield body


def test_spoiled_bodies_are_refused_alike(admin: Pair) -> None:
    found = Found()
    for operation, path in _operations('request_body'):
        for version in _versions(operation, 'request_body'):
            for body in _bodies(operation, version):
                found.ask(admin, operation['method'], path, version, body)
    found.check()


def test_spoiled_queries_are_refused_alike(member: Pair) -> None:
    found = Found()
    for operation, path in _operations('query'):
        *_, last = versions = _versions(operation, 'query')
        for version in versions:
            name = facts.versioned(operation['id'], 'query', version)
            samples = spoiled.bodies(facts.schemas()[name], path + version, 1, 8) if name else ()
            queries = [urlencode(spoiled.as_query(each), doseq=True) for each in samples]
            for query in (*QUERIES, *queries) if version == last else queries:
                found.ask(member, operation['method'], f'{path}?{query}', version)
    found.check()


def test_v2_takes_what_is_unknown_and_refuses_what_is_wrong_alike(admin: Pair) -> None:
    found = Found()
    for operation, path in _operations('request_body'):
        if not _MAKES.match(operation['id']):
            for body in _bodies(operation, '2.0'):
                found.ask(admin, operation['method'], f'/v2{path}', '2.60', body)
    for operation, path in _operations('query'):
        for query in QUERIES:
            found.ask(admin, operation['method'], f'/v2{path}?{query}', '2.60')
    found.check()


def test_operations_are_not_found_below_and_above_their_versions(admin: Pair) -> None:
    found = Found()
    for operation, path in _operations('errors'):
        for end, step in (('min_version', -1), ('max_version', 1)):
            if operation[end] is None or operation[end] in ('2.1', LAST):
                continue
            minor = int(operation[end].partition('.')[2])
            body = {operation['action']: None} if operation['action'] else None
            for version in (minor, minor + step)[bool(_MAKES.match(operation['id'])) :]:
                found.ask(admin, operation['method'], path, f'2.{version}', body)
    found.check()
