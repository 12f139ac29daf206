"""The command that shows the NUMA topology of a server."""

from __future__ import annotations

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading.declarations import Args, returns_resource
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts.server_arguments import find_server, one_server
from novaclient_mv.v2.servers import diagnostics

_WRAP = 80


@versions.wraps('2.78')
@one_server
@returns_resource('v2.servers.diagnostics:Topology')
def do_server_topology(client: v2.Client, args: Args) -> results.Shown:
    """Show the NUMA topology of a server, with host details for administrators."""
    answer = client.servers.topology(find_server(client, args))
    topology = diagnostics.Topology(client.servers, answer, loaded=True)
    return results.Record(topology, wrap=_WRAP)
