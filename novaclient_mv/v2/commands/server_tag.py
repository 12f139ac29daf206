"""Commands on the tags of servers."""

from __future__ import annotations

from collections.abc import Callable

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_columns,
    success_message,
    writes,
)
from novaclient_mv.cli.reading.types import server_values
from novaclient_mv.cli.running import results, several
from novaclient_mv.v2.commands.parts.server_arguments import find_server, one_server


@versions.wraps('2.26')
@one_server
@returns_columns('tag')
def do_server_tag_list(client: v2.Client, args: Args) -> results.Shown:
    """List the tags of a server."""
    tags = client.servers.tag_list(find_server(client, args))
    return results.Rows(('Tag',), [(tag,) for tag in tags])


@versions.wraps('2.26')
@one_server
@arg('tag', type=server_values.tag, help='Tag.')
@returns_columns('tag')
def do_server_tag_show(client: v2.Client, args: Args) -> results.Shown:
    """Show a tag of a server, if it has the tag; otherwise fail."""
    tag = client.servers.get_tag(find_server(client, args), args.tag)
    return results.Rows(('Tag',), [(str(tag),)])


@versions.wraps('2.26')
@one_server
@arg('tag', nargs='+', type=server_values.tag, help='One or more tags.')
@writes
def do_server_tag_add(client: v2.Client, args: Args) -> results.Shown:
    """Add tags to a server."""
    server = find_server(client, args)
    return _on_each(args.tag, lambda tag: client.servers.add_tag(server, tag), server, 'added')


@versions.wraps('2.26')
@one_server
@arg('tag', nargs='+', type=server_values.tag, help='One or more tags.')
@writes
def do_server_tag_delete(client: v2.Client, args: Args) -> results.Shown:
    """Remove tags from a server."""
    server = find_server(client, args)
    return _on_each(args.tag, lambda tag: client.servers.delete_tag(server, tag), server, 'removed')


@versions.wraps('2.26')
@one_server
@success_message('Removed all tags from server {server}.')
@writes
def do_server_tag_delete_all(client: v2.Client, args: Args) -> None:
    """Remove all tags from a server."""
    client.servers.delete_all_tags(find_server(client, args))


@versions.wraps('2.26')
@one_server
@arg('tags', nargs='+', type=server_values.tag, help='One or more tags.')
@success_message('Set the tags of server {server}: {tags}.')
@writes
def do_server_tag_set(client: v2.Client, args: Args) -> None:
    """Replace all tags of a server."""
    client.servers.set_tags(find_server(client, args), [*dict.fromkeys(args.tags)])


def _on_each(
    tags: list[str], change: Callable[[str], object], server: v2.servers.Server, word: str
) -> results.Done:
    return several.each_done(
        tags,
        change,
        lambda tag: f'{server.name} ({server.id}): tag {tag} {word}',
        lambda tag: {'id': server.id, 'tag': tag, 'action': word},
    )
