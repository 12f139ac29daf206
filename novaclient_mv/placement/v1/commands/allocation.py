"""Commands on allocations."""

from __future__ import annotations

from typing import Any

from novaclient_mv import errors, versions
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    refuses_without,
    returns_resource,
    set_arguments,
    success_message,
    writes,
)
from novaclient_mv.cli.running import deletions, document_files, results
from novaclient_mv.placement.v1 import allocations
from novaclient_mv.placement.v1.client import Client
from novaclient_mv.placement.v1.commands.parts import amounts
from novaclient_mv.placement.v1.commands.parts.provider_filters import one_provider

_ALLOCATIONS = 'placement.v1.allocations:ConsumerAllocations'
_CONSUMER = 'UUID of the consumer, a server for one.'


@one_provider
@returns_resource('placement.v1.allocations:ProviderAllocation')
def do_allocation_list(client: Client, args: Args) -> results.Shown:
    """List the allocations from a resource provider (administrators)."""
    provider = client.resource_providers.find_one(args.provider)
    rows = client.allocations.of_provider(provider)
    columns = ('consumer_uuid', 'resources', 'consumer_generation')
    return results.Table(allocations.ProviderAllocation, rows, columns)


@arg('consumer', help=_CONSUMER)
@returns_resource(_ALLOCATIONS)
def do_allocation_show(client: Client, args: Args) -> results.Shown:
    """Show the allocations of a consumer (administrators)."""
    return results.Record(client.allocations.get(args.consumer))


@arg('consumer', help=_CONSUMER)
@arg(
    '--allocation',
    dest='shares',
    metavar='<rp=provider,class=amount[,...]>',
    action='append',
    required=True,
    type=amounts.share,
    help='Allocation from a resource provider (name or UUID), as in '
    'rp=node1,VCPU=2,MEMORY_MB=512. Repeatable.',
)
@arg(
    '--project-id',
    dest='project',
    required=True,
    start_version='1.8',
    help='Id of the project that owns the consumer.',
)
@arg(
    '--user-id',
    dest='user',
    required=True,
    start_version='1.8',
    help='Id of the user that owns the consumer.',
)
@arg(
    '--consumer-type',
    metavar='<type>',
    required=True,
    type=amounts.consumer_type,
    start_version='1.38',
    help='Type of the consumer, as in INSTANCE.',
)
@returns_resource(_ALLOCATIONS)
@writes
def do_allocation_set(client: Client, args: Args) -> results.Shown:
    """Replace all allocations of a consumer (administrators)."""
    shares: dict[str, dict[str, int]] = {}
    for provider, share in args.shares:
        uuid = client.resource_providers.find_one(provider).id
        shares.setdefault(uuid, {}).update(share)
    owner = set_arguments(args, 'consumer_type', project_id='project', user_id='user')
    present = client.allocations.get(args.consumer)
    client.allocations.set(args.consumer, shares, **owner, **_generation(client, present))
    return _written(client, args.consumer)


@versions.wraps('1.0', '1.27')
def _generation(client: Client, present: allocations.ConsumerAllocations) -> dict[str, Any]:
    return {}


@versions.wraps('1.28')
def _generation(client: Client, present: allocations.ConsumerAllocations) -> dict[str, Any]:
    # A consumer without allocations has none, which is what a new one is set with.
    return {'consumer_generation': present.to_dict().get('consumer_generation')}


@versions.wraps('1.12')
@arg('consumer', help=_CONSUMER)
@arg('--provider', help='Remove allocations from this resource provider only (name or UUID).')
@arg(
    '--resource-class',
    dest='resource_classes',
    metavar='<class>',
    action='append',
    help='Remove allocations of this resource class only. Repeatable.',
)
@refuses_without(
    '--provider',
    '--resource-class',
    sentence='Name what to free: --provider, --resource-class or both. '
    'placement-allocation-delete frees all.',
)
@returns_resource(_ALLOCATIONS)
@writes
def do_allocation_unset(client: Client, args: Args) -> results.Shown:
    """Remove some allocations of a consumer (administrators)."""
    present = client.allocations.get(args.consumer)
    provider = args.provider and client.resource_providers.find_one(args.provider).id
    shares = _without(present.shares, provider, args.resource_classes)
    if shares == present.shares:
        raise errors.ResourceNotFound(f'The consumer {args.consumer} has nothing of it.')
    guard = _generation(client, present)
    if shares or guard:
        info = present.to_dict()
        names = ('project_id', 'user_id', 'consumer_type')
        owner = {name: info[name] for name in names if name in info}
        client.allocations.set(args.consumer, shares, **owner, **guard)
    else:
        client.allocations.delete(args.consumer)
    return _written(client, args.consumer)


def _without(
    shares: dict[str, dict[str, int]], provider: str | None, classes: list[str] | None
) -> dict[str, dict[str, int]]:
    """Remove the allocations of a provider, of some classes, or of both together."""
    left = {}
    for uuid, per_class in shares.items():
        is_meant = provider in (None, uuid)
        amounts = {
            name: amount
            for name, amount in per_class.items()
            if not is_meant or (classes and name not in classes)
        }
        if amounts:
            left[uuid] = amounts
    return left


def _written(client: Client, consumer: str) -> results.Record:
    """Return the allocations of a consumer after a write, whose answer tells nothing of them."""
    unread = allocations.ConsumerAllocations(client.allocations, {'consumer_uuid': consumer})
    with results.accepted(results.Record(unread)):
        return results.Record(client.allocations.get(consumer))


@versions.wraps('1.13')
@arg(
    'file',
    type=document_files.DocumentFile,
    help='YAML or JSON file with the allocations by consumer UUID, in the form of the API; "-" '
    'reads the input.',
)
@success_message('Replaced the allocations of all consumers in the file.')
@writes
def do_allocation_set_many(client: Client, args: Args) -> None:
    """Replace all allocations of several consumers atomically (administrators)."""
    client.allocations.set_many(args.file.read())


@arg('consumers', metavar='<consumer>', nargs='+', help='One or more consumers, by UUID.')
@writes
def do_allocation_delete(client: Client, args: Args) -> results.Shown:
    """Delete all allocations of consumers (administrators)."""
    manager = client.allocations
    return deletions.on_each(args.consumers, manager.get, manager.delete)
