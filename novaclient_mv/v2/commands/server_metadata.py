"""Commands that show, change and replace metadata of servers."""

from __future__ import annotations

from novaclient_mv import v2
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_columns,
    returns_columns_by,
    writes,
)
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts.metadata_arguments import pairs
from novaclient_mv.v2.commands.parts.server_arguments import find_server, one_server


@one_server
@returns_columns()
def do_server_metadata_list(client: v2.Client, args: Args) -> results.Shown:
    """List the metadata of a server."""
    server = find_server(client, args)
    return results.Properties(client.servers.list_meta(server)['metadata'])


@one_server
@arg('key', help='Key.')
@returns_columns_by(lambda args: [args.key])
def do_server_metadata_show(client: v2.Client, args: Args) -> results.Shown:
    """Show one key and value of the metadata of a server."""
    server = find_server(client, args)
    return results.Properties(client.servers.get_meta(server, args.key)['meta'])


@one_server
@arg('key', help='Key to set.')
@arg('value', help='New value.')
@returns_columns_by(lambda args: [args.key])
@writes
def do_server_metadata_update(client: v2.Client, args: Args) -> results.Shown:
    """Set one key of the metadata of a server."""
    server = find_server(client, args)
    changed = client.servers.set_meta_item(server, args.key, args.value)
    return results.Properties(changed.to_dict()['meta'])


@one_server
@pairs('metadata', 'All keys and values of the server; others are removed.', nargs='+')
@returns_columns_by(lambda args: [*dict(args.metadata)])
@writes
def do_server_metadata_replace(client: v2.Client, args: Args) -> results.Shown:
    """Replace all metadata of a server."""
    server = find_server(client, args)
    replaced = client.servers.replace_meta(server, dict(args.metadata))
    return results.Properties(replaced.to_dict())
