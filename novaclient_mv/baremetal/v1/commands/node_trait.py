"""Commands on traits of a node."""

from __future__ import annotations

from collections.abc import Callable

from novaclient_mv import errors, versions
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts.node_actions import one_node
from novaclient_mv.baremetal.v1.nodes import Node
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    checked_by,
    meets_locks,
    refuses_without,
    returns_columns,
    writes,
)
from novaclient_mv.cli.running import results, several

_HELP = 'One or more traits.'


_NEEDED = 'Give the traits to remove, or --all.'


def _check_removed(args: Args) -> None:
    """Refuse some traits beside all of them."""
    if args.traits and args.all:
        raise errors.CommandError(_NEEDED)


@versions.wraps('1.37')
@one_node
@returns_columns('trait')
def do_node_trait_list(client: Client, args: Args) -> results.Shown:
    """List the traits of a node."""
    traits = sorted(client.nodes.list_traits(args.node))
    return results.Rows(('Trait',), [(trait,) for trait in traits])


@versions.wraps('1.37')
@one_node
@arg('traits', metavar='<trait>', nargs='+', help=_HELP)
@meets_locks
@writes
def do_node_trait_add(client: Client, args: Args) -> results.Shown:
    """Add traits to a node."""
    node = client.nodes.named(args.node)
    return _on_each(node, args.traits, lambda trait: client.nodes.add_trait(node, trait), 'added')


@versions.wraps('1.37')
@one_node
@arg('traits', metavar='<trait>', nargs='+', help=_HELP)
@meets_locks
@writes
def do_node_trait_set(client: Client, args: Args) -> results.Shown:
    """Replace all traits of a node."""
    node = client.nodes.named(args.node)
    traits = [*dict.fromkeys(args.traits)]
    client.nodes.set_traits(node, traits)
    return results.Done([f'{node.label}: traits set to {", ".join(traits)}'])


@versions.wraps('1.37')
@one_node
@arg('traits', metavar='<trait>', nargs='*', help=_HELP)
@arg('--all', action='store_true', help='Remove all traits.')
@refuses_without('<trait>', '--all', sentence=_NEEDED)
@checked_by(_check_removed)
@meets_locks
@writes
def do_node_trait_remove(client: Client, args: Args) -> results.Shown:
    """Remove traits from a node."""
    node = client.nodes.named(args.node)
    if args.all:
        client.nodes.remove_all_traits(node)
        return results.Done([f'{node.label}: all traits removed'])
    return _on_each(
        node, args.traits, lambda trait: client.nodes.remove_trait(node, trait), 'removed'
    )


def _on_each(
    node: Node, traits: list[str], change: Callable[[str], object], word: str
) -> results.Done:
    # The node is locked while one is changed.
    return several.each_done(
        traits, change, lambda trait: f'{node.label}: trait {trait} {word}', workers=1
    )
