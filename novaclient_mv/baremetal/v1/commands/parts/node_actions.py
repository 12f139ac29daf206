"""Carries requests out on the nodes that a command line names, and says what was accepted."""

from __future__ import annotations

from collections.abc import Callable

from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.nodes import Node
from novaclient_mv.cli.reading.declarations import Args, arg
from novaclient_mv.cli.running import results, several

NODE = 'baremetal.v1.nodes:Node'

one_node = arg('node', metavar='<node>', help='Name (from 1.5) or UUID.')
several_nodes = arg(
    'node',
    metavar='<node>',
    nargs='+',
    help='Name (from 1.5) or UUID; several for several nodes.',
)


def on_each(
    client: Client, args: Args, done: str, action: Callable[[Node], object]
) -> results.Started:
    """Carry a request out on each node of ``args.node``; all are tried, whatever fails.

    :param done: what is asked for, in the line for each node.
    :raises SomeFailed: some failed.
    """

    def act(reference: str) -> Node:
        node = client.nodes.find_one(reference)
        action(node)
        return node

    nodes = several.on_each(args.node, act)
    result = results.Done(
        [f'{node.label}: {done} accepted' for node in nodes],
        [{'uuid': node.id, 'name': node._info.get('name'), 'action': done} for node in nodes],
    )
    started = results.Started(result, nodes, labels=nodes.labels)
    nodes.check(started)
    return started


def provision(
    client: Client, args: Args, verb: str, done: str | None = None, **arguments: object
) -> results.Started:
    """Start a change of the provision state of each node of ``args.node``.

    :param done: what the verb is called in the line for each node.
    :raises SomeFailed: some failed.
    """

    def start(node: Node) -> None:
        client.nodes.set_provision_state(node, verb, **arguments)  # type: ignore[arg-type]

    return on_each(client, args, done or verb, start)
