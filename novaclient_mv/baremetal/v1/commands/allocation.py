"""Commands on allocations of nodes."""

from __future__ import annotations

from novaclient_mv import errors, versions
from novaclient_mv.baremetal.v1 import allocations
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import edits, lists
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    checked_by,
    ends_in,
    given,
    meets_locks,
    shows,
    writes,
)
from novaclient_mv.cli.running import deletions, results
from novaclient_mv.resources import Resource

_ALLOCATION = 'baremetal.v1.allocations:Allocation'
_HELP = 'Name or UUID.'


@versions.wraps('1.52')
@arg('--node', metavar='<node>', help='Allocations of this node, by name or UUID.')
@arg('--resource-class', metavar='<class>', help='Allocations that asked for this class.')
@arg('--state', metavar='<state>', help='Allocations in this state: allocating, active, error.')
@arg('--owner', metavar='<owner>', start_version='1.60', help='Allocations of this project.')
@lists.list_arguments('allocation')
@shows(_ALLOCATION)
def do_allocation_list(client: Client, args: Args) -> results.Shown:
    """List allocations."""
    return lists.table(
        args,
        allocations.Allocation,
        client.allocations.iterate,
        ('uuid', 'name', 'resource_class', 'state', 'node_uuid'),
        has_detail=False,
        **given(args, 'node', 'resource_class', 'state', 'owner'),
    )


@versions.wraps('1.52')
@arg('allocation', metavar='<allocation>', help=_HELP)
@lists.fields_argument()
@shows(_ALLOCATION)
def do_allocation_show(client: Client, args: Args) -> results.Shown:
    """Show an allocation."""
    return lists.record(args, client.allocations.get(args.allocation, **lists.fields_of(args)))


def _check_what_is_asked_for(args: Args) -> None:
    if not args.resource_class and not given(args, 'node'):
        raise errors.CommandError('baremetal-allocation-create needs --resource-class, or --node.')


@versions.wraps('1.52')
@arg('--resource-class', metavar='<class>', help='Resource class of the node.')
@arg(
    '--trait',
    metavar='<trait>',
    action='append',
    help='Trait that the node must have; several times for several traits.',
)
@arg(
    '--candidate-node',
    metavar='<node>',
    action='append',
    help='Node to choose from, by name or UUID; several times for several nodes.',
)
@arg('--name', metavar='<name>', help='Unique name.')
@arg('--uuid', metavar='<uuid>', help='UUID of the new allocation.')
@arg(
    '--node',
    metavar='<node>',
    start_version='1.58',
    help='Node that is deployed already, to make an allocation for.',
)
@arg('--owner', metavar='<owner>', start_version='1.60', help='Project that it belongs to.')
@edits.set_extra
@checked_by(_check_what_is_asked_for)
@ends_in('active', field='state')
@shows(_ALLOCATION)
@writes
def do_allocation_create(client: Client, args: Args) -> results.Shown:
    """Ask for a node that fits; --wait tells which one it is."""
    allocation = client.allocations.create(
        **given(
            args,
            *('resource_class', 'name', 'uuid', 'node', 'owner'),
            traits='trait',
            candidate_nodes='candidate_node',
        ),
        **edits.pairs(args, 'extra'),
    )
    return results.Started(results.Record(allocation), [allocation], _refreshed)


def _refreshed(seen: list[Resource]) -> results.Record:
    return results.Record(seen[0])


@versions.wraps('1.57')
@arg('allocation', metavar='<allocation>', help=_HELP)
@arg('--name', metavar='<name>', help='Unique name.')
@edits.set_extra
@checked_by(edits.needs_a_change('allocation'))
@shows(_ALLOCATION)
@writes
def do_allocation_set(client: Client, args: Args) -> results.Shown:
    """Change an allocation; what is not named stays."""
    changed = edits.set_by(given(args, 'name'), edits.pairs(args, 'extra'))
    return results.Record(client.allocations.update(args.allocation, changed))


@versions.wraps('1.57')
@arg('allocation', metavar='<allocation>', help=_HELP)
@edits.flag_argument('--name', 'Remove its name.')
@edits.unset_extra
@checked_by(edits.needs_a_change('allocation'))
@shows(_ALLOCATION)
@writes
def do_allocation_unset(client: Client, args: Args) -> results.Shown:
    """Remove values of an allocation."""
    removed = edits.unset_by(args, 'name', extra='extra')
    return results.Record(client.allocations.update(args.allocation, removed=removed))


@versions.wraps('1.52')
@arg('allocation', metavar='<allocation>', nargs='+', help='Name or UUID; several for several.')
@meets_locks
@writes
def do_allocation_delete(client: Client, args: Args) -> results.Shown:
    """Delete allocations; their nodes are free again."""
    of_cloud = client.allocations
    return deletions.by_reference(args.allocation, of_cloud.delete)
