"""Arguments that are the same in many commands on servers."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from novaclient_mv import errors
from novaclient_mv.cli.reading import targets, types
from novaclient_mv.cli.reading.declarations import Args, all_of, arg

if TYPE_CHECKING:
    from novaclient_mv import v2
    from novaclient_mv.v2.servers import Server

several_servers = targets.several('server', 'server-list', by='name or id')
_everywhere = functools.partial(
    arg,
    '--all-tenants',
    action='store_const',
    const=1,
    default=0,
    rule='os_compute_api:servers:index:get_all_tenants',
    help='Find servers of all projects.',
)
everywhere = _everywhere()
also_everywhere = _everywhere(yields=True)
"""The same in a command whose other options are abbreviated."""
one_server = all_of(arg('server', help='Name or id.'), also_everywhere)
disk_config = arg(
    '--disk-config', metavar='<auto|manual>', type=types.disk_config, help=types.DISK_CONFIG_HELP
)
access_ip_v4 = arg(
    '--access-ip-v4',
    metavar='<value>',
    type=types.ipv4_address,
    help='IPv4 address to show for access.',
)
access_ip_v6 = arg(
    '--access-ip-v6',
    metavar='<value>',
    type=types.ipv6_address,
    help='IPv6 address to show for access.',
)
block_migrate = all_of(
    arg(
        '--block-migrate',
        action='store_true',
        end_version='2.24',
        help='Block migration: copy the disks.',
    ),
    arg(
        '--block-migrate',
        action='store_true',
        default='auto',
        group='block_migrate',
        start_version='2.25',
        help='Block migration: copy the disks (default: decided by the cloud).',
    ),
)


def find_server(
    client: v2.Client, args: Args, reference: str | None = None, is_deleted: bool = False
) -> Server:
    """The server of ``args.server``, in all projects where ``--all-tenants`` says so."""
    reference = args.server if reference is None else reference
    try:
        return client.servers.find_one(reference, bool(args.all_tenants), is_deleted)
    except errors.ResourceNotFound as error:
        raise _with_project(error, client, args) from error


def server_finder(client: v2.Client, args: Args) -> Callable[[str], Server]:
    """:func:`find_server` for each of ``args.server``; names share requests."""
    find = client.servers.finder(args.server, bool(args.all_tenants))

    def find_named(reference: str) -> Server:
        try:
            return find(reference)
        except errors.ResourceNotFound as error:
            raise _with_project(error, client, args) from error

    return find_named


def _with_project(
    error: errors.ResourceNotFound, client: v2.Client, args: Args
) -> errors.ResourceNotFound:
    """Say of a server that is not there where it was looked for, to who may look elsewhere."""
    facts = client.client.access.token_facts()
    if args.all_tenants or facts is None or 'admin' not in (facts.roles or ()):
        return error
    own = facts.project
    where = f' in project {own.name or own.id}' if own is not None else ''
    text = str(error).rstrip('.')
    message = f'{text}{where}; --all-tenants looks in all.'
    missing = errors.ResourceNotFound(message, kind=error.kind, name=error.name)
    missing.meant = error.meant
    return missing


def check_forced_host(args: Args) -> None:
    """Refuse ``--force`` where there is no host that it could be about."""
    target = 'target_host' if hasattr(args, 'target_host') else 'host'
    if getattr(args, 'force', False) and not getattr(args, target):
        name = '<host>' if target == 'host' else '--target-host'
        raise errors.CommandError(f'--force needs {name}: the host that is not to be asked for.')
