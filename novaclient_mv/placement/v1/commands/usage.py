"""Commands on what is used of resource providers."""

from __future__ import annotations

from novaclient_mv.cli.reading.declarations import Args, returns_resource
from novaclient_mv.cli.running import results
from novaclient_mv.placement.v1 import usages
from novaclient_mv.placement.v1.client import Client
from novaclient_mv.placement.v1.commands.parts.provider_filters import one_provider

_COLUMNS = ('resource_class', 'usage')


@one_provider
@returns_resource('placement.v1.usages:Usage')
def do_usage_show(client: Client, args: Args) -> results.Shown:
    """Show the usage of a resource provider (administrators)."""
    provider = client.resource_providers.find_one(args.provider)
    return results.Table(usages.Usage, client.usages.of_provider(provider), _COLUMNS)
