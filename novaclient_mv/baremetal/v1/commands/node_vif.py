"""Commands on virtual interfaces (VIFs) of a node."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import edits
from novaclient_mv.baremetal.v1.commands.parts.node_actions import one_node
from novaclient_mv.baremetal.v1.nodes.vifs import Vif
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    meets_locks,
    returns_resource,
    set_arguments,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results

_VIF_HELP = 'Id of the VIF, such as a port of the network service.'


@versions.wraps('1.28')
@one_node
@returns_resource('baremetal.v1.nodes.vifs:Vif')
def do_node_vif_list(client: Client, args: Args) -> results.Shown:
    """List the VIFs that are attached to a node."""
    return results.Table(Vif, client.nodes.list_vifs(args.node))


@versions.wraps('1.28')
@one_node
@arg('vif', metavar='<vif-id>', help=_VIF_HELP)
@arg(
    '--port-uuid',
    metavar='<uuid>',
    group='port',
    start_version='1.67',
    help='Port to attach the VIF to.',
)
@arg(
    '--portgroup-uuid',
    metavar='<uuid>',
    group='port',
    start_version='1.67',
    help='Port group to attach the VIF to.',
)
@edits.pairs_argument('--vif-info', 'Additional parameter of the VIF')
@success_message('Attached VIF {vif} to node {node}.')
@meets_locks
@writes
def do_node_vif_attach(client: Client, args: Args) -> None:
    """Attach a VIF to a node."""
    port = set_arguments(args, 'port_uuid', 'portgroup_uuid')
    client.nodes.attach_vif(args.node, args.vif, **port, **edits.pairs(args, info='vif_info'))


@versions.wraps('1.28')
@one_node
@arg('vif', metavar='<vif-id>', help=_VIF_HELP)
@success_message('Detached VIF {vif} from node {node}.')
@meets_locks
@writes
def do_node_vif_detach(client: Client, args: Args) -> None:
    """Detach a VIF from a node."""
    client.nodes.detach_vif(args.node, args.vif)
