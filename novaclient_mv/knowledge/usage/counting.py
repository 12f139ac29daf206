"""Counts the requests of one log, block by block; nothing of a line stays but what is counted."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from novaclient_mv.knowledge.usage import counts, formats
from novaclient_mv.knowledge.usage.counts import Share, Usage
from novaclient_mv.knowledge.usage.formats import Formats, Request
from novaclient_mv.services import Service, operations
from novaclient_mv.services.service import data_file

_IDENTIFIERS = re.compile(rb'/(?:[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32})(?![^/\n])')
_IDENTIFIER = b'/00000000-0000-0000-0000-000000000000'
_HOUR = len('2026-11-22T01')
_NOT_LOGGED = ('', '-')
_LOGGED = ('users', 'projects', 'addresses', 'user_agents', 'hours')
_LONGEST = 300
"""Most characters that count of a value: a user agent may be of any length."""


class _Tally:
    """The requests of one version, counted in the bytes of the log."""

    def __init__(self) -> None:
        self.requests = 0
        self.operations: Counter[str] = Counter()
        self.by: dict[str, Counter[bytes]] = {name: Counter() for name in _LOGGED}

    def share(self) -> Share:
        """Return the counts as text, without values that are not logged."""
        by = {name: _texts(counter) for name, counter in self.by.items()}
        hours = {f'{hour.replace(" ", "T")}:00': count for hour, count in by['hours'].items()}
        return Share(self.requests, {**by, 'operations': self.operations, 'hours': Counter(hours)})


class _Source:
    """The requests that one server tells in one log."""

    def __init__(self, folded: Mapping[bytes, str]) -> None:
        self._folded = folded
        self.tallies: dict[bytes, _Tally] = {}
        self.requests = 0
        self.first: bytes | None = None
        self.last: bytes | None = None

    def add(self, requests: list[Request]) -> None:
        """Count some requests."""
        self.requests += len(requests)
        for version, group in formats.by_version(requests).items():
            tally = self.tallies.get(version)
            if tally is None:
                tally = self.tallies[version] = _Tally()
            tally.requests += len(group)
            times, users, projects, addresses, paths, _, agents = zip(*group, strict=True)
            self._add_times(tally.by['hours'], times)
            tally.by['users'].update(users)
            tally.by['projects'].update(projects)
            tally.by['addresses'].update(addresses)
            if any(agents):
                tally.by['user_agents'].update(agents)
            # Most paths differ by identifiers alone; without these, few are left to fold.
            shapes = _IDENTIFIERS.sub(_IDENTIFIER, b'\n'.join(paths)).split(b'\n')
            for shape, count in Counter(shapes).items():
                tally.operations[self._folded[shape]] += count

    def _add_times(self, hours: Counter[bytes], logged: tuple[bytes, ...]) -> None:
        """Count hours, and note the earliest and the latest time."""
        times = tuple(filter(None, logged))
        if not times:
            return
        first, last = min(times), max(times)
        if first[:_HOUR] == last[:_HOUR]:
            hours[first[:_HOUR]] += len(times)
        else:
            hours.update([time[:_HOUR] for time in times])
        self.first = first if self.first is None else min(self.first, first)
        self.last = last if self.last is None else max(self.last, last)

    def usage(self, service: Service) -> Usage:
        """Return the counts."""
        usage = Usage(service.name)
        for version, tally in self.tallies.items():
            name = counts.stated(_text(version), service)
            usage.shares.setdefault(name, Share()).add(tally.share())
        usage.first, usage.last = (
            None if time is None else _text(time).replace(' ', 'T')
            for time in (self.first, self.last)
        )
        return usage


class Log:
    """Counts one log."""

    def __init__(
        self, service: Service, on_unmatched: Callable[[bytes], None] | None = None
    ) -> None:
        self._service = service
        self._on_unmatched = on_unmatched
        self._formats = Formats(service)
        operations = Operations(service)
        self._folded = formats.Memory(lambda shape: operations.folded(_text(shape)))
        self._own: dict[bytes, _Source] = {}
        self._access: dict[bytes, _Source] = {}
        self._unmatched = 0
        self._foreign = 0

    def add(self, block: bytes) -> None:
        """Count the requests of a block of whole lines."""
        parts = self._formats.read(block)
        for requests_of, sources in ((parts.own, self._own), (parts.access, self._access)):
            for host, requests in requests_of.items():
                source = sources.get(host)
                if source is None:
                    source = sources[host] = _Source(self._folded)
                source.add(requests)
        self._foreign += parts.foreign
        self._unmatched += len(parts.unmatched)
        if self._on_unmatched is not None:
            for line in parts.unmatched:
                self._on_unmatched(line)

    def usage(self) -> Usage:
        """The usage in the log, without access lines that repeat the service's own."""
        once = [source for host, source in self._access.items() if host not in self._own]
        repeated = sum(one.requests for host, one in self._access.items() if host in self._own)
        usage = Usage(self._service.name, {}, self._unmatched, repeated, self._foreign)
        for source in (*once, *self._own.values()):
            usage.add(source.usage(self._service))
        return usage


