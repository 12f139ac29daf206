"""The traits of resource providers."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http.declarations import schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.placement import names, schemas
from novaclient_mv.sandbox.placement.controller import PlacementHandlers
from novaclient_mv.sandbox.placement.records import Provider


class ProviderTraits(PlacementHandlers):
    """``/resource_providers/{uuid}/traits``"""

    def index(self, uuid: str) -> Response:
        """``GET /resource_providers/{uuid}/traits``"""
        return self.dated_answer(_facts_of(self.provider(uuid, '{reason}: {reason}')))

    @schema(schemas.traits, '1.6')
    def replace(self, uuid: str, body: Any) -> Response:
        """``PUT /resource_providers/{uuid}/traits``"""
        provider = self.provider(uuid)
        self.require_generation(provider, body['resource_provider_generation'])
        unknown = set(body['traits']) - names.traits(self.db)
        if unknown:
            raise Fault(400, f'No such trait {", ".join(sorted(unknown))}')
        self._set(provider, list(dict.fromkeys(body['traits'])))
        return self.dated_answer(_facts_of(provider))

    def delete(self, uuid: str) -> Response:
        """``DELETE /resource_providers/{uuid}/traits``"""
        self._set(self.provider(uuid), [])
        return self.answer(None, status=204)

    def _set(self, provider: Provider, traits: list[str]) -> None:
        """Store traits; the same ones again are no change."""
        if set(traits) != set(provider.traits):
            provider.traits = traits
            self.raise_generation(provider)


def _facts_of(provider: Provider) -> dict[str, Any]:
    return {'traits': provider.traits, 'resource_provider_generation': provider.generation}
