"""Allocation candidates: the ways in which providers can give what is asked for."""

from __future__ import annotations

import re
from typing import Any

from novaclient_mv.sandbox.http import formats
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.placement import candidate_search, filters
from novaclient_mv.sandbox.placement.candidate_search import Candidate, Group, Wish
from novaclient_mv.sandbox.placement.controller import PlacementFault, PlacementHandlers
from novaclient_mv.sandbox.placement.records import Provider, capacity

# Which parameters came at which version, those of groups among them.
_PARAMETERS = (
    ('resources', '1.10'), ('limit', '1.16'), ('required', '1.17'), ('member_of', '1.21'),
    ('group_policy', '1.25'), ('in_tree', '1.31'), ('root_required', '1.35'),
    ('same_subtree', '1.36'),
)  # fmt: skip
_OF_GROUPS = ('resources', 'required', 'member_of', 'in_tree')


class AllocationCandidates(PlacementHandlers):
    """``/allocation_candidates``"""

    def index(self) -> Response:
        """``GET /allocation_candidates``"""
        wish = self._wish()
        candidates = candidate_search.search(self.records, wish)
        limit = self.req.parameters('limit')
        if limit:
            if re.fullmatch(r'[1-9][0-9]*', limit[0], re.ASCII) is None:
                raise Fault(400, f'Invalid query string parameters: limit {limit[0]!r}')
            candidates = candidates[: int(limit[0])]
        requests = [self._request(candidate) for candidate in candidates]
        return self.dated_answer(
            {
                'allocation_requests': requests,
                'provider_summaries': self._summaries(wish, candidates),
            }
        )

    # -- the query

    def _wish(self) -> Wish:
        names = [name for name, start in _PARAMETERS if self.matches(start)]
        suffixes = self._suffixes(names)
        groups = {suffix: self._group(suffix) for suffix in suffixes}
        subtrees = [text.split(',') for text in self.req.parameters('same_subtree')]
        self._check_groups(groups, subtrees)
        policy = self.req.parameter('group_policy')
        if policy not in (None, 'none', 'isolate'):
            raise Fault(400, f'Invalid query string parameters: group_policy {policy!r}')
        named = [suffix for suffix, group in groups.items() if suffix and group.resources]
        if len(named) > 1 and policy is None:
            raise Fault(400, 'The "group_policy" parameter is required with several groups.')
        return Wish(
            groups,
            policy == 'isolate',
            tuple(frozenset(names) for names in subtrees),
            self._root_traits(),
            is_nested=self.matches('1.29'),
        )

    def _suffixes(self, names: list[str]) -> list[str]:
        """The suffixes of the groups that a query names; the empty one stands for no group.

        :raises Fault: 400: a parameter is unknown.
        """
        spelling = '[a-zA-Z0-9_-]{1,64}' if self.matches('1.33') else '[1-9][0-9]*'
        suffixes: dict[str, None] = {}
        for parameter, _ in self.req.query:
            if parameter in names:
                if parameter in _OF_GROUPS:
                    suffixes[''] = None
                continue
            owner = next((name for name in _OF_GROUPS if parameter.startswith(name)), None)
            suffix = parameter.removeprefix(owner or '')
            is_supported = owner in names and self.matches('1.25')
            if not is_supported or re.fullmatch(spelling, suffix, re.ASCII) is None:
                raise Fault(400, f'Invalid query string parameters: {parameter!r} was unexpected')
            suffixes[suffix] = None
        return list(suffixes)

    def _group(self, suffix: str) -> Group:
        values_of = self.req.parameters
        text = self.req.parameter(f'resources{suffix}')
        resources = {} if text is None else filters.resources(self, text)
        traits = filters.traits(self, values_of(f'required{suffix}'))
        if any(len(names) == 1 and names <= traits.forbidden for names in traits.required):
            raise Fault(400, 'A trait is both required and forbidden.')
        aggregates = filters.aggregates(self, values_of(f'member_of{suffix}'))
        in_tree = self.req.parameter(f'in_tree{suffix}')
        if in_tree is not None and not formats.matches('uuid', in_tree):
            raise Fault(400, f'Expected a UUID in in_tree, not {in_tree!r}')
        return Group(resources, traits, aggregates, in_tree)

    def _check_groups(self, groups: dict[str, Group], subtrees: list[list[str]]) -> None:
        """Refuse groups that contradict each other.

        :raises Fault: 400.
        """
        related = {name for names in subtrees for name in names}
        if '' in related or related - set(groups):
            raise _bad_value('same_subtree names a group that is not there.')
        for suffix, group in groups.items():
            if not group.resources and suffix not in related:
                has_resources = any(other.resources for other in groups.values())
                if suffix or not has_resources or not self.matches('1.25'):
                    raise _without_resources(self, suffix, has_resources)
        if not any(group.resources for group in groups.values()):
            raise _without_resources(self, '', has_any=False)

    def _root_traits(self) -> filters.Traits:
        texts = self.req.parameters('root_required')
        if not texts:
            return filters.Traits()
        if len(texts) > 1:
            raise PlacementFault(
                400, 'Query parameter "root_required" may be specified once.', 'query.duplicate_key'
            )
        traits = filters.traits(self, texts, is_root=True)
        if any(names <= traits.forbidden for names in traits.required):
            raise _bad_value('root_required names a trait both as required and forbidden.')
        return traits

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


def _bad_value(message: str) -> PlacementFault:
    return PlacementFault(400, message, 'query.bad_value')


def _without_resources(handlers: AllocationCandidates, suffix: str, has_any: bool) -> Fault:
    message = f'The group {suffix!r} has no resources.'
    if handlers.matches('1.36') and not has_any:
        return PlacementFault(400, message, 'query.missing_value')
    return _bad_value(message) if handlers.matches('1.36') and suffix else Fault(400, message)
