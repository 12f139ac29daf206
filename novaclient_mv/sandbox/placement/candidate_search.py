"""Looks for the ways in which the providers of one tree can give what is asked for."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from novaclient_mv.sandbox.placement import filters
from novaclient_mv.sandbox.placement.records import Provider, Records

if TYPE_CHECKING:
    from novaclient_mv.sandbox.placement.controller import PlacementHandlers

_SHARES = 'MISC_SHARES_VIA_AGGREGATE'
Shares = dict[str, dict[str, int]]


class Group(NamedTuple):
    """The request to one provider, or to several together for the group without a name."""

    resources: Mapping[str, int] = MappingProxyType({})
    traits: filters.NameSets = filters.NameSets()
    aggregates: filters.NameSets = filters.NameSets()
    in_tree: str | None = None


class Wish(NamedTuple):
    """All that is asked for; the suffix of what needs no group is empty."""

    groups: Mapping[str, Group]
    is_isolated: bool
    subtrees: tuple[frozenset[str], ...]
    root_traits: filters.NameSets
    is_nested: bool


class Candidate(NamedTuple):
    """An allocation candidate: amounts by provider, and the providers of each group."""

    shares: Shares
    mappings: dict[str, list[str]]


def search(handlers: PlacementHandlers, wish: Wish) -> list[Candidate]:
    """All ways, none twice; groups behind one that nobody can serve are not looked at."""
    records = handlers.records
    filters.require_traits(handlers, wish.root_traits.groups)
    trees: dict[str, list[Provider]] = {}
    for provider in records.providers.values():
        # Before trees could serve a wish together, each provider stood for itself.
        key = records.root(provider) if wish.is_nested else provider.id
        trees.setdefault(key, []).append(provider)
    trees = {
        key: tree
        for key, tree in trees.items()
        if wish.root_traits.fit(records.providers[records.root(tree[0])].traits)
    }
    if not trees:
        return []
    trees = {key: [*tree, *_sharing_with(records, tree)] for key, tree in trees.items()}
    for suffix, group in wish.groups.items():
        filters.require_classes(handlers, group.resources)
        if not group.aggregates.exist(
            provider.aggregates for provider in records.providers.values()
        ):
            return []
        filters.require_traits(handlers, group.traits.groups)
        if not any(True for tree in trees.values() for _ in _of_group(records, wish, suffix, tree)):
            return []
    candidates: list[Candidate] = []
    for tree in trees.values():
        for candidate in _of_tree(records, wish, tree):
            if candidate not in candidates:
                candidates.append(candidate)
    return candidates


def _sharing_with(records: Records, tree: list[Provider]) -> list[Provider]:
    """The providers outside a tree that share what they have with one of its providers."""
    aggregates = {uuid for provider in tree for uuid in provider.aggregates}
    return [
        provider
        for provider in records.providers.values()
        if _SHARES in provider.traits
        and aggregates & set(provider.aggregates)
        and provider not in tree
    ]


def _of_tree(records: Records, wish: Wish, tree: list[Provider]) -> Iterator[Candidate]:
    choices = [
        [(suffix, shares) for shares in _of_group(records, wish, suffix, tree)]
        for suffix in wish.groups
    ]
    for combination in itertools.product(*choices):
        by_group = dict(combination)
        if _is_allowed(records, wish, by_group):
            shares = _merged(by_group)
            if _fits(records, shares):
                yield Candidate(
                    shares, {suffix: list(by_provider) for suffix, by_provider in by_group.items()}
                )


def _of_group(records: Records, wish: Wish, suffix: str, tree: list[Provider]) -> Iterator[Shares]:
    """The ways in which a tree can serve one group."""
    group = wish.groups[suffix]
    if group.in_tree is not None:
        member = records.providers.get(group.in_tree)
        root = None if member is None else records.root(member)
        tree = [provider for provider in tree if records.root(provider) == root]
    if suffix:
        yield from _of_one(records, group, tree)
        return
    per_class = [
        [provider for provider in tree if filters.has_room(records, provider, {name: amount})]
        for name, amount in group.resources.items()
    ]
    for providers in itertools.product(*per_class):
        traits = [trait for provider in providers for trait in provider.traits]
        allowed = all(_is_in(records, group, provider) for provider in providers)
        if not allowed or not group.traits.fit(traits):
            continue
        shares: Shares = {}
        for (name, amount), provider in zip(group.resources.items(), providers, strict=True):
            shares.setdefault(provider.id, {})[name] = amount
        yield shares


def _of_one(records: Records, group: Group, tree: list[Provider]) -> Iterator[Shares]:
    for provider in tree:
        if (
            group.aggregates.fit(provider.aggregates)
            and group.traits.fit(provider.traits)
            and filters.has_room(records, provider, group.resources)
        ):
            yield {provider.id: dict(group.resources)}


def _is_in(records: Records, group: Group, provider: Provider) -> bool:
    """Whether a provider is in the aggregates, by itself or by the root of its tree."""
    root = records.providers[records.root(provider)]
    return group.aggregates.fit([*provider.aggregates, *root.aggregates])


def _is_allowed(records: Records, wish: Wish, by_group: Mapping[str, Shares]) -> bool:
    if wish.is_isolated:
        named = [uuid for suffix, shares in by_group.items() if suffix for uuid in shares]
        if len(named) != len(set(named)):
            return False
    return all(_is_subtree(records, names, by_group) for names in wish.subtrees)


def _is_subtree(records: Records, names: frozenset[str], by_group: Mapping[str, Shares]) -> bool:
    """Whether one of the providers of some groups is above all the others, or is all of them."""
    members = {uuid for name in names for uuid in by_group[name]}
    return any(all(top in _above(records, member) for member in members) for top in members)


def _above(records: Records, uuid: str) -> set[str]:
    """A provider and all that it is a part of."""
    chain = set()
    provider: Provider | None = records.providers[uuid]
    while provider is not None:
        chain.add(provider.id)
        provider = records.providers.get(provider.parent or '')
    return chain


def _merged(by_group: Mapping[str, Shares]) -> Shares:
    merged: Shares = {}
    for shares in by_group.values():
        for uuid, amounts in shares.items():
            for name, amount in amounts.items():
                into = merged.setdefault(uuid, {})
                into[name] = into.get(name, 0) + amount
    return merged


def _fits(records: Records, shares: Shares) -> bool:
    return all(
        filters.has_room(records, records.providers[uuid], amounts)
        for uuid, amounts in shares.items()
    )
