"""Commands that list what connects a node to volumes."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1 import volume_connectors, volume_targets
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts.node_actions import one_node
from novaclient_mv.cli.reading.declarations import Args, returns_resource
from novaclient_mv.cli.running import results


@versions.wraps('1.32')
@one_node
@returns_resource('baremetal.v1.volume_connectors:VolumeConnector')
def do_node_volume_connector_list(client: Client, args: Args) -> results.Shown:
    """List the volume connectors of a node."""
    rows = client.nodes.iterate_belongings(args.node, 'volume/connectors')
    columns = ('uuid', 'node_uuid', 'type', 'connector_id')
    return results.Table(volume_connectors.VolumeConnector, rows, columns)


@versions.wraps('1.32')
@one_node
@returns_resource('baremetal.v1.volume_targets:VolumeTarget')
def do_node_volume_target_list(client: Client, args: Args) -> results.Shown:
    """List the volume targets of a node."""
    rows = client.nodes.iterate_belongings(args.node, 'volume/targets')
    columns = ('uuid', 'node_uuid', 'volume_type', 'boot_index', 'volume_id')
    return results.Table(volume_targets.VolumeTarget, rows, columns)
