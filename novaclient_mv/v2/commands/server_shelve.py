"""Commands that put servers aside."""

from __future__ import annotations

from novaclient_mv.cli.reading.declarations import Args, ends_in
from novaclient_mv.cli.running import results
from novaclient_mv.v2.client import Client
from novaclient_mv.v2.commands.parts import server_actions
from novaclient_mv.v2.commands.parts.server_arguments import one_server


@one_server
@ends_in('SHELVED', 'SHELVED_OFFLOADED')
def do_server_shelve(client: Client, args: Args) -> results.Started:
    """Stop a server and put it aside."""
    return server_actions.on_one(client, args, client.servers.shelve)


@one_server
@ends_in('SHELVED_OFFLOADED')
def do_server_shelve_offload(client: Client, args: Args) -> results.Started:
    """Free the host of a shelved server (administrators)."""
    return server_actions.on_one(client, args, client.servers.shelve_offload)
