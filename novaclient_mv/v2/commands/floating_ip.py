"""Commands on floating addresses and their pools that the Compute API passes on."""

from __future__ import annotations

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    set_arguments,
    writes,
)
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts import proxies
from novaclient_mv.v2.retired import floating_ip_pools, floating_ips

_COMMANDS = proxies.Commands(
    __name__,
    floating_ips.FloatingIPManager,
    'network',
    'address',
    'floating IPs',
    reference='Address or id',
)

do_floating_ip_list = _COMMANDS.list('List floating IPs')
do_floating_ip_show = _COMMANDS.show('Show a floating IP')
do_floating_ip_delete = _COMMANDS.delete('Delete floating IPs')


@versions.wraps('2.0', '2.35')
@arg('pool', nargs='?', help='Floating IP pool, by name or id (default: the default pool).')
@returns_resource('v2.retired.floating_ips:FloatingIP')
@writes
def do_floating_ip_create(client: v2.Client, args: Args) -> results.Shown:
    """Create a floating IP; from 2.36 use the network service."""
    return results.Record(client.floating_ips.create(**set_arguments(args, 'pool')))


@versions.wraps('2.0', '2.35')
@returns_resource('v2.retired.floating_ip_pools:FloatingIPPool')
def do_floating_ip_pool_list(client: v2.Client, args: Args) -> results.Shown:
    """List floating IP pools; from 2.36 use the network service."""
    return results.Table(floating_ip_pools.FloatingIPPool, client.floating_ip_pools.list())
