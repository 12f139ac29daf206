"""The command that shows diagnostics of a server."""

from __future__ import annotations

from typing import Any

from novaclient_mv.cli import results
from novaclient_mv.cli.arguments import shows
from novaclient_mv.cli.server_arguments import one_server
from novaclient_mv.v2 import server_diagnostics

_WRAP = 80


@one_server
@shows('v2.server_diagnostics:Diagnostics')
def do_server_diagnostics(client: Any, args: Any) -> Any:
    """Show counters of a running server (administrators)."""
    _, found = client.servers.diagnostics(client.servers.find_one(args.server))
    diagnostics = server_diagnostics.Diagnostics(client.servers, found or {}, loaded=True)
    return results.Record(diagnostics, wrap=_WRAP)
