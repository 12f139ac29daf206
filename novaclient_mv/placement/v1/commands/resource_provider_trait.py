"""Commands on the traits of resource providers."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results
from novaclient_mv.placement.v1 import traits
from novaclient_mv.placement.v1.client import Client
from novaclient_mv.placement.v1.commands.parts.provider_filters import one_provider

_TRAIT = 'placement.v1.traits:Trait'


@versions.wraps('1.6')
@one_provider
@returns_resource(_TRAIT)
def do_resource_provider_trait_list(client: Client, args: Args) -> results.Shown:
    """List the traits of a resource provider (administrators)."""
    provider = client.resource_providers.find_one(args.provider)
    return results.Table(traits.Trait, client.provider_traits.list(provider))


@versions.wraps('1.6')
@one_provider
@arg(
    '--trait',
    dest='traits',
    action='append',
    required=True,
    help='Trait to set; others are removed. Repeatable.',
)
@returns_resource(_TRAIT)
@writes
def do_resource_provider_trait_set(client: Client, args: Args) -> results.Shown:
    """Replace the traits of a resource provider (administrators)."""
    provider = client.resource_providers.find_one(args.provider)
    rows = client.provider_traits.set(provider, args.traits, provider.generation)
    return results.Table(traits.Trait, rows)


@versions.wraps('1.6')
@one_provider
@success_message('Removed all traits from resource provider {provider}.')
@writes
def do_resource_provider_trait_delete(client: Client, args: Args) -> None:
    """Remove all traits of a resource provider (administrators)."""
    client.provider_traits.delete(client.resource_providers.find_one(args.provider))
