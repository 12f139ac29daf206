"""Commands on hypervisors."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from novaclient_mv import errors, v2, versions
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    set_arguments,
    within_limit,
)
from novaclient_mv.cli.reading.types import numeric
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts import lookups, paging

_HYPERVISOR = 'v2.hypervisors:Hypervisor'
_HELP = 'Hostname or id.'
_DETAILS = (
    *('hypervisor_type', 'host_ip', 'vcpus_used', 'vcpus'),
    *('memory_mb_used', 'memory_mb'),
)


@arg('--matching', metavar='<hostname>', help='Hypervisors with this in their hostname.')
@arg('--marker', start_version='2.33', help='Start after this hypervisor, by hostname or id.')
@paging.limit('2.33')
@arg('--with-servers', action='store_true', start_version='2.53', help='Include their servers.')
@arg('--detailed', action='store_true', yields=True, help='Show type, address and room.')
@returns_resource(_HYPERVISOR)
def do_hypervisor_list(client: v2.Client, args: Args) -> results.Shown:
    """List hypervisors (administrators)."""
    if args.matching and set_arguments(args, 'marker', 'limit'):
        raise errors.CommandError('--matching takes neither --marker nor --limit beside it.')
    has_servers = bool(getattr(args, 'with_servers', False))
    rows: Iterable[v2.hypervisors.Hypervisor]
    if args.matching:
        details = {'detailed': True} if args.detailed else {}
        rows = client.hypervisors.search(args.matching, servers=has_servers, **details)
    else:
        options = within_limit(args, 'limit') | ({'with_servers': True} if has_servers else {})
        read = functools.partial(client.hypervisors.iterate, detailed=args.detailed, **options)
        marker, find = getattr(args, 'marker', None), client.hypervisors.find_one
        rows = lookups.rows_after(marker, find, 'hypervisor', read) if marker else read()
    columns = (
        *('id', 'hypervisor_hostname', 'state', 'status'),
        *(_DETAILS if args.detailed else ()),
        *(['servers'] * has_servers),
    )
    return results.Table(v2.hypervisors.Hypervisor, rows, columns)


@arg('hypervisor', help=_HELP)
@arg(
    '--wrap',
    metavar='<integer>',
    type=numeric.count,
    default=40,
    help='Wrap values after this many columns (default: 40; 0: never).',
)
@arg('--with-servers', action='store_true', start_version='2.53', help='Include its servers.')
@returns_resource(_HYPERVISOR)
def do_hypervisor_show(client: v2.Client, args: Args) -> results.Shown:
    """Show a hypervisor (administrators)."""
    with_servers = {'with_servers': True} if getattr(args, 'with_servers', False) else {}
    hypervisor = client.hypervisors.find_one(args.hypervisor, **with_servers)
    return results.Record(hypervisor, wrap=args.wrap or None)


@arg('hypervisor', help=_HELP)
@returns_resource(_HYPERVISOR)
def do_hypervisor_uptime(client: v2.Client, args: Args) -> results.Shown:
    """Show the uptime of a hypervisor's host (administrators)."""
    hypervisor = client.hypervisors.find_uptime(args.hypervisor)
    properties = hypervisor.without_links()
    columns = ('hypervisor_hostname', 'id', 'state', 'status', 'uptime')
    return results.Record(
        hypervisor, {name: properties[name] for name in columns if name in properties}
    )


@arg('hostname', help='Hostname, in full or in part.')
@returns_resource('v2.hypervisors:ServerOfHypervisor')
def do_hypervisor_servers(client: v2.Client, args: Args) -> results.Shown:
    """List the servers on hypervisors (administrators)."""
    hypervisors = client.hypervisors.search(args.hostname, servers=True)
    rows = [server for hypervisor in hypervisors for server in hypervisor.its_servers()]
    columns = ('id', 'name', 'hypervisor_id', 'hypervisor_hostname')
    return results.Table(v2.hypervisors.ServerOfHypervisor, rows, columns)


@versions.wraps('2.0', '2.87')
@returns_resource('v2.hypervisors:HypervisorStats')
def do_hypervisor_stats(client: v2.Client, args: Args) -> results.Shown:
    """Show statistics of all hypervisors (administrators); from 2.88 use hypervisor-list and the
    placement service.
    """
    return results.Record(client.hypervisor_stats.statistics())
