"""Commands on volume connectors of nodes."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1 import volume_connectors
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import edits, lists
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    checked_by,
    given,
    meets_locks,
    shows,
    writes,
)
from novaclient_mv.cli.running import deletions, results

_CONNECTOR = 'baremetal.v1.volume_connectors:VolumeConnector'
_TYPES = ('iqn', 'ip', 'mac', 'wwnn', 'wwpn', 'port', 'portgroup')
_NODE_HELP = 'Node that it belongs to, by name or UUID.'
_TYPE_HELP = f'One of {", ".join(_TYPES)}.'
_ID_HELP = 'What the node is known as, as in its iSCSI name.'


@versions.wraps('1.32')
@arg('--node', metavar='<node>', help='Volume connectors of this node, by name or UUID.')
@lists.list_arguments('volume connector')
@shows(_CONNECTOR)
def do_volume_connector_list(client: Client, args: Args) -> results.Shown:
    """List volume connectors."""
    return lists.table(
        args,
        volume_connectors.VolumeConnector,
        client.volume_connectors.iterate,
        ('uuid', 'node_uuid', 'type', 'connector_id'),
        **given(args, 'node'),
    )


@versions.wraps('1.32')
@arg('connector', metavar='<volume-connector>', help='UUID.')
@lists.fields_argument()
@shows(_CONNECTOR)
def do_volume_connector_show(client: Client, args: Args) -> results.Shown:
    """Show a volume connector."""
    return lists.record(args, client.volume_connectors.get(args.connector, **lists.fields_of(args)))


@versions.wraps('1.32')
@arg('--node', metavar='<node>', required=True, help=_NODE_HELP)
@arg('--type', metavar='<type>', required=True, choices=_TYPES, help=_TYPE_HELP)
@arg('--connector-id', metavar='<connector-id>', required=True, help=_ID_HELP)
@arg('--uuid', metavar='<uuid>', help='UUID of the new volume connector.')
@edits.set_extra
@shows(_CONNECTOR)
@meets_locks
@writes
def do_volume_connector_create(client: Client, args: Args) -> results.Shown:
    """Create a volume connector of a node."""
    connector = client.volume_connectors.create(
        client.nodes.uuid_of(args.node),
        args.type,
        args.connector_id,
        **given(args, 'uuid'),
        **edits.pairs(args, 'extra'),
    )
    return results.Record(connector)


@versions.wraps('1.32')
@arg('connector', metavar='<volume-connector>', help='UUID.')
@arg('--node', metavar='<node>', help=_NODE_HELP)
@arg('--type', metavar='<type>', choices=_TYPES, help=_TYPE_HELP)
@arg('--connector-id', metavar='<connector-id>', help=_ID_HELP)
@edits.set_extra
@checked_by(edits.needs_a_change('connector'))
@shows(_CONNECTOR)
@meets_locks
@writes
def do_volume_connector_set(client: Client, args: Args) -> results.Shown:
    """Change a volume connector; what is not named stays."""
    values = given(args, 'type', 'connector_id')
    if args.node:
        values['node_uuid'] = client.nodes.uuid_of(args.node)
    changed = edits.set_by(values, edits.pairs(args, 'extra'))
    return results.Record(client.volume_connectors.update(args.connector, changed))


@versions.wraps('1.32')
@arg('connector', metavar='<volume-connector>', help='UUID.')
@edits.unset_extra
@checked_by(edits.needs_a_change('connector'))
@shows(_CONNECTOR)
@meets_locks
@writes
def do_volume_connector_unset(client: Client, args: Args) -> results.Shown:
    """Remove values of a volume connector."""
    removed = edits.unset_by(args, extra='extra')
    return results.Record(client.volume_connectors.update(args.connector, removed=removed))


@versions.wraps('1.32')
@arg('connector', metavar='<volume-connector>', nargs='+', help='UUID; several for several.')
@meets_locks
@writes
def do_volume_connector_delete(client: Client, args: Args) -> results.Shown:
    """Delete volume connectors."""
    connectors = client.volume_connectors
    return deletions.by_reference(args.connector, connectors.delete)
