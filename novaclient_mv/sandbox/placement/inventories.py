"""Inventories of resource providers, and their moves together with allocations."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http.declarations import schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.placement import allocation_writes, names, schemas
from novaclient_mv.sandbox.placement.controller import Missing, PlacementHandlers, stale
from novaclient_mv.sandbox.placement.records import DEFAULTS, Provider, capacity

_KEYS = ('total', *DEFAULTS)
_MISSING = '{reason} : {reason}'


class Inventories(PlacementHandlers):
    """``/resource_providers/{uuid}/inventories``"""

    def index(self, uuid: str) -> Response:
        """``GET /resource_providers/{uuid}/inventories``"""
        return self._all_answer(self.provider(uuid, _MISSING))

    def show(self, uuid: str, resource_class: str) -> Response:
        """``GET /resource_providers/{uuid}/inventories/{resource_class}``"""
        provider = self.provider(uuid, _MISSING)
        if resource_class not in provider.inventories:
            raise Fault(404, f'No inventory of class {resource_class} for {uuid}')
        return self.dated_answer(self._one(provider, resource_class))

    @schema(schemas.inventory_create, '1.0')
    def create(self, uuid: str, body: Any) -> Response:
        """``POST /resource_providers/{uuid}/inventories``"""
        provider = self.provider(uuid)
        name = body['resource_class']
        refusal = f'Unable to create inventory for resource provider {uuid}:'
        inventory = stored(body)
        self._require_capacity(provider, name, inventory, refusal)
        if name not in names.classes(self.db):
            raise Fault(400, f'{refusal} No such resource class {name}.')
        if name in provider.inventories:
            raise stale(f'Update conflict: the provider has an inventory of {name} already.')
        provider.inventories[name] = inventory
        self.raise_generation(provider)
        location = self.location('resource_providers', uuid, 'inventories', name)
        return self.dated_answer(self._one(provider, name), 201, (location,))

    @schema(schemas.inventory_set, '1.0')
    def replace(self, uuid: str, body: Any) -> Response:
        """``PUT /resource_providers/{uuid}/inventories``"""
        provider = self.provider(uuid)
        self._require_current(provider, body)
        rows = stored_all(body['inventories'])
        classes = names.classes(self.db)
        for name in rows:
            if name not in classes:
                raise Fault(
                    400,
                    f'Unknown resource class in inventory for resource provider {uuid}: '
                    f'No such resource class {name}.',
                )
        refusal = f'Unable to update inventory for resource provider {uuid}:'
        for name, inventory in rows.items():
            self._require_capacity(provider, name, inventory, refusal)
        removed = set(provider.inventories) - set(rows)
        require_unused(self, provider, removed, 'inventory.inuse', 'update conflict: ')
        provider.inventories = rows
        self.raise_generation(provider)
        return self._all_answer(provider)

    @schema(schemas.inventory_update, '1.0')
    def update(self, uuid: str, resource_class: str, body: Any) -> Response:
        """``PUT /resource_providers/{uuid}/inventories/{resource_class}``"""
        provider = self.provider(uuid)
        self._require_current(provider, body)
        inventory = stored(body)
        refusal = f'Unable to update inventory for resource provider {uuid}:'
        self._require_capacity(provider, resource_class, inventory, refusal)
        if resource_class not in names.classes(self.db):
            raise Missing(404, f'No such resource class {resource_class}.')
        if resource_class not in provider.inventories:
            raise Fault(
                400,
                f'No inventory record with resource class for resource provider {uuid}: '
                f'No inventory of class {resource_class} found.',
            )
        provider.inventories[resource_class] = inventory
        self.raise_generation(provider)
        return self.dated_answer(self._one(provider, resource_class))

    def delete(self, uuid: str, resource_class: str) -> Response:
        """``DELETE /resource_providers/{uuid}/inventories/{resource_class}``"""
        provider = self.provider(uuid)
        if resource_class not in provider.inventories:
            missing = f'No inventory of class {resource_class} found for delete'
            is_class = resource_class in names.classes(self.db)
            reason = missing if is_class else f'No such resource class {resource_class}.'
            raise Fault(404, f'{missing}: {reason}')
        # The code is that of another conflict, which a new try would end.
        prefix = f'Unable to delete inventory of class {resource_class}: '
        require_unused(self, provider, {resource_class}, 'concurrent_update', prefix)
        del provider.inventories[resource_class]
        self.raise_generation(provider)
        return self.answer(None, status=204)

    def delete_all(self, uuid: str) -> Response:
        """``DELETE /resource_providers/{uuid}/inventories``"""
        provider = self.provider(uuid)
        require_unused(self, provider, set(provider.inventories), 'inventory.inuse')
        provider.inventories = {}
        self.raise_generation(provider)
        return self.answer(None, status=204)

    @schema(schemas.reshape_1_30, '1.30', '1.33')
    @schema(schemas.reshape_1_34, '1.34', '1.37')
    @schema(schemas.reshape_1_38, '1.38')
    def reshape(self, body: Any) -> Response:
        """``POST /reshaper``"""
        new_inventories: dict[str, dict[str, Any]] = {}
        for uuid, inventory in body['inventories'].items():
            self._require_known(uuid, inventory['resource_provider_generation'])
            new_inventories[uuid] = stored_all(inventory['inventories'])
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
            require_unused(self, provider, removed, 'inventory.inuse', 'update conflict: ')
            provider.inventories = new
            self.raise_generation(provider)
        return self.answer(None, status=204)

    def _require_known(self, uuid: str, generation: int) -> None:
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

    def _require_current(self, provider: Provider, body: dict[str, Any]) -> None:
        if body['resource_provider_generation'] != provider.generation:
            raise stale('resource provider generation conflict')

    def _require_capacity(
        self, provider: Provider, name: str, inventory: dict[str, Any], refusal: str
    ) -> None:
        """Refuse an inventory of which nothing may be given; from 1.26 on that may be so."""
        room = capacity(inventory)
        may_be_full = self.matches('1.26')
        if room < 0 or (room == 0 and not may_be_full):
            bound = 'total' if may_be_full else 'or equal to total'
            raise Fault(
                400,
                f"{refusal} Invalid inventory for '{name}' on resource provider '{provider.id}'. "
                f'The reserved value is greater than {bound}.',
            )

    def _all_answer(self, provider: Provider) -> Response:
        inventories = {
            name: _facts_of(inventory) for name, inventory in provider.inventories.items()
        }
        body = {'resource_provider_generation': provider.generation, 'inventories': inventories}
        return self.dated_answer(body, has_date=bool(inventories))

    def _one(self, provider: Provider, name: str) -> dict[str, Any]:
        generation = provider.generation
        return {**_facts_of(provider.inventories[name]), 'resource_provider_generation': generation}


def stored_all(bodies: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Inventories by their class."""
    # The schema allows anything below what is no class, which is refused afterwards.
    return {
        name: stored(values if isinstance(values, dict) else {}) for name, values in bodies.items()
    }


def stored(body: dict[str, Any]) -> dict[str, Any]:
    """The stored form of an inventory in a body."""
    return {key: body.get(key, DEFAULTS.get(key)) for key in _KEYS}


def require_unused(
    handlers: PlacementHandlers,
    provider: Provider,
    classes: set[str],
    code: str,
    prefix: str = '',
) -> None:
    """Refuse to take away classes that consumers have something of."""
    in_use = names.listed(handlers.db, classes & set(handlers.records.used(provider.id)))
    if in_use:
        words = f"Inventory for '{', '.join(in_use)}' on resource provider '{provider.id}' in use."
        raise Fault(409, f'{prefix}{words}', code=code)


def _facts_of(inventory: dict[str, Any]) -> dict[str, Any]:
    return {key: inventory[key] for key in _KEYS}


def _roomier(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Of each class the inventory with more room."""
    roomier = {
        name: inventory
        for name, inventory in old.items()
        if name not in new or capacity(inventory) > capacity(new[name])
    }
    return {**new, **roomier}
