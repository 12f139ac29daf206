"""Allocation candidates: the ways in which providers can give what is asked for."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http.declarations import query_schema
from novaclient_mv.sandbox.http.wsgi import Response
from novaclient_mv.sandbox.placement import candidate_queries, candidate_search, schemas
from novaclient_mv.sandbox.placement.candidate_search import Candidate, Wish
from novaclient_mv.sandbox.placement.controller import PlacementHandlers
from novaclient_mv.sandbox.placement.records import Provider, capacity


class AllocationCandidates(PlacementHandlers):
    """``/allocation_candidates``"""

    @query_schema(schemas.candidates_1_10, '1.10', '1.15')
    @query_schema(schemas.candidates_1_16, '1.16', '1.16')
    @query_schema(schemas.candidates_1_17, '1.17', '1.20')
    @query_schema(schemas.candidates_1_21, '1.21', '1.24')
    @query_schema(schemas.candidates_1_25, '1.25', '1.30')
    @query_schema(schemas.candidates_1_31, '1.31', '1.32')
    @query_schema(schemas.candidates_1_33, '1.33', '1.34')
    @query_schema(schemas.candidates_1_35, '1.35', '1.35')
    @query_schema(schemas.candidates_1_36, '1.36')
    def index(self) -> Response:
        """``GET /allocation_candidates``"""
        wish = candidate_queries.read(self)
        candidates = candidate_search.search(self, wish)
        limits = self.req.parameters('limit')
        if limits:
            # There are not as many candidates as a number has digits.
            candidates = candidates[: int(limits[0][:9])]
        requests = [self._request(candidate) for candidate in candidates]
        return self.dated_answer(
            {
                'allocation_requests': requests,
                'provider_summaries': self._summaries(wish, candidates),
            }
        )

    # -- the answer

    def _request(self, candidate: Candidate) -> dict[str, Any]:
        shares = candidate.shares
        if not self.matches('1.12'):
            return {
                'allocations': [
                    {'resource_provider': {'uuid': uuid}, 'resources': amounts}
                    for uuid, amounts in shares.items()
                ]
            }
        request: dict[str, Any] = {
            'allocations': {uuid: {'resources': amounts} for uuid, amounts in shares.items()}
        }
        if self.matches('1.34'):
            request['mappings'] = candidate.mappings
        return request

    def _summaries(self, wish: Wish, candidates: list[Candidate]) -> dict[str, Any]:
        used = {uuid for candidate in candidates for uuid in candidate.shares}
        providers = self.records.providers
        if self.matches('1.29'):
            roots = {self.records.root(providers[uuid]) for uuid in used}
            used = {
                provider.id
                for provider in providers.values()
                if self.records.root(provider) in roots
            }
        classes = {name for group in wish.groups.values() for name in group.resources}
        return {
            uuid: self._summary(provider, classes)
            for uuid, provider in providers.items()
            if uuid in used
        }

    def _summary(self, provider: Provider, classes: set[str]) -> dict[str, Any]:
        used = self.records.used(provider.id)
        resources = {
            name: {'capacity': capacity(inventory), 'used': used.get(name, 0)}
            for name, inventory in provider.inventories.items()
            if self.matches('1.27') or name in classes
        }
        summary: dict[str, Any] = {'resources': resources}
        if self.matches('1.17'):
            summary['traits'] = provider.traits
        if self.matches('1.29'):
            summary['parent_provider_uuid'] = provider.parent
            summary['root_provider_uuid'] = self.records.root(provider)
        return summary
