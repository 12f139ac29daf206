"""The command that shows diagnostics of a server."""

from __future__ import annotations

from novaclient_mv import v2
from novaclient_mv.cli.reading.declarations import Args, returns_resource
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts.server_arguments import find_server, one_server
from novaclient_mv.v2.servers import diagnostics as server_diagnostics

_WRAP = 80


@one_server
@returns_resource('v2.servers.diagnostics:Diagnostics')
def do_server_diagnostics(client: v2.Client, args: Args) -> results.Shown:
    """Show the diagnostics of a running server (administrators)."""
    _, values = client.servers.diagnostics(find_server(client, args))
    diagnostics = server_diagnostics.Diagnostics(client.servers, values or {}, loaded=True)
    return results.Record(diagnostics, wrap=_WRAP)
