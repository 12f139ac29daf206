"""Commands that shelve servers."""

from __future__ import annotations

from novaclient_mv import v2
from novaclient_mv.cli.reading.declarations import Args, ends_in, success_message, writes
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts import server_actions
from novaclient_mv.v2.commands.parts.server_arguments import one_server


@one_server
@ends_in('SHELVED', 'SHELVED_OFFLOADED')
@writes
def do_server_shelve(client: v2.Client, args: Args) -> results.Started:
    """Shelve a server."""
    return server_actions.on_one(client, args, client.servers.shelve)


@one_server
@ends_in('SHELVED_OFFLOADED')
@success_message('Offloading shelved server {server} from its host.')
@writes
def do_server_shelve_offload(client: v2.Client, args: Args) -> results.Started:
    """Offload a shelved server from its host (administrators)."""
    return server_actions.on_one(client, args, client.servers.shelve_offload)
