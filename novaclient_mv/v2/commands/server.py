"""Commands on servers: show, change, delete, and the actions of their life."""

from __future__ import annotations

from novaclient_mv import resources, v2, versions
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    checked_by,
    ends_in,
    returns_resource,
    set_arguments,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results, several
from novaclient_mv.v2.commands.parts import lookups, server_actions, server_arguments
from novaclient_mv.v2.commands.parts.metadata_arguments import pairs
from novaclient_mv.v2.commands.parts.server_arguments import (
    also_everywhere,
    everywhere,
    find_server,
    one_server,
    server_finder,
    several_servers,
)
from novaclient_mv.v2.servers import view

_SERVER = 'v2.servers:Server'


@one_server
@arg(
    '--minimal',
    action='store_true',
    help='Show image and flavor in a row each, without asking for their names.',
)
@arg(
    '--wrap', metavar='<integer>', type=types.positive, help='Wrap values after this many columns.'
)
@returns_resource(_SERVER)
def do_server_show(client: v2.Client, args: Args) -> results.Shown:
    """Show a server."""
    server = find_server(client, args)
    properties = view.ServerView(client).properties(view.record(server), args.minimal)
    return results.Record(server, properties, wrap=args.wrap)


@one_server
@arg('--name', help='New name.')
@server_arguments.disk_config
@server_arguments.access_ip_v4
@server_arguments.access_ip_v6
@arg('--description', start_version='2.19', help='New description; "" removes it.')
@arg('--hostname', start_version='2.90', help='New hostname of the guest.')
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
    help='Allow the server to move to any availability zone.',
)
@returns_resource(_SERVER)
@writes
def do_server_update(client: v2.Client, args: Args) -> results.Shown:
    """Update a server's name, description, hostname, access addresses or disk config."""
    changes = set_arguments(
        args,
        *('name', 'description', 'hostname', 'disk_config', 'access_ip_v4', 'access_ip_v6'),
        'pinned_availability_zone',
    )
    if getattr(args, 'unpin_availability_zone', False):
        changes['pinned_availability_zone'] = None
    server = find_server(client, args)
    changed = client.servers.update(server, **changes)
    return results.Record(changed, is_quiet=True) if changed else None


@several_servers
@everywhere
@ends_in('DELETED', 'SOFT_DELETED')
@writes
def do_server_delete(client: v2.Client, args: Args) -> results.Shown:
    """Delete servers."""
    return server_actions.on_each(client, args, 'delete', client.servers.delete)


@several_servers
@everywhere
@ends_in('ACTIVE')
@writes
def do_server_start(client: v2.Client, args: Args) -> results.Shown:
    """Start stopped servers."""
    return server_actions.on_each(client, args, 'start', client.servers.start)


@several_servers
@everywhere
@ends_in('SHUTOFF')
@writes
def do_server_stop(client: v2.Client, args: Args) -> results.Shown:
    """Stop running servers."""
    return server_actions.on_each(client, args, 'stop', client.servers.stop)


@several_servers
@also_everywhere
@arg(
    '--hard',
    dest='reboot_type',
    action='store_const',
    const='HARD',
    default='SOFT',
    help='Hard reboot: power cycle without a shutdown of the guest.',
)
@ends_in('ACTIVE')
@writes
def do_server_reboot(client: v2.Client, args: Args) -> results.Shown:
    """Reboot servers."""
    # All names are resolved before the first reboot.
    servers = several.looked_up(args.server, server_finder(client, args))
    servers.check_first()
    rebooted = several.on_each(
        servers,
        lambda server: server_actions.apply(client.servers.reboot, server, args.reboot_type),
        server_actions.label,
    )
    return server_actions.accepted(rebooted, 'reboot')


@one_server
@ends_in('PAUSED')
@writes
def do_server_pause(client: v2.Client, args: Args) -> results.Shown:
    """Pause a server; its state stays in memory."""
    return server_actions.on_one(client, args, client.servers.pause)