def count(
    blocks: Iterable[bytes],
    service: Service,
    on_unmatched: Callable[[bytes], None] | None = None,
) -> Usage:
    """Count the requests that the lines of one log tell.

    :param blocks: whole lines, any number of them in each block.
    :param on_unmatched: called with each line that tells no request.
    """
    log = Log(service, on_unmatched)
    for block in blocks:
        log.add(block)
    return log.usage()


def _text(value: bytes) -> str:
    return value.decode('utf-8', 'backslashreplace')[:_LONGEST]


def _texts(counter: Counter[bytes]) -> Counter[str]:
    """Return counts of logged values; values that are the same as text are added."""
    texts: Counter[str] = Counter()
    for value, count in counter.items():
        text = _text(value)
        if text not in _NOT_LOGGED:
            texts[text] += count
    return texts


OTHER = 'other'
"""The operation of requests whose method and path no operation of the API has."""

_MOST_OPERATIONS = 1000
_PLACEHOLDER = '{}'
_ID = re.compile(r'\{.*\}|[0-9]+|(?:urn:)?[0-9A-Fa-f]{8}-?[0-9A-Fa-f-]{20,27}')
_COLLECTION = re.compile(r'[A-Za-z][A-Za-z_-]*')
_DEPTH_OF_MAJOR = 3
"""Among how many leading segments the major version stands: a proxy may put some before it."""


class _Node:
    """A place in the tree of paths: what follows, and the operation of each method here."""

    __slots__ = ('methods', 'segments')

    def __init__(self) -> None:
        self.segments: dict[str, _Node] = {}
        self.methods: dict[str, str] = {}

    def operation(self, method: str, segments: list[str], position: int = 0) -> str | None:
        """The operation of a method on a path below this node."""
        if position == len(segments):
            return self.methods.get(method)
        for name in (segments[position], _PLACEHOLDER):
            node = self.segments.get(name)
            operation = node and node.operation(method, segments, position + 1)
            if operation:
                return operation
        return None


class Operations:
    """The operations of a service, by the paths of requests, or by their shape without a table."""

    def __init__(self, service: Service) -> None:
        self._majors = frozenset((service.major_path, *service.legacy_paths))
        self._name = service.name
        self._root = _Node()
        self._of_roots: dict[str, str] = {}
        self._shapes: set[str] = set()
        file = service.operations and data_file(service.operations)
        self._has_table = file is not None
        for row in json.loads(operations.text_of(file)) if file else ():
            self._add(row['id'])

    def _add(self, identifier: str) -> None:
        # An action stands in a body, which no log tells.
        operation = ' '.join(identifier.split(' ')[:2])
        method, path = operation.split(' ')
        segments = [segment for segment in path.split('/') if segment]
        if not segments or segments[0] in self._majors:
            self._of_roots[f'{method} {"".join(segments)}'] = operation
        elif not segments[0].startswith('{'):
            node = self._root
            for segment in segments:
                name = _PLACEHOLDER if segment.startswith('{') else segment
                node = node.segments.setdefault(name, _Node())
            node.methods[method] = operation

    def folded(self, request: str) -> str:
        """The operation of a request, which is spelt ``METHOD /path`` without a query."""
        method, _, path = request.partition(' ')
        segments = [segment for segment in path.split('/') if segment]
        major = ''
        for index, segment in enumerate(segments[:_DEPTH_OF_MAJOR]):
            if segment in self._majors:
                major, segments = segment, segments[index + 1 :]
                break
        # Without a major version, only its name tells where a service is mounted.
        if not major and segments and segments[0] == self._name:
            segments = segments[1:]
        if not self._has_table:
            return self._by_shape(method, major, segments)
        # Old endpoints have the project's id behind the major version.
        if major and segments and segments[0] not in self._root.segments:
            segments = segments[1:]
        if not segments:
            return self._of_roots.get(f'{method} {major}', OTHER)
        return self._root.operation(method, segments) or OTHER

    def _by_shape(self, method: str, major: str, segments: list[str]) -> str:
        """The operation by its shape: a collection, an identifier, and further names."""
        names = []
        for index, segment in enumerate(segments):
            is_name = _COLLECTION.fullmatch(segment) and (index != 1 or segment == 'detail')
            if index != 1 and not is_name and not _ID.fullmatch(segment):
                return OTHER
            names.append(segment if is_name else '{id}')
        path = '/'.join(names) if names else f'{major}/' if major else ''
        operation = f'{method} /{path}'
        if operation not in self._shapes and len(self._shapes) < _MOST_OPERATIONS:
            self._shapes.add(operation)
        return operation if operation in self._shapes else OTHER
