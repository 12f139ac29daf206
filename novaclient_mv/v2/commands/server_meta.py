"""The command that sets and removes metadata of a server."""

from __future__ import annotations

from collections.abc import Iterable

from novaclient_mv import errors, v2
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    checked_by,
    refuses_without,
    success_message,
    writes,
)
from novaclient_mv.cli.running import several
from novaclient_mv.v2.commands.parts.server_arguments import find_server, one_server


def _check(args: Args) -> None:
    """Refuse ``--all`` beside keys, or to set."""
    if args.all and (args.action == 'set' or args.metadata):
        raise errors.CommandError('--all is for delete, without keys.')


@one_server
@arg('action', choices=('set', 'delete'), help='set or delete.')
@arg(
    'metadata', metavar='<key=value>', nargs='*', help='Keys and values to set, or keys to delete.'
)
@arg('--all', action='store_true', help='Delete all metadata.')
@refuses_without('<key=value>', '--all', sentence='server-meta needs a key; or delete --all.')
@checked_by(_check)
@success_message('Updated the metadata of server {server}.')
@writes
def do_server_meta(client: v2.Client, args: Args) -> None:
    """Set or delete metadata of a server."""
    pairs = _pairs(args.metadata, is_value_needed=args.action == 'set')
    server = find_server(client, args)
    if args.all:
        client.servers.replace_meta(server, {})
        return
    if args.action == 'set':
        client.servers.set_meta(server, pairs)
        return
    # One after the other, in reverse order, as scripts that watch the cloud know it.
    removed = several.on_each(
        sorted(pairs, reverse=True),
        lambda key: client.servers.delete_meta(server, [key]),
        workers=1,
    )
    removed.check(None)


def _pairs(words: Iterable[str], is_value_needed: bool) -> dict[str, str]:
    """Keys to values; the empty text where none was given."""
    pairs = {}
    for word in words:
        key, equals, value = word.partition('=')
        if not key or (is_value_needed and not equals):
            raise errors.CommandError(f'{word!r} is not of the form key=value.')
        pairs[key] = value
    return pairs
