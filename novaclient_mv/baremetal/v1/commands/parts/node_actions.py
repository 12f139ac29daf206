"""Carries requests out on the nodes that a command line names, and says what was accepted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, Unpack

from novaclient_mv import resources
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.nodes import Node
from novaclient_mv.baremetal.v1.nodes.verbs import Arguments, Verb
from novaclient_mv.cli.reading import targets
from novaclient_mv.cli.reading.declarations import Args, arg, meets_locks
from novaclient_mv.cli.running import results, several

F = TypeVar('F', bound=Callable[..., Any])

NODE = 'baremetal.v1.nodes:Node'

one_node = arg('node', help='Name (from 1.5) or UUID of the node.')


def several_nodes(func: F) -> F:
    """Declare the nodes that a command changes, each of which another request may hold."""
    listing = 'baremetal-node-list --long'
    declare = targets.several('node', listing, by='name (from 1.5) or UUID', key='uuid')
    return declare(meets_locks(func))


def once(client: Client, references: Sequence[str]) -> list[str]:
    """The references without those of nodes that an earlier one names.

    Only where there are names and UUIDs the names are looked up; one that is not there stays, and
    what is asked for it says so.
    """
    names = [reference for reference in references if not resources.is_uuid(reference)]
    ids: dict[str, str] = {}
    if 0 < len(names) < len(references):
        nodes = several.on_each(names, client.nodes.find_one, verb='looked up')
        ids = {name: str(node.id) for name, node in zip(nodes.labels, nodes, strict=True)}
    by_id: dict[str, str] = {}
    for reference in references:
        by_id.setdefault(ids.get(reference, reference), reference)
    return [*by_id.values()]


def on_each(
    client: Client, args: Args, done: str, action: Callable[[Node], object]
) -> results.Started:
    """Send a request for each node of ``args.node``, whatever fails.

    A node is not looked up: its name or UUID goes into the path of the request.
    """

    def act(reference: str) -> Node:
        node = client.nodes.named(reference)
        answered = action(node)
        return answered if isinstance(answered, Node) else resources.waited_for(node, answered)

    nodes = several.on_each(once(client, args.node), act)
    result = results.Done(
        [f'{label}: {done} accepted' for label in nodes.labels],
        lambda: [
            {'uuid': node._info.get('uuid'), 'name': node._info.get('name'), 'action': done}
            for node in nodes
        ],
    )
    started = results.Started(result, nodes, labels=nodes.labels)
    nodes.check(started)
    return started


def provision(
    client: Client, args: Args, verb: Verb, done: str | None = None, **arguments: Unpack[Arguments]
) -> results.Started:
    """Start a change of the provision state of each node of ``args.node``."""

    def start(node: Node) -> object:
        return client.nodes.set_provision_state(node, verb, **arguments)

    return on_each(client, args, done or verb, start)
