"""Moves inventories and allocations between resource providers in one step."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http.declarations import schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.placement import allocation_writes, inventories, schemas
from novaclient_mv.sandbox.placement.controller import PlacementFault, PlacementHandlers
from novaclient_mv.sandbox.placement.records import capacity


class Reshaper(PlacementHandlers):
    """``/reshaper``, for services alone"""

    @schema(schemas.reshape_1_30, '1.30', '1.33')
    @schema(schemas.reshape_1_34, '1.34', '1.37')
    @schema(schemas.reshape_1_38, '1.38')
    def reshape(self) -> Response:
        """``POST /reshaper``"""
        self.require_json()
        body = self.checked_body('reshape')
        new_inventories: dict[str, dict[str, Any]] = {}
        for uuid, inventory in body['inventories'].items():
            provider = self.records.providers.get(uuid)
            if provider is None:
                raise PlacementFault(
                    400,
                    f'Resource provider {uuid} in inventories not found',
                    'resource_provider.not_found',
                )
            self.require_generation(provider, inventory['resource_provider_generation'])
            new_inventories[uuid] = {
                name: inventories.read(self, name, amounts)
                for name, amounts in inventory['inventories'].items()
            }
        left = {uuid: self.records.providers[uuid].inventories for uuid in new_inventories}
        # What is taken away or made smaller is still there while allocations move.
        for uuid, new in new_inventories.items():
            provider = self.records.providers[uuid]
            provider.inventories = _roomier(left[uuid], new)
            self.raise_generation(provider)
        self._require_known(body['allocations'])
        if body['allocations']:
            allocation_writes.write(self, body['allocations'])
        for uuid, new in new_inventories.items():
            provider = self.records.providers[uuid]
            removed = set(left[uuid]) - set(new)
            inventories.require_unused(self, provider, removed, 'inventory.inuse')
            provider.inventories = new
            self.raise_generation(provider)
        return self.answer(None, status=204)

    def _require_known(self, allocations: dict[str, Any]) -> None:
        for allocation in allocations.values():
            for uuid in allocation['allocations']:
                if uuid not in self.records.providers:
                    raise Fault(400, f'Allocation for resource provider {uuid} is unknown.')


def _roomier(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Of each class the inventory with more room."""
    roomier = {
        name: inventory
        for name, inventory in old.items()
        if name not in new or capacity(inventory) > capacity(new[name])
    }
    return {**new, **roomier}
