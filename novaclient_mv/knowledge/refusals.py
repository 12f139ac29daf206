"""Explains refused requests by their version, from the tables of each version's changes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from novaclient_mv import errors, versions
from novaclient_mv.knowledge import spans
from novaclient_mv.services import Service, operations, registry
from novaclient_mv.services.epochs import merged
from novaclient_mv.services.operations import Operation
from novaclient_mv.versions import APIVersion, VersionRange
from novaclient_mv.wire.request import Request

_UNEXPECTED = re.compile(
    r'\((?P<some>.+?) (?:was|were) unexpected\)|'
    r"(?P<others>'[^:]+?') do(?:es)? not match any of the regexes"
)
_ATTRIBUTE = re.compile(r'field/attribute (\S+?)\. ')
_QUOTED = re.compile(r"u?'([^']*)'")
_QUERY, _BODY = 'query', 'request_body'
_NO_SUCH_OPERATION = (404, 405, 406)
"""Statuses for an operation that a version lacks; unknown fields are a 400."""


class Missing(NamedTuple):
    """A field, query parameter or operation that a version lacks, and the versions with it."""

    part: str
    ranges: tuple[VersionRange, ...]


def missing_parts(error: errors.ClientException, version: APIVersion) -> list[Missing]:
    """The parts of a refused request that its version lacks, if the cloud complained of them."""
    request: Request | None = getattr(error.answer, 'request', None)
    service = registry.named(version.service or '')
    if request is None or service is None or request.service is not None:
        return []
    candidates = _operations(request, service)
    if error.code in _NO_SUCH_OPERATION:
        if any(version in candidate.range for candidate in candidates):
            return []
        return [Missing(one.id, merged([one.range], service)) for one in candidates[:1]]
    if error.code != errors.BadRequest.http_status:
        return []
    return [
        missing
        for operation in candidates[:1]
        for missing in _fields(operation, request, version, service)
        if _is_about(error.message, missing)
    ]


def reason(
    missing: Sequence[Missing],
    version: APIVersion,
    service: Service,
    offered: VersionRange | None,
    learned_from: str | None,
) -> errors.VersionReason:
    """Return the message about parts that a version lacks."""
    calendar = service.releases
    needs = [
        f'{part} needs API version {" or ".join(map(calendar.describe_need, ranges))}'
        for part, ranges in missing
    ]
    ranges = [span for part in missing for span in part.ranges]
    sentence = f'{"; ".join(needs)}; this run used {version}; this cloud '
    return errors.VersionReason(
        f'{sentence}{service.describe_offer(offered)}.{source(learned_from)}',
        ', '.join(map(str, ranges)),
        str(service.unversioned if offered is None else offered),
        release_of(ranges, service),
        learned_from,
    )


def source(learned_from: str | None) -> str:
    """Return a sentence in parentheses: the URL that reported a cloud's range."""
    return f' (As reported by {learned_from}.)' if learned_from else ''


def release_of(ranges: Iterable[object], service: Service) -> str | None:
    """Return the release that introduced the newest range; if that is the minimum, its last."""
    bounds = [span for span in ranges if isinstance(span, VersionRange) and not span.is_empty]
    if not bounds:
        return None
    newest = max(bounds, key=lambda span: span.start)
    owner = registry.named(newest.service) if newest.service else service
    if owner is None:
        return None
    bound = newest.start if newest.start > owner.range.start else newest.end
    return spans.release_of(bound, owner)


def _operations(request: Request, service: Service) -> list[Operation]:
    """The operations that a request may be."""
    own = operations.operations_of(service)
    same = [operation for operation in own if operation.id == request.operation]
    if same:
        return same
    at_path = operations.at_path(service, request.method, request.path)
    if any(operation.action for operation in at_path):
        keys = request.body if isinstance(request.body, Mapping) else ()
        return [operation for operation in at_path if operation.action in keys]
    return at_path


def _is_about(message: str, missing: Missing) -> bool:
    """Whether a message names a field, or an object around it."""
    *above, name = missing.part.lstrip('?').replace('[]', '').split('.')
    unexpected = [
        quoted
        for match in _UNEXPECTED.finditer(message)
        for quoted in _QUOTED.findall(match['some'] or match['others'])
    ]
    if unexpected:
        return name in unexpected
    # A value of several possible forms is refused as a whole.
    attribute = _ATTRIBUTE.search(message)
    return attribute is not None and attribute[1] in (*above, name)


def _fields(
    operation: Operation, request: Request, version: APIVersion, service: Service
) -> Iterator[Missing]:
    """The fields of a request that its version lacks."""
    in_path = parse_qsl(request.path.partition('?')[2], keep_blank_values=True)
    sent = {
        _QUERY: {key for key, _ in (*request.query, *in_path)},
        _BODY: set(_paths(request.body)),
    }
    for (kind, path), ranges in _histories(operation.id, service).items():
        if path in sent[kind] and not any(version in span for span in ranges):
            yield Missing(f'?{path}' if kind == _QUERY else path, ranges)


def _paths(body: Any, before: str = '') -> Iterator[str]:
    """The paths of all keys of a body, as in ``server.networks[].tag``."""
    if isinstance(body, Mapping):
        for key, value in body.items():
            path = f'{before}.{key}' if before else str(key)
            yield path
            yield from _paths(value, path)
    elif isinstance(body, list | tuple):
        for item in body:
            yield from _paths(item, f'{before}[]')


def _histories(
    operation: str, service: Service
) -> Mapping[tuple[str, str], tuple[VersionRange, ...]]:
    """The fields of an operation's requests that not all versions have, with their versions."""
    events: dict[tuple[str, str], list[tuple[APIVersion, bool]]] = {}
    for row in service.releases.facts['microversions']:
        for entry in row.get('field_changes', ()):
            if entry['operation'] != operation or entry['kind'] not in (_QUERY, _BODY):
                continue
            for key, begins in (('added', True), ('removed', False)):
                for path in entry.get(key, ()):
                    at = (service.version(row['version']), begins)
                    events.setdefault((entry['kind'], path), []).append(at)
    return {field: _ranges(those, service) for field, those in events.items()}


def _ranges(
    events: Sequence[tuple[APIVersion, bool]], service: Service
) -> tuple[VersionRange, ...]:
    start: APIVersion | None = None if events[0][1] else service.first
    ranges = []
    for version, begins in events:
        if begins:
            start = version
        elif start is not None:
            ranges.append(VersionRange(start, versions.previous_version(version)))
            start = None
    if start is not None:
        ranges.append(VersionRange(start))
    return merged(ranges, service)
