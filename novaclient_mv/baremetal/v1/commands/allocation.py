"""Commands on allocations of nodes."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1 import allocations
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import collections, edits
from novaclient_mv.cli.reading import targets
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    ends_in,
    meets_locks,
    refuses_without,
    returns_resource,
    set_arguments,
    writes,
)
from novaclient_mv.cli.running import deletions, results

_ALLOCATION = 'baremetal.v1.allocations:Allocation'

_COMMANDS = collections.Commands(allocations.AllocationManager)

do_allocation_list = _COMMANDS.list(
    ('uuid', 'name', 'resource_class', 'state', 'node_uuid'),
    filters=allocations.FILTERS,
    has_detail=False,
)
do_allocation_show = _COMMANDS.show()
do_allocation_set = _COMMANDS.set(
    arg('--name', help='Unique name of the allocation.'),
    edits.set_extra,
    fields=('name',),
    pairs=('extra',),
)
do_allocation_unset = _COMMANDS.unset(
    edits.flag_argument('--name', 'Remove its name.'),
    edits.unset_extra,
    flags=('name',),
    extra='extra',
)


@versions.wraps('1.52')
@arg('--resource-class', metavar='<class>', help='Resource class of the node.')
@arg('--trait', action='append', help='Trait that the node must have. Repeatable.')
@arg(
    '--candidate-node',
    metavar='<node>',
    action='append',
    help='Candidate node, by name or UUID. Repeatable.',
)
@arg('--name', help='Unique name of the allocation.')
@arg('--uuid', help='UUID of the new allocation.')
@arg('--node', start_version='1.58', help='Deployed node to create the allocation for.')
@arg('--owner', start_version='1.60', help='Project that owns the allocation.')
@edits.set_extra
@refuses_without('--resource-class', '--node')
@ends_in('active', field='state')
@returns_resource(_ALLOCATION)
@writes
def do_allocation_create(client: Client, args: Args) -> results.Shown:
    """Create an allocation, which reserves a matching node."""
    allocation = client.allocations.create(
        **set_arguments(
            args,
            *('resource_class', 'name', 'uuid', 'node', 'owner'),
            traits='trait',
            candidate_nodes='candidate_node',
        ),
        **edits.pairs(args, 'extra'),
    )
    return results.started_record(allocation)


@versions.wraps('1.52')
@targets.several('allocation', 'baremetal-allocation-list', by='name or UUID', key='uuid')
@meets_locks
@writes
def do_allocation_delete(client: Client, args: Args) -> results.Shown:
    """Delete allocations and release their nodes."""
    of_cloud = client.allocations
    return deletions.by_reference(args.allocation, of_cloud.delete)
