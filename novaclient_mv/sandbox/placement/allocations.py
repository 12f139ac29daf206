"""Allocations, and their sums as usages of providers and by projects."""

from __future__ import annotations

import uuid
from typing import Any

from novaclient_mv.sandbox.http import formats
from novaclient_mv.sandbox.http.declarations import query_schema, schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.placement import allocation_writes, schemas
from novaclient_mv.sandbox.placement.controller import PlacementHandlers

UNKNOWN, ALL = 'unknown', 'all'


class Allocations(PlacementHandlers):
    """``/allocations``, ``/usages`` and those of a provider"""

    def show(self, consumer: str) -> Response:
        """``GET /allocations/{consumer_uuid}``"""
        holder = self.records.consumers.get(consumer)
        if holder is None or not holder.allocations:
            return self.dated_answer({'allocations': {}})
        body: dict[str, Any] = {
            'allocations': {
                uuid: {'resources': amounts, 'generation': self.records.providers[uuid].generation}
                for uuid, amounts in holder.allocations.items()
            }
        }
        if self.matches('1.12'):
            body |= {'project_id': holder.project, 'user_id': holder.user}
        if self.matches('1.28'):
            body['consumer_generation'] = holder.generation
        if self.matches('1.38'):
            body['consumer_type'] = holder.type or UNKNOWN
        return self.dated_answer(body)

    def of_provider(self, uuid: str) -> Response:
        """``GET /resource_providers/{uuid}/allocations``"""
        provider = self.provider(uuid, "Resource provider '{uuid}' not found: {reason}")
        allocations: dict[str, Any] = {}
        for consumer in self.records.consumers.values():
            if uuid in consumer.allocations:
                allocations[consumer.id] = {'resources': consumer.allocations[uuid]}
                if self.matches('1.28'):
                    allocations[consumer.id]['consumer_generation'] = consumer.generation
        generation = provider.generation
        return self.dated_answer(
            {'allocations': allocations, 'resource_provider_generation': generation}
        )

    @schema(schemas.allocations, '1.0', '1.7')
    @schema(schemas.allocations_1_8, '1.8', '1.11')
    @schema(schemas.allocations_1_12, '1.12', '1.27')
    @schema(schemas.allocations_1_28, '1.28', '1.33')
    @schema(schemas.allocations_1_34, '1.34', '1.37')
    @schema(schemas.allocations_1_38, '1.38')
    def replace(self, consumer: str, body: Any) -> Response:
        """``PUT /allocations/{consumer_uuid}``"""
        if not formats.matches('uuid', consumer):
            raise Fault(400, f'Malformed consumer_uuid: {consumer}')
        id = str(uuid.UUID(consumer))
        refusal = f'Unable to allocate inventory for consumer {id}:'
        allocation_writes.write(self, {id: body}, refusal)
        return self.answer(None, status=204)

    @schema(schemas.many_1_13, '1.13', '1.27')
    @schema(schemas.many_1_28, '1.28', '1.33')
    @schema(schemas.many_1_34, '1.34', '1.37')
    @schema(schemas.many_1_38, '1.38')
    def replace_many(self, body: Any) -> Response:
        """``POST /allocations``"""
        allocation_writes.write(self, body, 'Unable to allocate inventory')
        return self.answer(None, status=204)

    def delete(self, consumer: str) -> Response:
        """``DELETE /allocations/{consumer_uuid}``"""
        holder = self.records.consumers.get(consumer)
        if holder is None or not holder.allocations:
            raise Fault(404, f"No allocations for consumer '{consumer}'")
        allocation_writes.forget(self, holder)
        return self.answer(None, status=204)

    def usages_of_provider(self, uuid: str) -> Response:
        """``GET /resource_providers/{uuid}/usages``"""
        provider = self.provider(uuid, '{reason}: {reason}')
        usages = {**dict.fromkeys(provider.inventories, 0), **self.records.used(uuid)}
        generation = provider.generation
        return self.dated_answer({'resource_provider_generation': generation, 'usages': usages})

    @query_schema(schemas.usages_1_9, '1.9', '1.37')
    @query_schema(schemas.usages_1_38, '1.38')
    def usages(self) -> Response:
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
