"""Commands on a project's networks that the Compute API passes on."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.cli.reading.declarations import Args, arg, shows
from novaclient_mv.cli.running import results
from novaclient_mv.v2.client import Client
from novaclient_mv.v2.retired import tenant_networks

_NETWORK = 'v2.retired.tenant_networks:TenantNetwork'


@versions.wraps('2.0', '2.35')
@shows(_NETWORK, 'id', 'label', 'cidr')
def do_tenant_network_list(client: Client, args: Args) -> results.Shown:
    """List the project's networks; from 2.36 use the network service."""
    rows = client.tenant_networks.list()
    return results.Table(tenant_networks.TenantNetwork, rows, ('id', 'label', 'cidr'))


@versions.wraps('2.0', '2.35')
@arg('network', metavar='<network>', help='Label or id.')
@shows(_NETWORK)
def do_tenant_network_show(client: Client, args: Args) -> results.Shown:
    """Show a network of the project; from 2.36 use the network service."""
    return results.Record(client.tenant_networks.find_one(args.network))
