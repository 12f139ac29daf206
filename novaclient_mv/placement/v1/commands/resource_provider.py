"""Commands on resource providers."""

from __future__ import annotations

from novaclient_mv import errors
from novaclient_mv.cli.reading.declarations import Args, arg, checked_by, given, shows, writes
from novaclient_mv.cli.running import deletions, results
from novaclient_mv.placement.v1 import allocations, resource_providers
from novaclient_mv.placement.v1.client import Client
from novaclient_mv.placement.v1.commands.parts import amounts, provider_filters

_PROVIDER = 'placement.v1.resource_providers:ResourceProvider'
_COLUMNS = ('uuid', 'name', 'generation', 'root_provider_uuid', 'parent_provider_uuid')
_HELP = 'Name or UUID of the resource provider.'


@arg('--name', metavar='<name>', help='Only the one of this name.')
@arg('--uuid', metavar='<uuid>', help='Only the one with this UUID.')
@arg(
    '--member-of',
    metavar='<aggregate>[,<aggregate>...]',
    action='append',
    type=amounts.names,
    start_version='1.3',
    help='Only those in one of these aggregates. From 1.24 it may be repeated: each must hold.',
)
@arg(
    '--not-member-of',
    metavar='<aggregate>[,<aggregate>...]',
    type=amounts.names,
    start_version='1.32',
    help='Only those in none of these aggregates.',
)
@arg(
    '--resource',
    dest='resources',
    metavar='<class=amount>',
    action='append',
    type=amounts.amount,
    start_version='1.4',
    help='Only those with room for this amount; may be repeated.',
)
@arg(
    '--in-tree',
    metavar='<provider>',
    start_version='1.14',
    help='Only those in the tree of this resource provider (name or UUID).',
)
@arg(
    '--required',
    dest='required_traits',
    metavar='<trait>',
    action='append',
    type=amounts.name,
    start_version='1.18',
    end_version='1.38',
    help='Only those with this trait; may be repeated.',
)
@arg(
    '--required',
    dest='required_traits',
    metavar='<trait>[,<trait>...]',
    action='append',
    type=amounts.names,
    start_version='1.39',
    help='Only those with one of these traits; may be repeated: each must hold.',
)
@arg(
    '--forbidden',
    dest='forbidden_traits',
    metavar='<trait>',
    action='append',
    start_version='1.22',
    help='Only those without this trait; may be repeated.',
)
@shows(_PROVIDER)
def do_resource_provider_list(client: Client, args: Args) -> results.Shown:
    """List resource providers (administrators)."""
    filters = {
        **given(args, 'name', 'uuid', 'resources'),
        **provider_filters.of_aggregates(args),
        **provider_filters.of_traits(args),
    }
    if 'resources' in filters:
        filters['resources'] = dict(filters['resources'])
    if (in_tree := getattr(args, 'in_tree', None)) is not None:
        filters['in_tree'] = client.resource_providers.find_one(in_tree)
    rows = client.resource_providers.list(**filters)
    return results.Table(resource_providers.ResourceProvider, rows, _COLUMNS)


@arg('provider', metavar='<provider>', help=_HELP)
@arg('--allocations', action='store_true', help='Show what consumers have taken of it, too.')
@shows(_PROVIDER)
def do_resource_provider_show(client: Client, args: Args) -> results.Shown:
    """Show a resource provider (administrators)."""
    provider = client.resource_providers.find_one(args.provider)
    if not args.allocations:
        return results.Record(provider)
    taken = client.allocations.of_provider(provider)
    provider.set_info('allocations', {allocation.id: allocation.resources for allocation in taken})
    columns = ('consumer_uuid', 'resources', 'consumer_generation')
    table = results.Table(allocations.ProviderAllocation, taken, columns)
    properties = {
        key: value for key, value in provider.without_links().items() if key != 'allocations'
    }
    return results.Views(results.Record(provider), results.Record(provider, properties), table)


@arg('name', metavar='<name>', help='Name of the new resource provider.')
@arg('--uuid', metavar='<uuid>', help='Its UUID; the service chooses one without it.')
@arg(
    '--parent-provider',
    metavar='<provider>',
    start_version='1.14',
    help='Resource provider that it is a part of (name or UUID).',
)
@shows(_PROVIDER)
@writes
def do_resource_provider_create(client: Client, args: Args) -> results.Shown:
    """Create a resource provider (administrators)."""
    values = given(args, 'uuid', 'parent_provider')
    if 'parent_provider' in values:
        values['parent_provider'] = client.resource_providers.find_one(values['parent_provider'])
    return results.Record(client.resource_providers.create(args.name, **values))


def _check_change(args: Args) -> None:
    if given(args, 'name', 'parent_provider') or getattr(args, 'no_parent_provider', False):
        return
    raise errors.CommandError('Nothing to change: give a new name or another parent.')


@arg('provider', metavar='<provider>', help=_HELP)
@arg('--name', metavar='<name>', help='New name.')
@arg(
    '--parent-provider',
    metavar='<provider>',
    start_version='1.14',
    group='parent',
    help='Resource provider that it is to be a part of (name or UUID). '
    'Up to 1.36 a parent can be set once.',
)
@arg(
    '--no-parent-provider',
    action='store_true',
    start_version='1.37',
    group='parent',
    help='Take it out of its parent.',
)
@checked_by(_check_change)
@shows(_PROVIDER)
@writes
def do_resource_provider_set(client: Client, args: Args) -> results.Shown:
    """Rename a resource provider, or change its parent (administrators)."""
    manager = client.resource_providers
    provider = manager.find_one(args.provider)
    values = given(args, 'parent_provider')
    if 'parent_provider' in values:
        values['parent_provider'] = manager.find_one(values['parent_provider'])
    elif getattr(args, 'no_parent_provider', False):
        values['parent_provider'] = None
    name = args.name or provider.name
    return results.Record(manager.update(provider, name, **values))


@arg(
    'providers',
    metavar='<provider>',
    nargs='+',
    help='Name or UUID of a resource provider; several for several.',
)
@writes
def do_resource_provider_delete(client: Client, args: Args) -> results.Shown:
    """Delete resource providers, with their inventories and traits (administrators)."""
    manager = client.resource_providers
    return deletions.on_each(args.providers, manager.find_one, manager.delete)
