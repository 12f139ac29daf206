"""Commands on baremetal nodes that the Compute API passes on."""

from __future__ import annotations

from novaclient_mv.v2.commands.parts import proxies
from novaclient_mv.v2.retired import baremetal_nodes

_COMMANDS = proxies.Commands(
    __name__, baremetal_nodes.BaremetalNodeManager, 'baremetal', 'node', reference='Id of the node'
)

do_compute_baremetal_node_list = _COMMANDS.list(
    'List baremetal nodes (administrators)',
    ('id', 'host', 'task_state', 'cpus', 'memory_mb', 'disk_gb'),
)
do_compute_baremetal_node_show = _COMMANDS.show('Show a baremetal node (administrators)', 'get')
