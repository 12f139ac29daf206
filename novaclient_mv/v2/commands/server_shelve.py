"""Commands that put servers aside."""

from __future__ import annotations

from typing import Any

from novaclient_mv.cli.reading.declarations import ends_in
from novaclient_mv.v2.commands.parts import server_actions
from novaclient_mv.v2.commands.parts.server_arguments import one_server


@one_server
@ends_in('SHELVED', 'SHELVED_OFFLOADED')
def do_server_shelve(client: Any, args: Any) -> Any:
    """Stop a server and put it aside."""
    return server_actions.on_one(client, args, client.servers.shelve)


@one_server
@ends_in('SHELVED_OFFLOADED')
def do_server_shelve_offload(client: Any, args: Any) -> Any:
    """Free the host of a shelved server (administrators)."""
    return server_actions.on_one(client, args, client.servers.shelve_offload)
