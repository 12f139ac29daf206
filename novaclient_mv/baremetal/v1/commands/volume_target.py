"""Commands on volume targets of nodes."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1 import volume_targets
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
from novaclient_mv.cli.reading.types import numeric
from novaclient_mv.cli.running import results

_TARGET = 'baremetal.v1.volume_targets:VolumeTarget'
_NODE_HELP = 'Node of the volume target, by name or UUID.'
_TYPE_HELP = 'Volume type, as in iscsi or fibre_channel.'
_INDEX_HELP = 'Boot index; 0 is the boot volume.'
_PROPERTY_HELP = 'Connection property, as in target_portal=192.0.2.1:3260'

_COMMANDS = collections.Commands(
    volume_targets.VolumeTargetManager, '<volume-target>', of_nodes=True
)

do_volume_target_list = _COMMANDS.list(
    ('uuid', 'node_uuid', 'volume_type', 'boot_index', 'volume_id'),
    filters=volume_targets.FILTERS,
)
do_volume_target_show = _COMMANDS.show()
do_volume_target_unset = _COMMANDS.unset(
    edits.unset_extra,
    edits.keys_argument('--property', 'Connection property to remove'),
    extra='extra',
    properties='property',
)
do_volume_target_delete = _COMMANDS.delete()


@versions.wraps('1.32')
@arg('--node', required=True, help=_NODE_HELP)
@arg('--type', metavar='<volume-type>', required=True, help=_TYPE_HELP)
@edits.pairs_argument('--property', _PROPERTY_HELP)
@arg('--boot-index', required=True, type=numeric.count, help=_INDEX_HELP)
@arg('--volume-id', required=True, help='Id of the volume.')
@arg('--uuid', help='UUID of the new volume target.')
@edits.set_extra
@returns_resource(_TARGET)
@meets_locks
@writes
def do_volume_target_create(client: Client, args: Args) -> results.Shown:
    """Create a volume target of a node."""
    target = client.volume_targets.create(
        client.nodes.uuid_of(args.node),
        args.type,
        args.boot_index,
        args.volume_id,
        **set_arguments(args, 'uuid'),
        **edits.pairs(args, 'extra', properties='property'),
    )
    return results.Record(target)


@versions.wraps('1.32')
@arg('target', metavar='<volume-target>', help='UUID of the volume target.')
@arg('--node', help=_NODE_HELP)
@arg('--type', metavar='<volume-type>', help=_TYPE_HELP)
@edits.pairs_argument('--property', _PROPERTY_HELP)
@arg('--boot-index', type=numeric.count, help=_INDEX_HELP)
@arg('--volume-id', help='Id of the volume.')
@edits.set_extra
@edits.needs_a_change
@returns_resource(_TARGET)
@meets_locks
@writes
def do_volume_target_set(client: Client, args: Args) -> results.Shown:
    """Update a volume target."""
    values = set_arguments(args, 'boot_index', 'volume_id', volume_type='type')
    if args.node:
        values['node_uuid'] = client.nodes.uuid_of(args.node)
    changed = edits.set_by(values, edits.pairs(args, 'extra', properties='property'))
    return results.Record(client.volume_targets.update(args.target, changed))
