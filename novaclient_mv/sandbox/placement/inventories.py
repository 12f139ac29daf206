"""Inventories of resource providers."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http.declarations import schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.placement import names, schemas
from novaclient_mv.sandbox.placement.controller import PlacementFault, PlacementHandlers, stale
from novaclient_mv.sandbox.placement.records import DEFAULTS, Provider, capacity

_KEYS = ('total', *DEFAULTS)


class Inventories(PlacementHandlers):
    """``/resource_providers/{uuid}/inventories``"""

    def index(self, uuid: str) -> Response:
        """``GET /resource_providers/{uuid}/inventories``"""
        return self.dated_answer(self._all(self.provider(uuid)))

    def show(self, uuid: str, resource_class: str) -> Response:
        """``GET /resource_providers/{uuid}/inventories/{resource_class}``"""
        provider = self.provider(uuid)
        if resource_class not in provider.inventories:
            raise Fault(404, f'No inventory of class {resource_class} for {uuid}')
        return self.dated_answer(self._one(provider, resource_class))

    @schema(schemas.inventory_create, '1.0')
    def create(self, uuid: str) -> Response:
        """``POST /resource_providers/{uuid}/inventories``"""
        self.require_json()
        provider = self.provider(uuid)
        body = self.checked_body('create')
        name = body['resource_class']
        inventory = self._read(name, body)
        if name in provider.inventories:
            raise stale(f'Update conflict: the provider has an inventory of {name} already.')
        provider.inventories[name] = inventory
        self.raise_generation(provider)
        location = self.location('resource_providers', uuid, 'inventories', name)
        return self.dated_answer(self._one(provider, name), 201, (location,))

    @schema(schemas.inventory_set, '1.0')
    def replace(self, uuid: str) -> Response:
        """``PUT /resource_providers/{uuid}/inventories``"""
        self.require_json()
        provider = self.provider(uuid)
        body = self.checked_body('replace')
        self.require_generation(provider, body['resource_provider_generation'])
        rows = {name: self._read(name, values) for name, values in body['inventories'].items()}
        self._require_unused(provider, set(provider.inventories) - set(rows), 'inventory.inuse')
        provider.inventories = rows
        self.raise_generation(provider)
        return self.dated_answer(self._all(provider))

    @schema(schemas.inventory_update, '1.0')
    def update(self, uuid: str, resource_class: str) -> Response:
        """``PUT /resource_providers/{uuid}/inventories/{resource_class}``"""
        self.require_json()
        provider = self.provider(uuid)
        body = self.checked_body('update')
        self.require_generation(provider, body['resource_provider_generation'])
        inventory = self._read(resource_class, body)
        if resource_class not in provider.inventories:
            raise Fault(400, f'Unknown inventory of class {resource_class} for {uuid}')
        provider.inventories[resource_class] = inventory
        self.raise_generation(provider)
        return self.dated_answer(self._one(provider, resource_class))

    def delete(self, uuid: str, resource_class: str) -> Response:
        """``DELETE /resource_providers/{uuid}/inventories/{resource_class}``"""
        provider = self.provider(uuid)
        if resource_class not in provider.inventories:
            raise Fault(404, f'No inventory of class {resource_class} found for delete')
        # The code is that of another conflict, which a new try would end.
        self._require_unused(provider, {resource_class}, 'concurrent_update')
        del provider.inventories[resource_class]
        self.raise_generation(provider)
        return self.answer(None, status=204)

    def delete_all(self, uuid: str) -> Response:
        """``DELETE /resource_providers/{uuid}/inventories``"""
        provider = self.provider(uuid)
        self._require_unused(provider, set(provider.inventories), 'inventory.inuse')
        provider.inventories = {}
        self.raise_generation(provider)
        return self.answer(None, status=204)

    def _read(self, name: str, body: dict[str, Any]) -> dict[str, Any]:
        """An inventory as it is stored.

        :raises Fault: 400.
        """
        return read(self, name, body)

    def _require_unused(self, provider: Provider, classes: set[str], code: str) -> None:
        require_unused(self, provider, classes, code)

    def _all(self, provider: Provider) -> dict[str, Any]:
        inventories = {
            name: _facts_of(inventory) for name, inventory in provider.inventories.items()
        }
        return {'resource_provider_generation': provider.generation, 'inventories': inventories}

    def _one(self, provider: Provider, name: str) -> dict[str, Any]:
        generation = provider.generation
        return {**_facts_of(provider.inventories[name]), 'resource_provider_generation': generation}


def read(handlers: PlacementHandlers, name: str, body: dict[str, Any]) -> dict[str, Any]:
    """An inventory of a body, as it is stored.

    :raises Fault: 400.
    """
    if name not in names.classes(handlers.db):
        raise Fault(400, f'No such resource class {name}.')
    inventory = {key: body.get(key, DEFAULTS.get(key)) for key in _KEYS}
    room = capacity(inventory)
    if room < 0 or (room == 0 and not handlers.matches('1.26')):
        raise Fault(400, f'Unable to update inventory: invalid inventory for {name}.')
    return inventory


def require_unused(
    handlers: PlacementHandlers, provider: Provider, classes: set[str], code: str
) -> None:
    """Refuse to take away classes that consumers have something of.

    :raises Fault: 409.
    """
    used = sorted(classes & set(handlers.records.used(provider.id)))
    if used:
        raise PlacementFault(
            409, f"Inventory for '{', '.join(used)}' on resource provider in use.", code
        )


def _facts_of(inventory: dict[str, Any]) -> dict[str, Any]:
    return {key: inventory[key] for key in _KEYS}
