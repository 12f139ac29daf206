"""Commands on the aggregates of resource providers."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    set_arguments,
    writes,
)
from novaclient_mv.cli.reading.types import numeric
from novaclient_mv.cli.running import results
from novaclient_mv.placement.v1 import aggregates
from novaclient_mv.placement.v1.client import Client
from novaclient_mv.placement.v1.commands.parts.provider_filters import one_provider
from novaclient_mv.placement.v1.resource_providers import ResourceProvider

_AGGREGATE = 'placement.v1.aggregates:Aggregate'


@versions.wraps('1.1')
@one_provider
@returns_resource(_AGGREGATE)
def do_aggregate_list(client: Client, args: Args) -> results.Shown:
    """List the aggregates of a resource provider (administrators)."""
    provider = client.resource_providers.find_one(args.provider)
    return results.Table(aggregates.Aggregate, client.aggregates.list(provider))


@versions.wraps('1.1')
@one_provider
@arg(
    'aggregates',
    metavar='<aggregate>',
    nargs='*',
    help='Aggregates, by UUID; none removes the resource provider from all.',
)
@arg(
    '--generation',
    type=numeric.count,
    start_version='1.19',
    help='Expected generation of the resource provider (default: the present one).',
)
@returns_resource(_AGGREGATE)
@writes
def do_aggregate_set(client: Client, args: Args) -> results.Shown:
    """Replace the aggregates of a resource provider (administrators)."""
    provider = client.resource_providers.find_one(args.provider)
    rows = _set(client, provider, args)
    return results.Table(aggregates.Aggregate, rows)


@versions.wraps('1.1', '1.18')
def _set(client: Client, provider: ResourceProvider, args: Args) -> list[aggregates.Aggregate]:
    return client.aggregates.set(provider, [*dict.fromkeys(args.aggregates)])


@versions.wraps('1.19')
def _set(client: Client, provider: ResourceProvider, args: Args) -> list[aggregates.Aggregate]:
    generation = set_arguments(args, 'generation').get('generation', provider.generation)
    return client.aggregates.set(provider, [*dict.fromkeys(args.aggregates)], generation)
