"""Commands on floating addresses and their pools that the Compute API passes on."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.cli.reading.declarations import Args, arg, given, shows, writes
from novaclient_mv.cli.running import deletions, results
from novaclient_mv.v2.client import Client
from novaclient_mv.v2.retired import floating_ip_pools, floating_ips

_ADDRESS = 'v2.retired.floating_ips:FloatingIP'


@versions.wraps('2.0', '2.35')
@shows(_ADDRESS)
def do_floating_ip_list(client: Client, args: Args) -> results.Shown:
    """List floating IPs; from 2.36 use the network service."""
    return results.Table(floating_ips.FloatingIP, client.floating_ips.list())


@versions.wraps('2.0', '2.35')
@arg('address', metavar='<address>', help='Address or id.')
@shows(_ADDRESS)
def do_floating_ip_show(client: Client, args: Args) -> results.Shown:
    """Show a floating IP; from 2.36 use the network service."""
    return results.Record(client.floating_ips.find_one(args.address))


@versions.wraps('2.0', '2.35')
@arg(
    'pool',
    metavar='<pool>',
    nargs='?',
    help='Floating IP pool, by name or id (default: the default pool).',
)
@shows(_ADDRESS)
@writes
def do_floating_ip_create(client: Client, args: Args) -> results.Shown:
    """Create a floating IP; from 2.36 use the network service."""
    return results.Record(client.floating_ips.create(**given(args, 'pool')))


@versions.wraps('2.0', '2.35')
@arg('address', metavar='<address>', nargs='+', help='One or more floating IPs, by address or id.')
@writes
def do_floating_ip_delete(client: Client, args: Args) -> results.Shown:
    """Delete floating IPs; from 2.36 use the network service."""
    addresses = client.floating_ips
    return deletions.on_each(args.address, addresses.finder(args.address), addresses.delete)


@versions.wraps('2.0', '2.35')
@shows('v2.retired.floating_ip_pools:FloatingIPPool')
def do_floating_ip_pool_list(client: Client, args: Args) -> results.Shown:
    """List floating IP pools; from 2.36 use the network service."""
    return results.Table(floating_ip_pools.FloatingIPPool, client.floating_ip_pools.list())
