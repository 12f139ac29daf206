"""The command that shows the NUMA topology of a server."""

from __future__ import annotations

from typing import Any

from novaclient_mv import versions
from novaclient_mv.cli import results
from novaclient_mv.cli.arguments import shows
from novaclient_mv.cli.server_arguments import one_server
from novaclient_mv.v2 import server_diagnostics

_WRAP = 80


@versions.wraps('2.78')
@one_server
@shows('v2.server_diagnostics:Topology')
def do_server_topology(client: Any, args: Any) -> Any:
    """Show the NUMA nodes of a server; those of its host to administrators."""
    found = client.servers.topology(client.servers.find_one(args.server))
    topology = server_diagnostics.Topology(client.servers, found, loaded=True)
    return results.Record(topology, wrap=_WRAP)
