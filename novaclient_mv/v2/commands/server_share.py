"""Commands on the shares attached to servers."""

from __future__ import annotations

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    ends_in,
    returns_resource,
    set_arguments,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts.server_arguments import find_server, one_server

_SHARE = 'v2.server_shares:ServerShare'
_SHARE_HELP = 'Id of the share.'
_COLUMNS = ('share_id', 'status', 'tag')


@versions.wraps('2.97')
@one_server
@returns_resource(_SHARE, *_COLUMNS)
def do_server_share_list(client: v2.Client, args: Args) -> results.Shown:
    """List the shares attached to a server."""
    server = find_server(client, args)
    return results.Table(v2.server_shares.ServerShare, client.server_shares.list(server), _COLUMNS)


@versions.wraps('2.97')
@one_server
@arg('share', help=_SHARE_HELP)
@returns_resource(_SHARE)
def do_server_share_show(client: v2.Client, args: Args) -> results.Shown:
    """Show a share attached to a server."""
    server = find_server(client, args)
    return results.Record(client.server_shares.get(server, args.share))


@versions.wraps('2.97')
@one_server
@arg('share', help=_SHARE_HELP)
@arg('--tag', help='Tag of the share in the guest (default: its id).')
@ends_in('ACTIVE', 'INACTIVE')
@returns_resource(_SHARE)
@writes
def do_server_share_attach(client: v2.Client, args: Args) -> results.Shown:
    """Attach a share to a stopped server."""
    server = find_server(client, args)
    share = client.server_shares.create(server, args.share, **set_arguments(args, 'tag'))
    # It is inactive, which is a good end, until the server is started.
    attaching = v2.server_shares.ServerShare(
        v2.server_shares.SharesOfServer(client, server), share._info, loaded=True
    )
    return results.Started(
        results.Record(share), [attaching], lambda ended: results.Record(ended[0])
    )


@versions.wraps('2.97')
@one_server
@arg('share', help=_SHARE_HELP)
@ends_in('DELETED')
@success_message('Detaching share {share} from server {server}.')
@writes
def do_server_share_detach(client: v2.Client, args: Args) -> results.Shown:
    """Detach a share from a stopped server."""
    server = find_server(client, args)
    client.server_shares.delete(server, args.share)
    detaching = v2.server_shares.ServerShare(
        v2.server_shares.SharesOfServer(client, server), {'share_id': args.share}, loaded=True
    )
    return results.Started(None, [detaching])
