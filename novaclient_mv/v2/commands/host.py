"""Commands on hosts, and on all servers of a host."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from novaclient_mv import errors, v2, versions
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    checked_by,
    ends_in,
    refuses_without,
    returns_columns,
    returns_resource,
    set_arguments,
    success_message,
    writes,
)
from novaclient_mv.cli.running import dry_run, results, several
from novaclient_mv.v2.commands.parts import host_servers, server_actions, server_arguments
from novaclient_mv.v2.retired import hosts

_TARGET_HELP = 'Target host (default: chosen by the scheduler for each server).'
_FORCE_HELP = "Skip the scheduler's check of the host."


def _columns(title: str) -> dict[str, str]:
    """The columns of a row for each server, keys to titles."""
    outcome = {'id': 'Server UUID', 'accepted': title, 'error': 'Error Message'}
    return {**outcome, 'name': 'Name', 'host': 'Host'}


@versions.wraps('2.0', '2.42')
@arg('--zone', help='Hosts of this availability zone.')
@returns_resource('v2.retired.hosts:Host')
def do_host_list(client: v2.Client, args: Args) -> results.Shown:
    """List hosts by service (administrators); from 2.43 use service-list and hypervisor-list."""
    return results.Table(hosts.Host, client.hosts.list(**set_arguments(args, 'zone')))


@versions.wraps('2.0', '2.42')
@arg('host', help='Name of the host.')
@returns_resource('v2.retired.hosts:HostUse')
def do_host_show(client: v2.Client, args: Args) -> results.Shown:
    """Show the resources of a host (administrators); from 2.43 use hypervisor-show."""
    return results.Table(hosts.HostUse, client.hosts.get(args.host))


@versions.wraps('2.0', '2.42')
@arg('host', help='Name of the host.')
@arg('--status', choices=('enable', 'disable'), help='Enable or disable the host for new servers.')
@arg(
    '--maintenance',
    choices=('enable', 'disable'),
    help='Enable or disable maintenance mode of the host.',
)
@refuses_without('--status', '--maintenance')
@returns_resource('v2.retired.hosts:HostState')
@writes
def do_host_update(client: v2.Client, args: Args) -> results.Shown:
    """Update the state of a host (administrators); from 2.43 use service-enable."""
    changed = client.hosts.update(
        args.host, **set_arguments(args, 'status', maintenance_mode='maintenance')
    )
    return results.one_row(changed, ('host', 'status', 'maintenance_mode'))


@versions.wraps('2.0', '2.42')
@arg('host', help='Name of the host.')
@returns_resource('v2.retired.hosts:HostState')
@writes
def do_host_startup(client: v2.Client, args: Args) -> results.Shown:
    """Start a host (administrators); from 2.43 use the power management of the host."""
    return results.one_row(client.hosts.startup(args.host), ('host', 'power_action'))


@versions.wraps('2.0', '2.42')
@arg('host', help='Name of the host.')
@returns_resource('v2.retired.hosts:HostState')
@writes
def do_host_shutdown(client: v2.Client, args: Args) -> results.Shown:
    """Shut a host down (administrators); from 2.43 use the power management of the host."""
    return results.one_row(client.hosts.shutdown(args.host), ('host', 'power_action'))


@versions.wraps('2.0', '2.42')
@arg('host', help='Name of the host.')
@returns_resource('v2.retired.hosts:HostState')
@writes
def do_host_reboot(client: v2.Client, args: Args) -> results.Shown:
    """Reboot a host (administrators); from 2.43 use the power management of the host."""
    return results.one_row(client.hosts.reboot(args.host), ('host', 'power_action'))


@host_servers.host
@arg('--target-host', metavar='<target_host>', help=_TARGET_HELP)
@arg(
    '--on-shared-storage',
    action='store_true',
    end_version='2.13',
    help='Disks are on shared storage.',
)
@arg('--force', action='store_true', start_version='2.29', end_version='2.67', help=_FORCE_HELP)
@host_servers.selection
@ends_in('ACTIVE', 'SHUTOFF')
@checked_by(server_arguments.check_forced_host)
@returns_columns(*_columns('Evacuate Accepted').items())
@success_message('Evacuating the servers of host {host}.')
@writes
def do_host_evacuate(client: v2.Client, args: Args) -> results.Shown:
    """Evacuate all servers from a failed host (administrators)."""
    options = set_arguments(args, 'on_shared_storage', 'force', host='target_host')
    return host_servers.worked_on(
        client,
        args,
        'Evacuate',
        _work(
            lambda server: client.servers.evacuate(server, **options),
            'Evacuate Accepted',
        ),
    )


@host_servers.host
@arg('--target-host', metavar='<target_host>', help=_TARGET_HELP)
@server_arguments.block_migrate
@arg(
    '--disk-over-commit',
    action='store_true',
    end_version='2.24',
    help='Allow disk overcommit on the target host.',
)
@arg(
    '--max-servers',
    metavar='<max_servers>',
    type=types.positive,
    help='Move at most this many servers.',
)
@arg('--force', action='store_true', start_version='2.30', end_version='2.67', help=_FORCE_HELP)
@host_servers.selection
@ends_in('ACTIVE', 'PAUSED')
@checked_by(server_arguments.check_forced_host)
@returns_columns(*_columns('Live Migration Accepted').items())
@writes
def do_host_evacuate_live(client: v2.Client, args: Args) -> results.Shown:
    """Live-migrate all servers of a host (administrators)."""
    options = set_arguments(args, 'disk_over_commit', 'force')
    return host_servers.worked_on(
        client,
        args,
        'Live-migrate',
        _work(
            lambda server: client.servers.live_migrate(
                server, args.target_host, args.block_migrate, **options
            ),
            'Live Migration Accepted',
        ),
        args.max_servers,
    )


@host_servers.host
@host_servers.selection
@ends_in('VERIFY_RESIZE', 'ACTIVE', 'SHUTOFF')
@returns_columns(*_columns('Migration Accepted').items())
@writes
def do_host_servers_migrate(client: v2.Client, args: Args) -> results.Shown:
    """Cold-migrate all servers of a host (administrators)."""
    work = _work(client.servers.migrate, 'Migration Accepted')
    return host_servers.worked_on(client, args, 'Cold-migrate', work)


@host_servers.host
@arg('action', choices=('set', 'delete'), help='set or delete.')
@arg(
    'metadata',
    metavar='<key=value>',
    nargs='+',
    help='Metadata to set, as KEY=VALUE, or keys to delete.',
)
@host_servers.selection
@writes
def do_host_meta(client: v2.Client, args: Args) -> results.Shown:
    """Set or delete metadata of all servers of a host (administrators)."""
    change: Callable[[v2.servers.Server], object]
    if args.action == 'set':
        metadata = dict(_pair(text) for text in args.metadata)

        def change(server: v2.servers.Server) -> object:
            return client.servers.set_meta(server, metadata)
    else:
        keys = sorted({text.partition('=')[0] for text in args.metadata}, reverse=True)

        def change(server: v2.servers.Server) -> object:
            with dry_run.followed_by(*(f'the key {key} is deleted' for key in keys[1:])):
                return client.servers.delete_meta(server, keys)

    def work(servers: host_servers.Servers) -> results.Shown:
        changed = several.on_each(
            servers, lambda server: server_actions.apply(change, server), server_actions.label
        )
        return server_actions.accepted(changed, f'metadata {args.action}').shown

    return host_servers.worked_on(client, args, f'{args.action.title()} metadata of', work)


def _pair(text: str) -> tuple[str, str]:
    """A key and its value."""
    key, equals, value = text.partition('=')
    if not equals or not key:
        raise errors.CommandError(f'{text!r} is not of the form key=value.')
    return key, value


def _row_text(failure: Exception) -> str:
    """Note that a row of the table has the text of a failure, and return it."""
    text = str(failure)
    if isinstance(failure, errors.Error):
        failure.row_text = text
    return text


def _work(change: Callable[[v2.servers.Server], object], title: str) -> host_servers.Work:
    """Return the work of an action on servers, a few at a time, with a row for each."""

    def work(servers: host_servers.Servers) -> results.Started:
        outcome = several.on_each(
            servers,
            lambda server: server_actions.apply(change, server),
            lambda server: str(server.id),
        )
        columns = _columns(title)

        def rows(failures: Mapping[str, Exception]) -> results.Rows:
            refused = outcome.failures
            texts = {id: _row_text(failure) for id, failure in {**failures, **refused}.items()}
            cells = [
                (
                    *(server.id, server.id not in refused, texts.get(server.id, '')),
                    *(server.name, host_servers.host_of(server)),
                )
                for server in servers
            ]
            return results.Rows(tuple(columns.values()), cells, keys=tuple(columns))

        started = results.Started(rows({}), outcome, labels=outcome.labels, with_failures=rows)
        try:
            outcome.check(started)
        except errors.Error as error:
            error.done = started
            raise
        return started

    return work
