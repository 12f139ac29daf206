"""Says what the recorded facts find wrong with an answer of the Compute API."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from functional_tests.contract import facts, recorded_schemas, traced_cloud
from novaclient_mv import api_versions

# What any operation may answer: it is refused before its handler is asked, or by policy.
ANYWHERE = frozenset((400, 401, 403, 404, 406, 415))

# Where an endpoint is not served at all, and where the state of a sandbox cannot be used.
CHOICES = 300
SANDBOX = "'title': 'Sandbox'"
# What only a cell that is down knows.
DOWN = 'cell is down'

_ENDPOINT = re.compile(r'/(v2\.1|v2|v1\.1)(/[0-9a-f]{32})?(?=/)')


class Exchange(NamedTuple):
    """A request with its answer, of one that speaks HTTP.

    :param version: as in the header; ``None`` for no header.
    """

    method: str
    path: str
    version: str | None
    request: Any
    status: int
    answer: Any


def problems(exchange: Exchange) -> Iterator[str]:
    """Yield the errors of an answer: its status, and its body by the schema of its version."""
    found = _ENDPOINT.match(exchange.path)
    if found is None or exchange.version == 'latest':
        return
    path = exchange.path[found.end() :].partition('?')[0]
    asked = traced_cloud.asked('compute', exchange.method, path, (), exchange.request)
    operation = recorded_schemas.operation_of(asked)
    words = str(exchange.answer)
    is_broken = exchange.status in (500, 503) and (SANDBOX in words or DOWN in words)
    if operation is None or exchange.status == CHOICES or is_broken:
        return
    version = (exchange.version or '2.1') if found[1] == 'v2.1' else '2.0'
    where = f'{operation["id"]} {version}'
    if exchange.status >= 400:
        known = facts.at(operation['errors'], version)
        if exchange.status not in {*ANYWHERE, *(known['codes'] if known else ())}:
            yield f'{where}: {exchange.status} is no error of it: {exchange.answer!r:.300}'
        return
    expected = {each['status'] for each in operation['success'] if facts.holds(each, version)}
    if exchange.status not in expected:
        yield f'{where}: {exchange.status}, not {expected}'
    yield from body_problems(operation['id'], version, exchange.answer)


def body_problems(operation: str, version: str, body: Any) -> Iterator[str]:
    """Yield the errors of an answer's body by its schema.

    :param body: ``None`` or empty bytes for none.
    """
    if api_versions.APIVersion(version) > api_versions.APIVersion(facts.newest()):
        # The facts do not know what a later version shows.
        return
    name = facts.versioned(operation, 'response_body', version)
    if name is None:
        return
    for error in recorded_schemas.validator(name).iter_errors(body or None):
        yield f'{operation} {version}: {name}: {error.json_path}: {error.message:.300}'