@one_server
@ends_in('ACTIVE')
@writes
def do_server_unpause(client: v2.Client, args: Args) -> results.Shown:
    """Unpause a server."""
    return server_actions.on_one(client, args, client.servers.unpause)


@one_server
@ends_in('SUSPENDED')
@writes
def do_server_suspend(client: v2.Client, args: Args) -> results.Shown:
    """Suspend a server; its state is saved to disk."""
    return server_actions.on_one(client, args, client.servers.suspend)


@one_server
@ends_in('ACTIVE')
@writes
def do_server_resume(client: v2.Client, args: Args) -> results.Shown:
    """Resume a suspended server."""
    return server_actions.on_one(client, args, client.servers.resume)


@one_server
@arg('--reason', start_version='2.73', help='Reason for the lock.')
@writes
def do_server_lock(client: v2.Client, args: Args) -> None:
    """Lock a server against changes by anyone but administrators."""
    client.servers.lock(find_server(client, args), **set_arguments(args, 'reason'))


@one_server
@writes
def do_server_unlock(client: v2.Client, args: Args) -> None:
    """Unlock a server."""
    client.servers.unlock(find_server(client, args))


@one_server
@arg('--password', help='Administrator password of the rescued server.')
@arg('--image', help="Rescue image, by name or id (default: the server's own).")
@ends_in('RESCUE')
@server_actions.returns_password
@writes
def do_server_rescue(client: v2.Client, args: Args) -> results.Shown:
    """Rescue a server: boot it from a rescue image, with its own disk attached."""
    options = set_arguments(args, 'password')
    if args.image:
        options['image'] = lookups.resource_or_id(lookups.image(client), args.image)
    server = find_server(client, args)
    return server_actions.with_password(server, client.servers.rescue(server, **options))


@one_server
@ends_in('ACTIVE')
@writes
def do_server_unrescue(client: v2.Client, args: Args) -> results.Shown:
    """Unrescue a server: boot it from its own disk."""
    return server_actions.on_one(client, args, client.servers.unrescue)


@one_server
@arg(
    '--availability-zone',
    start_version='2.77',
    group='pin',
    help='Availability zone to unshelve the server in.',
)
@arg(
    '--unpin-availability-zone',
    action='store_true',
    start_version='2.91',
    group='pin',
    help='Allow the server to move to any availability zone.',
)
@arg(
    '--host',
    start_version='2.91',
    rule='os_compute_api:os-shelve:unshelve_to_host',
    help='Host to unshelve the server on.',
)
@ends_in('ACTIVE')
@writes
def do_server_unshelve(client: v2.Client, args: Args) -> results.Shown:
    """Unshelve a server."""
    destination = set_arguments(args, 'availability_zone', 'host')
    if getattr(args, 'unpin_availability_zone', False):
        destination['availability_zone'] = None
    return server_actions.on_one(
        client, args, lambda server: client.servers.unshelve(server, **destination)
    )


@one_server
@arg('name', help='Name of the image.')
@arg('backup_type', help='Type of the backup, as in daily.')
@arg('rotation', type=types.rotation, help='Number of backups of this type to keep.')
@pairs('--metadata', 'Property of the image. Repeatable.', default=[])
@ends_in('ACTIVE', 'SHUTOFF', 'PAUSED', 'SUSPENDED')
@returns_resource('v2.images:Image')
@success_message('Creating backup {name} of server {server}.')
@writes
def do_server_backup(client: v2.Client, args: Args) -> results.Shown:
    """Create a backup image of a server, and rotate its backups."""
    server = find_server(client, args)
    backup = client.servers.backup(
        server, args.name, args.backup_type, args.rotation, metadata=dict(args.metadata)
    )
    if not isinstance(backup, resources.DictWithMeta) or 'image_id' not in backup:
        return results.Started(None, [resources.waited_for(server, backup)])
    image_id = backup['image_id']
    making = v2.images.ImagesInMaking(client.servers, client.glance, server, backup)
    image = v2.images.Image(making, {'id': image_id, 'name': args.name}, loaded=True)
    with results.accepted(results.Record(image)):
        image._add_details(client.glance.get(image_id)._info)
    return results.started_record(image)


