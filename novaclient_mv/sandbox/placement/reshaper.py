"""Moves inventories and allocations between resource providers in one step."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http.declarations import schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.placement import allocation_writes, inventories, schemas
from novaclient_mv.sandbox.placement.controller import PlacementHandlers, stale
from novaclient_mv.sandbox.placement.records import capacity


class Reshaper(PlacementHandlers):
    """``/reshaper``, for services alone"""

    @schema(schemas.reshape_1_30, '1.30', '1.33')
    @schema(schemas.reshape_1_34, '1.34', '1.37')
    @schema(schemas.reshape_1_38, '1.38')
    def reshape(self, body: Any) -> Response:
        """``POST /reshaper``"""
        new_inventories: dict[str, dict[str, Any]] = {}
        for uuid, inventory in body['inventories'].items():
            self._require_current(uuid, inventory['resource_provider_generation'])
            new_inventories[uuid] = inventories.stored_all(inventory['inventories'])
        claims = allocation_writes.Claims(self, body['allocations'])
        classes = [name for rows in new_inventories.values() for name in rows]
        allocation_writes.require_classes(
            self, [*classes, *claims.classes], 'malformed reshaper data:'
        )
        left = {uuid: self.records.providers[uuid].inventories for uuid in new_inventories}
        # What is taken away or made smaller is still there while allocations move.
        for uuid, new in new_inventories.items():
            if new:
                provider = self.records.providers[uuid]
                provider.inventories = _roomier(left[uuid], new)
                self.raise_generation(provider)
        claims.write()
        for uuid, new in new_inventories.items():
            provider = self.records.providers[uuid]
            removed = set(left[uuid]) - set(new)
            inventories.require_unused(
                self, provider, removed, 'inventory.inuse', 'update conflict: '
            )
            provider.inventories = new
            self.raise_generation(provider)
        return self.answer(None, status=204)

    def _require_current(self, uuid: str, generation: int) -> None:
        """Refuse a provider that is not there, or was changed since."""
        provider = self.records.providers.get(uuid)
        if provider is None:
            raise Fault(
                400,
                f'Resource provider {uuid} in inventories not found: '
                f'No resource provider with uuid {uuid} found',
                code='resource_provider.not_found',
            )
        if generation != provider.generation:
            raise stale(
                f'resource provider generation conflict for provider {uuid}: '
                f'actual: {provider.generation}, given: {generation}'
            )


def _roomier(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Of each class the inventory with more room."""
    roomier = {
        name: inventory
        for name, inventory in old.items()
        if name not in new or capacity(inventory) > capacity(new[name])
    }
    return {**new, **roomier}
