"""Use of resource providers, and by projects."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.placement.controller import PlacementHandlers

UNKNOWN, ALL = 'unknown', 'all'


class Usages(PlacementHandlers):
    """``/usages`` and ``/resource_providers/{uuid}/usages``"""

    def of_provider(self, uuid: str) -> Response:
        """``GET /resource_providers/{uuid}/usages``"""
        provider = self.provider(uuid)
        usages = {**dict.fromkeys(provider.inventories, 0), **self.records.used(uuid)}
        generation = provider.generation
        return self.dated_answer({'resource_provider_generation': generation, 'usages': usages})

    def of_project(self) -> Response:
        """``GET /usages``"""
        has_types = self.matches('1.38')
        self.require_query('project_id', 'user_id', *(['consumer_type'] if has_types else []))
        project, user = self.req.parameter('project_id'), self.req.parameter('user_id')
        if not project or user == '':
            raise Fault(400, "Invalid query string parameters: 'project_id' is needed")
        kind = self.req.parameter('consumer_type')
        if kind not in (None, ALL, UNKNOWN) and not _is_type(str(kind)):
            raise Fault(400, f'Invalid query string parameters: {kind!r} is no consumer type')
        by_type = self._by_type(project, user)
        if not has_types:
            return self.dated_answer({'usages': _sum(by_type.values())})
        if kind == ALL:
            by_type = {ALL: _sum(by_type.values())} if by_type else {}
        elif kind is not None:
            by_type = {name: amounts for name, amounts in by_type.items() if name == kind}
        return self.dated_answer({'usages': by_type})

    def _by_type(self, project: str, user: str | None) -> dict[str, dict[str, int]]:
        by_type: dict[str, dict[str, int]] = {}
        for consumer in self.records.consumers.values():
            is_meant = consumer.project == project and user in (None, consumer.user)
            if not is_meant or not consumer.allocations:
                continue
            amounts = _sum(consumer.allocations.values())
            if self.matches('1.38'):
                amounts['consumer_count'] = 1
            kind = consumer.type or UNKNOWN
            by_type[kind] = _sum([by_type.get(kind, {}), amounts])
        return by_type


def _sum(several: Any) -> dict[str, int]:
    total: dict[str, int] = {}
    for amounts in several:
        for name, amount in amounts.items():
            total[name] = total.get(name, 0) + amount
    return total


def _is_type(text: str) -> bool:
    return bool(text) and all(character in _LETTERS for character in text)


_LETTERS = frozenset('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_')
