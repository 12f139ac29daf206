"""Arguments that are the same in many commands on servers."""

from __future__ import annotations

from novaclient_mv import errors
from novaclient_mv.cli.reading import targets, types
from novaclient_mv.cli.reading.declarations import Args, all_of, arg

one_server = arg('server', help='Name or id.')
several_servers = targets.several('server', 'server-list', by='name or id')
everywhere = arg(
    '--all-tenants',
    action='store_const',
    const=1,
    default=0,
    rule='os_compute_api:servers:index:get_all_tenants',
    help='Find servers of all projects.',
)
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


def check_forced_host(args: Args) -> None:
    """Refuse ``--force`` where there is no host that it could be about.

    :raises CommandError: no host is given.
    """
    target = 'target_host' if hasattr(args, 'target_host') else 'host'
    if getattr(args, 'force', False) and not getattr(args, target):
        name = '<host>' if target == 'host' else '--target-host'
        raise errors.CommandError(f'--force needs {name}: the host that is not to be asked for.')
