"""Commands that list the ports and port groups of a node."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1 import portgroups, ports
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts.node_actions import one_node
from novaclient_mv.cli.reading.declarations import Args, returns_resource
from novaclient_mv.cli.running import results


@one_node
@returns_resource('baremetal.v1.ports:Port')
def do_node_port_list(client: Client, args: Args) -> results.Shown:
    """List the ports of a node."""
    rows = client.nodes.iterate_belongings(args.node, 'ports')
    return results.Table(ports.Port, rows, ('uuid', 'address'))


@versions.wraps('1.24')
@one_node
@returns_resource('baremetal.v1.portgroups:PortGroup')
def do_node_port_group_list(client: Client, args: Args) -> results.Shown:
    """List the port groups of a node."""
    rows = client.nodes.iterate_belongings(args.node, 'portgroups')
    return results.Table(portgroups.PortGroup, rows, ('uuid', 'address', 'name'))
