"""The command that tells Compute of events, in place of another service."""

from __future__ import annotations

from typing import Any

from novaclient_mv import v2
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    set_arguments,
    writes,
)
from novaclient_mv.cli.running import results, several
from novaclient_mv.v2.commands.parts.server_arguments import (
    also_everywhere,
    server_finder,
    several_servers,
)
from novaclient_mv.v2.server_external_events import Event

_COLUMNS = ('name', 'server_uuid', 'status', 'tag', 'code')
_NETWORK = (
    'network-changed',
    *(f'network-vif-{word}' for word in ('plugged', 'unplugged', 'deleted')),
)
_UP_TO_2_75 = (*_NETWORK, 'volume-extended')
_UP_TO_2_81 = (*_UP_TO_2_75, 'power-update')
_UP_TO_2_92 = (*_UP_TO_2_81, 'accelerator-request-bound')
_FROM_2_93 = (*_UP_TO_2_92, 'volume-reimaged')


def _named(*names: str) -> dict[str, Any]:
    """The declaration of the event's name, which each version knows other ones of."""
    return {'metavar': '<event>', 'type': types.OneOf(*names), 'help': f'{", ".join(names)}.'}


@arg('event', end_version='2.50', **_named(*_NETWORK))
@arg('event', start_version='2.51', end_version='2.75', **_named(*_UP_TO_2_75))
@arg('event', start_version='2.76', end_version='2.81', **_named(*_UP_TO_2_81))
@arg('event', start_version='2.82', end_version='2.92', **_named(*_UP_TO_2_92))
@arg('event', start_version='2.93', **_named(*_FROM_2_93))
@several_servers
@also_everywhere
@arg(
    '--status',
    choices=('completed', 'failed', 'in-progress'),
    help='Event status: completed (default), failed or in-progress.',
)
@arg('--tag', help='Tag of the event: the id of a port or volume.')
@returns_resource('v2.server_external_events:Event', *_COLUMNS)
@writes
def do_server_external_event_create(client: v2.Client, args: Args) -> results.Shown:
    """Create external events for servers (administrators and services)."""
    fields = {'name': args.event, **set_arguments(args, 'status', 'tag')}
    servers = several.looked_up(args.server, server_finder(client, args))
    servers.check_first()
    answers = client.server_external_events.tell(
        [{'server_uuid': server.id, **fields} for server in servers]
    )
    outcomes = several.on_each(answers, _checked, lambda event: str(event.server_uuid))
    result = results.Table(Event, outcomes, _COLUMNS)
    outcomes.check(result)
    return result


def _checked(event: Event) -> Event:
    event.check()
    return event
