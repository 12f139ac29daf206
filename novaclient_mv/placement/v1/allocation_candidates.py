"""Allocation candidates: ways in which the cloud can provide wanted resources."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from novaclient_mv import resources, versions
from novaclient_mv.placement.v1 import filters
from novaclient_mv.resources import field, known_keys
from novaclient_mv.wire import answers
from novaclient_mv.wire.request import Answer


class Group(NamedTuple):
    """A group of resources that one provider is to provide.

    :param resources: resource classes to amounts.
    :param required: traits that the provider has. ``forbidden``: that it has not.
    :param member_of: aggregates, one of which it is in.
    :param not_member_of: aggregates that it is not in (from 1.32).
    :param in_tree: UUID of a provider in the same tree (from 1.31).
    :param required_any: sets of traits; it has one of each (from 1.39).
    """

    resources: Mapping[str, int] = {}
    required: Sequence[str] = ()
    forbidden: Sequence[str] = ()
    member_of: Sequence[str] = ()
    not_member_of: Sequence[str] = ()
    in_tree: str | None = None
    required_any: Sequence[Sequence[str]] = ()

    def query(self, suffix: str) -> Iterator[tuple[str, Any]]:
        """Its part of the query.

        :param suffix: number or name of the group.
        """
        yield f'resources{suffix}', filters.resources(self.resources)
        required = filters.traits(self.required, self.forbidden, self.required_any)
        yield f'required{suffix}', required
        member_of = filters.aggregates(self.member_of, not_member_of=self.not_member_of)
        yield f'member_of{suffix}', member_of
        yield f'in_tree{suffix}', self.in_tree


def _shares_text(shares: Mapping[str, Mapping[str, int]] | None) -> str:
    return '\n'.join(
        f'{provider}: {", ".join(f"{name}={amount}" for name, amount in amounts.items())}'
        for provider, amounts in (shares or {}).items()
    )


def _room_text(summaries: Mapping[str, Mapping[str, Any]] | None) -> str:
    """Return use and capacity of each class."""
    return '\n'.join(
        ', '.join(
            f'{name}={room["used"]}/{room["capacity"]}'
            for name, room in summary['resources'].items()
        )
        for summary in (summaries or {}).values()
    )


def _names_text(names: Mapping[str, str | None] | None) -> str:
    """Return a line for each provider, in the order of the allocations."""
    return '\n'.join(name or '-' for name in (names or {}).values())


_TAKEN = known_keys.tree(('resources', ('resource_provider', 'uuid')), ())
_SUMMARIES = resources.by_name(
    resources.known(
        *('traits', 'parent_provider_uuid', 'root_provider_uuid'),
        resources=resources.by_name(resources.known('capacity', 'used')),
    )
)


class AllocationCandidate(resources.Resource):
    """One way to provide what was asked for."""

    NAME_ATTR = 'number'
    id_keys = ('number',)

    number: int = field('#')
    allocations: dict[str, Any] = field(cell=_shares_text)
    mappings: dict[str, Any] = field(start_version='1.34')
    provider_summaries: dict[str, Any] = field('Used/Capacity', cell=_room_text, shape=_SUMMARIES)

    @property
    def id(self) -> int:
        """Its place in the answer, from 1 on."""
        return int(self._info['number'])


class NamedCandidate(AllocationCandidate):
    """A candidate with the names of its providers."""

    provider_names: dict[str, str | None] = field('Providers', cell=_names_text)


class AllocationCandidateManager(resources.Manager[AllocationCandidate]):
    """Ways in which the cloud can provide wanted resources (administrators)."""

    resource_class = AllocationCandidate

    @versions.wraps('1.10')
    @versions.parameters(
        required={'resources': '1.10..1.24'},
        limit='1.16..',
        required_traits='1.17..',
        member_of='1.21..',
        forbidden_traits='1.22..',
        member_of_all='1.24..',
        groups='1.25..',
        group_policy='1.25..',
        in_tree='1.31..',
        not_member_of='1.32..',
        root_required='1.35..',
        root_forbidden='1.35..',
        same_subtree='1.36..',
        required_any='1.39..',
    )
    def list(
        self,
        resources: Mapping[str, int] | None = None,
        *,
        limit: int | None = None,
        required_traits: Sequence[str] | None = None,
        forbidden_traits: Sequence[str] | None = None,
        required_any: Iterable[Sequence[str]] | None = None,
        member_of: Sequence[str] | None = None,
        member_of_all: Iterable[Sequence[str]] | None = None,
        not_member_of: Sequence[str] | None = None,
        in_tree: str | None = None,
        groups: Mapping[str, Group] | None = None,
        group_policy: str | None = None,
        root_required: Sequence[str] | None = None,
        root_forbidden: Sequence[str] | None = None,
        same_subtree: Iterable[Sequence[str]] | None = None,
    ) -> builtins.list[AllocationCandidate]:
        """Ways to provide resources; the order of them says nothing.

        :param resources: resource classes to amounts; needed up to 1.24.
        :param limit: the most that is wanted (from 1.16).
        :param required_traits: traits that the providers have (from 1.17).
        :param member_of: aggregates, one of which a provider is in (from 1.21).
        :param forbidden_traits: traits that no provider has (from 1.22).
        :param member_of_all: sets of aggregates; it is in one of each (from 1.24).
        :param groups: numbers (from 1.25) or names (from 1.33) of groups, each of which one
            provider is to provide.
        :param group_policy: ``none``, or ``isolate`` for a provider of its own for each group;
            needed with several groups (from 1.25).
        :param in_tree: UUID of a provider in the same tree (from 1.31).
        :param not_member_of: aggregates that a provider is not in (from 1.32).
        :param root_required: traits of the root of the tree (from 1.35); ``root_forbidden``: traits
            that it has not.
        :param same_subtree: sets of names of groups, each of which is provided by one part of a
            tree (from 1.36).
        :param required_any: sets of traits; the providers have one of each (from 1.39).
        :raises BadRequest: a class or trait is unknown, or the filters contradict each other.

        ``GET /allocation_candidates``
        """
        query: builtins.list[tuple[str, Any]] = [
            ('resources', filters.resources(resources)),
            ('required', filters.traits(required_traits, forbidden_traits, required_any)),
            ('member_of', filters.aggregates(member_of, member_of_all, not_member_of)),
            ('in_tree', in_tree),
            ('limit', limit),
            ('group_policy', group_policy),
            ('root_required', filters.traits(root_required, root_forbidden)),
            ('same_subtree', [','.join(names) for names in same_subtree or ()]),
        ]
        for suffix, group in (groups or {}).items():
            query += group.query(suffix)
        return self._candidates(self.send('GET /allocation_candidates', query=query))

    iterate = resources.every_row(list)

    def _candidates(self, answer: Answer) -> builtins.list[AllocationCandidate]:
        return resources.ListWithMeta(self._candidates_of(answer), answer)

    def _candidates_of(self, answer: Answer) -> Iterator[AllocationCandidate]:
        requests = resources.member(answer, 'allocation_requests', list)
        summaries = resources.member(answer, 'provider_summaries', dict)
        for number, row in enumerate(answers.objects(answer, requests), start=1):
            allocations = self._by_provider(row['allocations'])
            shares = {uuid: one['resources'] for uuid, one in allocations.items()}
            beyond = {uuid: known_keys.unknown(one, _TAKEN) for uuid, one in allocations.items()}
            present = {uuid: summaries[uuid] for uuid in shares if uuid in summaries}
            info = {**row, 'number': number, 'allocations': shares, 'provider_summaries': present}
            # What else is told of a share stands at the provider's UUID.
            info |= {uuid: rest for uuid, rest in beyond.items() if rest}
            yield AllocationCandidate(self, info, loaded=True, resp=answer)

    @versions.wraps('1.10', '1.11')
    def _by_provider(self, allocations: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        return {row['resource_provider']['uuid']: row for row in allocations}

    @versions.newest
    @versions.wraps('1.12')
    def _by_provider(self, allocations: Mapping[str, Any]) -> Mapping[str, Any]:
        return allocations