@one_server
@ends_in('ACTIVE', 'SHUTOFF')
@writes
def do_server_restore(client: v2.Client, args: Args) -> results.Shown:
    """Restore a soft-deleted server."""
    server = find_server(client, args, is_deleted=True)
    return results.Started(None, [server_actions.apply(client.servers.restore, server)])


@one_server
@ends_in('DELETED')
@writes
def do_server_force_delete(client: v2.Client, args: Args) -> results.Shown:
    """Force-delete a server, without soft deletion."""
    return server_actions.on_one(client, args, client.servers.force_delete)


@one_server
@arg(
    '--host',
    start_version='2.56',
    rule='os_compute_api:os-migrate-server:migrate:host',
    help='Target host (default: chosen by the scheduler).',
)
@ends_in('VERIFY_RESIZE', 'ACTIVE', 'SHUTOFF')
@success_message(
    'Migrating server {server} to {host}.',
    'Migrating server {server}.',
)
@writes
def do_server_migrate(client: v2.Client, args: Args) -> results.Shown:
    """Cold-migrate a server to another host (managers)."""
    return server_actions.on_one(
        client, args, lambda server: client.servers.migrate(server, **set_arguments(args, 'host'))
    )


@one_server
@arg(
    'host',
    nargs='?',
    rule='os_compute_api:os-migrate-server:migrate_live:host',
    help='Target host (default: chosen by the scheduler).',
)
@server_arguments.block_migrate
@arg(
    '--no-block-migrate',
    yields=True,
    dest='block_migrate',
    action='store_false',
    default='auto',
    start_version='2.25',
    group='block_migrate',
    help='Migrate without copying the disks.',
)
@arg(
    '--disk-over-commit',
    action='store_true',
    end_version='2.24',
    help='Allow disk overcommit on the host.',
)
@arg(
    '--force',
    action='store_true',
    start_version='2.30',
    end_version='2.67',
    help="Skip the scheduler's check of the host.",
)
@ends_in('ACTIVE', 'PAUSED')
@checked_by(server_arguments.check_forced_host)
@success_message(
    'Live-migrating server {server} to {host}.',
    'Live-migrating server {server}.',
)
@writes
def do_server_live_migrate(client: v2.Client, args: Args) -> results.Shown:
    """Live-migrate a running server to another host (managers)."""
    server = find_server(client, args)
    options = set_arguments(args, 'disk_over_commit', 'force')
    answer = client.servers.live_migrate(server, args.host, args.block_migrate, **options)
    return results.Started(None, [resources.waited_for(server, answer)])


@versions.wraps('2.17')
@one_server
@success_message('Triggering a crash dump in server {server}.')
@writes
def do_server_trigger_crash_dump(client: v2.Client, args: Args) -> results.Shown:
    """Trigger a crash dump in a server."""
    return server_actions.on_one(client, args, client.servers.trigger_crash_dump)


@one_server
@success_message('Injecting network information into server {server}.')
@writes
def do_server_inject_network_info(client: v2.Client, args: Args) -> None:
    """Inject network information into a server (administrators)."""
    client.servers.inject_network_info(find_server(client, args))


@one_server
@success_message('Refreshing the cached network information of server {server}.')
@writes
def do_server_refresh_network(client: v2.Client, args: Args) -> None:
    """Refresh the cached network information of a server (administrators)."""
    server = find_server(client, args)
    event = {'server_uuid': server.id, 'name': 'network-changed'}
    for answered in client.server_external_events.tell([event]):
        answered.check()
