"""Resource classes."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http import formats, validation
from novaclient_mv.sandbox.http.declarations import api_version, schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.placement import names, schemas
from novaclient_mv.sandbox.placement.controller import Missing, PlacementHandlers
from novaclient_mv.sandbox.placement.records import CLASS


class ResourceClasses(PlacementHandlers):
    """``/resource_classes``"""

    def index(self) -> Response:
        """``GET /resource_classes``"""
        rows = [_facts_of(name) for name in names.classes(self.db)]
        return self.dated_answer({'resource_classes': rows})

    def show(self, name: str) -> Response:
        """``GET /resource_classes/{name}``"""
        self._require(name)
        return self.dated_answer(_facts_of(name))

    @schema(schemas.resource_class, '1.2')
    def create(self, body: Any) -> Response:
        """``POST /resource_classes``"""
        name = body['name']
        if name in names.classes(self.db):
            raise Fault(409, f'Conflicting resource class already exists: {name}')
        self.db.insert(CLASS, name, {})
        return self.answer(None, (self.location('resource_classes', name),), 201)

    @api_version('1.2', '1.6')
    @schema(schemas.resource_class, '1.2', '1.6')
    def update(self, name: str, body: Any) -> Response:
        """``PUT /resource_classes/{name}``: rename a class."""
        new = body['name']
        self._require(name)
        if name in names.standard_classes():
            raise Fault(400, f'Cannot update standard resource class {name}')
        if new != name and new in names.classes(self.db):
            raise Fault(409, f'Resource class already exists: {new}')
        row = self.find(CLASS, name)
        self.db.remove(row)
        self.db.insert(CLASS, new, {}, created=row.created)
        self._rename_in_use(name, new)
        return self.dated_answer(_facts_of(new))

    @api_version('1.7')
    def update(self, name: str) -> Response:
        """``PUT /resource_classes/{name}``: create a class, unless it is there."""
        problem = validation.problem(schemas.resource_class, {'name': name}, formats.is_uuid)
        if problem is not None:
            raise Fault(400, f'JSON does not validate: {problem}')
        location = (self.location('resource_classes', name),)
        if name in names.classes(self.db):
            return self.answer(None, location, 204)
        self.db.insert(CLASS, name, {})
        return self.answer(None, location, 201)

    def _rename_in_use(self, name: str, new: str) -> None:
        for provider in self.records.providers.values():
            if name in provider.inventories:
                provider.inventories[new] = provider.inventories.pop(name)
                self.records.save(provider)
        for consumer in self.records.consumers.values():
            holding = [amounts for amounts in consumer.allocations.values() if name in amounts]
            for amounts in holding:
                amounts[new] = amounts.pop(name)
            if holding:
                self.records.save_consumer(consumer)

    def delete(self, name: str) -> Response:
        """``DELETE /resource_classes/{name}``"""
        self._require(name)
        if name in names.standard_classes():
            raise Fault(
                400,
                f'Error in delete resource class: Cannot delete standard resource class {name}.',
            )
        if any(name in provider.inventories for provider in self.records.providers.values()):
            raise Fault(
                409,
                f'Error in delete resource class: Cannot delete resource class {name}. '
                'Class is in use in inventory.',
            )
        self.db.remove(self.find(CLASS, name))
        return self.answer(None, status=204)

    def _require(self, name: str) -> None:
        if name not in names.classes(self.db):
            raise Missing(404, f'No such resource class {name}.')


def _facts_of(name: str) -> dict[str, object]:
    return {'name': name, 'links': [{'rel': 'self', 'href': f'/resource_classes/{name}'}]}
