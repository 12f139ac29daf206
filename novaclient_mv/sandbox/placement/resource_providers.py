"""Resource providers."""

from __future__ import annotations

import uuid as uuids
from typing import Any

from novaclient_mv.sandbox.http.declarations import query_schema, schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.placement import filters, names, schemas
from novaclient_mv.sandbox.placement.controller import PlacementHandlers
from novaclient_mv.sandbox.placement.records import Provider

# Which link came at which version.
_LINKS = (
    ('inventories', '1.0'),
    ('usages', '1.0'),
    ('aggregates', '1.1'),
    ('traits', '1.6'),
    ('allocations', '1.11'),
)


class ResourceProviders(PlacementHandlers):
    """``/resource_providers``"""

    @query_schema(schemas.providers, '1.0', '1.2')
    @query_schema(schemas.providers_1_3, '1.3', '1.3')
    @query_schema(schemas.providers_1_4, '1.4', '1.13')
    @query_schema(schemas.providers_1_14, '1.14', '1.17')
    @query_schema(schemas.providers_1_18, '1.18')
    def index(self) -> Response:
        """``GET /resource_providers``"""
        rows = [self.view(provider) for provider in self._matching()]
        return self.dated_answer({'resource_providers': rows})

    def _matching(self) -> list[Provider]:
        providers = list(self.records.providers.values())
        parameter = self.req.parameter
        if name := parameter('name'):
            providers = [provider for provider in providers if provider.name == name]
        if (id := parameter('uuid')) is not None:
            providers = [provider for provider in providers if provider.id == id]
        aggregates = filters.aggregates(self, self.req.parameters('member_of'))
        traits = filters.traits(self, self.req.parameters('required'))
        text = parameter('resources')
        amounts = {} if text is None else filters.resources(text)
        if (id := parameter('in_tree')) is not None:
            member = self.records.providers.get(id)
            if member is None:
                return []
            root = self.records.root(member)
            providers = [provider for provider in providers if self.records.root(provider) == root]
        refusal = 'Invalid trait(s) in "required" parameter: '
        filters.require_traits(self, traits.required, refusal)
        if not traits.exist(provider.traits for provider in self.records.providers.values()):
            return []
        filters.require_traits(self, [traits.forbidden], refusal)
        if not aggregates.exist(
            provider.aggregates for provider in self.records.providers.values()
        ):
            return []
        filters.require_classes(self, amounts)
        return [
            provider
            for provider in providers
            if aggregates.fit(provider.aggregates)
            and traits.fit(provider.traits)
            and filters.has_room(self.records, provider, amounts)
        ]

    def show(self, uuid: str) -> Response:
        """``GET /resource_providers/{uuid}``"""
        return self.dated_answer(self.view(self.provider(uuid)))

    @schema(schemas.provider_create, '1.0', '1.13')
    @schema(schemas.provider_create_1_14, '1.14')
    def create(self, body: Any) -> Response:
        """``POST /resource_providers``"""
        id = str(uuids.UUID(body['uuid'])) if 'uuid' in body else str(uuids.uuid4())
        name, parent = body['name'], body.get('parent_provider_uuid')
        problem = None
        if not name:
            problem = 'name is required'
        elif parent is not None and parent == id:
            problem = (
                'parent provider UUID cannot be same as UUID. Please set parent provider UUID to '
                'None if there is no parent.'
            )
        elif parent is not None and parent not in self.records.providers:
            problem = _NO_PARENT
        if problem is not None:
            raise Fault(
                400,
                f'Unable to create resource provider "{name}", {id}: Object action create failed '
                f'because: {problem}',
            )
        if id in self.records.providers:
            raise _duplicate(f'uuid: {id}')
        if self._is_taken(name):
            raise _duplicate(f'name: {name}')
        facts: dict[str, Any] = {'generation': 0, 'parent': parent}
        facts |= {'inventories': {}, 'traits': [], 'aggregates': []}
        provider = Provider(id, name, facts)
        self.records.save(provider)
        location = (self.location('resource_providers', id),)
        if self.matches('1.20'):
            return self.dated_answer(self.view(provider), 200, location)
        return self.answer(None, location, 201)

    @schema(schemas.provider_update, '1.0', '1.13')
    @schema(schemas.provider_update_1_14, '1.14')
    def update(self, uuid: str, body: Any) -> Response:
        """``PUT /resource_providers/{uuid}``"""
        provider = self.provider(uuid)
        before = provider.name, provider.parent
        if 'parent_provider_uuid' in body:
            self._set_parent(provider, body['parent_provider_uuid'])
        if body['name'] != provider.name and self._is_taken(body['name']):
            raise _duplicate(body['name'])
        provider.name = body['name']
        if (provider.name, provider.parent) != before:
            self.records.save(provider)
        return self.dated_answer(self.view(provider), has_date=provider.was_changed)

    def _set_parent(self, provider: Provider, parent: str | None) -> None:
        """Move a provider in its tree, or to another one."""
        if parent == provider.parent:
            return
        above = self.records.providers.get(parent or '')
        if parent is not None and above is None:
            raise _unsaved(provider, f'create failed because: {_NO_PARENT}')
        if provider.parent is not None and not self.matches('1.37'):
            change = 're-parenting' if parent is not None else 'un-parenting'
            raise _unsaved(
                provider, f'update failed because: {change} a provider is not currently allowed.'
            )
        while above is not None:
            if above.id == provider.id:
                raise _unsaved(
                    provider,
                    'update failed because: creating loop in the provider tree is not allowed.',
                )
            above = self.records.providers.get(above.parent or '')
        provider.parent = parent

    def delete(self, uuid: str) -> Response:
        """``DELETE /resource_providers/{uuid}``"""
        provider = self.provider(uuid, '{reason} for delete')
        if any(other.parent == uuid for other in self.records.providers.values()):
            raise Fault(
                409,
                f'Unable to delete parent resource provider {uuid}: It has child resource '
                'providers.',
                code='resource_provider.cannot_delete_parent',
            )
        if self.records.used(uuid):
            raise Fault(
                409,
                f'Unable to delete resource provider {uuid}: Resource provider has allocations.',
                code='resource_provider.inuse',
            )
        # What follows from a host comes again, as its service would report it.
        if provider.row is not None:
            self.db.remove(provider.row)
        return self.answer(None, status=204)

    def aggregates(self, uuid: str) -> Response:
        """``GET /resource_providers/{uuid}/aggregates``"""
        return self._aggregates_answer(self.provider(uuid))

    # At 1.0, which has no aggregates, the type of the body is looked at first.
    @schema(schemas.aggregates, '1.0', '1.18')
    @schema(schemas.aggregates_1_19, '1.19')
    def set_aggregates(self, uuid: str, body: Any) -> Response:
        """``PUT /resource_providers/{uuid}/aggregates``"""
        provider = self.provider(uuid)
        if self.matches('1.19'):
            self.require_generation(provider, body['resource_provider_generation'])
            provider.aggregates = body['aggregates']
            self.raise_generation(provider)
        else:
            provider.aggregates = body
            self.records.save(provider)
        return self._aggregates_answer(provider)

    def _aggregates_answer(self, provider: Provider) -> Response:
        body: dict[str, Any] = {'aggregates': provider.aggregates}
        if self.matches('1.19'):
            body['resource_provider_generation'] = provider.generation
        return self.dated_answer(body)

    def traits(self, uuid: str) -> Response:
        """``GET /resource_providers/{uuid}/traits``"""
        return self._traits_answer(self.provider(uuid, '{reason}: {reason}'))

    @schema(schemas.traits, '1.6')
    def set_traits(self, uuid: str, body: Any) -> Response:
        """``PUT /resource_providers/{uuid}/traits``"""
        provider = self.provider(uuid)
        self.require_generation(provider, body['resource_provider_generation'])
        unknown = set(body['traits']) - names.traits(self.db)
        if unknown:
            raise Fault(400, f'No such trait {", ".join(sorted(unknown))}')
        self._save_traits(provider, list(dict.fromkeys(body['traits'])))
        return self._traits_answer(provider)

    def delete_traits(self, uuid: str) -> Response:
        """``DELETE /resource_providers/{uuid}/traits``"""
        self._save_traits(self.provider(uuid), [])
        return self.answer(None, status=204)

    def _save_traits(self, provider: Provider, traits: list[str]) -> None:
        """Store traits; the same ones again are no change."""
        if set(traits) != set(provider.traits):
            provider.traits = traits
            self.raise_generation(provider)

    def _traits_answer(self, provider: Provider) -> Response:
        facts = {'traits': provider.traits, 'resource_provider_generation': provider.generation}
        return self.dated_answer(facts)

    def _is_taken(self, name: str) -> bool:
        return any(provider.name == name for provider in self.records.providers.values())

    def view(self, provider: Provider) -> dict[str, Any]:
        """A provider as a document."""
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


def _duplicate(what: str) -> Fault:
    return Fault(
        409, f'Conflicting resource provider {what} already exists.', code='duplicate_name'
    )


def _unsaved(provider: Provider, problem: str) -> Fault:
    return Fault(400, f'Unable to save resource provider {provider.id}: Object action {problem}')


_NO_PARENT = 'parent provider UUID does not exist.'
