"""The command that lists allocation candidates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from novaclient_mv import versions
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import (
    Args,
    all_of,
    arg,
    returns_columns_by,
    returns_resource,
    set_arguments,
)
from novaclient_mv.cli.running import results
from novaclient_mv.placement.v1.allocation_candidates import (
    AllocationCandidate,
    Group,
    NamedCandidate,
)
from novaclient_mv.placement.v1.client import Client
from novaclient_mv.placement.v1.commands.parts import amounts, provider_filters

F = TypeVar('F', bound=Callable[..., Any])

_CANDIDATE = 'placement.v1.allocation_candidates:AllocationCandidate'


_COLUMNS = ('number', 'allocations', 'provider_summaries')
_NAMED_COLUMNS = ('number', 'allocations', 'provider_names', 'provider_summaries')


def _columns_of_names(args: Args) -> list[str] | None:
    """The columns of a line that asks for names."""
    return [field.key for field in NamedCandidate.fields] if args.provider_names else None


def _group_arg(flag: str, metavar: str, help: str, start_version: str = '1.25') -> Callable[[F], F]:
    """Declare an option on a group, which has a number up to 1.32 and a name from 1.33."""
    reads = amounts.GroupAmounts if flag == '--group' else amounts.GroupValue
    named = arg(
        flag,
        metavar=f'<name>:{metavar}',
        action='append',
        type=reads(are_numbers=False),
        start_version='1.33',
        help=help,
    )
    numbered = arg(
        flag,
        metavar=f'<number>:{metavar}',
        action='append',
        type=reads(are_numbers=True),
        start_version=start_version,
        end_version='1.32',
        help=help,
    )
    return lambda func: numbered(named(func))


_trait_args = all_of(
    arg(
        '--required',
        dest='required_traits',
        metavar='<trait>',
        action='append',
        type=amounts.name,
        start_version='1.17',
        end_version='1.38',
        help='Trait that the providers must have. Repeatable.',
    ),
    arg(
        '--required',
        dest='required_traits',
        metavar='<trait>[,<trait>...]',
        action='append',
        type=amounts.names,
        start_version='1.39',
        help='Traits, one of which the providers must have. Repeatable; each must match.',
    ),
    arg(
        '--forbidden',
        dest='forbidden_traits',
        metavar='<trait>',
        action='append',
        start_version='1.22',
        help='Trait that the providers must not have. Repeatable.',
    ),
    arg(
        '--member-of',
        metavar='<aggregate>[,<aggregate>...]',
        action='append',
        type=amounts.names,
        start_version='1.21',
        help='Aggregates, one of which a provider must be in. Repeatable from 1.24; each must '
        'match.',
    ),
    arg(
        '--not-member-of',
        metavar='<aggregate>[,<aggregate>...]',
        type=amounts.names,
        start_version='1.32',
        help='Aggregates that no provider may be in.',
    ),
)
"""The options on traits and aggregates of all resources together."""


_group_args = all_of(
    _group_arg(
        '--group',
        '<class=amount>[,...]',
        'Resources that a single provider must provide. Repeatable.',
    ),
    _group_arg('--group-required', '<trait>[,...]', 'Traits that the provider must have.'),
    _group_arg('--group-forbidden', '<trait>[,...]', 'Traits that the provider must not have.'),
    _group_arg(
        '--group-member-of',
        '<aggregate>[,...]',
        'Aggregates, one of which the provider must be in.',
    ),
    _group_arg(
        '--group-not-member-of',
        '<aggregate>[,...]',
        'Aggregates that the provider must not be in.',
        '1.32',
    ),
    _group_arg(
        '--group-in-tree', '<provider>', 'Provider whose tree to search (name or UUID).', '1.31'
    ),
    arg(
        '--group-policy',
        metavar='<policy>',
        choices=('none', 'isolate'),
        start_version='1.25',
        help='Whether groups may share a provider (none) or not (isolate); required with '
        'several groups.',
    ),
    arg(
        '--same-subtree',
        metavar='<name>,<name>[,...]',
        action='append',
        type=amounts.names,
        start_version='1.36',
        help='Groups whose providers must be in the same subtree. Repeatable.',
    ),
)
"""The options on groups."""


@versions.wraps('1.10')
@arg(
    '--resource',
    dest='resources',
    metavar='<class=amount>',
    action='append',
    required=True,
    type=amounts.amount,
    end_version='1.24',
    help='Requested amount of a resource class. Repeatable.',
)
@arg(
    '--resource',
    dest='resources',
    metavar='<class=amount>',
    action='append',
    type=amounts.amount,
    start_version='1.25',
    help='Requested amount of a resource class. Repeatable.',
)
@_trait_args
@arg(
    '--in-tree',
    metavar='<provider>',
    start_version='1.31',
    help='Provider whose tree to search (name or UUID).',
)
@arg(
    '--root-required',
    metavar='<trait>[,<trait>...]',
    type=amounts.names,
    start_version='1.35',
    help='Traits that the root provider must have.',
)
@arg(
    '--root-forbidden',
    metavar='<trait>[,<trait>...]',
    type=amounts.names,
    start_version='1.35',
    help='Traits that the root provider must not have.',
)
@_group_args
@arg(
    '--limit',
    type=types.positive,
    start_version='1.16',
    help='Show at most this many candidates (default: all).',
)
@arg(
    '--provider-names',
    action='store_true',
    help='Show the names of the resource providers beside their UUIDs (one more request).',
)
@returns_resource(_CANDIDATE)
@returns_columns_by(_columns_of_names)
def do_allocation_candidate_list(client: Client, args: Args) -> results.Shown:
    """List candidates for allocations of resources (administrators)."""
    filters = set_arguments(
        args, 'resources', 'limit', 'group_policy', 'root_required', 'root_forbidden',
        'same_subtree', 'in_tree',
    )  # fmt: skip
    filters |= {**provider_filters.of_traits(args), **provider_filters.of_aggregates(args)}
    if 'resources' in filters:
        filters['resources'] = dict(filters['resources'])
    if 'in_tree' in filters:
        filters['in_tree'] = client.resource_providers.find_one(filters['in_tree']).id
    if groups := _groups(client, args):
        filters['groups'] = groups
    rows = client.allocation_candidates.list(**filters)
    resource: type[AllocationCandidate] = AllocationCandidate
    columns: tuple[str, ...] = _COLUMNS
    if args.provider_names:
        resource, columns = NamedCandidate, _NAMED_COLUMNS
        _add_names(client, rows)
    return results.Table(resource, rows, columns)


def _add_names(client: Client, candidates: Sequence[AllocationCandidate]) -> None:
    """Add the names of their providers to candidates; one request reads them all."""
    if not candidates:
        return
    known = {provider.id: provider.name for provider in client.resource_providers.list()}
    for candidate in candidates:
        names = {uuid: known.get(uuid) for uuid in candidate.allocations}
        candidate._info['provider_names'] = names


def _groups(client: Client, args: Args) -> dict[str, Group]:
    """The groups that the options describe."""
    groups: dict[str, Group] = {}

    def values(option: str) -> list[amounts.OfGroup]:
        return getattr(args, option, None) or []

    for name, text in values('group'):
        group = groups.get(name, Group())
        groups[name] = group._replace(resources={**group.resources, **amounts.amounts(text)})
    lists = {
        'group_required': 'required',
        'group_forbidden': 'forbidden',
        'group_member_of': 'member_of',
        'group_not_member_of': 'not_member_of',
    }
    for option, field in lists.items():
        for name, text in values(option):
            group = groups.get(name, Group())
            present = getattr(group, field)
            changed: dict[str, Any] = {field: (*present, *amounts.names(text))}
            groups[name] = group._replace(**changed)
    for name, reference in values('group_in_tree'):
        provider = client.resource_providers.find_one(reference)
        groups[name] = groups.get(name, Group())._replace(in_tree=provider.id)
    return groups
