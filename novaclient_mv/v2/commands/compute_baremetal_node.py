"""Commands on baremetal nodes that the Compute API passes on."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.cli.reading.declarations import Args, arg, shows
from novaclient_mv.cli.running import results
from novaclient_mv.v2.client import Client
from novaclient_mv.v2.retired import baremetal_nodes

_NODE = 'v2.retired.baremetal_nodes:BaremetalNode'
_COLUMNS = ('id', 'host', 'task_state', 'cpus', 'memory_mb', 'disk_gb')


@versions.wraps('2.0', '2.35')
@shows(_NODE, *_COLUMNS)
def do_compute_baremetal_node_list(client: Client, args: Args) -> results.Shown:
    """List baremetal nodes (administrators); from 2.36 use the baremetal service."""
    rows = client.baremetal_nodes.list()
    return results.Table(baremetal_nodes.BaremetalNode, rows, _COLUMNS)


@versions.wraps('2.0', '2.35')
@arg('node', metavar='<node>', help='Id of the node.')
@shows(_NODE)
def do_compute_baremetal_node_show(client: Client, args: Args) -> results.Shown:
    """Show a baremetal node (administrators); from 2.36 use the baremetal service."""
    return results.Record(client.baremetal_nodes.get(args.node))
