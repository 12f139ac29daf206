"""The command that clears the cache."""

from __future__ import annotations

from novaclient_mv.cli.reading.declarations import Args, offline
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running import results
from novaclient_mv.clouds.logins import cache


@offline
def do_cache_clear(invocation: Invocation, args: Args) -> results.Shown:
    """Clear cached tokens, version ranges, refusals by policy and names for completion."""
    environment = invocation.environment
    count = cache.Cache(environment.cache_folder, environment.clock.now).clear()
    return results.Done(
        [f'{count} entries removed from {environment.cache_folder}'], {'removed': count}
    )
