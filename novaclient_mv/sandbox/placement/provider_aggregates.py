"""The aggregates that resource providers are in."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http.declarations import schema
from novaclient_mv.sandbox.http.wsgi import Response
from novaclient_mv.sandbox.placement import schemas
from novaclient_mv.sandbox.placement.controller import PlacementHandlers
from novaclient_mv.sandbox.placement.records import Provider


class ProviderAggregates(PlacementHandlers):
    """``/resource_providers/{uuid}/aggregates``"""

    def index(self, uuid: str) -> Response:
        """``GET /resource_providers/{uuid}/aggregates``"""
        return self.dated_answer(self._facts_of(self.provider(uuid)))

    # At 1.0, which has no aggregates, the type of the body is looked at first.
    @schema(schemas.aggregates, '1.0', '1.18')
    @schema(schemas.aggregates_1_19, '1.19')
    def replace(self, uuid: str, body: Any) -> Response:
        """``PUT /resource_providers/{uuid}/aggregates``"""
        provider = self.provider(uuid)
        if self.matches('1.19'):
            self.require_generation(provider, body['resource_provider_generation'])
            provider.aggregates = body['aggregates']
            self.raise_generation(provider)
        else:
            provider.aggregates = body
            self.records.save(provider)
        return self.dated_answer(self._facts_of(provider))

    def _facts_of(self, provider: Provider) -> dict[str, Any]:
        body: dict[str, Any] = {'aggregates': provider.aggregates}
        if self.matches('1.19'):
            body['resource_provider_generation'] = provider.generation
        return body
