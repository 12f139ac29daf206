"""Commands on networks that the Compute API passes on."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.cli.reading.declarations import Args, arg, shows
from novaclient_mv.cli.running import results
from novaclient_mv.v2.client import Client
from novaclient_mv.v2.retired import network_proxies

_NETWORK = 'v2.retired.network_proxies:NetworkProxy'


@versions.wraps('2.0', '2.35')
@shows(_NETWORK, 'id', 'label', 'cidr')
def do_network_list(client: Client, args: Args) -> results.Shown:
    """List networks; from 2.36 use the network service."""
    rows = client.network_proxies.list()
    return results.Table(network_proxies.NetworkProxy, rows, ('id', 'label', 'cidr'))


@versions.wraps('2.0', '2.35')
@arg('network', metavar='<network>', help='Label or id.')
@shows(_NETWORK)
def do_network_show(client: Client, args: Args) -> results.Shown:
    """Show a network; from 2.36 use the network service."""
    return results.Record(client.network_proxies.find_one(args.network))
