"""Resource providers."""

from __future__ import annotations

import uuid as uuids
from typing import Any

from novaclient_mv.sandbox.http import formats
from novaclient_mv.sandbox.http.declarations import schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.placement import filters, schemas
from novaclient_mv.sandbox.placement.controller import PlacementFault, PlacementHandlers
from novaclient_mv.sandbox.placement.records import Provider

# Which link came at which version.
_LINKS = (
    ('inventories', '1.0'),
    ('usages', '1.0'),
    ('aggregates', '1.1'),
    ('traits', '1.6'),
    ('allocations', '1.11'),
)
# Which filter came at which version.
_FILTERS = (
    ('name', '1.0'), ('uuid', '1.0'), ('member_of', '1.3'), ('resources', '1.4'),
    ('in_tree', '1.14'), ('required', '1.18'),
)  # fmt: skip


class ResourceProviders(PlacementHandlers):
    """``/resource_providers``"""

    def index(self) -> Response:
        """``GET /resource_providers``"""
        self.require_query(*(name for name, start in _FILTERS if self.matches(start)))
        for name in ('uuid', 'in_tree'):
            value = self.req.parameter(name)
            if value is not None and not formats.matches('uuid', value):
                raise Fault(400, f'Invalid query string parameters: {value!r} is not a uuid')
        rows = [self.view(provider) for provider in self._matching()]
        return self.dated_answer({'resource_providers': rows})

    def _matching(self) -> list[Provider]:
        providers = list(self.records.providers.values())
        parameter = self.req.parameter
        if (name := parameter('name')) is not None:
            providers = [provider for provider in providers if provider.name == name]
        if (id := parameter('uuid')) is not None:
            providers = [provider for provider in providers if provider.id == id]
        if texts := self.req.parameters('member_of'):
            aggregates = filters.aggregates(self, texts)
            providers = [
                provider for provider in providers if aggregates.fit(frozenset(provider.aggregates))
            ]
        if texts := self.req.parameters('required'):
            traits = filters.traits(self, texts)
            providers = [
                provider for provider in providers if traits.fit(frozenset(provider.traits))
            ]
        if (text := parameter('resources')) is not None:
            amounts = filters.resources(self, text)
            providers = [
                provider
                for provider in providers
                if filters.has_room(self.records, provider, amounts)
            ]
        if (id := parameter('in_tree')) is not None:
            member = self.records.providers.get(id)
            root = None if member is None else self.records.root(member)
            providers = [provider for provider in providers if self.records.root(provider) == root]
        return providers

    def show(self, uuid: str) -> Response:
        """``GET /resource_providers/{uuid}``"""
        return self.dated_answer(self.view(self.provider(uuid)))

    @schema(schemas.provider_create, '1.0', '1.13')
    @schema(schemas.provider_create_1_14, '1.14')
    def create(self) -> Response:
        """``POST /resource_providers``"""
        self.require_json()
        body = self.checked_body('create')
        id = str(uuids.UUID(body['uuid'])) if 'uuid' in body else str(uuids.uuid4())
        parent = body.get('parent_provider_uuid')
        if not body['name']:
            raise Fault(400, 'The name of a resource provider is not empty.')
        if id in self.records.providers:
            raise self._duplicate('uuid', id)
        self._require_new_name(body['name'])
        if parent is not None and parent not in self.records.providers:
            raise Fault(400, 'Unable to create resource provider: parent provider UUID not found')
        facts: dict[str, Any] = {'generation': 0, 'parent': parent}
        facts |= {'inventories': {}, 'traits': [], 'aggregates': []}
        provider = Provider(id, body['name'], facts)
        self.records.save(provider)
        location = (self.location('resource_providers', id),)
        if self.matches('1.20'):
            return self.dated_answer(self.view(provider), 200, location)
        return self.answer(None, location, 201)

    @schema(schemas.provider_update, '1.0', '1.13')
    @schema(schemas.provider_update_1_14, '1.14')
    def update(self, uuid: str) -> Response:
        """``PUT /resource_providers/{uuid}``"""
        self.require_json()
        provider = self.provider(uuid)
        body = self.checked_body('update')
        if body['name'] != provider.name:
            self._require_new_name(body['name'])
        if 'parent_provider_uuid' in body:
            self._set_parent(provider, body['parent_provider_uuid'])
        provider.name = body['name']
        self.records.save(provider)
        return self.dated_answer(self.view(provider))

    def _set_parent(self, provider: Provider, parent: str | None) -> None:
        """Move a provider in its tree, or to another one.

        :raises Fault: 400.
        """
        if parent == provider.parent:
            return
        if provider.parent is not None and not self.matches('1.37'):
            raise Fault(400, 'Unable to save resource provider: re-parenting is not allowed')
        if parent is not None:
            above = self.records.providers.get(parent)
            if above is None:
                raise Fault(400, 'Unable to save resource provider: parent UUID not found')
            while above is not None:
                if above.id == provider.id:
                    raise Fault(400, 'Unable to save resource provider: it would form a loop')
                above = self.records.providers.get(above.parent or '')
        provider.parent = parent

    def delete(self, uuid: str) -> Response:
        """``DELETE /resource_providers/{uuid}``"""
        provider = self.provider(uuid)
        if any(other.parent == uuid for other in self.records.providers.values()):
            raise PlacementFault(
                409,
                f'Unable to delete parent resource provider {uuid}: It has child resource '
                'providers.',
                'resource_provider.cannot_delete_parent',
            )
        if self.records.used(uuid):
            raise PlacementFault(
                409,
                f'Unable to delete resource provider {uuid}: Resource provider has allocations.',
                'resource_provider.inuse',
            )
        # What follows from a host comes again, as its service would report it.
        if provider.row is not None:
            self.db.remove(provider.row)
        return self.answer(None, status=204)

    def _require_new_name(self, name: str) -> None:
        if any(provider.name == name for provider in self.records.providers.values()):
            raise self._duplicate('name', name)

    def _duplicate(self, kind: str, value: str) -> Fault:
        return PlacementFault(
            409, f'Conflicting resource provider {kind}: {value} already exists.', 'duplicate_name'
        )

    def view(self, provider: Provider) -> dict[str, Any]:
        """A provider as it is shown."""
        href = f'/resource_providers/{provider.id}'
        links = [{'rel': 'self', 'href': href}]
        links += [
            {'rel': name, 'href': f'{href}/{name}'} for name, start in _LINKS if self.matches(start)
        ]
        facts: dict[str, Any] = {
            'uuid': provider.id,
            'name': provider.name,
            'generation': provider.generation,
            'links': links,
        }
        if self.matches('1.14'):
            facts['parent_provider_uuid'] = provider.parent
            facts['root_provider_uuid'] = self.records.root(provider)
        return facts
