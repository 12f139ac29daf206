"""Folds the paths of requests to the operations of an API: ``GET /servers/{id}``."""

from __future__ import annotations

import json
import re

from novaclient_mv.services import Service, operations
from novaclient_mv.services.service import data_file

OTHER = 'other'
"""The operation of requests whose method and path no operation of the API has."""

_MOST_OPERATIONS = 1000
_PLACEHOLDER = '{}'
_IDENTIFIER = re.compile(r'\{.*\}|[0-9]+|(?:urn:)?[0-9A-Fa-f]{8}-?[0-9A-Fa-f-]{20,27}')
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
            if index != 1 and not is_name and not _IDENTIFIER.fullmatch(segment):
                return OTHER
            names.append(segment if is_name else '{id}')
        path = '/'.join(names) if names else f'{major}/' if major else ''
        operation = f'{method} /{path}'
        if operation not in self._shapes and len(self._shapes) < _MOST_OPERATIONS:
            self._shapes.add(operation)
        return operation if operation in self._shapes else OTHER
