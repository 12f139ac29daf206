"""The command that lists shards."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1 import shards
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.cli.reading.declarations import Args, returns_resource
from novaclient_mv.cli.running import results


@versions.wraps('1.82')
@returns_resource('baremetal.v1.shards:Shard')
def do_shard_list(client: Client, args: Args) -> results.Shown:
    """List shards with their number of nodes."""
    return results.Table(shards.Shard, client.shards.list())
