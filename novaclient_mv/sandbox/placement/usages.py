"""Use of resource providers, and by projects."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http.declarations import query_schema
from novaclient_mv.sandbox.http.wsgi import Response
from novaclient_mv.sandbox.placement import schemas
from novaclient_mv.sandbox.placement.controller import PlacementHandlers

UNKNOWN, ALL = 'unknown', 'all'


class Usages(PlacementHandlers):
    """``/usages`` and ``/resource_providers/{uuid}/usages``"""

    def of_provider(self, uuid: str) -> Response:
        """``GET /resource_providers/{uuid}/usages``"""
        provider = self.provider(uuid, '{reason}: {reason}')
        usages = {**dict.fromkeys(provider.inventories, 0), **self.records.used(uuid)}
        generation = provider.generation
        return self.dated_answer({'resource_provider_generation': generation, 'usages': usages})

    @query_schema(schemas.usages_1_9, '1.9', '1.37')
    @query_schema(schemas.usages_1_38, '1.38')
    def of_project(self) -> Response:
        """``GET /usages``"""
        project, user = self.req.parameter('project_id'), self.req.parameter('user_id')
        kind = self.req.parameter('consumer_type')
        by_type = self._by_type(project, user)
        if not self.matches('1.38'):
            return self.dated_answer({'usages': _sum(by_type.values())})
        if kind == ALL:
            by_type = {ALL: _sum(by_type.values())} if by_type else {}
        elif kind is not None:
            by_type = {name: amounts for name, amounts in by_type.items() if name == kind}
        return self.dated_answer({'usages': by_type})

    def _by_type(self, project: str | None, user: str | None) -> dict[str, dict[str, int]]:
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
