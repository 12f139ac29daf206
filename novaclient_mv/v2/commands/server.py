"""Commands on servers: show, change, delete, and the actions of their life."""

from __future__ import annotations

from typing import Any

from novaclient_mv.cli import bulk, output, server_actions, types
from novaclient_mv.cli.arguments import arg, ends_in, given, shows
from novaclient_mv.v2 import server_view

_SERVER = 'v2.servers:Server'


@arg('server', metavar='<server>', help='Name or id.')
@arg(
    '--minimal', action='store_true', help='Show ids of image and flavor, without asking for names.'
)
@arg(
    '--wrap', metavar='<integer>', type=types.positive, help='Break values after this many columns.'
)
@shows(_SERVER)
def do_server_show(client: Any, args: Any) -> Any:
    """Show a server."""
    server = client.servers.find_one(args.server)
    properties = server_view.ServerView(client).properties(server_view.record(server), args.minimal)
    return output.Record(server, properties, wrap=args.wrap)


@arg('server', metavar='<server>', help='Name or id.')
@arg('--name', metavar='<name>', help='New name.')
@arg(
    '--description',
    metavar='<description>',
    start_version='2.19',
    help='New description; "" removes it.',
)
@arg(
    '--hostname',
    metavar='<hostname>',
    start_version='2.90',
    help='New name of the host in the guest.',
)
@arg(
    '--pinned-availability-zone',
    metavar='<zone>',
    start_version='2.104',
    group='pin',
    help='Pin the server to its availability zone.',
)
@arg(
    '--unpin-availability-zone',
    action='store_true',
    start_version='2.104',
    group='pin',
    help='Let the server move to any availability zone.',
)
@shows(_SERVER)
def do_server_update(client: Any, args: Any) -> Any:
    """Change name, description or hostname of a server."""
    changes = given(args, 'name', 'description', 'hostname', 'pinned_availability_zone')
    if getattr(args, 'unpin_availability_zone', False):
        changes['pinned_availability_zone'] = None
    server = client.servers.find_one(args.server)
    changed = client.servers.update(server, **changes)
    return output.Record(changed, is_quiet=True) if changed else None


@arg('server', metavar='<server>', nargs='+', help='Name or id; several for several servers.')
@arg(
    '--all-tenants',
    action='store_const',
    const=1,
    default=0,
    help='Look for names in all projects (administrators).',
)
@ends_in('DELETED')
def do_server_delete(client: Any, args: Any) -> Any:
    """Delete servers."""
    return server_actions.on_each(client, args, 'delete', client.servers.delete)


@arg('server', metavar='<server>', nargs='+', help='Name or id; several for several servers.')
@arg(
    '--all-tenants',
    action='store_const',
    const=1,
    default=0,
    help='Look for names in all projects (administrators).',
)
@ends_in('ACTIVE')
def do_server_start(client: Any, args: Any) -> Any:
    """Start stopped servers."""
    return server_actions.on_each(client, args, 'start', client.servers.start)


@arg('server', metavar='<server>', nargs='+', help='Name or id; several for several servers.')
@arg(
    '--all-tenants',
    action='store_const',
    const=1,
    default=0,
    help='Look for names in all projects (administrators).',
)
@ends_in('SHUTOFF')
def do_server_stop(client: Any, args: Any) -> Any:
    """Stop running servers."""
    return server_actions.on_each(client, args, 'stop', client.servers.stop)


@arg('server', metavar='<server>', nargs='+', help='Name or id; several for several servers.')
@arg(
    '--hard',
    dest='reboot_type',
    action='store_const',
    const='HARD',
    default='SOFT',
    help='Power cycle, without a shutdown of the guest.',
)
@ends_in('ACTIVE')
def do_server_reboot(client: Any, args: Any) -> Any:
    """Reboot servers."""
    # All names are resolved before the first reboot.
    servers = bulk.each(args.server, client.servers.find_one)
    servers.check(None)
    rebooted = bulk.each(
        servers,
        lambda server: server_actions.acted(client.servers.reboot, server, args.reboot_type),
        server_actions.label,
    )
    return server_actions.accepted(rebooted, 'reboot')


@arg('server', metavar='<server>', help='Name or id.')
@ends_in('PAUSED')
def do_server_pause(client: Any, args: Any) -> Any:
    """Freeze a server in memory."""
    return server_actions.on_one(client, args, client.servers.pause)


@arg('server', metavar='<server>', help='Name or id.')
@ends_in('ACTIVE')
def do_server_unpause(client: Any, args: Any) -> Any:
    """Let a paused server go on."""
    return server_actions.on_one(client, args, client.servers.unpause)


@arg('server', metavar='<server>', help='Name or id.')
@ends_in('SUSPENDED')
def do_server_suspend(client: Any, args: Any) -> Any:
    """Save a server's memory to disk and stop it."""
    return server_actions.on_one(client, args, client.servers.suspend)


@arg('server', metavar='<server>', help='Name or id.')
@ends_in('ACTIVE')
def do_server_resume(client: Any, args: Any) -> Any:
    """Let a suspended server go on."""
    return server_actions.on_one(client, args, client.servers.resume)


@arg('server', metavar='<server>', help='Name or id.')
@arg('--reason', metavar='<reason>', start_version='2.73', help='Why it is locked.')
def do_server_lock(client: Any, args: Any) -> Any:
    """Lock a server against changes by anyone but administrators."""
    client.servers.lock(client.servers.find_one(args.server), **given(args, 'reason'))


@arg('server', metavar='<server>', help='Name or id.')
def do_server_unlock(client: Any, args: Any) -> Any:
    """Unlock a server."""
    client.servers.unlock(client.servers.find_one(args.server))
