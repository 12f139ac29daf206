"""Reads what a query for allocation candidates asks for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from novaclient_mv.sandbox.http import formats
from novaclient_mv.sandbox.http.wsgi import Fault
from novaclient_mv.sandbox.placement import filters
from novaclient_mv.sandbox.placement.candidate_search import Group, Wish

if TYPE_CHECKING:
    from novaclient_mv.sandbox.placement.controller import PlacementHandlers

# The parameters of a group, with its suffix.
_OF_GROUP = re.compile('(resources|required|member_of|in_tree)(.{0,64})')

Groups = Mapping[str, Group]


def read(handlers: PlacementHandlers) -> Wish:
    """The request of a query that is as its schema has it."""
    request = handlers.req
    root_traits = _root_traits(handlers)
    subtrees = [_suffixes(text) for text in request.parameters('same_subtree')]
    groups = _groups(handlers)
    if handlers.matches('1.36'):
        _check_subtrees(groups, subtrees)
    else:
        _check_orphans(groups)
    _check_conflicts(groups)
    if not groups:
        raise Fault(400, 'At least one request group (`resources` or `resources{$S}`) is required.')
    # The schema has seen the last value; the first one counts.
    policy = next(iter(request.parameters('group_policy')), None)
    if sum(bool(suffix) for suffix in groups) > 1 and not policy:
        raise Fault(
            400,
            'The "group_policy" parameter is required when specifying more than one '
            '"resources{N}" parameter.',
        )
    return Wish(
        groups,
        policy == 'isolate',
        tuple(frozenset(names) for names in subtrees),
        root_traits,
        is_nested=handlers.matches('1.29'),
    )


def _root_traits(handlers: PlacementHandlers) -> filters.NameSets:
    texts = handlers.req.parameters('root_required')
    if not texts:
        return filters.NameSets()
    if len(texts) > 1:
        raise Fault(
            400,
            "Query parameter 'root_required' may be specified only once.",
            code='query.duplicate_key',
        )
    traits = filters.traits(handlers, texts, is_root=True)
    conflicts = [name for (name,) in traits.required if name in traits.forbidden]
    if conflicts:
        raise _bad_value(
            'Conflicting required and forbidden traits found in root_required: '
            + ', '.join(conflicts)
        )
    return traits


def _suffixes(text: str) -> list[str]:
    suffixes = [suffix.strip() for suffix in text.split(',')]
    if not all(suffixes):
        raise _bad_value('Empty string (unsuffixed group) can not be specified in `same_subtree` ')
    return suffixes


def _groups(handlers: PlacementHandlers) -> dict[str, Group]:
    """Groups by their suffix, in the order in which the query names them."""
    groups: dict[str, Group] = {}
    for parameter, value in handlers.req.query:
        match = _OF_GROUP.fullmatch(parameter)
        if match is None:
            continue
        kind, suffix = match.groups()
        group = groups.get(suffix, Group())
        values = handlers.req.parameters(parameter)
        if kind == 'resources':
            group = group._replace(resources=filters.resources(value))
        elif kind == 'required':
            group = group._replace(traits=filters.traits(handlers, values))
        elif kind == 'member_of':
            group = group._replace(aggregates=filters.aggregates(handlers, values))
        else:
            group = group._replace(in_tree=_tree(value))
        groups[suffix] = group
    return groups


def _tree(text: str) -> str:
    member = text.strip()
    if not formats.matches('uuid', member):
        raise Fault(
            400,
            "Invalid query string parameters: Expected 'in_tree' parameter to be a format of uuid. "
            f'Got: {text}',
        )
    return member


def _check_subtrees(groups: Groups, subtrees: list[list[str]]) -> None:
    """Refuse groups without resources that no subtree names, and names of no groups; from 1.36."""
    if not any(group.resources for group in groups.values()):
        raise Fault(
            400,
            'There must be at least one resources or resources[$S] parameter.',
            code='query.missing_value',
        )
    related = {name for names in subtrees for name in names}
    bare = sorted(name for name, group in groups.items() if not group.resources)
    bad = [name for name in bare if name not in related]
    if bad:
        raise _bad_value(
            'Resourceless suffixed group request should be specified in `same_subtree` query '
            f'param: bad group(s) - {bad}.'
        )
    unknown = sorted(related - set(groups))
    if unknown:
        raise _bad_value(
            'Real suffixes should be specified in `same_subtree`: '
            f'{unknown} not found in {list(groups)}.'
        )


def _check_orphans(groups: Groups) -> None:
    """Refuse groups without resources; up to 1.35."""
    bare = {suffix: group for suffix, group in groups.items() if not group.resources}
    traits = [f'required{suffix}' for suffix, group in bare.items() if any(group.traits)]
    if traits:
        raise Fault(
            400,
            'All traits parameters must be associated with resources.  Found the following '
            f'orphaned traits keys: {", ".join(traits)}',
        )
    members = [f'member_of{suffix}' for suffix, group in bare.items() if any(group.aggregates)]
    if members:
        raise Fault(
            400,
            'All member_of parameters must be associated with resources. Found the following '
            f'orphaned member_of keys: {", ".join(members)}',
        )
    if bare:
        raise Fault(400, 'All request groups must specify resources.')


def _check_conflicts(groups: Groups) -> None:
    """Refuse traits that are both required and forbidden."""
    conflicts = sorted(
        f'required{suffix}: ({", ".join(sorted(names))})'
        for suffix, group in groups.items()
        for names in group.traits.required
        if names <= group.traits.forbidden
    )
    if conflicts:
        raise Fault(
            400,
            'Conflicting required and forbidden traits found in the following traits keys: '
            + ', '.join(conflicts),
        )


def _bad_value(message: str) -> Fault:
    return Fault(400, message, code='query.bad_value')
