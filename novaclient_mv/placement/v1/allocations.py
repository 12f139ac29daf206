"""Allocations: what of the providers' resources a consumer, a server for one, has taken."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.placement.v1.generations import GuardedManager
from novaclient_mv.placement.v1.resource_providers import Provider
from novaclient_mv.resources import Body, field
from novaclient_mv.versions import REQUIRED
from novaclient_mv.wire import answers

Shares = Mapping[str, Mapping[str, int]]
"""UUIDs of providers to amounts of resource classes."""


class ConsumerAllocations(resources.Resource):
    """All that a consumer has taken. One that has nothing has no owner, type or generation."""

    NAME_ATTR = 'consumer_uuid'
    id_keys = ('consumer_uuid',)

    consumer_uuid: str = field('Consumer UUID')
    allocations: dict[str, Any] = field(
        shape=resources.by_name(resources.known('generation', 'resources'))
    )
    project_id: str = field('Project ID', start_version='1.12')
    user_id: str = field('User ID', start_version='1.12')
    consumer_generation: int | None = field(start_version='1.28')
    consumer_type: str = field(start_version='1.38')

    @property
    def shares(self) -> dict[str, dict[str, int]]:
        """UUIDs of providers to amounts of resource classes."""
        return {
            provider: dict(allocation['resources'])
            for provider, allocation in self._info['allocations'].items()
        }


class ProviderAllocation(resources.Resource):
    """The allocation of one consumer at a provider."""

    NAME_ATTR = 'consumer_uuid'
    id_keys = ('consumer_uuid',)

    consumer_uuid: str = field('Consumer UUID')
    resources: dict[str, Any] = field()
    consumer_generation: int = field(start_version='1.28')
    resource_provider_generation: int = field()

    def consumer(self) -> dict[str, Any]:
        """Return what the answer tells of the consumer beside its share."""
        beside = ('consumer_uuid', 'resources', 'resource_provider_generation')
        return {key: value for key, value in self._info.items() if key not in beside}


class AllocationManager(GuardedManager[ConsumerAllocations]):
    """Allocations of consumers (administrators)."""

    resource_class = ConsumerAllocations

    def get(self, consumer: str) -> ConsumerAllocations:
        """Return the allocations of a consumer; an unknown one has none.

        ``GET /allocations/{consumer_uuid}``
        """
        answer = self.send('GET /allocations/{consumer_uuid}', consumer)
        resources.member(answer, 'allocations', dict)
        info = {'consumer_uuid': consumer, **answer.body}
        return ConsumerAllocations(self, info, loaded=True, resp=answer)

    def of_provider(self, provider: Provider) -> builtins.list[ProviderAllocation]:
        """Return each consumer's allocation at a resource provider.

        :raises NotFound: the provider does not exist.

        ``GET /resource_providers/{uuid}/allocations``
        """
        answer = self.send('GET /resource_providers/{uuid}/allocations', provider)
        generation = resources.member(answer, 'resource_provider_generation', int)
        by_consumer = resources.member(answer, 'allocations', dict)
        rows = answers.objects(answer, by_consumer.values())
        return resources.ListWithMeta(
            (
                ProviderAllocation(
                    self,
                    {'consumer_uuid': consumer, **row, 'resource_provider_generation': generation},
                    loaded=True,
                    resp=answer,
                )
                for consumer, row in zip(by_consumer, rows, strict=True)
            ),
            answer,
        )

    @versions.parameters(
        project_id='1.8..', user_id='1.8..', consumer_generation='1.28..', consumer_type='1.38..'
    )
    def set(
        self,
        consumer: str,
        shares: Shares,
        project_id: str = REQUIRED,
        user_id: str = REQUIRED,
        consumer_generation: int | None = REQUIRED,
        consumer_type: str = REQUIRED,
    ) -> resources.TupleWithMeta:
        """Replace all that a consumer has taken: ``PUT /allocations/{consumer_uuid}``.

        :param shares: UUIDs of providers to amounts of resource classes. Nothing at all frees what
            the consumer has, from 1.28 on; before, :meth:`delete` does.
        :param project_id: owner of the consumer, with ``user_id`` (from 1.8).
        :param consumer_generation: the consumer's generation when it was read; ``None`` for a new
            one (from 1.28).
        :param consumer_type: capital letters, digits and underscores (from 1.38).
        :raises GenerationConflict: the consumer was changed since.
        :raises Conflict: a provider has no room for it.
        :raises BadRequest: a provider or class is unknown.
        """
        owner = {'project_id': project_id, 'user_id': user_id, 'consumer_type': consumer_type}
        body = {
            'allocations': self._allocations(shares),
            **resources.without_none(owner),
            **self._generation(consumer_generation),
        }
        answer = self._send_guarded(
            'PUT /allocations/{consumer_uuid}', consumer, body=body, has_other_conflicts=True
        )
        return self._done(answer)

    @versions.wraps('1.0', '1.11')
    def _allocations(self, shares: Shares) -> Body:
        return [
            {'resource_provider': {'uuid': provider}, 'resources': dict(amounts)}
            for provider, amounts in shares.items()
        ]

    @versions.newest
    @versions.wraps('1.12')
    def _allocations(self, shares: Shares) -> Body:
        return {provider: {'resources': dict(amounts)} for provider, amounts in shares.items()}

    @versions.wraps('1.0', '1.27')
    def _generation(self, generation: int | None) -> dict[str, Any]:
        return {}

    @versions.newest
    @versions.wraps('1.28')
    def _generation(self, generation: int | None) -> dict[str, Any]:
        # A consumer that is new has the generation null.
        return {'consumer_generation': generation}

    @versions.wraps('1.13')
    def set_many(self, allocations: Mapping[str, Mapping[str, Any]]) -> resources.TupleWithMeta:
        """Replace all that several consumers have taken, all or nothing: ``POST /allocations``.

        :param allocations: UUIDs of consumers to what they are to have, as the API has it:
            ``allocations`` (UUIDs of providers to ``resources``; empty to free all), ``project_id``
            and ``user_id``, ``consumer_generation`` (from 1.28), ``consumer_type`` (from 1.38).
        :raises GenerationConflict: a consumer was changed since it was read.
        :raises Conflict: a provider has no room for it.
        """
        body = {consumer: dict(shares) for consumer, shares in allocations.items()}
        answer = self._send_guarded('POST /allocations', body=body, has_other_conflicts=True)
        return self._done(answer)

    def delete(self, consumer: ConsumerAllocations | str) -> resources.TupleWithMeta:
        """Free all that a consumer has taken, whatever its generation.

        :raises NotFound: it has nothing.

        ``DELETE /allocations/{consumer_uuid}``
        """
        return self._done(self.send('DELETE /allocations/{consumer_uuid}', consumer))
