"""Commands on volume connectors of nodes."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1 import volume_connectors
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import collections, edits
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    meets_locks,
    returns_resource,
    set_arguments,
    writes,
)
from novaclient_mv.cli.running import results

_CONNECTOR = 'baremetal.v1.volume_connectors:VolumeConnector'
_TYPES = ('iqn', 'ip', 'mac', 'wwnn', 'wwpn', 'port', 'portgroup')
_NODE_HELP = 'Node of the volume connector, by name or UUID.'
_TYPE_HELP = f'Connector type: {", ".join(_TYPES)}.'
_ID_HELP = 'Connector id, as in the iSCSI qualified name of the node.'

_COMMANDS = collections.Commands(
    volume_connectors.VolumeConnectorManager, '<volume-connector>', of_nodes=True
)

do_volume_connector_list = _COMMANDS.list(
    ('uuid', 'node_uuid', 'type', 'connector_id'),
    filters=volume_connectors.FILTERS,
)
do_volume_connector_show = _COMMANDS.show()
do_volume_connector_unset = _COMMANDS.unset(edits.unset_extra, extra='extra')
do_volume_connector_delete = _COMMANDS.delete()


@versions.wraps('1.32')
@arg('--node', required=True, help=_NODE_HELP)
@arg('--type', required=True, choices=_TYPES, help=_TYPE_HELP)
@arg('--connector-id', required=True, help=_ID_HELP)
@arg('--uuid', help='UUID of the new volume connector.')
@edits.set_extra
@returns_resource(_CONNECTOR)
@meets_locks
@writes
def do_volume_connector_create(client: Client, args: Args) -> results.Shown:
    """Create a volume connector of a node."""
    connector = client.volume_connectors.create(
        client.nodes.uuid_of(args.node),
        args.type,
        args.connector_id,
        **set_arguments(args, 'uuid'),
        **edits.pairs(args, 'extra'),
    )
    return results.Record(connector)


@versions.wraps('1.32')
@arg('connector', metavar='<volume-connector>', help='UUID of the volume connector.')
@arg('--node', help=_NODE_HELP)
@arg('--type', choices=_TYPES, help=_TYPE_HELP)
@arg('--connector-id', help=_ID_HELP)
@edits.set_extra
@edits.needs_a_change
@returns_resource(_CONNECTOR)
@meets_locks
@writes
def do_volume_connector_set(client: Client, args: Args) -> results.Shown:
    """Update a volume connector."""
    values = set_arguments(args, 'type', 'connector_id')
    if args.node:
        values['node_uuid'] = client.nodes.uuid_of(args.node)
    changed = edits.set_by(values, edits.pairs(args, 'extra'))
    return results.Record(client.volume_connectors.update(args.connector, changed))
