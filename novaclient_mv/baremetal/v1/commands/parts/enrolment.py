"""Takes enrolled nodes to a request to provide them: managed, then validated."""

from __future__ import annotations

from novaclient_mv import errors
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.nodes import Node
from novaclient_mv.cli.running import progress
from novaclient_mv.resources import waiting

# Boot and deploy do not pass before there is an image to deploy.
_NEEDED = ('management', 'network', 'power')


def provide(client: Client, node: Node, timeout: float) -> None:
    """Manage a node that is enrolled, validate what cleaning needs, and start to provide it."""
    if node.renewed().state_in('provision_state') == 'enroll':
        client.nodes.set_provision_state(node, 'manage')
        _wait_until_manageable(client, node, timeout)
    answers = client.nodes.validate(node)
    reasons = [
        f'{name}: {answers[name].get("reason") or "no reason given"}'
        for name in _NEEDED
        if name in answers and answers[name].get('result') is False
    ]
    if reasons:
        words = f'{node.label} is not provided, validation failed: {"; ".join(reasons)}'
        raise errors.EndNotReached(words, node)
    client.nodes.set_provision_state(node, 'provide')


def _wait_until_manageable(client: Client, node: Node, timeout: float) -> None:
    """Wait until a node is manageable, and show somebody who watches how it gets there."""
    watched = waiting.Existing(node, waiting.States('manageable', 'provision_state'))
    current, seconds = progress.current(), 0.0

    def show(waited: float, error: Exception | None = None) -> None:
        nonlocal seconds
        seconds = waited
        if current is not None:
            target = progress.of_watched(watched, watched.name, error)
            current.show_targets([target], waited)

    tick = progress.tick()
    try:
        waiting.until_end([watched], timeout, client.client, first=1.0, tell=show, tick=tick)
    except errors.Error as error:
        show(seconds, error)
        raise
    show(seconds)
